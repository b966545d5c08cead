// SPDX-License-Identifier: Apache-2.0

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
