// SPDX-License-Identifier: Apache-2.0

/// A path at which two trees differ.
public struct TreeDifference: Hashable, Sendable {
    /// The path from the root, with `/` between its parts; see ``PathName`` for names that are not UTF-8.
    public let path: String
    /// The first tree's entry: a file, link or submodule, never a folder; nil for nothing.
    public let old: TreeEntry?
    /// The second tree's entry.
    public let new: TreeEntry?

    /// Compares the bytes of the paths.
    public static func == (a: TreeDifference, b: TreeDifference) -> Bool {
        a.old == b.old && a.new == b.new && a.path.utf8.elementsEqual(b.path.utf8)
    }

    /// Hashes the bytes of the path.
    public func hash(into hasher: inout Hasher) {
        for byte in path.utf8 { hasher.combine(byte) }
        hasher.combine(old)
        hasher.combine(new)
    }
}
