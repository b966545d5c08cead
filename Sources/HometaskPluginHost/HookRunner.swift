// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskPluginProtocol
public import HometaskReplica
import Synchronization

/// Asks the plugins with hooks: before a change is committed, and after one was made here or came from a remote.
///
/// A hook that fails, or is slower than the limit of all hooks of a command together, keeps nobody from their work: the
/// change goes on without it, and the person is told whose fault it was.
public final class HookRunner: ChangeReviewer {
    private let host: PluginHost
    private let surroundings: PluginSurroundings
    private let seen: SeenChanges
    private let family: DocumentID
    private let milliseconds: Int
    private let state = Mutex(State())

    private struct State {
        /// How many milliseconds the hooks of this command have taken.
        var spent = 0
        /// The plugins that failed, which are not asked again about the same change.
        var failed: Set<String> = []
        /// What plugins answered to what, so that a change that is made again asks nobody twice.
        var answers: [String: Answer] = [:]
        /// The changes that were committed and of which nobody has told yet.
        var pending: [DocumentChange] = []
        var warnings: [String] = []
        /// Whether the changes of plugins are being made, which hooks are not asked about.
        var isOwnWork = false
    }

    private struct Answer {
        let refusal: String?
        let proposed: ProposedChanges
    }

    /// The hooks of a family's changes; nil where no plugin that may run has any.
    ///
    /// - Parameter milliseconds: how long the hooks of a command may take, all together.
    public init?(
        _ host: PluginHost, _ directory: FamilyDirectory, in surroundings: PluginSurroundings, milliseconds: Int
    ) {
        guard PluginHook.Event.allCases.contains(where: { !host.hooks($0).isEmpty }), let family = directory.family
        else { return nil }
        self.host = host
        self.surroundings = surroundings
        self.family = family.id
        self.milliseconds = milliseconds
        seen = SeenChanges(directory: directory)
    }

    /// What the person should hear, once.
    public func takeWarnings() -> [String] {
        state.withLock { state in
            defer { state.warnings = [] }
            return state.warnings
        }
    }

    /// Gives the hooks their whole time again, as before each round of a command that goes on for long.
    public func beginAnew() {
        state.withLock { $0.spent = 0 }
    }

    private func warn(_ text: String) { state.withLock { $0.warnings.append(text) } }

    // MARK: Before a commit

    /// Asks the plugins that look at changes before they are committed.
    public func review(_ transaction: Transaction, command: String?) throws {
        if state.withLock({ $0.isOwnWork }) { return }
        for plugin in host.hooks(.beforeCommit) {
            let changes = seen.json(try transaction.changes(), of: kinds(of: plugin, .beforeCommit))
            if changes.isEmpty { continue }
            guard let answer = try answer(of: plugin, to: changes, command, in: transaction) else { continue }
            if let reason = answer.refusal {
                throw ReplicaError(
                    .forbidden, "the plugin ‘\(plugin.id)’ refused the change: \(reason)",
                    hint: "Nothing was changed. 'hometask plugin disable \(plugin.id)' turns it off.")
            }
            // What is taken back must not come again in the same commit.
            if answer.proposed.isEmpty || command == nil { continue }
            do {
                let tally = try answer.proposed.make(in: transaction, family: family)
                if !tally.isEmpty { transaction.tell("\(tally.words) (plugin \(plugin.id))") }
                host.praise(plugin)
            } catch let error as ReplicaError where error.code == .invalidValue {
                if state.withLock({ $0.failed.insert(plugin.id).inserted }) {
                    tellFault(host.blame(plugin, PluginFault(.garbage, error.message)))
                }
            }
        }
    }

    private func answer(
        of plugin: UsablePlugin, to changes: [JSON], _ command: String?, in transaction: Transaction
    ) throws -> Answer? {
        let key = plugin.id + JSON.array(changes).compactText
        if let known = state.withLock({ $0.answers[key] }) { return known }
        if state.withLock({ $0.failed.contains(plugin.id) }) { return nil }
        var params: JSONObject = ["changes": .array(changes)]
        params["command"] = command.map { .string($0) }
        guard let reply = try ask(plugin, PluginMethod.beforeCommit, params, changes.count, transaction) else {
            state.withLock { _ = $0.failed.insert(plugin.id) }
            return nil
        }
        let answer = Answer(refusal: reply.result["refuse"]?.stringValue, proposed: reply.proposed)
        state.withLock { $0.answers[key] = answer }
        return answer
    }

    // MARK: After a commit

    /// Keeps a change in mind, for when the command has done its work.
    public func committed(_ changes: [DocumentChange], command: String?) {
        // The next change of this command is asked about anew.
        state.withLock { state in
            state.answers = [:]
            state.failed = []
        }
        guard !host.hooks(.afterCommit).isEmpty else { return }
        state.withLock { if !$0.isOwnWork { $0.pending += changes } }
    }

