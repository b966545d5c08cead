// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskGit
import HometaskReplica

/// The working tree: a view of HEAD that people may read and edit.
///
/// Invariant: a file is a hand edit only if it differs from HEAD, from the tree that was last written here, from the
/// trees that HEAD had before it was moved since then, and from the edits that a commit in HEAD's history took in. So
/// neither a command that was killed between moving the branch and writing the files, nor a plain `git pull` or
/// `git reset`, is ever taken for edits.
struct WorkTree {
    let store: FamilyStore
    let root: String
    let local: LocalFiles
    static let localName = "worktree"

    /// The working tree of a store; nil where it is bare.
    init?(_ store: FamilyStore, _ local: LocalFiles) {
        guard let root = store.workingDirectory else { return nil }
        self.store = store
        self.root = root
        self.local = local
    }

    private func followed() throws -> FollowedState { FollowedState(try local.read(Self.localName) ?? []) }

    /// The documents whose files could not be written.
    func unwritten() throws -> Set<String> { try followed().unwritten }

    /// What files may show without being edits, if HEAD holds a tree.
    func known(head: ObjectID?) throws -> KnownFiles {
        let followed = try followed()
        return try known(head, followed, moves(since: followed.mark))
    }

    private func moves(since mark: ObjectID?) throws -> HeadMoves {
        do throws(GitError) {
            return try store.repository.headMoves(since: mark)
        } catch {
            throw error.replicaError(subject: "the log of HEAD")
        }
    }

    private func known(_ head: ObjectID?, _ followed: FollowedState, _ moves: HeadMoves) throws -> KnownFiles {
        var known = KnownFiles(trees: [head], takenIn: try journal(), unwritten: followed.unwritten)
        // A commit that is gone (by gc, after the log of HEAD was cut) cannot be what the files show.
        for tree in [followed.tree] + moves.before.compactMap({ try? store.repository.tree(of: $0) }) {
            if !known.trees.contains(tree) { known.trees.append(tree) }
        }
        return known
    }

    /// Whether a file holds what nobody can have put there but a person. One that is missing because it could not be
    /// written, or because something else stands in its place, was removed by nobody.
    func isHandEdited(_ path: String, _ known: KnownFiles) throws -> Bool {
        let content = try hash(of: path)
        if content == nil, known.unwritten.contains(path) || obstacle(to: path) != nil { return false }
        return try !isKnown(content, at: path, known)
    }

    /// What stands in the way of a file, from the root; nil where nothing does.
    func obstacle(to path: String) -> String? { WorkTreePath(path, below: root)?.obstacle }

    private func isKnown(_ content: ObjectID?, at path: String, _ known: KnownFiles) throws -> Bool {
        if known.takenIn[path]?.contains(content) == true { return true }
        return try known.trees.contains { tree in
            try tree.flatMap { try store.repository.entry(at: path, in: $0)?.id } == content
        }
    }

    /// Brings the files and git's index to what HEAD holds. Hand edits stay where they are.
    ///
    /// The cost follows what differs between the trees, but for git's index, which is one file.
    ///
    /// - Parameter takenIn: the hand edits that HEAD holds, by path, with the content they were read from.
    func follow(takenIn: [String: ObjectID?] = [:]) throws {
        let followed = try followed()
        // Read before HEAD: a move in between then is one that the next call still counts.
        let moves = try moves(since: followed.mark)
        let head = try store.tree(of: store.branch().tip)
        var known = try known(head, followed, moves)
        for (path, content) in takenIn { known.takenIn[path, default: []].insert(content) }
        var unwritten = followed.unwritten
        let free = unwritten.filter { obstacle(to: $0) == nil }
        if known.trees.count > 1 || !known.takenIn.isEmpty || !free.isEmpty {
            let updates = try updates(known, and: free)
            let outcome = try bring(updates)
            unwritten.subtract(updates.map(\.path))
            unwritten.formUnion(outcome.unwritten)
            do throws(GitError) {
                // Where the mode is HEAD's alone, git must not compare it with the file's.
                if updates.contains(where: { $0.entry?.mode == .executable }) { try store.repository.ignoreFileModes() }
                try store.repository.updateIndex(outcome.changes)
            } catch {
                throw error.replicaError(subject: "git's index")
            }
        } else if moves.mark == followed.mark {
            return
        }
        let state = FollowedState(tree: head, mark: moves.mark, unwritten: unwritten)
        try local.write(Self.localName, state.bytes)
    }

