// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskHunts
import HometaskReplica
import HometaskTerminal

/// `hometask hunt new`: makes a hunt.
struct HuntNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a hunt, without clues or from one that is ready.",
        discussion: """
            The words are its title and need no quotes. Ready hunts: \(ReadyHunt.summary). They are played at home with slips \
            of paper, which the command prints: cut them out and hide them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("What players read before the first clue.", valueName: "text"))
    var text: String?

    @Flag(help: "Let the clues be solved in any order; none is encrypted then.")
    var free = false

    @Option(
        help: ArgumentHelp("Begin with a hunt that is ready: \(ReadyHunt.names).", valueName: "name"),
        completion: .list(ReadyHunt.all.map(\.name)), transform: ReadyHunt.named)
    var ready: ReadyHunt?

    @Argument(help: "The title.")
    var title: [String] = []

    func validate() throws {
        if title.isEmpty, ready == nil { throw ValidationError("the hunt's title is missing") }
        if free, ready != nil {
            throw ValidationError("the clues of a ready hunt come one after the other")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        var draft = HuntDraft()
        draft.setFree(free)
        for clue in ready?.clues ?? [] {
            draft.add(
                HuntDraft.NewClue(text: clue.text, code: try clue.word.flatMap { CodeWord($0) }?.newCode()),
                id: ClueName.random())
        }
        let clues = try draft.clues()
        let name = title.isEmpty ? ready?.title ?? "" : title.joined(separator: " ")
        let intro = text.map { TaskFieldOptions.lines($0) } ?? ready?.text
        let changes = HuntChanges(title: name, text: intro, isFree: free ? true : nil)
        // The keys first: a hunt that nobody can edit is worse than a key too many.
        var keys = try await session.clueKeys()
        keys.add(all: draft.keys)
        try await session.keep(keys)
        let id = try await session.replica.write(command: "hunt new") {
            try $0.addHunt(changes, clues: clues)
        }.result
        let page = try await session.huntPage(id)
        if showing.json { return try page.printJSON() }
        let count = clues.isEmpty ? "" : ", with \(SyncWords.count(clues.count, "clue"))"
        try session.output.say("Made the hunt \(Diary.quoted(page.hunt.title))\(count).")
        let quoted = ShellQuoting.quoted(page.hunt.title)
        if let ready { try tellSlips(ready, in: session) }
        try session.output.print(
            NextSteps(
                clues.isEmpty
                    ? [("hometask hunt add \(quoted) TEXT --code WORD", "add a clue")]
                    : [("hometask hunt start \(quoted)", "begin, when the slips are hidden")]
            ).lines(session.output))
    }

    private func tellSlips(_ ready: ReadyHunt, in session: FamilySession) throws {
        try session.output.say("Write each word on a slip of paper and hide it:")
        for clue in ready.clues {
            if let word = clue.word, let place = clue.hidingPlace {
                try session.output.say("  \(word): \(place)")
            }
        }
        if let end = ready.clues.last?.hidingPlace, ready.clues.last?.word == nil {
            try session.output.say("  the treasure: \(end)")
        }
    }
}
