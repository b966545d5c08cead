// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskQueries

/// `hometask view show`: shows tasks in a plugin's view.
struct ViewShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show tasks in a plugin's view, or as a list.",
        discussion: """
            NAME is a view of a plugin, with its own options and a query for the tasks to show; or a \
            saved view, which is shown as a list.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(parsing: .allUnrecognized, help: "The view's name, its options, and a query.")
    var words: [String] = []

    func run() async throws {
        let environment = CommandEnvironment.running
        guard let name = words.first, !name.hasPrefix("-") else {
            throw UsageError(
                "the view's name is missing", hint: "'hometask plugin list' and 'hometask view' list views.")
        }
        let session = try await FamilySession.open(global)
        guard let host = try environment.decidedPlugins(), let (plugin, offer) = host.offering(name, \.views) else {
            let view = try await Self.saved(name, in: session)
            var list = try ListCommand.parse([view.reference] + words.dropFirst())
            list.global = global
            return try await list.run()
        }
        let title = "hometask view show \(name)"
        let read = try OfferParser(Array(words.dropFirst()), of: offer, called: title)
        var request = PluginRequest(
            plugin: plugin, method: PluginMethod.showView,
            params: [
                "name": .string(name), "options": .object(read.options), "selected": true,
                "columns": .number(JSONNumber(session.output.drawingWidth)),
            ])
        request.sink = OutputSink(environment)
        request.chosen = try await session.tasks.listed(read.rest)
        _ = try await session.plugins.ask(request, of: host)
    }

    /// Returns the saved view with a name; if there is none, a disabled plugin with a view of that name is reported.
    private static func saved(_ name: String, in session: FamilySession) async throws -> ViewRecord {
        do {
            return try await session.views.find(name)
        } catch let error as ReplicaError where error.code == .notFound {
            guard let plugin = session.environment.plugins()?.disabled(name, \.views) else { throw error }
            throw FormatHelp.disabled(plugin, "which has the view ‘\(name)’")
        }
    }
}
