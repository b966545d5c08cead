// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol
public import HometaskReplica
import Synchronization

/// Calls the hooks of plugins: before a change is committed, and after a change was committed here or received from a
/// remote.
///
/// The hooks of a command share one time limit. A hook that fails or is too slow does not stop the user's work: the
/// change is made without it, and a warning names the plugin. The change is refused only if the plugin's manifest
/// requires the hook. The user is also told which changes plugins add, and is asked about a large number of them.
public final class HookRunner: ChangeReviewer {
    let host: PluginHost
    let context: PluginContext
    let family: DocumentID
    private let seen: SeenChanges
    private let milliseconds: Int
    private let consents: @Sendable (TooManyChanges) -> Bool
    let state = Mutex(State())
    /// The plugin that started this command, with its generation; nil if a person started it.
    let base: PluginShare?

    /// The maximum number of plugins that may react to each other in a row.
    public static let rounds = 3

    struct State {
        /// The time that hooks of this command have taken, in milliseconds.
        var spent = 0
        /// The plugins that failed, which are not asked again about the same change.
        var failed: Set<String> = []
        /// The plugins' answers, so that retrying a change does not ask the plugins twice.
        var answers: [String: Answer] = [:]
        /// The user's answers about large numbers of changes, so that retrying a change does not prompt twice.
        var consents: [TooManyChanges: Bool] = [:]
        /// The committed changes that plugins have not received yet.
        var pending: [PendingChange] = []
        var warnings: [Hint] = []
        /// Messages about changes that plugins made.
        var notes: [String] = []
        /// Messages about plugins' additions to a change that is not committed yet.
        var drafts: [String] = []
        /// Whether changes proposed by plugins are being applied, which hooks do not receive.
        var isOwnWork = false
    }

    struct Answer {
        let refusal: String?
        let proposed: ProposedChanges
    }

    struct PendingChange {
        let change: DocumentChange
        let isHandEdit: Bool
    }

    /// Creates the runner for a family's changes; nil if no plugin that may run has hooks.
    ///
    /// - Parameters:
    ///   - milliseconds: the time limit for all hooks of a command together.
    ///   - consents: asks the user whether a plugin may make many changes; false if no prompt is possible.
    public init?(
        _ host: PluginHost, _ directory: FamilyDirectory, in context: PluginContext, milliseconds: Int,
        consents: @escaping @Sendable (TooManyChanges) -> Bool
    ) {
        guard PluginHook.Event.allCases.contains(where: { !host.hooks($0).isEmpty }), let family = directory.family
        else { return nil }
        self.host = host
        self.context = context
        self.family = family.id
        self.milliseconds = milliseconds
        self.consents = consents
        base = PluginLaunch.answering(host.variables)
        seen = SeenChanges(directory: directory)
    }

    /// Returns and clears the messages for the user: warnings, and notes on changes by plugins.
    public func takeWords() -> (warnings: [Hint], notes: [String]) {
        state.withLock { state in
            defer { (state.warnings, state.notes) = ([], []) }
            return (state.warnings, state.notes)
        }
    }

    /// Resets the time limit of the hooks, for each round of a long-running command.
    public func resetTimeLimit() {
        state.withLock { $0.spent = 0 }
    }

    func warn(_ text: Hint) { state.withLock { $0.warnings.append(text) } }

    /// Whether the user allows a plugin to make many changes.
    func isAllowed(_ many: TooManyChanges) -> Bool {
        if let known = state.withLock({ $0.consents[many] }) { return known }
        let answer = consents(many)
        state.withLock { $0.consents[many] = answer }
        if !answer {
            warn("the plugin ‘\(many.plugin)’ was not allowed to \(many.words): none of these changes was made")
        }
        return answer
    }

    // MARK: Before a commit

    /// Whether any plugin reviews hand edits before they are committed.
    public var seesHandEdits: Bool {
        host.hooks(.beforeCommit).contains { sees(handEdits: true, $0, event: .beforeCommit) }
    }

