// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts

/// `hometask hunt clue`: changes the clues of a hunt.
struct HuntClueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clue", abstract: "Change, move and delete the clues of a hunt.",
        discussion: """
            'hometask hunt add' adds one. The clues after a clue whose code word changes are encrypted again, which \
            only a device that knows the code words can do: the one that wrote them, or one where they were entered \
            ('hunt unlock').
            """,
        subcommands: [ClueEditCommand.self, ClueMoveCommand.self, ClueDeleteCommand.self])
}

/// `hometask hunt clue move`: moves a clue within its hunt.
struct ClueMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a clue before another one, or to the end.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("Move it before the clue with this number.", valueName: "number"))
    var before: Int?

    @Flag(help: "Move it to the end.")
    var last = false

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "The clue's number.")
    var number: Int

    func validate() throws {
        if (before == nil) != last {
            throw ValidationError("no position given; use --before NUMBER or --last")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find([hunt])
        let clue = try hunt.clue(numbered: number)
        let next = try before.map { try hunt.clue(numbered: $0).id }
        guard next != clue.id else { throw UsageError("clue \(number) cannot be moved before itself") }
        try await session.hunts.editClues(of: hunt, command: "hunt clue move") {
            $0.move(clue.id, before: next)
        }
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("Clue \(number) is clue \(page.hunt.number(of: clue.id) ?? number) now.")
    }
}

/// `hometask hunt clue delete`: removes a clue from its hunt.
struct ClueDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a clue of a hunt.",
        discussion: "'hometask undo' restores it.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "The clue's number.")
    var number: Int

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find([hunt])
        let clue = try hunt.clue(numbered: number)
        try await session.hunts.editClues(of: hunt, command: "hunt clue delete") { $0.remove(clue.id) }
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("Deleted clue \(number) of \(Quotation.of(hunt.title)).")
    }
}
