// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica

/// `hometask import`: takes in what another program wrote.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", _superCommandName: "hometask",
        abstract: "Take in tasks, places and more that another program wrote.",
        discussion: """
            The formats come from plugins; 'hometask import' alone lists them, and 'hometask import FORMAT --help' shows \
            a format's own options. All of a file becomes one commit, which 'hometask undo' takes back; imported again, the \
            file brings back what that undo took away. What cannot be read is named, and the rest goes in.

            What was imported or exported before stays as it is: the same file again changes nothing. Where the file has \
            changed since, it is said what differs, and --update takes the file's values as edits; rows and lines without an \
            id are new tasks when they have changed. A task that was done in \
            the other program is marked as done here either way, unless somebody has opened it again here; what is done \
            here stays done.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Only say what would be taken in.")
    var dryRun = false

    @Flag(help: "Change tasks and other documents that are here to what the file says of them.")
    var update = false

    @Flag(help: "Do not ask back, however many documents that were here before it changes.")
    var yes = false

    @Argument(parsing: .allUnrecognized, help: "The format, its options, and the file; - for standard input.")
    var words: [String] = []

    func run() async throws {
        let environment = CommandEnvironment.running
        let host = try environment.pluginHost()
        guard let format = words.first, !format.hasPrefix("-") else {
            return try FormatWords.list(\.importers, of: host, environment.output(global), showing)
        }
        guard let (plugin, offer) = host.offering(format, \.importers) else {
            throw FormatWords.unknown(format, \.importers, of: host, verb: "import")
        }
        let title = "hometask import \(format)"
        let read = try OfferWords(Array(words.dropFirst()), of: offer, called: title)
        guard read.rest.count == 1 else {
            throw UsageError(
                read.rest.isEmpty
                    ? "the file is missing" : "one file is imported at a time, and \(read.rest.count) are named",
                hint: "Name one file, or - for standard input.")
        }
        let session = try await FamilySession.open(global)
        let source = try SourceFile(read.rest[0], in: environment)
        guard try !source.isEmpty() else {
            throw ReplicaError(.malformedFile, "\(source.name) is empty", hint: "Nothing was changed: export it again.")
        }
        var request = FamilySession.PluginRequest(
            plugin: plugin, method: PluginMethod.import,
            params: [
                "format": .string(format), "options": .object(read.options),
                "source": ["name": .string(source.name)], "update": .bool(update),
            ])
        request.source = source
        let reply = try await session.ask(request, of: host)
        var proposed = reply.proposed
        proposed.updates = update
        proposed.takenBack = try await session.replica.takenBack("import")
        let tally = try await session.make(
            proposed, of: plugin, host, command: "import",
            called: "\(title) \(source.name)\(update ? " --update" : "")",
            dryRun ? .dryRun : yes ? .confirmed : .asking)
        let report = ImportReport(tally, reply.result, of: source, isTrial: dryRun, isUpdate: update)
        try report.print(in: session, asJSON: showing.json)
    }
}
