// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskGit
import HometaskMerging
public import HometaskReplica

extension GitReplica {
    /// The commits of the branch, newest first.
    public func history(since: Timestamp?, path: DocumentPath?, limit: Int) throws -> [HistoryEntry] {
        try recovering { try commits(since: since, path: path, limit: limit) }
    }

    private func commits(since: Timestamp?, path: DocumentPath?, limit: Int) throws -> [HistoryEntry] {
        guard let tip = try store.branch().tip else { return [] }
        var entries: [HistoryEntry] = []
        do {
            try store.repository.history(from: [tip], hiding: []) { commit throws(GitError) in
                if let since, commit.committer.seconds < since.seconds, !commit.isMerge { return entries.count < limit }
                guard try changes(commit, path) else { return true }
                entries.append(HistoryEntry(commit))
                return entries.count < limit
            }
        } catch {
            throw error.replicaError(subject: "the history")
        }
        return entries.filter { entry in since.map { entry.time >= $0 } ?? true }
    }

    /// Whether a commit changed a document against every one of its parents.
    private func changes(_ commit: Commit, _ path: DocumentPath?) throws(GitError) -> Bool {
        guard let path else { return true }
        let now = try store.repository.entry(at: path.text, in: commit.tree)?.id
        if commit.parents.isEmpty { return now != nil }
        for parent in commit.parents {
            let tree = try store.repository.tree(of: parent)
            if try store.repository.entry(at: path.text, in: tree)?.id == now { return false }
        }
        return true
    }

    func remember(_ command: String, _ commit: ObjectID) throws {
        let length = try local.append(CommandLog.localName, CommandLog.line(commit, command))
        guard length > CommandLog.lengthLimit else { return }
        try local.write(CommandLog.localName, CommandLog(try local.read(CommandLog.localName)).bytes)
    }

    /// The last command of this device that is part of the branch. A command is noted before the branch moves, so one that
    /// was killed, or a branch that was set back, leaves notes of what never was or is no more.
    private func lastCommand() throws -> (commit: ObjectID, command: String)? {
        guard let tip = try store.branch().tip else { return nil }
        return try CommandLog(try local.read(CommandLog.localName)).entries.last { entry in
            try entry.commit == tip
                || store.repository.contains(entry.commit) && store.repository.isAncestor(entry.commit, of: tip)
        }
    }

    /// Takes back the last command of this device that has not been taken back, as a new commit.
    public func undo() throws -> UndoReport {
        try recovering { try takeBack() }
    }

    private func takeBack() throws -> UndoReport {
        guard let last = try lastCommand() else {
            throw ReplicaError(
                .notFound, "there is no command of this device left to undo",
                hint: "'hometask log' shows what was done; 'hometask edit' changes it by hand.")
        }
        let commit: Commit
        do { commit = try store.repository.readCommit(last.commit) } catch {
            throw error.replicaError(subject: "the commit to undo")
        }
        let entry = HistoryEntry(commit)
        let pairs = try versions(of: commit)
        let written = try write(command: nil) { transaction in
            for (path, before, after) in pairs { try transaction.revert(path, from: after, to: before) }
            transaction.tell("took back: \(entry.subject)")
        }
        // It is taken back by now; what hinders this note makes the next 'undo' meet the same command again.
        try? branchLock.withLock {
            var log = CommandLog(try local.read(CommandLog.localName))
            log.remove(last.commit)
            try local.write(CommandLog.localName, log.bytes)
        }
        return UndoReport(undone: entry, command: last.command, commit: written.commit ?? last.commit.description)
    }

    /// The documents a commit changed, as they were before and after it; device documents are none of a command's doing.
    private func versions(of commit: Commit) throws -> [(DocumentPath, Document?, Document)] {
        let before = GitReader(store, tree: try store.tree(of: commit.parents.first), workTree: nil)
        let after = GitReader(store, tree: commit.tree, workTree: nil)
        return try store.repository.changes(from: before.tree, to: commit.tree).compactMap { difference in
            guard let path = DocumentPath(text: difference.path), path.kind != .device,
                let new = try after.document(at: path)
            else { return nil }
            return (path, try before.document(at: path), new)
        }
    }
}

extension HistoryEntry {
    init(_ commit: Commit) {
        let told = CommitTrailer.told(commit.message)
        self.init(
            commit: commit.id.description, parents: commit.parents.map(\.description), author: commit.author.name,
            time: Timestamp(seconds: commit.author.seconds), subject: told.subject, body: told.body,
            isOurs: CommitTrailer.isIntact(commit))
    }
}

extension Commit {
    var isMerge: Bool { parents.count > 1 }
}
