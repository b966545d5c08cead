// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts
import HometaskReplica
import HometaskTerminal

/// `hometask hunt`: treasure hunts.
struct HuntCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hunt", _superCommandName: "hometask",
        abstract:
            "Create and play treasure hunts, with clues solved by code words, by photos or by an adult.",
        discussion: """
            To create one: 'hunt new', then 'hunt add' for each clue. To play: 'hunt start', then 'hunt solve'. In \
            an ordered hunt, everything after a clue with a code word is encrypted until that word is known, on \
            every device and in the git repository. Other clues can be read in the files.
            """,
        subcommands: [
            HuntListCommand.self, HuntNewCommand.self, HuntAddCommand.self, HuntEditCommand.self,
            HuntClueCommand.self,
            HuntShowCommand.self, HuntStartCommand.self, HuntSolveCommand.self, HuntAcceptCommand.self,
            HuntStatusCommand.self, HuntWithdrawCommand.self, HuntFinishCommand.self, HuntResumeCommand.self,
            HuntUnlockCommand.self, DocumentHistoryCommand<HuntHistory>.self,
            DocumentDeleteCommand<HuntTrash>.self, DocumentRestoreCommand<HuntTrash>.self,
        ],
        defaultSubcommand: HuntListCommand.self)
}

/// `hometask hunt show`: a hunt with its clues, for its author.
struct HuntShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a hunt and its clues.",
        discussion: """
            A member who plays the hunt sees the clues that are solved or open; others see everything that this device \
            can read.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let page = try await session.hunts.overview(named: hunt)
        if showing.json { return try page.printJSON() }
        try session.output.print(page.headLines())
        let team = page.ownTeam
        for clue in page.hunt.clues {
            let isShown = team == nil || page.state(of: clue, for: team) != .locked
            try session.output.print([""] + (isShown ? page.clueLines(clue) : page.lockedLines(clue)))
        }
        if page.hunt.clues.isEmpty {
            let command = "hometask hunt add \(ShellQuoting.quoted(page.hunt.title)) TEXT --code WORD"
            try session.output.say("It has no clues yet. Add one: \(ShellQuoting.quotedCommand(command))")
        }
    }
}

/// `hometask hunt accept`: records an adult's confirmation that a clue is solved.
struct HuntAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a clue as solved by a team; for adults.",
        discussion: """
            For clues that an adult must accept, and for others if the photo or the code word fails. Members with \
            the role child cannot do this. If the clue has a code word, tell it to the team: it decrypts the next \
            clues.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The clue, if several are open.", valueName: "number"))
    var clue: Int?

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "The team's name.")
    var team: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let page = try await session.hunts.overview(named: [hunt])
        let team = try session.hunts.team(team.joined(separator: " "), in: page)
        let attempt = ClueAttempt(page: page, team: team, session: session)
        let candidates = try attempt.candidates(number: clue)
        guard candidates.count == 1, let clue = candidates.first else {
            throw UsageError(
                "\(candidates.count) clues are open", hint: "Choose one with --clue NUMBER")
        }
        try await attempt.accept(clue)
        let after = try await session.hunts.overview(page.hunt.id)
        if showing.json { return try after.printJSON() }
        try session.output.say("Accepted: clue \(page.hunt.number(of: clue.id) ?? 0), for \(team.name)")
    }
}

/// `hometask hunt withdraw`: withdraws a team from a hunt.
struct HuntWithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw your team from a hunt.",
        discussion:
            "'hometask hunt start' with the team's name brings it back, with its clues and its original start time.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The team, if not yours.", valueName: "name"))
    var team: String?

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let page = try await session.hunts.overview(named: hunt)
        let team = try session.hunts.team(team, in: page)
        try await session.write(command: "hunt withdraw") { try $0.teams.withdraw(team.id) }
        if showing.json { return try await session.hunts.overview(page.hunt.id).printJSON() }
        try session.output.say("Withdrawn: \(team.name), from \(page.hunt.title)")
    }
}

/// `hometask hunt finish`: ends a hunt and shows the ranking of the teams.
struct HuntFinishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Finish a hunt, and show the ranking.",
        discussion:
            "Clues solved later do not count; clues solved before and received in a later sync do."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find(hunt)
        let isNew = try await session.write(command: "hunt finish") {
            try $0.hunts.finish(hunt.id)
        }.result
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("\(isNew ? "Finished" : "Already finished"): \(hunt.title)")
        try session.output.print(page.boardLines())
    }
}

/// `hometask hunt resume`: resumes a finished hunt; clues solved in the meantime count again.
struct HuntResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a finished hunt.",
        discussion: "Clues that were solved in the meantime count.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find(hunt)
        let isNew = try await session.write(command: "hunt resume") {
            try $0.hunts.resume(hunt.id)
        }.result
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("\(isNew ? "Resumed" : "Not finished"): \(hunt.title)")
        try session.output.print(page.boardLines())
    }
}

/// `hometask hunt unlock`: stores code words on this device.
struct HuntUnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Enter code words on this device, so that it can decrypt clues.",
        discussion: """
            For another device of a team that has found the words, and for a device that changes clues which were \
            written on another one. It solves no clue.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "Code words; put one that contains spaces in quotes.")
    var words: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find([hunt])
        var keys = try await session.hunts.keys()
        let found = try OpenedClues.unlock(hunt.clues, with: words.compactMap { CodeWord($0) }, keys: &keys)
        try await session.hunts.keep(keys)
        let page = try await session.hunts.overview(hunt.id)
        guard !found.isEmpty else {
            throw ReplicaError(
                .invalidValue, "no readable clue of ‘\(hunt.title)’ has such a code word",
                hint:
                    "A word that this device already knows decrypts nothing more; 'hometask hunt show' shows what is encrypted."
            )
        }
        if showing.json { return try page.printJSON() }
        let numbers = found.map(String.init).joined(separator: ", ")
        try session.output.say("This device now knows the code word of clue \(numbers).")
    }
}
