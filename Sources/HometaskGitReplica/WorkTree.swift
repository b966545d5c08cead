// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskGit
import HometaskReplica

/// The working tree: a view of HEAD that people may read and edit.
///
/// Invariant: a file is a hand edit only if it differs from HEAD, from the tree that was last written here, and from the
/// tree that HEAD had before git last moved it. So neither a command that was killed between moving the branch and
/// writing the files, nor a plain `git pull` or `git reset`, is ever taken for edits.
struct WorkTree {
    private let store: FamilyStore
    private let root: String
    private let local: LocalFiles
    static let localName = "worktree"

    /// The working tree of a store; nil where it is bare.
    init?(_ store: FamilyStore, _ local: LocalFiles) {
        guard let root = store.workingDirectory else { return nil }
        self.store = store
        self.root = root
        self.local = local
    }

    /// The tree that was last written here.
    func lastWritten() throws -> ObjectID? {
        try local.read(Self.localName).flatMap { ObjectID(hex: String(decoding: $0.prefix(40), as: UTF8.self)) }
    }

    /// What somebody typed into a document's file and nobody has taken in.
    func handEdit(at path: DocumentPath, tree: ObjectID?) throws -> HandEdit? {
        guard try isHandEdited(path.text, knownTrees: knownTrees(head: tree)) else { return nil }
        guard WorkTreePath(path.text, below: root)?.isReachable == true else { return .removed }
        let bytes: [UInt8]?
        do {
            bytes = try FileBytes.read(root + path.text, limit: JSONLimits.document.bytes)
        } catch {
            return .unreadable("\(error.replicaError.message)")
        }
        guard let bytes else { return .removed }
        do {
            guard let members = try JSON.parse(bytes).objectValue else {
                return .unreadable("it should be a JSON object")
            }
            return .changed(members)
        } catch {
            return .unreadable("\(error)")
        }
    }

    /// The paths at which any of the old trees differs from the new one, and certain others, with what is to be there.
    private func differences(
        from old: ArraySlice<ObjectID?>, to new: ObjectID?, and paths: [String]
    ) throws -> [(path: String, new: TreeEntry?)] {
        var found: [String: TreeEntry?] = [:]
        for tree in old {
            for difference in try store.repository.changes(from: tree, to: new) {
                found.updateValue(difference.new, forKey: difference.path)
            }
        }
        for path in paths where found[path] == nil {
            found.updateValue(try new.flatMap { try store.repository.entry(at: path, in: $0) }, forKey: path)
        }
        return found.sorted { $0.key < $1.key }.map { (path: $0.key, new: $0.value) }
    }

    /// Whether a file holds what none of the known trees has at its path, and what was not taken in either.
    func isHandEdited(
        _ path: String, knownTrees: [ObjectID?], takenIn: [String: ObjectID?] = [:]
    ) throws -> Bool {
        let present = try hash(of: path)
        if let taken = takenIn[path], taken == present { return false }
        return try !knownTrees.contains { tree in
            try tree.flatMap { try store.repository.entry(at: path, in: $0)?.id } == present
        }
    }

    /// The trees that a file may show without being an edit.
    func knownTrees(head: ObjectID?) throws -> [ObjectID?] {
        var trees: [ObjectID?] = [head]
        let written = try lastWritten()
        if written != head { trees.append(written) }
        // Where git was the last to move HEAD, the files it left, or did not touch, are no edits either.
        if let last = try store.repository.reflog("HEAD", limit: 1).first, last.old != .zero,
            !last.message.hasPrefix(GitReplica.reflogPrefix),
            let before = try? store.repository.tree(of: last.old), !trees.contains(before)
        {
            trees.append(before)
        }
        return trees
    }

    /// Brings the files and git's index from one tree to another. Hand edits stay where they are.
    ///
    /// The cost follows what differs between the trees, but for git's index, which is one file.
    ///
    /// - Parameter takenIn: the hand edits that the new tree holds, by path, with the content they were read from.
    func follow(to new: ObjectID?, takenIn: [String: ObjectID?] = [:]) throws {
        let known = try knownTrees(head: new)
        guard known.count > 1 || !takenIn.isEmpty else { return }
        var changes: [IndexChange] = []
        // What goes makes room first: a file may come where a folder was.
        let differences = try differences(from: known.dropFirst(), to: new, and: takenIn.keys.sorted())
        for difference in differences.filter({ $0.new == nil }) + differences.filter({ $0.new != nil }) {
            guard WorkTreePath.isProper(difference.path) else { continue }
            if try isHandEdited(difference.path, knownTrees: known, takenIn: takenIn) {
                changes.append(
                    difference.new.map { .expect(path: difference.path, id: $0.id, mode: $0.mode) }
                        ?? .remove(path: difference.path))
            } else if let entry = difference.new {
                let isWritten = try write(entry, at: difference.path)
                changes.append(
                    isWritten
                        ? .put(path: difference.path, id: entry.id, mode: entry.mode)
                        : .expect(path: difference.path, id: entry.id, mode: entry.mode))
            } else {
                remove(difference.path)
                changes.append(.remove(path: difference.path))
            }
        }
        try store.repository.updateIndex(changes)
        try local.write(Self.localName, new.map { Array("\($0)\n".utf8) })
    }

    /// The paths of files that somebody edited, added or removed. Looks at every file's status, at no content that
    /// git's index vouches for.
    func editedPaths(head: ObjectID?) throws -> [String] {
        let known = try knownTrees(head: head)
        return try store.repository.pathsDifferingFromIndex()
            .filter { $0.hasSuffix(".json") }
            .filter { try isHandEdited($0, knownTrees: known) }
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
            try FileBytes.replace(root + path, with: bytes, mode: 0o644, durably: false)
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
