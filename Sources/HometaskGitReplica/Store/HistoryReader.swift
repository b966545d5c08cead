// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Reads the commits of the family's branch.
struct HistoryReader {
    let store: FamilyStore

    /// Returns the commits of the branch, newest first.
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

    /// Returns the commits that changed a document compared with every one of their parents, newest first.
    func versions(of path: DocumentPath, since: Timestamp?, limit: Int) throws -> [DocumentVersion] {
        guard let tip = try store.branch().tip else { return [] }
        var versions: [DocumentVersion] = []
        do throws(GitError) {
            let (history, changed) = try outlines(from: tip)
            var search = VersionSearch(path.text, in: history, knowing: changed, reading: store.repository.trees)
            for outline in history where versions.count < limit {
                if let since, outline.seconds < since.seconds, !outline.isMerge { continue }
                guard let change = try search.change(by: outline) else { continue }
                let entry = HistoryEntry(try store.repository.commits.read(outline.id))
                versions.append(DocumentVersion(entry: entry, content: change.content, previous: change.previous))
            }
        } catch {
            throw error.replicaError(subject: "the history")
        }
        return versions.filter { version in since.map { version.entry.time >= $0 } ?? true }
    }

    /// Returns a commit and its ancestors, newest first, and the paths that each of them changed.
    private func outlines(from tip: ObjectID) throws(GitError) -> ([CommitOutline], ChangedPaths) {
        var changed = ChangedPaths((try? store.local.read(ChangedPaths.localName)) ?? nil)
        let history = try store.repository.commits.outlines(from: tip, knowing: changed.outline)
        if let bytes = changed.update(to: history, in: store.repository.trees) {
            // Best-effort: if nothing can be written, it is computed again the next time.
            try? store.local.replaceFile(ChangedPaths.localName, bytes, durably: true)
        }
        return (history, changed)
    }

    /// Returns a version of a document, by the name of its content.
    func document(_ path: DocumentPath, content: String) throws -> Document {
        guard let id = ObjectID(hex: content) else {
            throw ReplicaError(.notFound, "‘\(content)’ is not the id of a file")
        }
        let bytes = try ReplicaError.translating(subject: path.text) {
            try store.repository.readBlob(id, limit: JSONLimits.document.bytes)
        }
        return try Document.reading(bytes, at: path)
    }

    /// Returns the answers of plugins to changes since a commit.
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
}

extension Commit {
    fileprivate var isMerge: Bool { parents.count > 1 }
}
