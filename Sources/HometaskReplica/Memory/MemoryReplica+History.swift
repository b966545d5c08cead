// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskHashing
public import HometaskMerging

extension MemoryReplica {
    private nonisolated var history: [MemoryCommit] { repository.commits.history(from: repository.current.tip) }

    /// Returns the commit that the branch points to.
    public nonisolated func tip() async -> String? { repository.current.tip }

    /// Returns the commits of the branch, newest first.
    public nonisolated func history(since: Timestamp?, path: DocumentPath?, limit: Int) async -> [HistoryEntry] {
        let entries = path.map { found(at: $0).map(\.entry) } ?? history.map(\.entry)
        return Array(entries.filter { entry in since.map { entry.time >= $0 } ?? true }.prefix(limit))
    }

    /// Returns the commits that changed a document, newest first, with the contents after and before each.
    public nonisolated func versions(of path: DocumentPath) async -> [DocumentVersion] { found(at: path) }

    private nonisolated func found(at path: DocumentPath) -> [DocumentVersion] {
        history.compactMap { commit in
            let before = commit.entry.parents.map { repository.commits[$0]?.tree[path] }
            let content = commit.tree[path]
            if before.isEmpty ? content == nil : before.contains(content) { return nil }
            return DocumentVersion(
                entry: commit.entry, content: content.map(Self.contentName),
                previous: before.compactMap(\.self).first.map(Self.contentName))
        }
    }

    private static func contentName(_ bytes: [UInt8]) -> String { SHA256.hexDigest(bytes) }

    /// Returns a version of a document, by the name of its content.
    public nonisolated func document(_ path: DocumentPath, content: String) async throws -> Document {
        let contents = history.lazy.compactMap { $0.tree[path] }
        guard let bytes = contents.first(where: { Self.contentName($0) == content }) else {
            throw ReplicaError(.notFound, "‘\(content)’ is not the id of a file")
        }
        return try Document.reading(bytes, at: path)
    }

    /// Returns the plugins' reactions to changes since a commit.
    public nonisolated func pluginAnswers(since commit: String) async -> [DocumentPath: PluginShare] {
        let known = repository.commits.ids(from: commit)
        var answers: [DocumentPath: PluginShare] = [:]
        if known.isEmpty { return answers }
        for commit in history where !known.contains(commit.entry.commit) && !commit.entry.isMerge {
            let shares = commit.entry.plugins.filter { $0.generation > 0 }
            guard let share = shares.max(by: { $0.generation < $1.generation }) else { continue }
            for path in commit.changed where answers[path]?.generation ?? 0 < share.generation {
                answers[path] = share
            }
        }
        return answers
    }

    // MARK: Undo

    /// The commands of this device, with every undo and redo that is in the history.
    private nonisolated var commands: CommandLog {
        var commands = repository.current.commands
        commands.settle(where: isInHistory)
        return commands
    }

    private nonisolated func isInHistory(_ commit: String) -> Bool {
        repository.commits.ids(from: repository.current.tip).contains(commit)
    }

    /// Returns the command that `undo` would revert.
    public nonisolated func undoable() async -> UndoableCommand? {
        let log = commands
        guard let last = log.lastCommand(where: isInHistory), let commit = repository.commits[last.commit] else {
            return nil
        }
        return UndoableCommand(undone: commit.entry, command: last.command, lasting: log.lasting(after: last.commit))
    }

    /// Undoes the last command of this device that has not been undone, as a new commit.
    public func undo(_ expected: String?) throws -> UndoReport {
        guard let last = commands.lastCommand(where: isInHistory) else { throw commands.nothingToUndo }
        try CommandLog.require(last.commit, expected)
        let report = try revert(last.commit, saying: CommandLog.undoing, as: last.command, told: last.commit) {
            .undoing(last.commit, by: $0, last.command)
        }
        settle { if report.commit == last.commit { $0.noteUndone(last.commit, by: nil) } }
        return report
    }

    /// Reverts the last `undo` of this device, as a new commit.
    public func redo() throws -> UndoReport {
        guard let last = commands.lastUndone(where: isInHistory) else { throw commands.nothingToRedo }
        let report = try revert(last.undo, saying: CommandLog.redoing, as: last.command, told: last.undone) {
            .redoing(last.undo, by: $0, last.command)
        }
        settle { if report.commit == last.undo { $0.noteRedone(last.undo, by: nil) } }
        return report
    }

    private func settle(_ change: (inout CommandLog) -> Void) {
        repository.update { state in
            let history = repository.commits.ids(from: state.tip)
            state.commands.settle { history.contains($0) }
            change(&state.commands)
        }
    }

    /// Reverts a commit with a new commit.
    ///
    /// - Parameters:
    ///   - words: the description of the revert in the history.
    ///   - told: the commit of the command that is undone or redone.
    ///   - entry: the log entry for the new commit.
    private func revert(
        _ id: String, saying words: String, as command: String, told: String,
        noting entry: @escaping (String) -> CommandLog.Entry
    ) throws -> UndoReport {
        guard let commit = repository.commits[id], let toldCommit = repository.commits[told] else {
            throw ReplicaError(.notFound, "‘\(id)’ is not the id of a commit")
        }
        let before = repository.commits[commit.entry.parents.first]?.tree
        let written = try writer.write(command: nil, noting: entry) { transaction in
            // Undoing a command that declared its device does not undo the declaration.
            for path in commit.changed where path.kind != .device {
                guard let new = commit.tree[path] else { continue }
                try transaction.revert(
                    path, from: Document.reading(new, at: path),
                    to: before?[path].map { try Document.reading($0, at: path) })
            }
            transaction.describe("\(words): \(CommandLog.subject(of: toldCommit.entry))")
        }
        return UndoReport(undone: toldCommit.entry, command: command, commit: written.commit ?? id)
    }

    /// Returns the documents unchanged since the undo of a command.
    public nonisolated func undoneDocuments(of command: String) async -> Set<DocumentPath> {
        let tip = repository.commits[repository.current.tip]?.tree ?? DocumentTree()
        var paths: Set<DocumentPath> = []
        for undo in commands.undos(of: command) where isInHistory(undo) {
            guard let commit = repository.commits[undo] else { continue }
            paths.formUnion(Set(commit.changed).subtracting(tip.paths(changedSince: commit.tree)))
        }
        return paths
    }

    /// Records that a command has made a change that `undo` cannot revert.
    public func noteLasting(_ command: String) {
        repository.update { $0.commands.noteLasting(command, at: now) }
    }
}
