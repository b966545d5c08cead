// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging

/// Determines the meanings of the documents in a head that another tool made.
///
/// Visits the commits of the head's run, parents first. In each commit it examines the documents whose files differ
/// from those of its parents, or whose meanings differ between its parents. It keeps only the meanings that differ from
/// the files.
struct Sealing {
    private let store: FamilyStore
    private let head: Commit
    private let run: ForeignRun
    /// For each commit, the documents whose meanings differ from their files.
    private var overrides: [ObjectID: DocumentOverrides] = [:]
    private var waiting: [ObjectID: Int]
    private var recent = RecentOverrides()
    private var limits = ForeignLimits()
    /// For each commit of the run, the first commit outside it along the first parents; nil if there is none.
    private var origins: [ObjectID: ObjectID?] = [:]
    /// The history before the run, by its first commit.
    private var lines: [ObjectID: FirstParentLine] = [:]
    /// Removed entries of the head that were in the place of a folder of documents.
    private(set) var obstacles: Set<String> = []
    /// The occurrences of series that a commit changed without an event, with the author of the last such change.
    private(set) var unmarked: [String: Author] = [:]

    init(_ store: FamilyStore, _ head: Commit) throws {
        self.store = store
        self.head = head
        run = try ForeignRun(store, to: head)
        waiting = run.children
    }

    /// Returns the head's tree, with each document's meaning as its file. A file that cannot be read keeps its bytes. A
    /// file in the place of a document's folder is removed.
    mutating func tree() throws -> ObjectID {
        for step in run.steps { try seal(step) }
        var changes: [FileChange] = []
        for (path, entry) in overrides[head.id]?.ordered ?? [] {
            let path = path.string
            guard let bytes = entry.bytes else { continue }
            if let obstacle = try store.obstacle(to: path, in: head.tree) {
                obstacles.insert(obstacle)
            } else if let file = try store.writtenFile(at: path, in: head.tree),
                InterpretedDocument(asWritten: file, of: Self.place(path)?.id) == nil
            {
                continue
            }
            changes.append(.content(path, bytes))
        }
        overrides = [:]
        let room = try store.writeTree(head.tree, obstacles.sorted().map { .removal($0) })
        return try store.writeTree(room, changes)
    }

    private mutating func seal(_ step: ForeignRun.Step) throws {
        var parents = try step.parents.map { parent in
            Parent(id: parent, tree: try store.repository.commits.tree(of: parent), overrides: release(parent))
        }
        origins[step.id] = .some(step.parents.first.flatMap { origins[$0] ?? $0 })
        var paths = try differences(step, parents)
        guard let author = Seal.author(commit: step.id.description, time: Timestamp(seconds: step.seconds)) else {
            return
        }
        // If no file differs and the parents have the same meanings, the meanings are taken over unchanged.
        var current = parents.first?.overrides ?? DocumentOverrides()
        // For a single parent, its meanings are changed in place, each after it has been read.
        if parents.count == 1 { parents[0].overrides = DocumentOverrides() }
        for other in parents.dropFirst() { paths.formUnion(current.paths(differingFrom: other.overrides)) }
        try limits.count(versions: paths.count * max(1, parents.count))
        for path in paths.sorted() {
            guard let place = Self.place(path.string) else { continue }
            let file = try read(path.string, step.tree)
            let before = try parents.map { parent in
                try seen(at: path, place, in: parent, entry: (parents.count == 1 ? current : parent.overrides)[path])
            }
            let meaning = Seal.meaning(of: file, id: place.id, after: before, by: author)
            let isInFile = file == nil ? meaning == nil : meaning.map { $0.isWritten(as: file ?? []) } ?? false
            let entry = isInFile ? nil : DocumentOverrides.Entry(meaning)
            if let entry { recent.add(entry, size: file?.count ?? 0) }
            if !isInFile, before.count == 1, isUnmarked(meaning?.document, since: before[0].meaning?.document) {
                unmarked[path.string] = author
            }
            current[path] = entry
        }
        overrides[step.id] = current
    }

    /// Returns whether something was removed from an untouched occurrence. The removal is not an event, so the
    /// occurrence would still count as untouched.
    private func isUnmarked(_ document: Document?, since before: Document?) -> Bool {
        guard let document, let before, document != before, document.seen == before.seen else { return false }
        return Series.isUntouched(document)
    }

