// SPDX-License-Identifier: Apache-2.0

/// One entry of a folder.
///
/// Names are bytes in git. Here they are strings that represent every byte: see ``PathName``. Two entries are equal
/// only if their names have the same bytes.
public struct TreeEntry: Sendable {
    /// The name, without the folders above it.
    public let name: String
    /// Whether it is a file, a folder, a link or a submodule.
    public let mode: FileMode
    /// The content, the tree of a folder, or the commit of a submodule.
    public let id: ObjectID

    /// Creates an entry; the name is only checked when ``TreeStore/writeTree(_:)`` stores it.
    public init(name: String, mode: FileMode, id: ObjectID) {
        self.name = name
        self.mode = mode
        self.id = id
    }
}

extension TreeEntry: Hashable {
    /// Compares the bytes of the names.
    public static func == (a: TreeEntry, b: TreeEntry) -> Bool {
        a.id == b.id && a.mode == b.mode && a.name.utf8.elementsEqual(b.name.utf8)
    }

    /// Hashes the bytes of the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(mode)
        for byte in name.utf8 { hasher.combine(byte) }
    }
}

/// The type of a tree entry.
public enum FileMode: UInt32, Hashable, Sendable {
    /// A folder, stored as another tree.
    case tree = 0o040000
    /// An ordinary file that is not executable.
    case file = 0o100644
    /// A file that its owner may execute.
    case executable = 0o100755
    /// A symbolic link; its target is the content.
    case link = 0o120000
    /// A commit of another repository.
    case submodule = 0o160000

    /// Reads a stored mode; obsolete file modes (such as 100664) count as a file.
    init?(stored: UInt32) {
        if let mode = FileMode(rawValue: stored) {
            self = mode
        } else if stored & 0o170000 == 0o100000 {
            self = stored & 0o100 == 0 ? .file : .executable
        } else {
            return nil
        }
    }
}
