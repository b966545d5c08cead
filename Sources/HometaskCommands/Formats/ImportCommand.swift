// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
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
            a format's own options. All of a file becomes one commit, which 'hometask undo' takes back. What was imported \
            before stays as it is: the same file again changes nothing. What cannot be read is named, and the rest goes in.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Only say what would be taken in.")
    var dryRun = false

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
        var request = FamilySession.PluginRequest(
            plugin: plugin, method: PluginMethod.import,
            params: [
                "format": .string(format), "options": .object(read.options),
                "source": ["name": .string(source.name)],
            ])
        request.source = source
        let reply = try await session.ask(request, of: host)
        let tally = try await session.make(
            reply.proposed, of: plugin, host, command: "import", called: "\(title) \(source.name)",
            dryRun ? .dryRun : yes ? .confirmed : .asking)
        let notes = (reply.result["notes"]?.arrayValue ?? []).compactMap(\.stringValue)
        let ofChanges = tally.notes.map { dryRun ? "once it is taken in, \($0)" : $0 }
        for note in (notes + ofChanges).prefix(50) { session.output.remark("\(source.name): \(note)") }
        let unread = (reply.result["faults"]?.arrayValue ?? []).map { fault in
            Fault(line: fault["line"]?.intValue, message: fault["message"]?.stringValue ?? "cannot be read")
        }
        let leftOut = tally.leftOut.map { Fault(line: $0.line, message: $0.message) }
        let faults = unread + leftOut
        if showing.json {
            let json = faults.map { FormatJSON.fault(line: $0.line, $0.message) }
            try session.output.print(FormatJSON.imported(tally, notes: notes + tally.notes, json, isDry: dryRun))
        }
        try tell(tally, faults, of: source, in: session)
    }

    /// A part of the file that does not go in.
    private struct Fault {
        let line: Int?
        let message: String
    }

    private func tell(
        _ tally: ProposedChanges.Tally, _ faults: [Fault], of source: SourceFile, in session: FamilySession
    ) throws {
        for fault in faults.prefix(50) {
            let line = fault.line.map { ":\($0)" } ?? ""
            session.output.remark("\(source.name)\(line): \(fault.message)")
        }
        if faults.count > 50 { session.output.remark("… and \(faults.count - 50) more that cannot be read") }
        let known = tally.known == 0 ? "" : "; \(tally.known) \(tally.known == 1 ? "is" : "are") here already"
        let trashed =
            tally.trashed == 0
            ? "" : ", \(tally.trashed) of them in the trash, from where 'hometask restore' brings them back"
        let words = tally.words.prefix(1).uppercased() + tally.words.dropFirst()
        if !showing.json {
            try session.output.say(
                dryRun ? "Would have: \(tally.words)\(known)\(trashed)." : "\(words)\(known)\(trashed).")
        }
        if !faults.isEmpty { throw ExitCode(ExitStatus.malformedData) }
    }
}
