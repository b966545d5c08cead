// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// `hometask hunt new`: creates a hunt.
struct HuntNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a hunt, empty or from a ready-made one.",
        discussion: """
            The words are its title and need no quotes. Ready-made hunts: \(BuiltInHunt.summary). They are played at \
            home: the command prints which words to write on slips of paper, and where to hide these.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The text before the first clue.", valueName: "text"))
    var text: String?

    @OptionGroup var texts: TextFieldOptions<HuntTextFields>

    @Flag(help: "Let the clues be solved in any order; they are not encrypted.")
    var free = false

    @Option(
        help: ArgumentHelp("Start from a ready-made hunt: \(BuiltInHunt.names).", valueName: "name"),
        completion: .list(BuiltInHunt.all.map(\.name)), transform: BuiltInHunt.named)
    var ready: BuiltInHunt?

    @Argument(help: "The title.")
    var title: [String] = []

    func validate() throws {
        if title.isEmpty, ready == nil { throw ValidationError("the hunt's title is missing") }
        if free, ready != nil {
            throw ValidationError("the clues of a ready-made hunt have a fixed order")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let title = title.isEmpty ? ready?.title ?? "" : title.joined(separator: " ")
        let lines = text.map { TaskFieldParser.lines($0) }
        var drafted = HuntChanges(title: title, text: lines, isFree: free ? true : nil)
        drafted.fields.merge(FieldChange(try texts.changes))
        let changes = drafted
        let id: DocumentID
        if let ready {
            id = try await ready.make(in: session.replica, as: changes, command: "hunt new")
        } else {
            id = try await session.write(command: "hunt new") { try $0.hunts.add(changes) }.result
        }
        let page = try await session.hunts.overview(id)
        if showing.json { return try page.printJSON() }
        let quoted = ShellQuoting.quoted(page.hunt.title)
        guard let ready else {
            try session.output.say("Created the hunt \(Quotation.of(page.hunt.title)).")
            let next = ("hometask hunt add \(quoted) TEXT --code WORD", "add a clue")
            return try session.output.print(NextSteps([next]).lines(session.output))
        }
        let count = SyncFormatter.count(page.hunt.clues.count, "clue")
        try session.output.say("Created the hunt \(Quotation.of(page.hunt.title)), with \(count).")
        try ready.printHidingPlaces(session.output)
        let next = ("hometask hunt start \(quoted)", "start when the slips are hidden")
        try session.output.print(NextSteps([next]).lines(session.output))
    }
}
