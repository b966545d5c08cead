// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging
import HometaskReplica

/// The join of two heads' trees.
///
/// Both are walked together and equal folders are skipped, so the cost follows what differs. Documents that differ are
/// joined (`Document.join`), which needs no common base and is the same whichever side comes first. Other files follow
/// the merge base where one side alone changed them; where both did, the greater object id stays on every device, and
/// the other is named in the report.
struct TreeJoin {
    private let store: FamilyStore
    private let base: ObjectID?
    private(set) var joined: [DocumentPath] = []
    private(set) var conflicted: [DocumentPath] = []
    private(set) var skipped: [SkippedDocument] = []
    /// What both sides' `seen` say of one actor, where the other side knows more than this one.
    private(set) var isActorAhead = false
    private let actor: ActorID

    /// - Parameters:
    ///   - base: the tree of a common ancestor; nil where there is none.
    ///   - actor: this device's actor, to find out whether somebody else writes as it.
    init(_ store: FamilyStore, base: ObjectID?, actor: ActorID) {
        self.store = store
        self.base = base
        self.actor = actor
    }

    /// What to change in our tree to have the joined one.
    mutating func changes(_ ours: ObjectID, _ theirs: ObjectID) throws -> [FileChange] {
        try store.repository.changes(from: ours, to: theirs).compactMap { try change($0) }
    }

    /// What to change in our tree at a path where the trees differ; nil to leave ours.
    private mutating func change(_ difference: TreeDifference) throws -> FileChange? {
        let path = difference.path
        guard let ours = difference.old else {
            guard let theirs = difference.new else { return nil }
            return try wasRemoved(path, theirs) ? nil : .entry(path, theirs.id, theirs.mode)
        }
        guard let theirs = difference.new else {
            return try wasRemoved(path, ours) ? .removal(path) : nil
        }
        if Self.isDocument(path), ours.mode.isFile, theirs.mode.isFile { return try join(ours, theirs, at: path) }
        let before = try base.flatMap { try store.repository.entry(at: path, in: $0) }
        if theirs.id == before?.id, theirs.mode == before?.mode { return nil }
        if ours.id == before?.id, ours.mode == before?.mode { return .entry(path, theirs.id, theirs.mode) }
        skipped.append(
            SkippedDocument(path: path, reason: "both sides changed it and it is no document: one version was kept"))
        return ours.id < theirs.id ? .entry(path, theirs.id, theirs.mode) : nil
    }

    /// Whether a file that one side alone has was removed by the other. A document never is: the tool removes none, and
    /// a deletion is a write inside it.
    private func wasRemoved(_ path: String, _ entry: TreeEntry) throws -> Bool {
        guard !Self.isDocument(path), let base else { return false }
        return try store.repository.entry(at: path, in: base)?.id == entry.id
    }

    /// Whether a path may hold a document: of a kind that a later version knows, too.
    private static func isDocument(_ path: String) -> Bool { path.hasSuffix(".json") }

    private mutating func join(_ ours: TreeEntry, _ theirs: TreeEntry, at path: String) throws -> FileChange? {
        let ourBytes = try store.repository.readBlob(ours.id, limit: JSONLimits.document.bytes)
        let theirBytes = try store.repository.readBlob(theirs.id, limit: JSONLimits.document.bytes)
        let ourDocument = try decoded(ourBytes, path)
        let theirDocument = try decoded(theirBytes, path)
        guard let ourDocument, let theirDocument, ourDocument.id == theirDocument.id else {
            return choice(ours, theirs, ourDocument, theirDocument, path)
        }
        if theirDocument.seen[actor] > ourDocument.seen[actor] { isActorAhead = true }
        let result = Document.join(ourDocument, theirDocument)
        if let known = DocumentPath(text: path) {
            joined.append(known)
            let conflicts = result.conflicts
            if !conflicts.isEmpty, conflicts != ourDocument.conflicts { conflicted.append(known) }
        }
        return .content(path, result.encoded())
    }

    /// Of two versions that do not join, the readable one stands; of two unreadable ones the greater id, on every device.
    private mutating func choice(
        _ ours: TreeEntry, _ theirs: TreeEntry, _ ourDocument: Document?, _ theirDocument: Document?,
        _ path: String
    ) -> FileChange? {
        skipped.append(
            SkippedDocument(
                path: path, reason: "one side's version cannot be read as a document; the other was kept"))
        let takesTheirs: Bool
        switch (ourDocument == nil, theirDocument == nil) {
        case (true, false): takesTheirs = true
        case (false, true): takesTheirs = false
        default: takesTheirs = ours.id < theirs.id
        }
        return takesTheirs ? .entry(path, theirs.id, theirs.mode) : nil
    }

    private func decoded(_ bytes: [UInt8], _ path: String) throws -> Document? {
        do {
            return try Document(decoding: bytes)
        } catch {
            switch error {
            case .unreadable, .malformed: return nil
            case .newerFormat, .unsupported: break
            }
            throw ReplicaError(
                .newerFormat, "\(path) was written by a newer hometask: \(error)",
                hint: "Update hometask on this device; until then work offline here, nothing is lost.")
        }
    }
}
