// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging

/// Finds, while two heads are joined, actors that continued on two lines of history because a disk was restored to an
/// older state, or a folder was copied in a way that its device could not notice.
///
/// Each event is written by one commit. If both heads know events of an actor that none of their merge bases knows, two
/// commits wrote those events. They may have written the same (a cherry-pick, a rebase): the histories of both sides
/// decide that. A history may show only a part of an event: the pick of a later commit brings a version in which the
/// rest has been replaced.
struct ForkSearch {
    private let store: FamilyStore
    private let bases: [ObjectID]
    let heads: (ours: [ObjectID], theirs: [ObjectID])
    private let baseTrees: [ObjectID]

    /// The result for one document.
    struct Fork {
        let base: Document
        let actors: [ActorID]
    }

    /// - Parameters:
    ///   - bases: the merge bases of our heads and theirs.
    ///   - trees: the meanings of the documents there: for a base that another tool made, the tree of its seal.
    init(_ store: FamilyStore, bases: [ObjectID], trees: [ObjectID], ours: [ObjectID], theirs: [ObjectID]) {
        self.store = store
        self.bases = bases
        heads = (ours, theirs)
        baseTrees = trees
    }

    /// Returns the actors with two lines of events in the two versions of a document; nil if there are none.
    ///
    /// - Parameter ids: the blobs that hold the versions.
    func fork(_ ours: Document, _ theirs: Document, in ids: Set<ObjectID>, at path: String) throws -> Fork? {
        // Histories without a common commit do not show any lines.
        guard !bases.isEmpty else { return nil }
        // Only devices have lines. All other actors are named after what they write, and every device may make seals.
        let shared = ours.seen.actors.filter { theirs.seen[$0] > 0 && $0.isDevice }
        guard !shared.isEmpty else { return nil }
        guard let entries = try changedBases(ids, at: path) else { return nil }
        let base = base(of: ours, entries)
        let suspects = shared.filter { min(ours.seen[$0], theirs.seen[$0]) > base.seen[$0] }
        guard !suspects.isEmpty else { return nil }
        let versions = (try versions(at: path, in: heads.ours), try versions(at: path, in: heads.theirs))
        let actors = suspects.filter { actor in
            let events = base.seen[actor] + 1...min(ours.seen[actor], theirs.seen[actor])
            let (left, right) = (
                Self.writes(of: actor, events, in: versions.0), Self.writes(of: actor, events, in: versions.1)
            )
            // A document may claim any number of events, so only events with writes are compared.
            return Set(left.keys).union(right.keys).contains { Self.areApart(left[$0] ?? [], right[$0] ?? []) }
        }
        return actors.isEmpty ? nil : Fork(base: base, actors: actors)
    }

    /// Returns the merge bases' versions of a document that each side has changed; nil if one side has not changed it,
    /// so that there is only one line.
    private func changedBases(_ ids: Set<ObjectID>, at path: String) throws(GitError) -> [TreeEntry]? {
        var entries: [TreeEntry] = []
        for tree in baseTrees {
            guard let entry = try store.repository.trees.entry(at: path, in: tree) else { continue }
            if ids.contains(entry.id) { return nil }
            entries.append(entry)
        }
        return entries
    }

    /// Returns the merge bases' objects for a document; nil if no actor can have forked, because one side has changed
    /// nothing or the common ancestors are not known.
    func bases(besides ids: Set<ObjectID>, at path: String) throws(GitError) -> [ObjectID]? {
        guard !bases.isEmpty else { return nil }
        return try changedBases(ids, at: path)?.map(\.id)
    }

    /// Returns everything that the merge bases know of a document.
    private func base(of document: Document, _ entries: [TreeEntry]) -> Document {
        entries.compactMap { self.document($0, id: document.id) }
            .reduce(Document(id: document.id, kind: document.kind)) { Document.join($0, $1) }
    }

    /// Returns the versions of a document in the history of some heads since the bases.
    private func versions(at path: String, in heads: [ObjectID]) throws -> [Document] {
        var seen: Set<ObjectID> = []
        var entries: [TreeEntry] = []
        try store.repository.commits.history(from: heads, hiding: bases) { commit throws(GitError) in
            if let entry = try store.repository.trees.entry(at: path, in: commit.tree), entry.mode.isFile,
                seen.insert(entry.id).inserted
            {
                entries.append(entry)
            }
            return true
        }
        return entries.compactMap { document($0, id: nil) }
    }

    private func document(_ entry: TreeEntry, id: DocumentID?) -> Document? {
        guard entry.mode.isFile,
            let bytes = try? store.repository.readBlob(entry.id, limit: JSONLimits.document.bytes),
            let document = try? Document(decoding: bytes), id == nil || document.id == id
        else { return nil }
        return document
    }

    /// Returns the writes of an actor's events that some versions hold, by the events' counters.
    private static func writes(
        of actor: ActorID, _ events: ClosedRange<Int64>, in versions: [Document]
    ) -> [Int64: Set<Write>] {
        versions.reduce(into: [:]) { all, version in
            for write in version.writes(of: actor, after: events.lowerBound - 1)
            where write.dot.counter <= events.upperBound { all[write.dot.counter, default: []].insert(write) }
        }
    }

    /// Returns whether the writes that two histories show under one dot count as those of two events. They do if only
    /// one history shows any.
    private static func areApart(_ left: Set<Write>, _ right: Set<Write>) -> Bool {
        if left.isEmpty || right.isEmpty { return true }
        return !left.isSubset(of: right) && !right.isSubset(of: left)
    }
}