    /// What to do at the paths at which HEAD differs from any other known tree, and those of edits taken in.
    ///
    /// - Parameter others: further paths to see to.
    private func updates(_ known: KnownFiles, and others: Set<String>) throws -> [FileUpdate] {
        let head = known.trees[0]
        var found: [String: TreeEntry?] = [:]
        for tree in known.trees.dropFirst() {
            for difference in try store.repository.changes(from: tree, to: head) {
                found.updateValue(difference.new, forKey: difference.path)
            }
        }
        for path in others.union(known.takenIn.keys) where found[path] == nil {
            found.updateValue(try head.flatMap { try store.repository.entry(at: path, in: $0) }, forKey: path)
        }
        return try found.filter { WorkTreePath.isProper($0.key) }.sorted { $0.key < $1.key }.map { path, entry in
            try update(path, entry, known)
        }
    }

    private func update(_ path: String, _ entry: TreeEntry?, _ known: KnownFiles) throws -> FileUpdate {
        var contents = try contents(of: path, known)
        guard path == MergeDriver.attributesPath else { return FileUpdate(path: path, entry: entry, known: contents) }
        // Attributes make git run what they name, and change what it takes for the files' content.
        let own = try Repository.hashBlob(Array(MergeDriver.attributes.utf8))
        contents.insert(own)
        let isOwn = try entry.map { try readOwnAttributes($0) } ?? true
        return FileUpdate(path: path, entry: entry, known: contents, substitute: isOwn ? nil : own)
    }

    /// Whether HEAD's `.gitattributes` says nothing but what hometask writes.
    private func readOwnAttributes(_ entry: TreeEntry) throws -> Bool {
        guard entry.mode.isFile else { return false }
        do throws(GitError) {
            return MergeDriver.isOwn(try store.repository.readBlob(entry.id, limit: 1 << 20))
        } catch {
            if error.code == .tooLarge { return false }
            throw error.replicaError(subject: MergeDriver.attributesPath)
        }
    }

    /// What a file may hold without being a hand edit; nil for no file.
    private func contents(of path: String, _ known: KnownFiles) throws -> Set<ObjectID?> {
        var contents = known.takenIn[path] ?? []
        if known.unwritten.contains(path) { contents.insert(nil) }
        for tree in known.trees {
            contents.insert(try tree.flatMap { try store.repository.entry(at: path, in: $0)?.id })
        }
        return contents
    }

    /// Brings files to what HEAD holds, but for those that were edited by hand, and those that only the store may hold.
    ///
    /// - Returns: what git's index is to say of them, and the documents whose files could not be written.
    private func bring(_ updates: [FileUpdate]) throws -> (changes: [IndexChange], unwritten: Set<String>) {
        let root = root
        var states = try ParallelMap.map(updates) { update in Result { try update.state(below: root) } }
            .map { try $0.get() }
        var changes: [IndexChange] = []
        // What goes makes room first: a file may come where a folder was.
        for (update, state) in zip(updates, states) where update.entry == nil {
            if state == .outdated { remove(update.path) }
            changes.append(.remove(path: update.path))
        }
        let outdated = updates.indices.filter { updates[$0].entry != nil && states[$0] == .outdated }
        for start in stride(from: 0, to: outdated.count, by: Self.batch) {
            let batch = outdated[start..<min(start + Self.batch, outdated.count)]
            for (index, isWritten) in try zip(batch, write(batch.map { updates[$0] })) where isWritten {
                states[index] = updates[index].writtenState
            }
        }
        var unwritten: Set<String> = []
        for (update, state) in zip(updates, states) {
            guard let entry = update.entry else { continue }
            changes.append(update.indexChange(entry, once: state))
            if state == .outdated, DocumentPath(text: update.path) != nil { unwritten.insert(update.path) }
        }
        return (changes, unwritten)
    }

