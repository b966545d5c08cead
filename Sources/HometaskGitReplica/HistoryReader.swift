// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Reads the commits of the family's branch.
struct HistoryReader {
    let store: FamilyStore

    /// The commits of the branch, newest first.
    func commits(since: Timestamp?, path: DocumentPath?, limit: Int) throws -> [HistoryEntry] {
        if let path { return try versions(of: path, since: since, limit: limit).map(\.entry) }
        guard let tip = try store.branch().tip else { return [] }
        var entries: [HistoryEntry] = []
        do {
            try store.repository.commits.history(from: [tip], hiding: []) { commit throws(GitError) in
                if let since, commit.committer.seconds < since.seconds, !commit.isMerge { return entries.count < limit }
                entries.append(HistoryEntry(commit))
                return entries.count < limit
            }
        } catch {
            throw error.replicaError(subject: "the history")
        }
        return entries.filter { entry in since.map { entry.time >= $0 } ?? true }
    }

    /// The commits that changed a document compared with every one of their parents, newest first.
    ///
    /// Of other commits, only the folders on the document's path that they changed are read.
    func versions(of path: DocumentPath, since: Timestamp?, limit: Int) throws -> [DocumentVersion] {
        guard let tip = try store.branch().tip else { return [] }
        let commits = store.repository.commits
        var lookup = PathLookup(path.text, in: store.repository.trees)
        var versions: [DocumentVersion] = []
        do {
            try commits.outlines(from: tip) { outline throws(GitError) in
                if let since, outline.seconds < since.seconds, !outline.isMerge { return versions.count < limit }
                guard let change = try Self.change(outline, &lookup) else { return true }
                versions.append(
                    DocumentVersion(
                        entry: HistoryEntry(try commits.read(outline.id)), content: change.content,
                        previous: change.previous))
                return versions.count < limit
            }
        } catch {
            throw error.replicaError(subject: "the history")
        }
        return versions.filter { version in since.map { version.entry.time >= $0 } ?? true }
    }

    /// A version of a document, by the name of its content.
    func document(_ path: DocumentPath, content: String) throws -> Document {
        guard let id = ObjectID(hex: content) else {
            throw ReplicaError(.notFound, "‘\(content)’ is not the id of a file")
        }
        let bytes = try ReplicaError.translating(subject: path.text) {
            try store.repository.readBlob(id, limit: JSONLimits.document.bytes)
        }
        return try Document.reading(bytes, at: path)
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

    /// The contents of a document after and before a commit; nil if the commit left it as one of its parents had it.
    private static func change(
        _ commit: CommitOutline, _ lookup: inout PathLookup
    ) throws(GitError) -> (content: String?, previous: String?)? {
        let now = try lookup.entry(in: commit.tree)
        if commit.parentTrees.isEmpty, now == nil { return nil }
        var previous: String?
        for tree in commit.parentTrees {
            let before = try lookup.entry(in: tree)
            if before?.id == now?.id { return nil }
            previous = previous ?? before.flatMap(content)
        }
        return (now.flatMap(content), previous)
    }

    /// The name of a file's content; nil for anything but a file, which is no document.
    private static func content(_ entry: PathLookup.Entry) -> String? {
        entry.mode.isFile ? entry.id.description : nil
    }
}

extension Commit {
    fileprivate var isMerge: Bool { parents.count > 1 }
}
