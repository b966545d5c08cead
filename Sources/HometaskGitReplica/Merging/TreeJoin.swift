// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica
import HometaskSystem

/// The join of two heads' trees.
///
/// Both trees are walked together and equal folders are skipped, so the cost depends on the differences. Documents that
/// differ are joined (`Document.join`), which needs no common base and does not depend on the order of the sides. For
/// other files, if only one side has changed a file since the merge base, that change is taken. If both have, the
/// greater object id stays on every device, and the other is named in the report.
struct TreeJoin {
    private let store: FamilyStore
    private let base: ObjectID?
    /// The documents that differed and were joined.
    private(set) var joined: [DocumentPath] = []
    /// The joined documents that both sides had changed since their last common commit.
    private(set) var changedApart: [DocumentPath] = []
    private(set) var conflicted: [DocumentPath] = []
    private(set) var skipped: [SkippedDocument] = []
    /// Versions that are set aside next to the chosen versions.
    private var aside: [FileChange] = []
    /// Actors with two lines of events on the two sides, by the documents that show it.
    private(set) var forks: [ForkedDocument] = []
    private let search: ForkSearch
    /// The last meanings of documents in heads that contain them in an unreadable form, by head.
    private var lines: [ObjectID: FirstParentLine] = [:]

    /// - Parameters:
    ///   - base: the tree of a common ancestor; nil if there is none.
    ///   - search: finds actors that continued on two lines of history.
    init(_ store: FamilyStore, base: ObjectID?, search: ForkSearch) {
        self.store = store
        self.base = base
        self.search = search
    }

    /// Returns the changes that turn our tree into the joined one.
    mutating func changes(_ ours: ObjectID, _ theirs: ObjectID) throws -> [FileChange] {
        let differences = try store.repository.trees.changes(from: ours, to: theirs)
        let pairs = try joinedPairs(differences)
        var changes: [FileChange] = []
        var (kept, added) = (PathFolders(), PathFolders())
        for difference in differences {
            let change = try pairs[difference.path].map { try recordJoined($0, difference) } ?? fileChange(difference)
            if let change { changes.append(change) }
            if difference.new == nil, change == nil { kept.insert(above: difference.path) }
            if difference.old == nil, change != nil { added.insert(above: difference.path) }
        }
        return yielding(changes, differences, kept: kept, added: added) + aside
    }

    /// Returns the joins of the documents that both sides changed, by path, except those that need closer examination.
    private func joinedPairs(_ differences: [TreeDifference]) throws -> [String: DocumentPair.JoinResult] {
        let pairs = try differences.compactMap { difference -> DocumentPair? in
            guard Self.isDocument(difference.path), let ours = difference.old, let theirs = difference.new,
                ours.mode.isFile, theirs.mode.isFile
            else { return nil }
            let bases = try search.bases(besides: [ours.id, theirs.id], at: difference.path)
            return DocumentPair(path: difference.path, ours: ours.id, theirs: theirs.id, bases: bases)
        }
        let directory = store.gitDirectory
        // libgit2 allows only one thread at a time to use objects that were opened together.
        let results = ParallelMap.map(pairs, preparing: { _ in DocumentPair.Reader(directory) }) { pair, reader in
            pair.joined(reader)
        }
        var joined: [String: DocumentPair.JoinResult] = [:]
        for (pair, result) in zip(pairs, results) { joined[pair.path] = result }
        return joined
    }

    private mutating func recordJoined(_ result: DocumentPair.JoinResult, _ difference: TreeDifference) throws
        -> FileChange
    {
        if let known = result.path, let ours = difference.old, let theirs = difference.new {
            try noteJoined(known, ours, theirs: theirs)
            if result.hasNewConflicts { conflicted.append(known) }
        }
        return .content(difference.path, result.bytes)
    }

    private mutating func noteJoined(_ path: DocumentPath, _ ours: TreeEntry, theirs: TreeEntry) throws {
        joined.append(path)
        let before = try base.flatMap { try store.repository.trees.entry(at: path.text, in: $0)?.id }
        if before != ours.id, before != theirs.id { changedApart.append(path) }
    }

