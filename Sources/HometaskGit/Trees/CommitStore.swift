// SPDX-License-Identifier: Apache-2.0

import CLibgit2

/// The commits of a repository and their graph.
public struct CommitStore {
    let repository: Repository

    /// Reads a commit.
    ///
    /// - Throws: `GitError`: `notFound` if there is no such object, `wrongType` if it is not a commit, `corrupt` if a
    ///   header is missing.
    public func read(_ id: ObjectID) throws(GitError) -> Commit {
        if let known = repository.commitCache[id] { return known }
        let commit = try load(id)
        repository.commitCache[id] = commit
        return commit
    }

    private func load(_ id: ObjectID) throws(GitError) -> Commit {
        let commit = try commitHandle(id)
        let pointer = unsafe commit.pointer
        guard let tree = unsafe git_commit_tree_id(pointer), let author = unsafe git_commit_author(pointer),
            let committer = unsafe git_commit_committer(pointer), let message = unsafe git_commit_message_raw(pointer)
        else { throw Self.incomplete(id) }
        return unsafe Commit(
            id: id, tree: ObjectID(tree.pointee), parents: Self.parents(pointer), author: Signature(author.pointee),
            committer: Signature(committer.pointee), message: String(cString: message))
    }

    /// Reads a commit without its author and message.
    func outline(_ id: ObjectID) throws(GitError) -> CommitOutline {
        let commit = try commitHandle(id)
        let pointer = unsafe commit.pointer
        guard let tree = unsafe git_commit_tree_id(pointer) else { throw Self.incomplete(id) }
        return unsafe CommitOutline(
            id: id, tree: ObjectID(tree.pointee), parents: Self.parents(pointer), seconds: git_commit_time(pointer))
    }

    private static func incomplete(_ id: ObjectID) -> GitError {
        GitError(.corrupt, operation: "read commit \(id)", detail: "a header is missing")
    }

    private static func parents(_ commit: OpaquePointer) -> [ObjectID] {
        unsafe (0..<git_commit_parentcount(commit)).compactMap { index in
            unsafe git_commit_parent_id(commit, index).map { unsafe ObjectID($0.pointee) }
        }
    }

    /// Returns the tree of a commit.
    public func tree(of commit: ObjectID) throws(GitError) -> ObjectID { try read(commit).tree }

    /// Stores a commit without moving a reference.
    ///
    /// Deterministic: the same arguments give the same commit on every machine, whatever its clock and settings.
    public func writeCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
    ) throws(GitError) -> ObjectID {
        guard !message.utf8.contains(0) else {
            throw GitError(.invalid, operation: "write a commit", detail: "the message contains a NUL")
        }
        try repository.trees.expectContent(of: .tree, tree)
        for parent in parents { try repository.expect(.commit, at: parent) }
        let commit = StoredObject.commit(
            tree: tree, parents: parents, author: author, committer: committer, message: message)
        return try repository.writeObject(commit.bytes, .commit)
    }

    func commitHandle(_ id: ObjectID) throws(GitError) -> Handle {
        try repository.expect(.commit, at: id, limit: Repository.structureLimit)
        var oid = id.oid
        return unsafe try HometaskGit.handle("read commit", on: "\(id)", freeing: unsafe git_commit_free) {
            unsafe git_commit_lookup($0, repository.handle.pointer, &oid)
        }
    }
}

/// A commit: a tree, the parents, and who made it, when and why.
public struct Commit: Hashable, Sendable {
    /// The id of the commit, computed from its content.
    public let id: ObjectID
    /// The state of all files.
    public let tree: ObjectID
    /// The parents: none for a root commit, several for a merge. The order matters.
    public let parents: [ObjectID]
    /// The author of the change.
    public let author: Signature
    /// The creator of the commit.
    public let committer: Signature
    /// The whole message, unchanged.
    public let message: String
}

/// A commit without its author and message: enough to find out what it changed.
public struct CommitOutline: Sendable {
    /// The id of the commit.
    public let id: ObjectID
    /// The state of all files.
    public let tree: ObjectID
    /// The commits before it.
    public let parents: [ObjectID]
    /// The committer's time, in seconds since 1970.
    public let seconds: Int64

    /// Creates an outline from its parts.
    public init(id: ObjectID, tree: ObjectID, parents: [ObjectID], seconds: Int64) {
        self.id = id
        self.tree = tree
        self.parents = parents
        self.seconds = seconds
    }

    /// Whether the commit has several parents.
    public var isMerge: Bool { parents.count > 1 }
}
