// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts

/// `hometask hunt clue edit`: changes a clue.
struct ClueEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change the text of a clue, or how it is solved.",
        discussion: "The words after the number are the new text and need no quotes.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var options: HuntClueOptions

    @Flag(name: .customLong("by-adult"), help: "Let only an adult mark it as solved.")
    var byAdult = false

    @Option(
        help: ArgumentHelp("Read its text from a file; '-' is standard input.", valueName: "path"))
    var file: String?

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "The clue's number.")
    var number: Int

    @Argument(help: "Its new text.")
    var text: [String] = []

    func validate() throws {
        if byAdult, options.code != nil || options.at != nil {
            throw ValidationError("a clue can be solved in one way only: --by-adult, --code or --at")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find([hunt])
        let clue = try hunt.clue(numbered: number)
        var change = HuntDraft.ClueChange()
        change.text = try NoteText.lines(words: text, file: file, in: session.environment)
        change.points = options.points
        if byAdult { change.solution = .adult }
        if let place = try await options.place(in: session) { change.solution = .place(place) }
        let code = try options.newCode()
        if let code { change.solution = .code(code) }
        guard change.text != nil || change.points != nil || change.solution != nil else {
            throw UsageError(
                "no change given",
                hint: "Give the new text, or --code, --at, --by-adult or --points.")
        }
        let final = change
        try await session.hunts.editClues(of: hunt, adding: code, command: "hunt clue edit") {
            try $0.changeClue(clue.id, final)
        }
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("Changed clue \(number) of \(Quotation.of(hunt.title)).")
    }
}
