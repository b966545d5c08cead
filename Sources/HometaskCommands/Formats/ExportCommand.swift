// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol

/// `hometask export`: writes the family's documents in another format.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", _superCommandName: "hometask",
        abstract: "Export tasks, places and more to another format.",
        discussion: """
            Plugins provide the formats; 'hometask export' alone lists them, and 'hometask export FORMAT --help' \
            shows the options of a format. Without a query, all tasks are exported, including done ones; with one, \
            the tasks that 'hometask list' would show. An existing file is only overwritten after confirmation, or \
            with --force.

            If the family's home is set, places near it are hidden in formats meant for others; a backup (jsonl) keeps \
            them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
    var output: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    @OptionGroup var home: HomeOptions

    @Argument(parsing: .allUnrecognized, help: "The format, its options, and a query.")
    var words: [String] = []

    func validate() throws {
        if force, output == nil || output == "-" { throw ValidationError("--force needs --output FILE") }
    }

    func run() async throws {
        let environment = CommandEnvironment.running
        let host = try environment.pluginHost()
        guard let format = words.first, !format.hasPrefix("-") else {
            return try FormatHelp.list(\.exporters, of: host, to: environment.output(global), showing: showing)
        }
        guard let (plugin, offer) = host.offering(format, \.exporters) else {
            throw FormatHelp.unknown(format, \.exporters, of: host, verb: "export to")
        }
        let title = "hometask export \(format)"
        let read = try OfferParser(Array(words.dropFirst()), of: offer, called: title)
        let session = try await FamilySession.open(global)
        let file = try (output == "-" ? nil : output).map { name in
            try FileDraft(at: environment.place(name)) { path in
                if !force { try Question(environment).confirmReplacingFile(at: path, called: name) }
            }
        }
        var request = PluginRequest(
            plugin: plugin, method: PluginMethod.export,
            params: [
                "format": .string(format), "options": .object(read.options), "selected": .bool(!read.rest.isEmpty),
            ])
        let sink =
            file.map { OutputSink(file: $0) } ?? (showing.json ? .collecting() : OutputSink(environment))
        request.sink = sink
        if !read.rest.isEmpty { request.chosen = try await session.tasks.listed(read.rest) }
        let redaction = try await HomeRedaction.make(home, isWhole: offer.isWhole, in: session)
        request.redaction = redaction
        let reply = try await session.plugins.ask(request, of: host)
        try file?.finish()
        if showing.json {
            try session.output.print(
                try FormatJSON.exported(format, to: file == nil ? nil : output, sink: sink, hidden: reply.hidden))
        } else if let output, file != nil {
            try session.output.say("Wrote \(output).")
        }
        for note in (reply.result["notes"]?.arrayValue ?? []).compactMap(\.stringValue).prefix(50) {
            session.output.remark("\(format): \(note)")
        }
        redaction.remark(hidden: reply.hidden, tells: reply.tellsOfHome, in: session)
    }
}