    /// Removes files where the other side has a folder with content, on whichever side the file is.
    private mutating func yielding(
        _ changes: [FileChange], _ differences: [TreeDifference], kept: PathFolders, added: PathFolders
    ) -> [FileChange] {
        let yielded = differences.filter { difference in
            difference.old == nil && kept.contains(difference.path)
                || difference.new == nil && added.contains(difference.path)
        }
        if yielded.isEmpty { return changes }
        for difference in yielded {
            skipped.append(
                SkippedDocument(path: difference.path, reason: "the other side has a folder there, which was kept"))
        }
        let paths = Set(yielded.map(\.path))
        return changes.filter { !paths.contains($0.path) }
            + yielded.filter { $0.old != nil }.map { .removal($0.path) }
    }

    /// Returns the change of our tree at a path where the trees differ; nil to leave ours.
    private mutating func fileChange(_ difference: TreeDifference) throws -> FileChange? {
        let path = difference.path
        guard let ours = difference.old else {
            guard let theirs = difference.new else { return nil }
            return try wasRemoved(path, theirs) ? nil : .entry(path, theirs.id, theirs.mode)
        }
        guard let theirs = difference.new else {
            return try wasRemoved(path, ours) ? .removal(path) : nil
        }
        if Self.isDocument(path), ours.mode.isFile, theirs.mode.isFile { return try join(ours, theirs, at: path) }
        if DocumentPath(text: path) != nil, ours.mode.isFile != theirs.mode.isFile {
            skipped.append(
                SkippedDocument(path: path, reason: "one side has a link in its place; the document was kept"))
            return ours.mode.isFile ? nil : .entry(path, theirs.id, theirs.mode)
        }
        let before = try base.flatMap { try store.repository.trees.entry(at: path, in: $0) }
        if theirs.id == before?.id, theirs.mode == before?.mode { return nil }
        if ours.id == before?.id, ours.mode == before?.mode { return .entry(path, theirs.id, theirs.mode) }
        skipped.append(
            SkippedDocument(path: path, reason: "both sides changed it, but it is not a document: one version was kept")
        )
        return ours.id < theirs.id ? .entry(path, theirs.id, theirs.mode) : nil
    }

    /// Returns whether a file that only one side has was removed by the other. This is never so for a document:
    /// hometask removes no document files, and a deletion is a write in the document.
    private func wasRemoved(_ path: String, _ entry: TreeEntry) throws -> Bool {
        guard !Self.isDocument(path), let base else { return false }
        return try store.repository.trees.entry(at: path, in: base)?.id == entry.id
    }

    /// Returns whether a path may hold a document, including kinds that only a later version knows.
    private static func isDocument(_ path: String) -> Bool { path.hasSuffix(".json") }

    private mutating func join(_ ours: TreeEntry, _ theirs: TreeEntry, at path: String) throws -> FileChange? {
        let ourVersion: StoredDocument
        let theirVersion: StoredDocument
        do {
            ourVersion = try version(ours, path)
            theirVersion = try version(theirs, path)
        } catch let error as ReplicaError where error.code == .newerFormat {
            // A file that only one side has changed need not be joined.
            let before = try base.flatMap { try store.repository.trees.entry(at: path, in: $0)?.id }
            if before == theirs.id { return nil }
            if before == ours.id { return .entry(path, theirs.id, theirs.mode) }
            return setAside(
                ours, theirs, path: path, reason: "it was written by a newer hometask and changed",
                advice: ". Update hometask on this device")
        }
        guard case .document(let ourDocument) = ourVersion, case .document(let theirDocument) = theirVersion,
            ourDocument.id == theirDocument.id
        else { return try choice(ours, theirs, ourVersion: ourVersion, theirVersion: theirVersion, path: path) }
        let result = try join(ourDocument, theirDocument, in: [ours.id, theirs.id], at: path)
        let bytes = result.encoded()
        guard bytes.count <= JSONLimits.document.bytes else {
            return setAside(ours, theirs, path: path, reason: "it became too large to merge", advice: "")
        }
        if let known = DocumentPath(text: path) {
            try noteJoined(known, ours, theirs: theirs)
            let conflicts = result.conflicts
            if !conflicts.isEmpty, conflicts != ourDocument.conflicts { conflicted.append(known) }
        }
        return .content(path, bytes)
    }

