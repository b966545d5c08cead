// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging

/// The first-parent line of a commit, with the entries in which neighbouring commits differ.
///
/// Commits are read lazily, each once. Finding the last meanings of many documents therefore takes a time proportional
/// to the history and its changes, not multiplied by the number of documents.
final class FirstParentLine {
    private let store: FamilyStore
    /// The trees of the commits that have been read.
    private var trees: [ObjectID] = []
    /// The first parent of the last of them; nil if it has none.
    private var next: ObjectID?
    /// For each entry's path, the positions in the line at which the entry differs from the one at the next position.
    private var ends: [ExactString: [Int]] = [:]

    init(_ store: FamilyStore, from commit: ObjectID) {
        self.store = store
        next = commit
    }

    /// Returns the meaning of a document in the line's first commit. If its file cannot be read there, this is its
    /// meaning in the first parent, and so on; nil if a commit has no file for it.
    ///
    /// - Parameters:
    ///   - id: the id of the document that belongs at this path; nil if any document may be there.
    ///   - count: receives the number of commits and differences that are about to be examined.
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

    /// Returns a path and the folders above it.
    private static func entries(on path: String) -> [ExactString] {
        let bytes = PathName.bytes(path)
        let folders = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
        return folders.map { ExactString(PathName.string(bytes[..<$0])) } + [ExactString(path)]
    }

    /// Returns the first position at or after a given one at which an entry differs from the one at the next position.
    private func end(of entry: ExactString, from place: Int) -> Int? {
        guard let ends = ends[entry] else { return nil }
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low < ends.count ? ends[low] : nil
    }

    /// Reads the line up to a position; false if it ends before.
    private func read(to place: Int, _ count: (Int) throws -> Void) throws -> Bool {
        while trees.count <= place {
            guard let id = next else { return false }
            let commit = try store.repository.commits.read(id)
            if let last = trees.last {
                let changed = try store.repository.trees.changedEntries(from: commit.tree, to: last)
                try count(changed.count + 1)
                for entry in changed { ends[ExactString(entry.path), default: []].append(trees.count - 1) }
            }
            trees.append(commit.tree)
            next = commit.parents.first
        }
        return true
    }
}
