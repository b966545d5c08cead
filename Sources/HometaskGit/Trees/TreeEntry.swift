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