    /// Returns the meaning of a file in a parent that has no separate meaning for it.
    ///
    /// If the file cannot be read, this is its meaning before the run: no commit of the run changed it, because
    /// otherwise its meaning would have been kept.
    private mutating func meaning(
        of file: [UInt8]?, at path: String, place: DocumentName, in parent: ObjectID
    ) throws -> InterpretedDocument? {
        guard let file else { return nil }
        if let meaning = InterpretedDocument(asWritten: file, of: place.id) { return meaning }
        guard let origin = origins[parent] ?? parent else { return nil }
        let line = lines[origin] ?? FirstParentLine(store, from: origin)
        lines[origin] = line
        return try line.meaning(at: path, of: place.id) { try limits.count(versions: $0) }
    }

    /// Returns the paths at which a commit differs from at least one of its parents.
    private mutating func differences(_ step: ForeignRun.Step, _ parents: [Parent]) throws -> Set<ExactString> {
        var paths: Set<ExactString> = []
        for tree in parents.isEmpty ? [nil] : parents.map({ Optional($0.tree) }) {
            let differences = try store.repository.trees.changes(from: tree, to: step.tree)
            try limits.count(versions: differences.count)
            for difference in differences { paths.insert(ExactString(difference.path)) }
        }
        return paths
    }

    private mutating func read(_ path: String, _ tree: ObjectID) throws -> [UInt8]? {
        let file = try store.writtenFile(at: path, in: tree)
        try limits.count(bytes: file?.count ?? 0)
        return file
    }

    /// Returns the meanings kept for a parent, and drops them when its last child has read them.
    private mutating func release(_ parent: ObjectID) -> DocumentOverrides {
        let left = (waiting[parent] ?? 1) - 1
        waiting[parent] = left
        return (left > 0 ? overrides[parent] : overrides.removeValue(forKey: parent)) ?? DocumentOverrides()
    }

    /// Returns a document in a parent: with the meaning of an entry if there is one, otherwise with that of the file.
    private mutating func seen(
        at path: ExactString, _ place: DocumentName, in parent: Parent, entry: DocumentOverrides.Entry?
    ) throws -> Seal.Parent {
        let file = try read(path.string, parent.tree)
        let meaning =
            if let entry {
                entry.meaning
            } else {
                try meaning(of: file, at: path.string, place: place, in: parent.id)
            }
        return Seal.Parent(meaning: meaning, file: file)
    }

    /// A parent of a commit, with the meanings of its documents.
    private struct Parent {
        let id: ObjectID
        let tree: ObjectID
        var overrides: DocumentOverrides
    }
}

/// A cache of the most recently determined meanings, since the next commit may well change one of them again. For older
/// ones, the bytes are enough.
private struct RecentOverrides {
    private struct Item {
        weak var entry: DocumentOverrides.Entry?
        let size: Int
    }

    private var items: [Item] = []
    private var first = 0
    private var size = 0
    /// The maximum total size of their files in bytes, and the additional bytes counted for each.
    private static let limits = (all: 8 << 20, each: 1 << 10)

    mutating func add(_ entry: DocumentOverrides.Entry, size more: Int) {
        items.append(Item(entry: entry, size: more + Self.limits.each))
        size += more + Self.limits.each
        while size > Self.limits.all, first < items.count - 1 {
            items[first].entry?.fold()
            size -= items[first].size
            first += 1
        }
        guard first > 4096, first > items.count / 2 else { return }
        items.removeFirst(first)
        first = 0
    }
}

extension Sealing {
    /// A path at which a document may be, whatever its kind; the same in all versions of the program.
    struct DocumentName {
        /// The document's id; nil for the family's.
        let id: DocumentID?
    }

    /// Parses a path: `family.json`, or `FOLDER/ID.json`, or `FOLDER/XX/ID.json` with the id's first digits.
    static func place(_ path: String) -> DocumentName? {
        if path == DocumentPath.family.text { return DocumentName(id: nil) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let name = parts.last, name.hasSuffix(".json"),
            let id = DocumentID(String(name.dropLast(5))), id.description == name.dropLast(5),
            parts.count == 2 || id.description.hasPrefix(parts[1]) && parts[1].utf8.count == 2
        else { return nil }
        return DocumentName(id: id)
    }
}