    /// Joins two versions. If an actor continued on two lines, both lines are kept as concurrent events.
    private mutating func join(
        _ ours: Document, _ theirs: Document, in ids: Set<ObjectID>, at path: String
    ) throws -> Document {
        guard let fork = try search.fork(ours, theirs, in: ids, at: path) else { return Document.join(ours, theirs) }
        if let known = DocumentPath(text: path) { forks.append(ForkedDocument(path: known, actors: fork.actors)) }
        return Document.join(ours, theirs, parting: fork.actors, since: fork.base)
    }

    /// Sets aside one of two versions that cannot be joined here (only a later version of the program can, or the join
    /// is larger than a document may be). The greater id stays at its path on every device; the other is stored beside
    /// it, under the path followed by the first 16 digits of its own id.
    private mutating func setAside(
        _ ours: TreeEntry, _ theirs: TreeEntry, path: String, reason: String, advice: String
    ) -> FileChange? {
        let other = min(ours.id, theirs.id)
        aside.append(.entry("\(path).\(other.description.prefix(16))", other, .file))
        skipped.append(
            SkippedDocument(
                path: path,
                reason: "\(reason) on both sides: one version was kept, the other is stored next to it\(advice)"))
        return other == ours.id ? .entry(path, theirs.id, theirs.mode) : nil
    }

    /// Chooses between two versions that cannot be joined. A readable one is taken and joined with the other's last
    /// meaning; of two unreadable ones, the one with the greater id is taken, on every device.
    private mutating func choice(
        _ ours: TreeEntry, _ theirs: TreeEntry, ourVersion: StoredDocument, theirVersion: StoredDocument,
        path: String
    ) throws -> FileChange? {
        var takesTheirs = ours.id < theirs.id
        var joined: FileChange?
        let reason: String
        switch (ourVersion, theirVersion) {
        case (.unreadable(let fault), .document(let document)):
            reason = "this side's version cannot be read (\(fault)); the other was kept"
            takesTheirs = true
            joined = try self.joined(document, path, meantIn: search.heads.ours)
        case (.document(let document), .unreadable(let fault)):
            reason = "the other side's version cannot be read (\(fault)); this one was kept"
            takesTheirs = false
            joined = try self.joined(document, path, meantIn: search.heads.theirs)
        case (.unreadable(let ourFault), .unreadable(let theirFault)):
            reason = "neither side's version can be read (\(takesTheirs ? theirFault : ourFault)); one was kept"
        default:
            reason = "the two sides hold different documents there; one was kept"
        }
        skipped.append(SkippedDocument(path: path, reason: reason))
        return joined ?? (takesTheirs ? .entry(path, theirs.id, theirs.mode) : nil)
    }

    /// Returns a document joined with its last meanings in heads that contain it in an unreadable form; nil if that
    /// adds nothing.
    private mutating func joined(
        _ document: Document, _ path: String, meantIn heads: [ObjectID]
    ) throws -> FileChange? {
        let joined = try heads.reduce(document) { joined, head in
            let line = lines[head] ?? FirstParentLine(store, from: head)
            lines[head] = line
            guard let meaning = try line.meaning(at: path, of: document.id), meaning.document.id == document.id
            else { return joined }
            return Document.join(joined, meaning.document)
        }
        let bytes = joined.encoded()
        return joined == document || bytes.count > JSONLimits.document.bytes ? nil : .content(path, bytes)
    }

    private func version(_ entry: TreeEntry, _ path: String) throws -> StoredDocument {
        let version = try StoredDocument(entry, at: path, in: store)
        guard case .newer(let error) = version else { return version }
        throw ReplicaError(
            .newerFormat, "\(path) was written by a newer hometask: \(error)",
            hint: "Update hometask on this device; until then work offline, nothing is lost.")
    }
}

/// The folders above some paths.
private struct PathFolders {
    private var names: Set<String> = []

    mutating func insert(above path: String) {
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            guard names.insert(String(rest)).inserted else { return }
        }
    }

    func contains(_ path: String) -> Bool { names.contains(path) }
}
