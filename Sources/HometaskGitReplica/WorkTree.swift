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

    /// The tree that was last written here, and HEAD's latest move before that.
    private func followed() throws -> (tree: ObjectID?, mark: ObjectID?) {
        let text = String(decoding: try local.read(Self.localName) ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n").map { ObjectID(hex: $0) }
        let tree = lines.first ?? nil
        return (tree == .zero ? nil : tree, lines.count > 1 ? lines[1] : nil)
    }

    /// What files may show without being edits, if HEAD holds a tree.
    func known(head: ObjectID?) throws -> KnownFiles {
        let followed = try followed()
        return try known(head, followed.tree, moves(since: followed.mark))
    }

    private func moves(since mark: ObjectID?) throws -> HeadMoves {
        do throws(GitError) {
            return try store.repository.headMoves(since: mark)
        } catch {
            throw error.replicaError(subject: "the log of HEAD")
        }
    }

    private func known(_ head: ObjectID?, _ followed: ObjectID?, _ moves: HeadMoves) throws -> KnownFiles {
        var known = KnownFiles(trees: [head], takenIn: try journal())
        // A commit that is gone (by gc, after the log of HEAD was cut) cannot be what the files show.
        for tree in [followed] + moves.before.compactMap({ try? store.repository.tree(of: $0) }) {
            if !known.trees.contains(tree) { known.trees.append(tree) }
        }
        return known
    }

    /// Whether a file holds what nobody can have put there but a person.
    func isHandEdited(_ path: String, _ known: KnownFiles) throws -> Bool {
        try !isKnown(hash(of: path), at: path, known)
    }

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
        var known = try known(head, followed.tree, moves)
        for (path, content) in takenIn { known.takenIn[path, default: []].insert(content) }
        if known.trees.count > 1 || !known.takenIn.isEmpty {
            var changes: [IndexChange] = []
            // What goes makes room first: a file may come where a folder was.
            let differences = try differences(known).filter { WorkTreePath.isProper($0.path) }
            for (path, entry) in differences.filter({ $0.entry == nil }) + differences.filter({ $0.entry != nil }) {
                changes.append(try bring(path, to: entry, known))
            }
            do throws(GitError) {
                try store.repository.updateIndex(changes)
            } catch {
                throw error.replicaError(subject: "git's index")
            }
        } else if moves.mark == followed.mark {
            return
        }
        let lines = [head ?? .zero, moves.mark].compactMap { $0 }.map { "\($0)\n" }
        try local.write(Self.localName, Array(lines.joined().utf8))
    }

    /// The paths at which HEAD differs from any other known tree, and those of edits taken in, with what HEAD has there.
    private func differences(_ known: KnownFiles) throws -> [(path: String, entry: TreeEntry?)] {
        let head = known.trees[0]
        var found: [String: TreeEntry?] = [:]
        for tree in known.trees.dropFirst() {
            for difference in try store.repository.changes(from: tree, to: head) {
                found.updateValue(difference.new, forKey: difference.path)
            }
        }
        for path in known.takenIn.keys where found[path] == nil {
            found.updateValue(try head.flatMap { try store.repository.entry(at: path, in: $0) }, forKey: path)
        }
        return found.sorted { $0.key < $1.key }.map { (path: $0.key, entry: $0.value) }
    }

    /// Brings one file to an entry, if it is no hand edit.
    private func bring(_ path: String, to entry: TreeEntry?, _ known: KnownFiles) throws -> IndexChange {
        let present = try hash(of: path)
        if let entry {
            let isThere = try present == entry.id || isKnown(present, at: path, known) && write(entry, at: path)
            return isThere
                ? .put(path: path, id: entry.id, mode: entry.mode) : .expect(path: path, id: entry.id, mode: entry.mode)
        }
        if present != nil, try isKnown(present, at: path, known) { remove(path) }
        return .remove(path: path)
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
        return try differing.sorted().filter { try $0.hasSuffix(".json") && isHandEdited($0, known) }
    }

    /// The blob id of a file's content; nil where there is no file.
    func hash(of path: String) throws -> ObjectID? {
        do {
            guard WorkTreePath(path, below: root)?.isReachable == true,
                let bytes = try FileBytes.read(root + path, limit: Self.fileLimit)
            else { return nil }
            return try Repository.hashBlob(bytes)
        } catch let error as FileError {
            // Larger than any file that is written here: nothing that a tree holds, so somebody's own.
            if error.number == EFBIG { return .zero }
            if error.meansUnfitName { return nil }
            throw error.replicaError
        }
    }

    /// Writes a blob as a file. Links, submodules and paths that would leave the working tree are not written: what a
    /// remote sends has no say outside the documents' folders.
    private func write(_ entry: TreeEntry, at path: String) throws -> Bool {
        guard entry.mode.isFile, let place = WorkTreePath(path, below: root), try place.makeFolders() else {
            return false
        }
        do {
            let bytes = try store.repository.readBlob(entry.id, limit: Self.fileLimit)
            // Made in the git directory, and only while the working tree is locked: a killed command leaves no stray
            // file among the family's, and the next one uses the same name.
            try FileBytes.replace(
                root + path, with: bytes, mode: entry.mode == .executable ? 0o755 : 0o644, durably: false,
                via: local.folder + "file.new")
        } catch let error as GitError where error.code == .tooLarge {
            return false
        } catch let error as FileError {
            if error.meansUnfitName { return false }
            throw error.replicaError
        }
        return true
    }

    /// The largest file that is written to the working tree; larger ones stay in the store alone.
    private static let fileLimit = 64 << 20

    private func remove(_ path: String) {
        guard WorkTreePath(path, below: root)?.isReachable == true else { return }
        unlink(root + path)
        var parts = path.split(separator: "/").dropLast()
        while !parts.isEmpty, rmdir(root + parts.joined(separator: "/")) == 0 { parts.removeLast() }
    }
}
