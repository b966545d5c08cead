// SPDX-License-Identifier: Apache-2.0

/// A change of a tree at one path.
public struct TreeChange: Hashable, Sendable {
    /// The new content of the path.
    public enum Action: Hashable, Sendable {
        /// This object with this mode, replacing a file, a link or nothing. The object may also be a whole folder.
        case put(ObjectID, FileMode)
        /// No content; a no-op if the path does not exist.
        case remove
    }

    /// The path from the root of the tree, with `/` between its parts.
    public let path: String
    /// The new content of the path.
    public let action: Action

    /// Creates a change at a path.
    public init(path: String, action: Action) {
        self.path = path
        self.action = action
    }

    /// Puts a blob at a path.
    public static func putFile(_ path: String, _ id: ObjectID, mode: FileMode = .file) -> TreeChange {
        TreeChange(path: path, action: .put(id, mode))
    }

    /// Removes the entry at a path.
    public static func remove(_ path: String) -> TreeChange { TreeChange(path: path, action: .remove) }
}
