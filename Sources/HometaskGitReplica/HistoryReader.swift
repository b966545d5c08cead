// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Reads the commits of the family's branch.
struct HistoryReader {
    let store: FamilyStore

    /// The commits of the branch, newest first.
    func commits(since: Timestamp?, path: DocumentPath?, limit: Int) throws -> [HistoryEntry] {
        guard let tip = try store.branch().tip else { return [] }
        var entries: [HistoryEntry] = []
        do {
            try store.repository.commits.history(from: [tip], hiding: []) { commit throws(GitError) in
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

    /// What plugins did in response to changes since a commit.
    func pluginAnswers(since commit: String) throws -> [DocumentPath: PluginShare] {
        guard let tip = try store.branch().tip, let start = ObjectID(hex: commit), start != tip else { return [:] }
        var answers: [DocumentPath: PluginShare] = [:]
        do {
            try store.repository.commits.history(from: [tip], hiding: [start]) { commit throws(GitError) in
                let shares = CommitTrailer.plugins(in: commit.message).filter { $0.generation > 0 }
                guard let share = shares.max(by: { $0.generation < $1.generation }), !commit.isMerge else {
                    return true
                }
                var before: ObjectID?
                if let parent = commit.parents.first { before = try store.repository.commits.tree(of: parent) }
                for difference in try store.repository.trees.changes(from: before, to: commit.tree) {
                    guard let path = DocumentPath(text: difference.path) else { continue }
                    if answers[path]?.generation ?? 0 < share.generation { answers[path] = share }
                }
                return true
            }
        } catch {
            throw error.replicaError(subject: "the history")
        }
        return answers
    }

    /// Whether a commit changed a document compared with every one of its parents.
    private func changes(_ commit: Commit, _ path: DocumentPath?) throws(GitError) -> Bool {
        guard let path else { return true }
        let now = try store.repository.trees.entry(at: path.text, in: commit.tree)?.id
        if commit.parents.isEmpty { return now != nil }
        for parent in commit.parents {
            let tree = try store.repository.commits.tree(of: parent)
            if try store.repository.trees.entry(at: path.text, in: tree)?.id == now { return false }
        }
        return true
    }
}

extension Commit {
    fileprivate var isMerge: Bool { parents.count > 1 }
}
