// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// The documents of a commit whose meanings differ from their files, with these meanings, by path.
///
/// Copies share everything but the parts in which they differ. The cost of a commit therefore depends on what it
/// changes, and that of a merge on the differences between its parents, however many documents there are.
struct DocumentOverrides {
    /// The meaning of one document, shared by copies.
    final class Entry {
        private enum State {
            /// The file cannot be read, and neither can any earlier version of it.
            case nothing
            case meant(InterpretedDocument)
            case written([UInt8])
        }

        private var state: State

        init(_ meaning: InterpretedDocument?) { state = meaning.map { .meant($0) } ?? .nothing }

        /// Nil if the document has no meaning.
        var meaning: InterpretedDocument? {
            switch state {
            case .nothing: nil
            case .meant(let meaning): meaning
            case .written(let bytes): InterpretedDocument(asWritten: bytes, of: nil)
            }
        }

        /// The document's canonical bytes; nil if it has no meaning.
        var bytes: [UInt8]? {
            switch state {
            case .nothing: nil
            case .meant(let meaning): meaning.bytes
            case .written(let bytes): bytes
            }
        }

        /// Keeps only the bytes, which need less memory and can be decoded again.
        func fold() {
            guard case .meant(let meaning) = state else { return }
            let bytes = meaning.bytes
            if bytes.count <= JSONLimits.document.bytes { state = .written(bytes) }
        }
    }

    private final class Part {
        var entries: [ExactString: Entry]

        init(_ entries: [ExactString: Entry]) { self.entries = entries }
    }

    private static let partCount = 256
    /// Nil as long as there are no entries.
    private var parts: [Part?] = []

    /// Returns the index of the part for a path. Hashes are seeded per process, so nobody can choose colliding paths.
    private static func index(_ path: ExactString) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: path.hashValue) % UInt(partCount))
    }

    subscript(path: ExactString) -> Entry? {
        get { parts.isEmpty ? nil : parts[Self.index(path)]?.entries[path] }
        set {
            if newValue == nil, self[path] == nil { return }
            if parts.isEmpty { parts = Array(repeating: nil, count: Self.partCount) }
            let index = Self.index(path)
            if !isKnownUniquelyReferenced(&parts[index]) { parts[index] = Part(parts[index]?.entries ?? [:]) }
            parts[index]?.entries[path] = newValue
        }
    }

    private func part(_ index: Int) -> Part? { parts.isEmpty ? nil : parts[index] }

    /// Returns the paths at which another collection does not have the same entry.
    func paths(differingFrom other: DocumentOverrides) -> [ExactString] {
        var found: [ExactString] = []
        for index in 0..<Self.partCount {
            let (ours, theirs) = (part(index), other.part(index))
            if ours === theirs { continue }
            let (one, two) = (ours?.entries ?? [:], theirs?.entries ?? [:])
            for (path, entry) in one where two[path] !== entry { found.append(path) }
            for path in two.keys where one[path] == nil { found.append(path) }
        }
        return found
    }

    /// All entries, sorted by path.
    var ordered: [(path: ExactString, entry: Entry)] {
        parts.flatMap { $0.map { Array($0.entries) } ?? [] }.map { (path: $0.key, entry: $0.value) }
            .sorted { $0.path < $1.path }
    }
}
