// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging

/// Works out what the documents mean in a head that another tool made.
///
/// The commits of the head's run are gone through, parents first, and in each of them the documents that differ from
/// those of its parents, or that its parents mean something else by. Kept are the meanings that the files themselves do
/// not say.
struct Sealing {
    private let store: FamilyStore
    private let head: Commit
    private let run: ForeignRun
    /// By commit, what documents mean whose files say something else.
    private var unsaid: [ObjectID: UnsaidMeanings] = [:]
    private var waiting: [ObjectID: Int]
    private var recent = RecentMeanings()
    private var limits = ForeignLimits()
    /// For each commit of the run, the first one outside it that its first parents lead to; nil if there is none.
    private var origins: [ObjectID: ObjectID?] = [:]
    /// The history before the run, by where it begins.
    private var lines: [ObjectID: FirstParentLine] = [:]
    /// What stood in the head where a folder of documents belongs, and made room.
    private(set) var obstacles: Set<String> = []

    init(_ store: FamilyStore, _ head: Commit) throws {
        self.store = store
        self.head = head
        run = try ForeignRun(store, to: head)
        waiting = run.children
    }

    /// The head's tree, but that each document's file says what the document means. A file that cannot be read keeps
    /// its bytes; one that stands where a document's folder was makes room.
    mutating func tree() throws -> ObjectID {
        for step in run.steps { try seal(step) }
        var changes: [FileChange] = []
        for (path, entry) in unsaid[head.id]?.ordered ?? [] {
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
        unsaid = [:]
        let room = try store.writeTree(head.tree, obstacles.sorted().map { .removal($0) })
        return try store.writeTree(room, changes)
    }

    private mutating func seal(_ step: ForeignRun.Step) throws {
        var parents = try step.parents.map { parent in
            Parent(id: parent, tree: try store.repository.tree(of: parent), unsaid: release(parent))
        }
        origins[step.id] = .some(step.parents.first.flatMap { origins[$0] ?? $0 })
        var paths = try differences(step, parents)
        guard let author = Seal.author(commit: step.id.description, time: Timestamp(seconds: step.seconds)) else {
            return
        }
        // Where no file differs, and the parents mean the same, the meaning goes over as it is.
        var meanings = parents.first?.unsaid ?? UnsaidMeanings()
        // A single parent's are changed in place, each after it was asked for.
        if parents.count == 1 { parents[0].unsaid = UnsaidMeanings() }
        for other in parents.dropFirst() { paths.formUnion(meanings.paths(differingFrom: other.unsaid)) }
        try limits.count(versions: paths.count * max(1, parents.count))
        for path in paths.sorted() {
            guard let place = Self.place(path.string) else { continue }
            let file = try read(path.string, step.tree)
            let before = try parents.map { parent in
                try seen(at: path, place, in: parent, (parents.count == 1 ? meanings : parent.unsaid)[path])
            }
            let meaning = Seal.meaning(of: file, id: place.id, after: before, by: author)
            let isSaid = file == nil ? meaning == nil : meaning.map { $0.isWritten(as: file ?? []) } ?? false
            let entry = isSaid ? nil : UnsaidMeanings.Entry(meaning)
            if let entry { recent.add(entry, size: file?.count ?? 0) }
            meanings[path] = entry
        }
        unsaid[step.id] = meanings
    }

    /// What a file means in a parent that keeps no other meaning for it.
    ///
    /// Of a file that cannot be read it is what it meant before the run: no commit of the run changed it, or its
    /// meaning would be kept.
    private mutating func meaning(
        of file: [UInt8]?, at path: String, _ place: Place, in parent: ObjectID
    ) throws -> InterpretedDocument? {
        guard let file else { return nil }
        if let meaning = InterpretedDocument(asWritten: file, of: place.id) { return meaning }
        guard let origin = origins[parent] ?? parent else { return nil }
        let line = lines[origin] ?? FirstParentLine(store, from: origin)
        lines[origin] = line
        return try line.meaning(at: path, of: place.id) { try limits.count(versions: $0) }
    }

    /// The paths at which a commit differs from any of its parents.
    private mutating func differences(_ step: ForeignRun.Step, _ parents: [Parent]) throws -> Set<ExactString> {
        var paths: Set<ExactString> = []
        for tree in parents.isEmpty ? [nil] : parents.map({ Optional($0.tree) }) {
            let differences = try store.repository.changes(from: tree, to: step.tree)
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

    /// What is kept for a parent; kept no longer when the last of its children has asked.
    private mutating func release(_ parent: ObjectID) -> UnsaidMeanings {
        let left = (waiting[parent] ?? 1) - 1
        waiting[parent] = left
        return (left > 0 ? unsaid[parent] : unsaid.removeValue(forKey: parent)) ?? UnsaidMeanings()
    }

    /// A document in a parent, where it means what an entry says, or else what its file does.
    private mutating func seen(
        at path: ExactString, _ place: Place, in parent: Parent, _ entry: UnsaidMeanings.Entry?
    ) throws -> Seal.Parent {
        let file = try read(path.string, parent.tree)
        let meaning =
            if let entry {
                entry.meaning
            } else {
                try meaning(of: file, at: path.string, place, in: parent.id)
            }
        return Seal.Parent(meaning: meaning, file: file)
    }

    /// A parent of a commit, and what documents mean there.
    private struct Parent {
        let id: ObjectID
        let tree: ObjectID
        var unsaid: UnsaidMeanings
    }
}

/// The meanings that were worked out last: the next commit may well change one of them again. Of others the bytes are
/// enough.
private struct RecentMeanings {
    private struct Item {
        weak var entry: UnsaidMeanings.Entry?
        let size: Int
    }

    private var items: [Item] = []
    private var first = 0
    private var size = 0
    /// The most bytes of their files, and what each counts beside its file.
    private static let limits = (all: 8 << 20, each: 1 << 10)

    mutating func add(_ entry: UnsaidMeanings.Entry, size more: Int) {
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
    /// A place where a document stands, whatever its kind: the same in all versions of the program.
    struct Place {
        /// The document's id; nil for the family's.
        let id: DocumentID?
    }

    /// The place that a path is: `family.json`, or `FOLDER/ID.json`, or `FOLDER/XX/ID.json` with the id's first digits.
    static func place(_ path: String) -> Place? {
        if path == DocumentPath.family.text { return Place(id: nil) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let name = parts.last, name.hasSuffix(".json"),
            let id = DocumentID(String(name.dropLast(5))), id.description == name.dropLast(5),
            parts.count == 2 || id.description.hasPrefix(parts[1]) && parts[1].utf8.count == 2
        else { return nil }
        return Place(id: id)
    }
}
