// SPDX-License-Identifier: Apache-2.0

/// The extension `TREE` of git's index: the id of each folder's tree, as long as no entry below it has changed, folders
/// before what is in them. Source: gitformat-index(5), "Cache tree".
struct IndexTreeCache {
    private let bytes: ArraySlice<UInt8>
    private var place: Int
    private var result: [UInt8] = []
    /// The folders whose tree is no longer known.
    private var changed: Set<[UInt8]> = []
    /// How deep folders may stand in folders; what is deeper is libgit2's to read.
    private static let deepest = 64

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    /// The extension once some paths have changed; nil where it is damaged.
    func invalidated(for paths: some Sequence<[UInt8]>) -> [UInt8]? {
        var cache = self
        cache.changed = [[]]
        for path in paths { cache.changed.formUnion(IndexImage.folders(of: path)) }
        guard cache.copyFolder(below: nil, depth: 0), cache.place == bytes.endIndex else { return nil }
        return cache.result
    }

    /// Copies a folder with all that is in it: name, zero, the count of entries (-1 where its tree is not known), blank,
    /// the count of folders in it, line feed, the tree's id.
    private mutating func copyFolder(below parent: [UInt8]?, depth: Int) -> Bool {
        let begin = place
        guard depth < Self.deepest, let name = text(before: 0), let entries = number(before: UInt8(ascii: " ")),
            let counted = text(before: UInt8(ascii: "\n")), let folders = Self.number(counted), folders >= 0
        else { return false }
        let idEnd = place + (entries < 0 ? 0 : 20)
        guard idEnd <= bytes.endIndex else { return false }
        let path = parent.map { $0.isEmpty ? Array(name) : $0 + [UInt8(ascii: "/")] + name } ?? Array(name)
        if changed.contains(path) {
            result += name + [0] + "-1 ".utf8 + counted + [UInt8(ascii: "\n")]
        } else {
            result += bytes[begin..<idEnd]
        }
        place = idEnd
        return (0..<folders).allSatisfy { _ in copyFolder(below: path, depth: depth + 1) }
    }

    private mutating func text(before mark: UInt8) -> ArraySlice<UInt8>? {
        guard let end = bytes[place...].firstIndex(of: mark) else { return nil }
        defer { place = end + 1 }
        return bytes[place..<end]
    }

    private mutating func number(before mark: UInt8) -> Int? { text(before: mark).flatMap(Self.number) }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }
}
