// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Works out what the documents mean in a head that another tool made.
///
/// The commits of the head's run are gone through, parents first, and in each of them the documents that differ from
/// those of its parents. Kept are the meanings that the files themselves do not say.
struct Sealing {
    private let store: FamilyStore
    private let head: Commit
    private let run: ForeignRun
    /// By commit, and there by path, what documents mean whose files say something else.
    private var unsaid: [ObjectID: [String: Meaning]] = [:]
    private var waiting: [ObjectID: Int]
    /// What stood in the head where a folder of documents belongs, and made room.
    private(set) var obstacles: Set<String> = []

    init(_ store: FamilyStore, _ head: Commit) throws {
        self.store = store
        self.head = head
        run = try ForeignRun(store, to: head)
        waiting = run.children
    }

    /// The head's tree, but that each document's file says what the document means. A file that cannot be read keeps its
    /// bytes; one that stands where a document's folder was makes room.
    mutating func tree() throws -> ObjectID {
        for commit in run.commits { try take(commit) }
        var changes: [FileChange] = []
        for (path, meaning) in (unsaid[head.id] ?? [:]).sorted(by: { $0.key < $1.key }) {
            if let obstacle = try store.obstacle(to: path, in: head.tree) {
                obstacles.insert(obstacle)
            } else if let file = try store.writtenFile(at: path, in: head.tree),
                Meaning(asWritten: file, of: Self.place(path)?.id) == nil
            {
                continue
            }
            changes.append(.content(path, meaning.bytes))
        }
        let room = try store.writeTree(head.tree, obstacles.sorted().map { .removal($0) })
        return try store.writeTree(room, changes)
    }

    private mutating func take(_ commit: Commit) throws {
        let parents = try commit.parents.map { (id: $0, tree: try store.repository.tree(of: $0)) }
        var paths: Set<String> = []
        for parent in parents.isEmpty ? [nil] : parents.map({ Optional($0.tree) }) {
            for difference in try store.repository.changes(from: parent, to: commit.tree) {
                paths.insert(difference.path)
            }
        }
        // Of a single parent what did not change goes over as it is; several have to be joined there too.
        var meanings: [String: Meaning] = [:]
        if parents.count == 1 {
            meanings = release(parents[0].id)
        } else {
            for parent in parents { paths.formUnion((unsaid[parent.id] ?? [:]).keys) }
        }
        let time = Timestamp(seconds: commit.committer.seconds)
        guard let author = Seal.author(commit: commit.id.description, time: time) else { return }
        for path in paths.sorted() {
            guard let place = Self.place(path) else { continue }
            let file = try store.writtenFile(at: path, in: commit.tree)
            let before = try parents.map { parent in
                let known = parents.count == 1 ? meanings[path] : unsaid[parent.id]?[path]
                return try self.parent(at: path, place, known, parent.id)
            }
            let meaning = Seal.meaning(of: file, id: place.id, after: before, by: author)
            meanings[path] = meaning?.bytes == file ? nil : meaning
        }
        if parents.count > 1 { for parent in parents { _ = release(parent.id) } }
        unsaid[commit.id] = meanings
    }

    /// What is kept for a parent; kept no longer when the last of its children has asked.
    private mutating func release(_ parent: ObjectID) -> [String: Meaning] {
        let left = (waiting[parent] ?? 1) - 1
        waiting[parent] = left
        return left > 0 ? unsaid[parent] ?? [:] : unsaid.removeValue(forKey: parent) ?? [:]
    }

    private func parent(
        at path: String, _ place: Place, _ known: Meaning?, _ commit: ObjectID
    ) throws -> Seal.Parent {
        let file = try store.writtenFile(at: path, in: store.repository.tree(of: commit))
        let meaning = try known ?? store.writtenMeaning(at: path, of: place.id, in: commit)
        return Seal.Parent(meaning: meaning, file: file)
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