    /// How many files are read from the store before they are written.
    private static let batch = 1024

    /// - Returns: for each of the files whether it is there now.
    private func write(_ updates: [FileUpdate]) throws -> [Bool] {
        var files: [(update: FileUpdate, bytes: [UInt8]?)] = []
        for update in updates { files.append((update, try bytes(update))) }
        let (root, folder) = (root, local.folder)
        // Made in the git directory, and only while the working tree is locked: a killed command leaves no stray file among
        // the family's, and the next one uses the same names.
        return try ParallelMap.map(files, preparing: { "\(folder)file-\($0).new" }) { file, temporary in
            Result { try file.update.write(file.bytes, below: root, via: temporary) }
        }.map { try $0.get() }
    }

    /// What a file is to hold; nil where it stays in the store alone.
    private func bytes(_ update: FileUpdate) throws -> [UInt8]? {
        guard let entry = update.entry, entry.mode.isFile || update.content != entry.id else { return nil }
        if update.content != entry.id { return Array(MergeDriver.attributes.utf8) }
        do throws(GitError) {
            return try store.repository.readBlob(entry.id, limit: FileUpdate.limit)
        } catch {
            if error.code == .tooLarge { return nil }
            throw error
        }
    }

    /// The paths of files that somebody edited, added or removed. Looks at every file's status, at no content that
    /// git's index vouches for.
    func editedPaths(head: ObjectID?) throws -> [String] {
        var head = head
        for _ in 0..<10 {
            let edited = try editedPaths(comparing: head)
            let now = try store.tree(of: store.branch().tip)
            // Another process may have written files while they were looked at.
            if edited.isEmpty || now == head { return edited }
            head = now
        }
        return []
    }

    private func editedPaths(comparing head: ObjectID?) throws -> [String] {
        let known = try known(head: head)
        let differing: Set<String>
        do throws(GitError) {
            differing = try Set(store.repository.pathsDifferingFromIndex() + store.repository.pathsStaged(since: head))
        } catch {
            throw error.replicaError(subject: "the working tree")
        }
        return try differing.sorted().filter { path in
            try path.hasSuffix(".json") && WorkTreePath.isPlain(path) && isHandEdited(path, known)
        }
    }

    /// The documents of HEAD whose files are missing because something else stands in their place, by what that is.
    func hiddenPaths(head: ObjectID) throws -> [String: [String]] {
        let differing: [String]
        do throws(GitError) {
            differing = try store.repository.pathsDifferingFromIndex()
        } catch {
            throw error.replicaError(subject: "the working tree")
        }
        var hidden: [String: [String]] = [:]
        for path in try unwritten().union(differing).sorted() where DocumentPath(text: path) != nil {
            guard let obstacle = obstacle(to: path), try store.repository.entry(at: path, in: head) != nil else {
                continue
            }
            hidden[obstacle, default: []].append(path)
        }
        return hidden
    }

    /// The blob id of a file's content; nil where there is no file.
    func hash(of path: String) throws -> ObjectID? { try FileUpdate.hash(of: path, below: root) }

    private func remove(_ path: String) {
        guard WorkTreePath(path, below: root)?.isReachable == true else { return }
        unlink(root + path)
        var parts = path.split(separator: "/").dropLast()
        while !parts.isEmpty, rmdir(root + parts.joined(separator: "/")) == 0 { parts.removeLast() }
    }
}
