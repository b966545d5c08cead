// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskPlatform
import HometaskSystem

/// The working tree: a view of HEAD that people may read and edit.
///
/// Invariant: a file is a hand edit only if it differs from all of these: HEAD; the tree that was last written here;
/// the trees that HEAD has had since then; and the edits that a commit in HEAD's history recorded. Therefore neither a
/// command that was killed between moving the branch and writing the files, nor a plain `git pull` or `git reset`, is
/// ever mistaken for edits.
struct WorkTree {
    let store: FamilyStore
    let root: String
    let local: LocalFiles
    static let localName = "worktree"
    private static let marksName = "folders"

    /// The working tree of a store; nil if it is bare.
    init?(_ store: FamilyStore, _ local: LocalFiles) {
        guard let root = store.workingDirectory else { return nil }
        self.store = store
        self.root = root
        self.local = local
    }

    private func followed() throws -> FollowedState { FollowedState(try local.read(Self.localName) ?? []) }

    /// Returns the documents whose files could not be written.
    func unwritten() throws -> Set<String> { try followed().unwritten }

    /// Returns the contents that files may have without being edits, if HEAD has a tree.
    func knownFiles(at head: ObjectID?) throws -> KnownFiles {
        let followed = try followed()
        return try knownFiles(at: head, followed, moves: moves(since: followed.mark))
    }

    private func moves(since mark: ObjectID?) throws -> HeadMoves {
        do throws(GitError) {
            return try store.repository.references.headMoves(since: mark)
        } catch {
            throw error.replicaError(subject: "the log of the branch")
        }
    }

    private func knownFiles(at head: ObjectID?, _ followed: FollowedState, moves: HeadMoves) throws -> KnownFiles {
        var known = KnownFiles(trees: [head], takenIn: try journal(), unwritten: followed.unwritten)
        // A commit that is gone (through gc, after the log of HEAD was truncated) cannot be what the files show.
        for tree in [followed.tree] + moves.before.compactMap({ try? store.repository.commits.tree(of: $0) }) {
            if !known.trees.contains(tree) { known.trees.append(tree) }
        }
        return known
    }

    /// Returns whether a file's content can only be a hand edit. A file that is missing because it could not be
    /// written, or because something else is in its place, does not count as removed.
    func isHandEdited(_ path: String, _ known: KnownFiles) throws -> Bool {
        let content = try hash(of: path)
        return try !isHidden(path, content, known: known) && !isKnown(content, at: path, known: known)
            && !isTorn(path, known)
    }

    /// Returns whether a file is missing and something else is in its place, or was when the file should have been
    /// written.
    private func isHidden(_ path: String, _ content: ObjectID?, known: KnownFiles) -> Bool {
        content == nil && (known.unwritten.contains(path) || obstacle(to: path) != nil)
    }

    /// Returns the obstacle to a file, as a path from the root; nil if there is none.
    func obstacle(to path: String) -> String? { WorkTreePath(path, below: root)?.obstacle }

    func isKnown(_ content: ObjectID?, at path: String, known: KnownFiles) throws -> Bool {
        if known.takenIn[path]?.contains(content) == true { return true }
        return try known.trees.contains { try self.content(of: path, in: $0) == content }
    }

    /// Returns the content that a tree gives a file; nil for no file, also where the tree has a folder, a link or a
    /// submodule in its place: none of these is ever written here.
    private func content(of path: String, in tree: ObjectID?) throws -> ObjectID? {
        let entry = try tree.flatMap { try store.repository.trees.entry(at: path, in: $0) }
        return entry.flatMap { $0.mode.isFile ? $0.id : nil }
    }