    /// Tells the plugins of what was committed here since the last time, and commits what they propose.
    public func tellCommitted(_ replica: any Replica) async throws {
        let pending = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        try await tell(.afterCommit, "here", pending, replica)
    }

    /// Tells the plugins of what a sync brought, and commits what they propose.
    ///
    /// - Parameter version: the version before the sync.
    public func tellReceived(since version: String, _ replica: any Replica) async throws {
        guard !host.hooks(.afterSync).isEmpty else { return }
        let kinds = Set(host.hooks(.afterSync).flatMap { self.kinds(of: $0, .afterSync) })
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
        try await tell(.afterSync, "remote", changes, replica)
    }

    private func tell(
        _ event: PluginHook.Event, _ origin: String, _ changes: [DocumentChange], _ replica: any Replica
    ) async throws {
        if changes.isEmpty { return }
        for plugin in host.hooks(event) {
            // A sync may just have brought the device whose writes these are.
            let directory = try await replica.read { try FamilyDirectory(reading: $0) }
            let told = SeenChanges(directory: directory).json(changes, of: kinds(of: plugin, event))
            if told.isEmpty { continue }
            let params: JSONObject = ["origin": .string(origin), "changes": .array(told)]
            let reply = try await replica.read {
                try self.ask(plugin, PluginMethod.afterChange, params, told.count, $0)
            }
            guard let reply, !reply.proposed.isEmpty else { continue }
            try await make(reply.proposed, of: plugin, replica)
        }
    }

    /// Makes what a plugin proposes, as a commit of its own that `undo` finds.
    private func make(_ proposed: ProposedChanges, of plugin: UsablePlugin, _ replica: any Replica) async throws {
        state.withLock { $0.isOwnWork = true }
        defer { state.withLock { $0.isOwnWork = false } }
        let family = family
        do {
            _ = try await replica.write(command: "plugin \(plugin.id)") { transaction in
                let tally = try proposed.make(in: transaction, family: family)
                if !tally.isEmpty { transaction.tell("\(tally.words) (plugin \(proposed.plugin))") }
            }
            host.praise(plugin)
        } catch let error as ReplicaError where error.code == .invalidValue {
            tellFault(host.blame(plugin, PluginFault(.garbage, error.message)))
        } catch let error as ReplicaError {
            // What the person asked for is done; what a plugin wanted besides is no reason to call it failed.
            warn("what the plugin ‘\(plugin.id)’ proposed could not be committed: \(error.message)")
        }
    }

    // MARK: Asking

    private struct Reply {
        let result: JSONObject
        let proposed: ProposedChanges
    }

    /// Asks a plugin within what is left of the time; nil where it failed, of which the person is told.
    private func ask(
        _ plugin: UsablePlugin, _ method: String, _ params: JSONObject, _ count: Int, _ reader: any DocumentReader
    ) throws -> Reply? {
        // Many changes at once are more to look at than one.
        let allowed = milliseconds + count / 100 * 50
        let left = allowed - state.withLock { $0.spent }
        guard left > 0 else {
            warn("the plugin ‘\(plugin.id)’ was not asked: the hooks before it took all of their \(allowed) ms")
            return nil
        }
        let begin = Deadline.after(milliseconds: 1 << 30)
        defer { state.withLock { $0.spent += (1 << 30) - Int(begin.remaining) } }
        let pages = DocumentPages(reader, granted: plugin.manifest.needs.read)
        var proposed = ProposedChanges(of: plugin.manifest)
        let services = PluginServices(
            answer: { method, params in
                guard method == PluginMethod.readDocuments else {
                    throw RPCError(.methodNotFound, "‘\(method.excerpt(limit: 40))’ cannot be asked now")
                }
                return try pages.page(params)
            },
            take: { method, params in if method == PluginMethod.changes { try proposed.take(params) } })
        do {
            let outcome = try host.ask(
                plugin, method, params, in: surroundings,
                limits: .hook(milliseconds: left), services: services, accept: { try proposed.take($0) },
                // One that had less than its time because of others is not to blame for being late.
                isHangCounted: left >= milliseconds * 4 / 5, isDone: { proposed.isEmpty })
            outcome.warnings.forEach(warn)
            return Reply(result: outcome.result, proposed: proposed)
        } catch let error as PluginHostError {
            tellFault(error)
        }
        return nil
    }

    private func tellFault(_ error: PluginHostError) {
        let hint = error.hint.map { " \($0)" } ?? ""
        warn("\(error.message). The change was made without it.\(hint)")
    }

    /// The kinds of documents whose changes a plugin sees.
    private func kinds(of plugin: UsablePlugin, _ event: PluginHook.Event) -> Set<DocumentKind> {
        let hooks = plugin.manifest.offers.hooks.filter { $0.event == event }
        let asked = hooks.contains { $0.kinds.isEmpty } ? plugin.manifest.needs.read : Set(hooks.flatMap(\.kinds))
        return asked.intersection(plugin.manifest.needs.read)
    }
}
