// SPDX-License-Identifier: Apache-2.0

/// The extension `TREE` of git's index: the id of each folder's tree, as long as no entry below it has changed; parents
/// come before their subfolders. Source: gitformat-index(5), "Cache tree".
struct IndexTreeCache {
    /// The record of one folder.
    struct Folder {
        /// Empty for the root.
        let path: [UInt8]
        /// The tree, and the number of index entries below the folder; nil if the tree is not known.
        let tree: (id: ObjectID, entries: Int)?
        /// The name and the number of subfolders, as bytes of the record.
        fileprivate let name: ArraySlice<UInt8>
        fileprivate let count: ArraySlice<UInt8>
        /// The bytes of the whole record.
        fileprivate let bytes: ArraySlice<UInt8>
    }

    /// A record to write, of a folder whose tree is known.
    struct Node {
        let path: [UInt8]
        let tree: ObjectID
        /// The number of index entries below the folder.
        let entries: Int
        /// The number of subfolders.
        var folders: Int
    }

    private let bytes: ArraySlice<UInt8>
    private var place: Int
    private var found: [Folder] = []
    /// The maximum depth of nested folders; libgit2 reads deeper ones.
    private static let deepest = 64

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    /// Returns the extension with these records, parents first; nil if a folder is nested deeper than can be read.
    static func bytes(of nodes: [Node]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for node in nodes {
            let parts = node.path.split(separator: UInt8(ascii: "/"))
            guard parts.count < deepest else { return nil }
            bytes += (parts.last ?? []) + [0] + "\(node.entries) \(node.folders)\n".utf8 + node.tree.bytes
        }
        return bytes
    }

    /// Returns the records of all folders; nil if the extension is damaged.
    func folders() -> [Folder]? {
        var cache = self
        guard cache.readFolder(below: nil, depth: 0), cache.place == bytes.endIndex else { return nil }
        return cache.found
    }

    /// Returns the extension after some paths have changed; nil if it is damaged.
    func invalidated(for paths: some Sequence<[UInt8]>) -> [UInt8]? {
        guard let folders = folders() else { return nil }
        var changed: Set<[UInt8]> = [[]]
        for path in paths { changed.formUnion(IndexImage.folders(of: path)) }
        var result: [UInt8] = []
        for folder in folders {
            if changed.contains(folder.path) {
                result += folder.name + [0] + "-1 ".utf8 + folder.count + [UInt8(ascii: "\n")]
            } else {
                result += folder.bytes
            }
        }
        return result
    }

    /// Reads the record of a folder and those of its subfolders: the name, NUL, the number of entries (-1 if the tree
    /// is not known), a space, the number of subfolders, a line feed, the tree's id.
    private mutating func readFolder(below parent: [UInt8]?, depth: Int) -> Bool {
        let begin = place
        guard depth < Self.deepest, let name = text(before: 0), let entries = number(before: UInt8(ascii: " ")),
            let count = text(before: UInt8(ascii: "\n")), let folders = Self.number(count), folders >= 0
        else { return false }
        let idEnd = place + (entries < 0 ? 0 : 20)
        guard idEnd <= bytes.endIndex else { return false }
        let path = parent.map { $0.isEmpty ? Array(name) : $0 + [UInt8(ascii: "/")] + name } ?? Array(name)
        let tree = ObjectID(bytes: bytes[place..<idEnd]).map { (id: $0, entries: entries) }
        found.append(Folder(path: path, tree: tree, name: name, count: count, bytes: bytes[begin..<idEnd]))
        place = idEnd
        return (0..<folders).allSatisfy { _ in readFolder(below: path, depth: depth + 1) }
    }

    private mutating func text(before mark: UInt8) -> ArraySlice<UInt8>? {
        guard let end = bytes[place...].firstIndex(of: mark) else { return nil }
        defer { place = end + 1 }
        return bytes[place..<end]
    }

    private mutating func number(before mark: UInt8) -> Int? { text(before: mark).flatMap(Self.number) }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }
}