    /// Updates the files and git's index to HEAD. Hand edits stay where they are.
    ///
    /// The cost depends on the differences between the trees, except for git's index, which is one file.
    ///
    /// - Parameter takenIn: the hand edits in HEAD, by path, with the content that they were read from.
    /// - Returns: the branch of HEAD.
    @discardableResult func follow(takenIn: [String: ObjectID?] = [:]) throws -> (name: String, tip: ObjectID?) {
        let followed = try followed()
        // Read before HEAD: the next call then still counts a move in between.
        let moves = try moves(since: followed.mark)
        let branch = try store.branch()
        let head = try store.tree(of: branch.tip)
        var known = try knownFiles(at: head, followed, moves: moves)
        for (path, content) in takenIn { known.takenIn[path, default: []].insert(content) }
        let free = known.unwritten.filter { obstacle(to: $0) == nil }
        if known.trees.count > 1 || !known.takenIn.isEmpty || !free.isEmpty {
            try applyUpdates(updates(known, and: free), &known, head: head)
        } else if moves.mark == followed.mark {
            return branch
        }
        try recordState(FollowedState(tree: head, mark: moves.mark, unwritten: known.unwritten))
        return branch
    }

    private func recordState(_ state: FollowedState) throws { try local.replaceFile(Self.localName, state.bytes) }

    /// Updates the files to HEAD after recently written data may have been lost: each file may show any of some
    /// commits, or be missing, and nothing that was recorded about it is trusted.
    func restoreFiles(since commits: [ObjectID?]) throws {
        let moves = try moves(since: nil)
        let head = try store.tree(of: store.branch().tip)
        var known = KnownFiles(trees: [head], takenIn: try journal(), unwritten: try unwritten())
        for commit in commits.compactMap(\.self) {
            guard let tree = try? store.repository.commits.tree(of: commit), !known.trees.contains(tree) else {
                continue
            }
            known.trees.append(tree)
        }
        var updates = try updates(known)
        // A missing file was not written yet, or has been removed since.
        for index in updates.indices { updates[index].known.insert(nil) }
        try applyUpdates(updates, &known, head: head)
        try recordState(FollowedState(tree: head, mark: moves.mark, unwritten: known.unwritten))
    }

    /// Returns the updates at the paths at which HEAD differs from any other known tree, and at those of recorded
    /// edits.
    ///
    /// - Parameter others: further paths to update.
    private func updates(_ known: KnownFiles, and others: Set<String> = []) throws -> [FileUpdate] {
        let head = known.trees[0]
        var found: [ExactString: TreeEntry?] = [:]
        for tree in known.trees.dropFirst() {
            for difference in try store.repository.trees.changes(from: tree, to: head) {
                found.updateValue(difference.new, forKey: ExactString(difference.path))
            }
        }
        for path in others.union(known.takenIn.keys) where found[ExactString(path)] == nil {
            let entry = try head.flatMap { try store.repository.trees.entry(at: path, in: $0) }
            found.updateValue(entry, forKey: ExactString(path))
        }
        return try found.sorted { $0.key < $1.key }.filter { WorkTreePath.isIndexable($0.key.string) }.map {
            path, entry in
            try update(path.string, entry, known: known)
        }
    }

    /// Returns the contents that a file may have without being a hand edit; nil for no file.
    func contents(of path: String, _ known: KnownFiles) throws -> Set<ObjectID?> {
        var contents = known.takenIn[path] ?? []
        if known.unwritten.contains(path) { contents.insert(nil) }
        for tree in known.trees { contents.insert(try content(of: path, in: tree)) }
        return contents
    }

    /// Updates files and git's index to HEAD, except files that were edited by hand and files that must stay only in
    /// the store. Records the documents whose files could not be written.
    func applyUpdates(_ updates: [FileUpdate], _ known: inout KnownFiles, head: ObjectID?) throws {
        let root = root
        var states = try ParallelMap.map(updates) { update in Result { try update.state(below: root) } }
            .map { try $0.get() }
        for index in states.indices where states[index] == .edited {
            if try isTorn(updates[index].path, known) { states[index] = .outdated }
        }
        var changes: [IndexChange] = []
        // Removals come first: a file may replace a folder.
        for (update, state) in zip(updates, states) where update.entry == nil {
            if state == .outdated { remove(update.path) }
            changes.append(.remove(path: update.path))
        }
        let outdated = updates.indices.filter { updates[$0].entry != nil && states[$0] == .outdated }
        for start in stride(from: 0, to: outdated.count, by: Self.batch) {
            let batch = outdated[start..<min(start + Self.batch, outdated.count)]
            for (index, isWritten) in try zip(batch, writeFiles(of: batch.map { updates[$0] })) where isWritten {
                states[index] = updates[index].writtenState
            }
        }
        for (update, state) in zip(updates, states) {
            known.unwritten.remove(update.path)
            guard let entry = update.entry else { continue }
            changes.append(update.indexChange(entry, once: state))
            if state == .outdated, DocumentPath(text: update.path) != nil { known.unwritten.insert(update.path) }
        }
        // If only HEAD knows the mode, git must not compare it with the file's.
        if updates.contains(where: { $0.entry?.mode == .executable }) { try ignoreFileModes() }
        try updateIndex(changes, head)
    }