    /// Asks the plugins that review changes before they are committed.
    public func review(_ transaction: Transaction, command: String?) throws {
        if let base { transaction.notePlugin(base) }
        if state.withLock({ $0.isOwnWork }) { return }
        state.withLock { $0.drafts = [] }
        let isHandEdit = command == HandEditReport.command
        for plugin in host.hooks(.beforeCommit) where sees(handEdits: isHandEdit, plugin, event: .beforeCommit) {
            let changes = seen.json(try transaction.changes(), of: kinds(of: plugin, .beforeCommit))
            if changes.isEmpty { continue }
            guard let answer = try answer(of: plugin, to: changes, command: command, in: transaction) else { continue }
            if let reason = answer.refusal { throw refusal(of: plugin, because: reason) }
            // When a change is undone, a plugin must not reapply it in the same commit.
            if answer.proposed.isEmpty || command == nil { continue }
            try amend(transaction, by: answer.proposed, of: plugin)
        }
    }

    /// Adds the changes that a plugin proposes to a change.
    private func amend(_ transaction: Transaction, by proposed: ProposedChanges, of plugin: UsablePlugin) throws {
        do {
            let before = Set(transaction.staged.keys)
            let kept = try Self.untrashed(before, in: transaction)
            try transaction.allOrNothing {
                let tally = try proposed.makeChanges(in: transaction, family: family)
                guard try Self.untrashed(before, in: transaction).isSuperset(of: kept) else {
                    // The message about the command's own change has not been written yet.
                    throw ReplicaError(
                        .invalidValue,
                        "proposed an invalid change: it cannot delete what the change itself is about, "
                            + "only refuse the change")
                }
                if let many = try TooManyChanges(of: plugin.id, in: transaction, beside: before), !isAllowed(many) {
                    throw many
                }
                guard !tally.isEmpty else { return }
                transaction.describe("\(tally.words) (plugin \(plugin.id))")
                transaction.notePlugin(PluginShare(plugin: plugin.id, generation: 0))
                let note = "plugin \(plugin.id): \(tally.words)\(try proposed.titles(in: transaction, family: family))."
                state.withLock { $0.drafts.append(note) }
            }
            host.recordSuccess(plugin)
        } catch is TooManyChanges {
            // The prompt already told the user about this.
        } catch let error as ReplicaError where error.code == .invalidValue {
            let fault = PluginFault(.garbage, error.message)
            if state.withLock({ $0.failed.insert(plugin.id).inserted }) {
                try proceed(without: plugin, because: host.recordFailure(plugin, fault), event: .beforeCommit)
            } else {
                try proceed(without: plugin, because: nil, event: .beforeCommit)
            }
        }
    }

    /// Returns those of the given documents that are not in the trash.
    private static func untrashed(_ paths: Set<DocumentPath>, in transaction: Transaction) throws -> Set<DocumentPath> {
        try paths.filter { try !(transaction.document(at: $0)?.isDeleted ?? true) }
    }

    private func answer(
        of plugin: UsablePlugin, to changes: [JSON], command: String?, in transaction: Transaction
    ) throws -> Answer? {
        let key = plugin.id + JSON.array(changes).compactText
        if let known = state.withLock({ $0.answers[key] }) { return known }
        if state.withLock({ $0.failed.contains(plugin.id) }) {
            try proceed(without: plugin, because: nil, event: .beforeCommit)
            return nil
        }
        var params: JSONObject = ["changes": .array(changes)]
        params["command"] = command.map { .string($0) }
        guard
            let reply = try ask(
                plugin, .beforeCommit, params: params, count: changes.count, reading: transaction, answering: base)
        else {
            state.withLock { _ = $0.failed.insert(plugin.id) }
            return nil
        }
        let answer = Answer(refusal: reply.result["refuse"]?.stringValue, proposed: reply.proposed)
        state.withLock { $0.answers[key] = answer }
        return answer
    }

    private func refusal(of plugin: UsablePlugin, because reason: String) -> ReplicaError {
        ReplicaError(
            .forbidden, "the plugin ‘\(plugin.id)’ refused the change: \(reason)",
            hint: "Nothing was changed. \(.disablePlugin(plugin.id)) disables it.")
    }

    /// Reports that a change is made without a plugin's answer, or refuses the change if the plugin's manifest requires
    /// an answer.
    ///
    /// - Parameter error: why there is no answer; nil if the reason was already reported.
    private func proceed(without plugin: UsablePlugin, because error: PluginHostError?, event: PluginHook.Event) throws
    {
        guard plugin.manifest.offers.hooks.contains(where: { $0.event == event && $0.isRequired }) else {
            if let error { tellFault(error) }
            return
        }
        let reason = error?.message ?? "it has already failed"
        throw ReplicaError(
            .forbidden, "the plugin ‘\(plugin.id)’ must agree to changes, but gave no answer: \(reason)",
            hint: "Nothing was changed. \(.showPluginLog(plugin.id)) shows more; "
                + "\(.disablePlugin(plugin.id)) disables it.")
    }

