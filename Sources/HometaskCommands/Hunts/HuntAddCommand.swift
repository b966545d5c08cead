// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts

/// `hometask hunt add`: adds a clue to a hunt.
struct HuntAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a clue to a hunt.",
        discussion: """
            The words after the hunt are the clue and need no quotes. It is solved with its code word, with a photo \
            taken near its place, or else when an adult accepts it ('hunt accept'), which is always possible. In an \
            ordered hunt, it is encrypted with the code word of the nearest clue before it that has one; code words \
            are not stored anywhere.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var options: HuntClueOptions

    @Option(
        help: ArgumentHelp("Read its text from a file; '-' is standard input.", valueName: "path"))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Put it before the clue with this number; at the end by default.", valueName: "number"))
    var before: Int?

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "The text of the clue.")
    var text: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        guard let lines = try NoteText.lines(words: text, file: file, in: session.environment),
            lines.contains(where: { !$0.allSatisfy(\.isWhitespace) })
        else {
            throw UsageError(
                "the clue has no text",
                hint: "Give it after the hunt, or read it from a file with --file.")
        }
        let hunt = try await session.hunts.find([hunt])
        let next = try before.map { try hunt.clue(numbered: $0).id }
        var clue = HuntDraft.NewClue(text: lines, place: try await options.place(in: session))
        clue.code = try options.newCode()
        clue.points = options.points ?? 0
        let (new, id) = (clue, ClueName.random())
        try await session.hunts.editClues(of: hunt, adding: new.code, command: "hunt add") {
            $0.add(new, id: id, before: next)
        }
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        let number = page.hunt.number(of: id) ?? page.hunt.clues.count
        let opener = page.opened.opener(of: id).map { ", encrypted with the code word of clue \($0)" } ?? ""
        try session.output.say(
            "Clue \(number) of \(Quotation.of(hunt.title)): \(HuntFormatter.means(new))\(opener)")
    }
}
