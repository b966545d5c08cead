// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica
import HometaskTerminal

/// A session's plugins: their data about the family, their hooks, and requests to them.
struct FamilyPlugins: Sendable {
    let session: FamilySession

    /// The data about the family that a plugin receives.
    var context: PluginContext {
        var members = JSONObject()
        if let family = session.directory.family {
            members["family"] = [
                "id": .string(family.id.description), "name": .string(family.name), "zone": .string(family.zone),
                "weekStart": .string(family.weekStart ?? "monday"),
            ]
        }
        members["member"] = session.member.map { .string($0.description) }
        return PluginContext(members: members, now: session.now)
    }

    /// Installs the plugins' hooks, if there are any, so that they review the changes of this command.
    func installHooks(of host: PluginHost?) {
        if host == nil, session.environment.lacksHome, let pending = PendingHooks.current {
            return session.replica.setReviewer(MissingHomeReviewer(pending))
        }
        if let fault = host?.decisions.fault {
            if PendingHooks.current != nil { session.replica.setReviewer(UndecidedReviewer(fault)) }
            return
        }
        guard let pending = PendingHooks.current, let host,
            let hooks = HookRunner(
                host, session.directory, in: context, milliseconds: session.settings.hookLimit,
                consents: { [environment = session.environment] in
                    Question(environment).confirms("Allow the plugin \($0.plugin) to \($0.words)?")
                })
        else { return }
        session.replica.setReviewer(hooks)
        pending.add(hooks, of: session.replica)
    }

    /// Sends a request to a plugin, which can read the documents of one version, and prints warnings about errors.
    func ask(_ request: PluginRequest, of host: PluginHost) async throws -> PluginReply {
        var request = request
        request.params["member"] = session.member.map { .string($0.description) }
        let (prepared, context) = (request, context)
        let work = "Waiting for the plugin \(request.plugin.id)"
        let (reply, warnings) = try await WorkingLine.during(work) {
            try await answer(prepared, context, of: host)
        }
        for warning in warnings { session.output.remark("warning: \(warning)") }
        return reply
    }

    private func answer(
        _ prepared: PluginRequest, _ context: PluginContext, of host: PluginHost
    ) async throws -> (PluginReply, [String]) {
        try await session.replica.read { reader in
            let paginator = DocumentPaginator(
                reader, granted: prepared.plugin.manifest.needs.read, chosen: prepared.chosen,
                hiding: prepared.redaction?.zone)
            var proposed = ProposedChanges(
                of: prepared.plugin.manifest, from: prepared.method == PluginMethod.import ? .file : .work)
            var tellsOfHome = false
            let services = PluginServices(
                answer: { method, params in
                    switch method {
                    case PluginMethod.readDocuments:
                        let page = try paginator.page(params)
                        if let redaction = prepared.redaction,
                            redaction.revealsHome(in: String(decoding: page, as: UTF8.self))
                        {
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
                    case PluginMethod.changes: try proposed.addProposals(params)
                    case PluginMethod.output: try prepared.sink?.takeOutput(params)
                    default: break
                    }
                })
            let outcome = try host.ask(
                prepared.plugin, prepared.method, params: prepared.params, in: context, limits: prepared.limits,
                services: services, accept: { try proposed.addProposals($0) }, uncounted: prepared.uncounted,
                isDone: { proposed.isEmpty })
            var warnings = outcome.warnings
            if paginator.unreadable > 0 {
                warnings.append(
                    "\(paginator.unreadable) documents cannot be read and were left out; 'hometask doctor' says why")
            }
            let reply = PluginReply(
                result: outcome.result, proposed: proposed, hidden: paginator.hidden.count, tellsOfHome: tellsOfHome)
            return (reply, warnings)
        }
    }
}

/// Replaces the plugins' hooks if the user's plugins cannot be found: no plugin reviews the changes, and this is
/// reported at the end of the command.
final class MissingHomeReviewer: ChangeReviewer {
    private let pending: PendingHooks

    init(_ pending: PendingHooks) {
        self.pending = pending
    }

    func review(_ transaction: Transaction, command: String?) throws {}

    func committed(_ changes: [DocumentChange], command: String?) { pending.noteUnseen() }
}

/// A plugin's answer and the changes that it proposes.
struct PluginReply: Sendable {
    let result: JSONObject
    let proposed: ProposedChanges
    /// The number of documents passed to the plugin with a hidden place.
    let hidden: Int
    /// Whether a text passed to the plugin reveals a place near home.
    let tellsOfHome: Bool
}