    // MARK: Asking

    struct Reply {
        let result: JSONObject
        let proposed: ProposedChanges
    }

    /// Asks a plugin within the remaining time; nil if it failed, which has been reported.
    ///
    /// - Parameter answering: the share of a plugin with the highest generation among the changes to review.
    func ask(
        _ plugin: UsablePlugin, _ event: PluginHook.Event, params: JSONObject, count: Int,
        reading reader: DocumentReader, answering: PluginShare?
    ) throws -> Reply? {
        // Many changes take longer to review than one.
        let allowed = milliseconds + count / 100 * 50
        let left = allowed - state.withLock { $0.spent }
        guard left > 0 else {
            let message =
                "the plugin ‘\(plugin.id)’ was not asked: the hooks before it used up the limit of \(allowed) ms"
            try proceed(without: plugin, because: PluginHostError(.fault, message), event: event)
            return nil
        }
        let begin = Deadline.after(milliseconds: 1 << 30)
        defer { state.withLock { $0.spent += (1 << 30) - Int(begin.remaining) } }
        let paginator = DocumentPaginator(reader, granted: plugin.manifest.needs.read)
        var proposed = ProposedChanges(of: plugin.manifest)
        let services = PluginServices(
            answer: { method, params in
                guard method == PluginMethod.readDocuments else {
                    throw RPCError(.methodNotFound, "‘\(method.excerpt(limit: 40))’ cannot be called now")
                }
                return try paginator.page(params)
            },
            take: { method, params in if method == PluginMethod.changes { try proposed.addProposals(params) } })
        let share = PluginShare(plugin: plugin.id, generation: (answering?.generation ?? 0) + 1)
        do {
            let outcome = try host.ask(
                plugin, event == .beforeCommit ? PluginMethod.beforeCommit : PluginMethod.afterChange, params: params,
                in: context, limits: .hook(milliseconds: left), services: services,
                screen: { try self.screen($0, of: plugin, event: event) }, accept: { try proposed.addProposals($0) },
                // A plugin that timed out because other plugins used up the time is not at fault.
                uncounted: left >= milliseconds * 4 / 5 ? [] : [.hang], isDone: { proposed.isEmpty }, answering: share)
            for warning in outcome.warnings { warn(Hint(warning)) }
            return Reply(result: outcome.result, proposed: proposed)
        } catch let error as PluginHostError {
            try proceed(without: plugin, because: error, event: event)
        }
        return nil
    }

    /// Refuses the change if a plugin refused it, even in an invalid form.
    private func screen(_ result: JSONObject, of plugin: UsablePlugin, event: PluginHook.Event) throws {
        guard event == .beforeCommit, let refusal = result["refuse"],
            let fault = ProtocolPart.fault(in: ["refuse": refusal], held: "hook-before-commit-result")
        else { return }
        _ = host.recordFailure(plugin, PluginFault(.garbage, "refused a change with an invalid reason: \(fault)"))
        let reason = refusal.stringValue ?? refusal.compactText
        throw self.refusal(of: plugin, because: "\(reason.excerpt(limit: 200)) (\(fault))")
    }

    func tellFault(_ error: PluginHostError) {
        let hint: Hint = error.hint.map { " \($0)" } ?? ""
        warn("\(error.message). The change was made without it.\(hint)")
    }

    /// Returns the kinds of documents whose changes a plugin sees.
    func kinds(of plugin: UsablePlugin, _ event: PluginHook.Event) -> Set<DocumentKind> {
        let hooks = plugin.manifest.offers.hooks.filter { $0.event == event }
        let asked = hooks.contains { $0.kinds.isEmpty } ? plugin.manifest.needs.read : Set(hooks.flatMap(\.kinds))
        return asked.intersection(plugin.manifest.needs.read)
    }

    /// Whether a plugin receives hand edits, or changes that are not hand edits.
    func sees(handEdits: Bool, _ plugin: UsablePlugin, event: PluginHook.Event) -> Bool {
        !handEdits || plugin.manifest.offers.hooks.contains { $0.event == event && $0.seesHandEdits }
    }
}
