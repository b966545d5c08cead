// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica

/// `hometask import`: imports a file from another program.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", _superCommandName: "hometask",
        abstract: "Import tasks, places and more from another program's file.",
        discussion: """
            Plugins provide the formats; 'hometask import' alone lists them, and 'hometask import FORMAT --help' \
            shows the options of a format. Formats in which each file has tasks (ics, todotxt) take several files, and a \
            folder that has them. An import makes one commit, which 'hometask undo' takes back; importing \
            the file again then restores what was undone. Whatever cannot be read is reported, and the rest is \
            imported.

            Importing the same file again changes nothing, and neither does importing an exported file. If the file \
            has changed since, the differences are shown, and --update applies the file's values as edits; rows and \
            lines without an id become new tasks if they have changed. A task that was done in the other program is \
            marked as done here in any case, unless somebody has reopened it here; tasks that are done here stay \
            done.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Only show what would be imported.")
    var dryRun = false

    @Flag(help: "Update existing tasks and other documents with the values in the file.")
    var update = false

    @Flag(help: "Do not ask for confirmation, however many existing documents change.")
    var yes = false

    @Argument(parsing: .allUnrecognized, help: "The format, its options, and the file or files; - for standard input.")
    var words: [String] = []

    func run() async throws {
        let environment = CommandEnvironment.running
        let host = try environment.pluginHost()
        guard let format = words.first, !format.hasPrefix("-") else {
            return try FormatHelp.list(\.importers, of: host, to: environment.output(global), showing: showing)
        }
        guard let (plugin, offer) = host.offering(format, \.importers) else {
            throw FormatHelp.unknown(format, \.importers, of: host, verb: "import")
        }
        let title = "hometask import \(format)"
        let read = try OfferParser(Array(words.dropFirst()), of: offer, called: title)
        let paths = try SourcePaths(read.rest, of: offer, in: environment).paths
        let session = try await FamilySession.open(global)
        let source =
            try paths.count == 1
            ? SourceFile(paths[0], in: environment) : SourceFile(joining: paths, in: environment)
        guard try !source.isEmpty() else {
            throw ReplicaError(
                .malformedFile, "\(source.name) is empty", hint: "Nothing was changed. Export the file again.")
        }
        var request = PluginRequest(
            plugin: plugin, method: PluginMethod.import,
            params: [
                "format": .string(format), "options": .object(read.options),
                "source": ["name": .string(source.name)], "update": .bool(update),
            ])
        request.source = source
        let reply = try await session.plugins.ask(request, of: host)
        var proposed = reply.proposed
        proposed.updates = update
        proposed.undoneDocuments = try await session.replica.undoneDocuments(of: "import")
        let tally = try await session.proposals.makeChanges(
            proposed, of: plugin, host: host, command: "import",
            called: "\(title) \(source.name)\(update ? " --update" : "")",
            mode: dryRun ? .dryRun : yes ? .confirmed : .asking)
        let report = ImportReport(tally, reply.result, of: source, isTrial: dryRun, isUpdate: update)
        try report.print(in: session, asJSON: showing.json)
    }
}
