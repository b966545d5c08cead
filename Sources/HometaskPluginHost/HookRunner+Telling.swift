// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
public import HometaskReplica
import Synchronization

/// What hooks hear after a commit, and what becomes of their answers.
///
/// An answer is a commit of its own that bears the plugin's name and its generation: one more than what it answers to
/// has. On another device, whose plugins may answer to that, it is known for what it is. Changes of the generation
/// ``HookRunner/rounds`` are told to nobody, so that plugins that answer each other come to an end.
extension HookRunner {
    /// Keeps a change in mind, for when the command has done its work.
    ///
    /// What has no command is taken back, or follows from a merge: an answer to it would bring back what somebody has
    /// just taken back, or be made on each device.
    public func committed(_ changes: [DocumentChange], command: String?) {
        // The next change of this command is asked about anew.
        state.withLock { state in
            (state.answers, state.failed, state.consents) = ([:], [], [:])
            state.notes += state.drafts
            state.drafts = []
        }
        guard command != nil, !host.hooks(.afterCommit).isEmpty else { return }
        let isHandEdit = command == HandEditReport.command
        state.withLock { state in
            guard !state.isOwnWork else { return }
            state.pending += changes.map { Pending(change: $0, isHandEdit: isHandEdit) }
        }
    }

    /// Tells the plugins of what was committed here since the last time, and commits what they propose.
    public func tellCommitted(_ replica: any Replica) async throws {
        let pending = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        let answers = base.map { base in
            Dictionary(pending.map { ($0.change.path, base) }) { first, _ in first }
        }
        for plugin in host.hooks(.afterCommit) {
            let changes = pending.filter { sees(handEdits: $0.isHandEdit, plugin, .afterCommit) }.map(\.change)
            try await tell(plugin, .afterCommit, "here", changes, answers ?? [:], replica)
        }
    }

    /// Tells the plugins of what a sync brought, and commits what they propose.
    ///
    /// - Parameters:
    ///   - version: the version before the sync.
    ///   - tip: the commit before the sync; nil if there was none.
    public func tellReceived(since version: String, _ tip: String?, _ replica: any Replica) async throws {
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
        for plugin in plugins { try await tell(plugin, .afterSync, "remote", changes, answers, replica) }
    }

    /// Tells a plugin of changes, all but those with which plugins have answered each other often enough.
    private func tell(
        _ plugin: UsablePlugin, _ event: PluginHook.Event, _ origin: String, _ changes: [DocumentChange],
        _ answers: [DocumentPath: PluginShare], _ replica: any Replica
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
        // A sync may just have brought the device whose writes these are.
        let directory = try await replica.read { try FamilyDirectory(reading: $0) }
        let told = SeenChanges(directory: directory).json(news, of: kinds, answers)
        let params: JSONObject = ["origin": .string(origin), "changes": .array(told)]
        let highest = news.compactMap { answers[$0.path] }.max { $0.generation < $1.generation }
        let reply = try await replica.read {
            try self.ask(plugin, event, params, told.count, $0, answering: highest)
        }
        guard let reply, !reply.proposed.isEmpty else { return }
        let share = PluginShare(plugin: plugin.id, generation: (highest?.generation ?? 0) + 1)
        try await make(reply.proposed, of: plugin, as: share, replica)
    }

    /// Makes the changes that a plugin proposes, as a separate commit that `undo` can take back.
    private func make(
        _ proposed: ProposedChanges, of plugin: UsablePlugin, as share: PluginShare, _ replica: any Replica
    ) async throws {
        state.withLock { $0.isOwnWork = true }
        defer { state.withLock { $0.isOwnWork = false } }
        do {
            do {
                try await make(proposed, as: share, isAllowed: false, replica)
            } catch let many as ManyChanges {
                guard isAllowed(many) else { return }
                try await make(proposed, as: share, isAllowed: true, replica)
            }
            host.recordSuccess(plugin)
        } catch let error as ReplicaError where error.code == .invalidValue {
            tellFault(host.recordFailure(plugin, PluginFault(.garbage, error.message)))
        } catch let error as ReplicaError {
            // What the person asked for is done; what a plugin wanted besides is no reason to call it failed.
            warn("what the plugin ‘\(plugin.id)’ proposed could not be committed: \(error.message)")
        }
    }

    private func make(
        _ proposed: ProposedChanges, as share: PluginShare, isAllowed: Bool, _ replica: any Replica
    ) async throws {
        let family = family
        let note = try await replica.write(command: "plugin \(share.plugin)") { transaction -> String? in
            let tally = try proposed.make(in: transaction, family: family)
            if !isAllowed, let many = try ManyChanges(of: share.plugin, in: transaction) { throw many }
            if tally.isEmpty { return nil }
            transaction.tell("\(tally.words) (plugin \(share.plugin))")
            transaction.notePlugin(share)
            return "plugin \(share.plugin): \(tally.words)\(try proposed.titles(in: transaction, family: family))."
        }.result
        if let note { state.withLock { $0.notes.append(note) } }
    }
}

extension Optional where Wrapped: Sendable {
    /// What a closure makes of the value, where there is one.
    fileprivate func asyncMap<Result: Sendable>(
        _ body: @Sendable (Wrapped) async throws -> Result
    ) async rethrows -> Result? {
        guard let value = self else { return nil }
        return try await body(value)
    }
}
