// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica
import HometaskTerminal

extension FamilySession {
    /// The data about the family that a plugin receives.
    var surroundings: PluginSurroundings {
        var members = JSONObject()
        if let family = directory.family {
            members["family"] = [
                "id": .string(family.id.description), "name": .string(family.name), "zone": .string(family.zone),
                "weekStart": .string(family.weekStart ?? "monday"),
            ]
        }
        members["member"] = member.map { .string($0.description) }
        return PluginSurroundings(members: members, now: now)
    }

    /// Installs the plugins' hooks, if there are any, so that they review the changes of this command.
    func installHooks(of host: PluginHost?) async throws {
        if host == nil, environment.lacksHome, let pending = PendingHooks.current {
            return await replica.setReviewer(MissingHomeReviewer(pending))
        }
        if let fault = host?.decisions.fault {
            if PendingHooks.current != nil { await replica.setReviewer(UndecidedReviewer(fault)) }
            return
        }
        guard let pending = PendingHooks.current, let host,
            let hooks = HookRunner(
                host, directory, in: surroundings, milliseconds: settings.hookLimit,
                consents: { [environment] in
                    Question(environment).confirms("Allow the plugin \($0.plugin) to \($0.words)?")
                })
        else { return }
        await replica.setReviewer(hooks)
        pending.add(hooks, of: replica)
    }

    /// A request to a plugin, and the data that the plugin may access.
    struct PluginRequest: Sendable {
        let plugin: UsablePlugin
        let method: String
        var params: JSONObject
        /// The selected tasks; nil for all.
        var chosen: [DocumentID]?
        /// Hides places near home in the documents that the plugin gets; nil if nothing is hidden.
        var cover: HomeCover?
        /// The file to import.
        var source: SourceFile?
        /// The destination of the plugin's output.
        var sink: OutputSink?
        var limits = PluginLimits()
        /// Faults that do not count against the plugin, because its input may cause them.
        var uncounted: Set<PluginFault.Kind> = []
    }

    /// A plugin's answer and the changes that it proposes.
    struct PluginReply: Sendable {
        let result: JSONObject
        let proposed: ProposedChanges
        /// The number of documents it got with a hidden place.
        let hidden: Int
        /// Whether a text that it got reveals a place near home.
        let tellsOfHome: Bool
    }

    /// Sends a request to a plugin, which can read the documents of one version, and prints warnings about errors on
    /// the way.
    func ask(_ request: PluginRequest, of host: PluginHost) async throws -> PluginReply {
        var request = request
        request.params["member"] = member.map { .string($0.description) }
        let (prepared, surroundings) = (request, surroundings)
        let work = "Waiting for the plugin \(request.plugin.id)"
        let (reply, warnings) = try await WorkingLine.during(work) {
            try await answer(prepared, surroundings, of: host)
        }
        for warning in warnings { output.remark("warning: \(warning)") }
        return reply
    }