    /// The number of files that are read from the store before they are written.
    private static let batch = 1024

    /// - Returns: for each of the files, whether it exists now.
    private func writeFiles(of updates: [FileUpdate]) throws -> [Bool] {
        var files: [(update: FileUpdate, bytes: [UInt8]?)] = []
        for update in updates { files.append((update, try bytes(update))) }
        let (root, folder) = (root, local.folder)
        // Created in the git directory, and only while the working tree is locked: a killed command leaves no stray
        // file among the family's files, and the next command uses the same names.
        return try ParallelMap.map(files, preparing: { "\(folder)file-\($0).new" }) { file, temporary in
            Result { try file.update.writeFile(file.bytes, below: root, via: temporary) }
        }.map { try $0.get() }
    }

    /// Returns the new contents of a file; nil if it stays only in the store.
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

    /// Returns the paths of files edited, added or removed by hand. Reads every file's status, but no content that
    /// git's index marks as unchanged.
    func editedPaths(head: ObjectID?) throws -> [String] {
        var head = head
        for _ in 0..<10 {
            let edited = try editedPaths(comparing: head)
            let now = try store.tree(of: store.branch().tip)
            // Another process may have written files while they were being examined.
            if edited.isEmpty || now == head { return edited }
            head = now
        }
        return []
    }

    private func editedPaths(comparing head: ObjectID?) throws -> [String] {
        let known = try knownFiles(at: head)
        var edited: [String] = []
        var torn: [String] = []
        for path in try differingPaths(head).sorted() where path.hasSuffix(".json") && WorkTreePath.isPlain(path) {
            let content = try hash(of: path)
            if try isKnown(content, at: path, known: known) || isHidden(path, content, known: known) { continue }
            if try isTorn(path, known) { torn.append(path) } else { edited.append(path) }
        }
        if !torn.isEmpty { try restore(torn, head) }
        return edited
    }

    func differingPaths(_ head: ObjectID?) throws -> Set<String> {
        do throws(GitError) {
            return try pathsDifferingFromIndex(and: head)
        } catch {
            guard try remakeIndexIfDamaged(head) else { throw error.replicaError(subject: "the working tree") }
        }
        do throws(GitError) {
            return try pathsDifferingFromIndex(and: head)
        } catch {
            throw error.replicaError(subject: "the working tree")
        }
    }

    private func pathsDifferingFromIndex(and head: ObjectID?) throws(GitError) -> Set<String> {
        let earlier = FolderMarks((try? local.read(Self.marksName)) ?? [])
        var marks = earlier
        let differing = try store.repository.index.pathsDifferingInWorkTree(&marks)
        // Best-effort: without the marks, more folders are read.
        if marks != earlier { try? local.replaceFile(Self.marksName, marks.bytes) }
        return try Set(differing + store.repository.index.pathsStaged(since: head))
    }

    /// Returns the blob id of a file's content; nil if there is no file.
    func hash(of path: String) throws -> ObjectID? { try FileUpdate.hash(of: path, below: root) }

    private func remove(_ path: String) {
        guard WorkTreePath(path, below: root)?.isReachable == true else { return }
        unlink(root + path)
        var parts = path.split(separator: "/").dropLast()
        while !parts.isEmpty, rmdir(root + parts.joined(separator: "/")) == 0 { parts.removeLast() }
    }
}

/// The contents that files of a working tree may have without being hand edits.
struct KnownFiles {
    /// Trees that programs wrote or may have written, HEAD's first.
    var trees: [ObjectID?]
    /// Contents that a commit in HEAD's history has recorded, by path; nil for a removed file.
    var takenIn: [String: Set<ObjectID?>]
    /// Documents whose files could not be written.
    var unwritten: Set<String> = []
}
