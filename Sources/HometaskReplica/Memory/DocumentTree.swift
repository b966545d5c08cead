// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskHashing

/// The documents of one version in memory, as a value.
///
/// The documents of a kind are in 256 parts by the first byte of their ids, as in the folders of a repository. Copies
/// share equal parts, so the cost of a version depends on its changes, and a comparison reads only the parts that
/// differ.
struct DocumentTree: Sendable {
    struct Entry: Hashable, Sendable {
        let path: DocumentPath
        let bytes: [UInt8]
    }

    /// The parts of each kind, each in the order of the ids.
    private var parts: [DocumentKind: [[Entry]]] = [:]
    /// The XOR of the documents' digests, which does not depend on their order.
    private var digest = [UInt8](repeating: 0, count: 20)

    /// The name of the version, 40 hexadecimal digits.
    var name: String { SHA256.hexadecimal(digest) }

    subscript(path: DocumentPath) -> [UInt8]? {
        get {
            guard let part = parts[path.kind]?[Self.part(of: path)] else { return nil }
            let place = Self.place(of: path, in: part)
            return place < part.count && part[place].path == path ? part[place].bytes : nil
        }
        set {
            if let old = self[path] { mark(path, old) }
            if let newValue { mark(path, newValue) }
            let number = Self.part(of: path)
            var part = parts[path.kind, default: Self.noParts][number]
            let place = Self.place(of: path, in: part)
            if place < part.count, part[place].path == path { part.remove(at: place) }
            if let newValue { part.insert(Entry(path: path, bytes: newValue), at: place) }
            parts[path.kind, default: Self.noParts][number] = part
        }
    }

    /// Returns the documents of a kind, in the order of their ids.
    func entries(of kind: DocumentKind) -> some Sequence<Entry> { (parts[kind] ?? []).lazy.joined() }

    /// Returns the sorted paths of the documents that differ from another version.
    func paths(changedSince other: DocumentTree) -> [DocumentPath] {
        var changed: Set<DocumentPath> = []
        for kind in Set(parts.keys).union(other.parts.keys) {
            for (new, old) in zip(parts[kind] ?? Self.noParts, other.parts[kind] ?? Self.noParts) where new != old {
                changed.formUnion(Set(new).symmetricDifference(old).map(\.path))
            }
        }
        return changed.sorted { $0.text < $1.text }
    }

    private static let noParts = [[Entry]](repeating: [], count: 256)

    private static func part(of path: DocumentPath) -> Int { path.id.map { Int($0.bytes[0]) } ?? 0 }

    /// Returns the index of a path's document in its part, or its insertion point.
    private static func place(of path: DocumentPath, in part: [Entry]) -> Int {
        guard let id = path.id else { return 0 }
        var (low, high) = (0, part.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = part[middle].path.id, other < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func mark(_ path: DocumentPath, _ bytes: [UInt8]) {
        for (place, byte) in SHA1.digest(Array(path.text.utf8) + [0] + bytes).enumerated() { digest[place] ^= byte }
    }
}