    private func answer(
        _ prepared: PluginRequest, _ surroundings: PluginSurroundings, of host: PluginHost
    ) async throws -> (PluginReply, [String]) {
        try await replica.read { reader in
            let pages = DocumentPages(
                reader, granted: prepared.plugin.manifest.needs.read, chosen: prepared.chosen,
                hiding: prepared.cover?.zone)
            var proposed = ProposedChanges(
                of: prepared.plugin.manifest, from: prepared.method == PluginMethod.import ? .file : .work)
            var tellsOfHome = false
            let services = PluginServices(
                answer: { method, params in
                    switch method {
                    case PluginMethod.readDocuments:
                        let page = try pages.page(params)
                        if let cover = prepared.cover, cover.tells(String(decoding: page, as: UTF8.self)) {
                            tellsOfHome = true
                        }
                        return page
                    case PluginMethod.readSource:
                        guard let source = prepared.source else { break }
                        return try source.piece(params).compactBytes()
                    default: break
                    }
                    throw RPCError(.methodNotFound, "‘\(method.excerpt(limit: 40))’ cannot be called now")
                },
                take: { method, params in
                    switch method {
                    case PluginMethod.changes: try proposed.take(params)
                    case PluginMethod.output: try prepared.sink?.take(params)
                    default: break
                    }
                })
            let outcome = try host.ask(
                prepared.plugin, prepared.method, prepared.params, in: surroundings, limits: prepared.limits,
                services: services, accept: { try proposed.take($0) }, uncounted: prepared.uncounted,
                isDone: { proposed.isEmpty })
            var warnings = outcome.warnings
            if pages.unreadable > 0 {
                warnings.append(
                    "\(pages.unreadable) documents cannot be read and were left out; 'hometask doctor' says why")
            }
            let reply = PluginReply(
                result: outcome.result, proposed: proposed, hidden: pages.hidden.count, tellsOfHome: tellsOfHome)
            return (reply, warnings)
        }
    }

    /// How to handle the changes that a plugin proposed for a command.
    enum Making {
        /// The changes are only counted.
        case dryRun
        /// The changes are made; a very large number only after confirmation.
        case asking
        /// The changes are made without confirmation.
        case confirmed
    }

    /// Makes the changes that a plugin proposed, as one commit in its name; with `dryRun`, only counts them.
    ///
    /// - Parameter call: the command as it is typed, for the hint if nobody can be asked.
    func make(
        _ proposed: ProposedChanges, of plugin: UsablePlugin, _ host: PluginHost, command: String, called call: String,
        _ making: Making
    ) async throws -> ProposedChanges.Tally {
        do {
            return try await make(proposed, of: plugin, host, command: command, making)
        } catch let many as ManyChanges {
            let question = Question(environment)
            guard question.confirms("Allow the plugin \(many.plugin) to \(many.words)?") else {
                throw ReplicaError(
                    .unsettled,
                    "nothing was changed: letting the plugin ‘\(many.plugin)’ \(many.words) needs confirmation",
                    hint: "Say '\(call) --yes'.")
            }
            return try await make(proposed, of: plugin, host, command: command, .confirmed)
        }
    }

    private func make(
        _ proposed: ProposedChanges, of plugin: UsablePlugin, _ host: PluginHost, command: String, _ making: Making
    ) async throws -> ProposedChanges.Tally {
        guard let family = directory.family?.id else {
            throw ReplicaError(.unreadableDocument, "family.json cannot be read", hint: "'hometask doctor' says why.")
        }
        do {
            let found = try await WorkingLine.during("Writing the changes of the plugin \(plugin.id)") {
                try await replica.write(command: command) { try self.tally(proposed, in: $0, family: family, making) }
                    .result
            }
            host.recordSuccess(plugin)
            return found
        } catch let trial as Trial {
            return trial.tally
        } catch let error as ReplicaError where error.code == .invalidValue {
            throw host.recordFailure(plugin, PluginFault(.garbage, error.message))
        }
    }

    /// Makes the changes in a transaction, unless they are only counted or need confirmation.
    private func tally(
        _ proposed: ProposedChanges, in transaction: Transaction, family: DocumentID, _ making: Making
    ) throws -> ProposedChanges.Tally {
        let tally = try proposed.make(in: transaction, family: family)
        if case .dryRun = making { throw Trial(tally: tally) }
        if case .asking = making,
            let many = try ManyChanges(of: proposed.plugin, in: transaction, beside: proposed.takenBack)
        {
            throw many
        }
        if !tally.isEmpty {
            transaction.tell("\(tally.words) (plugin \(proposed.plugin))")
            transaction.notePlugin(PluginShare(plugin: proposed.plugin, generation: 0))
        }
        return tally
    }

    /// Thrown to roll back a dry run.
    private struct Trial: Error {
        let tally: ProposedChanges.Tally
    }
}
