// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
public import HometaskReplica
import Synchronization

/// Notifies hooks after a commit, and handles the changes that they propose.
///
/// The proposed changes become a separate commit with the plugin's name and its generation, which is one higher than
/// the generation of the changes that it reacts to. The generation is part of the commit, so that it is also known on
/// other devices. Changes of the generation ``HookRunner/rounds`` are not passed to any plugin, so that no two plugins
/// react to each other endlessly.
extension HookRunner {
    /// Records a change until the end of the command.
    ///
    /// A change without a command is an undo or follows from a merge. Hooks do not receive it, because a plugin's
    /// reaction would revert the undo, or would be repeated on every device.
    public func committed(_ changes: [DocumentChange], command: String?) {
        // Plugins are asked again about the next change of this command.
        state.withLock { state in
            (state.answers, state.failed, state.consents) = ([:], [], [:])
            state.notes += state.drafts
            state.drafts = []
        }
        guard command != nil, !host.hooks(.afterCommit).isEmpty else { return }
        let isHandEdit = command == HandEditReport.command
        state.withLock { state in
            guard !state.isOwnWork else { return }
            state.pending += changes.map { PendingChange(change: $0, isHandEdit: isHandEdit) }
        }
    }

    /// Notifies the plugins of all local commits since the last call, and commits the changes that they propose.
    public func tellCommitted(_ replica: any DocumentStorage) async throws {
        let pending = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        let answers = base.map { base in
            Dictionary(pending.map { ($0.change.path, base) }) { first, _ in first }
        }
        for plugin in host.hooks(.afterCommit) {
            let changes = pending.filter { sees(handEdits: $0.isHandEdit, plugin, event: .afterCommit) }.map(\.change)
            try await tellPlugin(
                plugin, .afterCommit, origin: "here", changes: changes, answers: answers ?? [:], in: replica)
        }
    }

    /// Notifies the plugins of the changes that a sync received, and commits the changes that they propose.
    ///
    /// - Parameters:
    ///   - version: the version before the sync.
    ///   - tip: the commit before the sync; nil without an earlier commit.
    public func tellReceived(
        since version: String, _ tip: String?, in replica: any DocumentStorage & CommandHistory
    ) async throws {
        let plugins = host.hooks(.afterSync)
        guard !plugins.isEmpty else { return }
        let kinds = Set(plugins.flatMap { self.kinds(of: $0, .afterSync) })
        let paths = try await replica.read { reader in
            reader.version == version ? [] : (try reader.paths(changedSince: version) ?? [])
        }.filter { kinds.contains($0.kind) }.sorted { $0.text < $1.text }
        if paths.isEmpty { return }
        let before = try await replica.read(at: version) { reader in paths.map { try? reader.document(at: $0) } }
        let after = try await replica.read { reader in paths.map { try? reader.document(at: $0) } }
        var changes: [DocumentChange] = []
        for (path, (old, new)) in zip(paths, zip(before, after)) {
            if let new { changes.append(DocumentChange(path: path, before: old, after: new)) }
        }
        let answers = try await tip.asyncMap { try await replica.pluginAnswers(since: $0) } ?? [:]
        for plugin in plugins {
            try await tellPlugin(plugin, .afterSync, origin: "remote", changes: changes, answers: answers, in: replica)
        }
    }

    /// Notifies a plugin of changes, except those in which plugins have already reacted to each other too often.
    private func tellPlugin(
        _ plugin: UsablePlugin, _ event: PluginHook.Event, origin: String, changes: [DocumentChange],
        answers: [DocumentPath: PluginShare], in replica: any DocumentStorage
    ) async throws {
        let kinds = kinds(of: plugin, event)
        let concerned = changes.filter { kinds.contains($0.path.kind) }
        let news = concerned.filter { answers[$0.path]?.generation ?? 0 < Self.rounds }
        if let last = concerned.compactMap({ answers[$0.path] }).first(where: { $0.generation >= Self.rounds }) {
            let other = last.plugin == plugin.id ? "itself" : "the plugin ‘\(last.plugin)’"
            warn(
                "the plugin ‘\(plugin.id)’ and \(other) have reacted to each other \(last.generation) times: "
                    + "‘\(plugin.id)’ was not notified of \(concerned.count - news.count) changes of the last reaction"
            )
        }
        if news.isEmpty { return }
        // The sync may just have received the document of the device that wrote these changes.
        let directory = try await replica.read { try FamilyDirectory(reading: $0) }
        let told = SeenChanges(directory: directory).json(news, of: kinds, answers: answers)
        let params: JSONObject = ["origin": .string(origin), "changes": .array(told)]
        let highest = news.compactMap { answers[$0.path] }.max { $0.generation < $1.generation }
        let reply = try await replica.read {
            try self.ask(plugin, event, params: params, count: told.count, reading: $0, answering: highest)
        }
        guard let reply, !reply.proposed.isEmpty else { return }
        let share = PluginShare(plugin: plugin.id, generation: (highest?.generation ?? 0) + 1)
        try await makeChanges(reply.proposed, of: plugin, as: share, in: replica)
    }

    /// Applies the changes that a plugin proposes, as a separate commit that `undo` can revert.
    private func makeChanges(
        _ proposed: ProposedChanges, of plugin: UsablePlugin, as share: PluginShare, in replica: any DocumentStorage
    ) async throws {
        state.withLock { $0.isOwnWork = true }
        defer { state.withLock { $0.isOwnWork = false } }
        do {
            do {
                try await makeChanges(proposed, as: share, isAllowed: false, in: replica)
            } catch let many as TooManyChanges {
                guard isAllowed(many) else { return }
                try await makeChanges(proposed, as: share, isAllowed: true, in: replica)
            }
            host.recordSuccess(plugin)
        } catch let error as ReplicaError where error.code == .invalidValue {
            tellFault(host.recordFailure(plugin, PluginFault(.garbage, error.message)))
        } catch let error as ReplicaError {
            // The user's own command succeeded; a failed reaction of a plugin does not change that.
            warn("what the plugin ‘\(plugin.id)’ proposed could not be committed: \(error.message)")
        }
    }

    private func makeChanges(
        _ proposed: ProposedChanges, as share: PluginShare, isAllowed: Bool, in replica: any DocumentStorage
    ) async throws {
        let family = family
        let note = try await replica.write(command: "plugin \(share.plugin)") { transaction -> String? in
            let tally = try proposed.makeChanges(in: transaction, family: family)
            if !isAllowed, let many = try TooManyChanges(of: share.plugin, in: transaction) { throw many }
            if tally.isEmpty { return nil }
            transaction.describe("\(tally.words) (plugin \(share.plugin))")
            transaction.notePlugin(share)
            return "plugin \(share.plugin): \(tally.words)\(try proposed.titles(in: transaction, family: family))."
        }.result
        if let note { state.withLock { $0.notes.append(note) } }
    }
}

extension Optional where Wrapped: Sendable {
    /// Returns the result of a closure for the value; nil without a value.
    fileprivate func asyncMap<Result: Sendable>(
        _ body: @Sendable (Wrapped) async throws -> Result
    ) async rethrows -> Result? {
        guard let value = self else { return nil }
        return try await body(value)
    }
}
