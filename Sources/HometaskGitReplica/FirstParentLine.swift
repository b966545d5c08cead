// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging

/// A commit, its first parent, and so on, with the entries in which each differs from the one before.
///
/// It is read as far as it is asked for, and once: what many documents last meant there takes the steps of the history
/// and of its changes, and not these times the documents.
final class FirstParentLine {
    private let store: FamilyStore
    /// The trees of the commits that were read.
    private var trees: [ObjectID] = []
    /// The first parent of the last one; nil if it has none.
    private var next: ObjectID?
    /// By path of an entry, the places in the line at which it is another than at the next.
    private var ends: [ExactString: [Int]] = [:]

    init(_ store: FamilyStore, from commit: ObjectID) {
        self.store = store
        next = commit
    }

    /// What a document means in the line's first commit: of a file that cannot be read what it meant in the first
    /// parent, and so on; nil if one has no file there.
    ///
    /// - Parameters:
    ///   - id: the document whose place it is; nil if any may stand.
    ///   - count: is told how many commits and differences are looked at.
    func meaning(at path: String, of id: DocumentID?, count: (Int) throws -> Void = { _ in }) throws
        -> InterpretedDocument?
    {
        let entries = Self.entries(on: path)
        var place = 0
        while try read(to: place, count) {
            guard let found = try store.writtenFile(at: path, in: trees[place]) else { return nil }
            if let meaning = InterpretedDocument(asWritten: found, of: id) { return meaning }
            var end = entries.compactMap { self.end(of: $0, from: place) }.min()
            while end == nil, try read(to: trees.count, count) {
                let last = trees.count - 2
                end = entries.contains { ends[$0]?.last == last } ? last : nil
            }
            guard let end else { return nil }
            place = end + 1
        }
        return nil
    }

    /// A path and the folders above it.
    private static func entries(on path: String) -> [ExactString] {
        let bytes = PathName.bytes(path)
        let folders = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
        return folders.map { ExactString(PathName.string(bytes[..<$0])) } + [ExactString(path)]
    }

    /// The first place from one on at which an entry is another than at the next.
    private func end(of entry: ExactString, from place: Int) -> Int? {
        guard let ends = ends[entry] else { return nil }
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low < ends.count ? ends[low] : nil
    }

    /// Reads the line up to a place; false if it ends before.
    private func read(to place: Int, _ count: (Int) throws -> Void) throws -> Bool {
        while trees.count <= place {
            guard let id = next else { return false }
            let commit = try store.repository.readCommit(id)
            if let last = trees.last {
                let changed = try store.repository.changedEntries(from: commit.tree, to: last)
                try count(changed.count + 1)
                for entry in changed { ends[ExactString(entry), default: []].append(trees.count - 1) }
            }
            trees.append(commit.tree)
            next = commit.parents.first
        }
        return true
    }
}
