// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// `hometask item add`: adds items to a checklist.
struct ItemAddCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: "Add an item to the checklist of a \(Owner.noun).",
            discussion: "The words after the \(Owner.noun) are the item's text and need no quotes.")
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var place: ItemPlaceOptions

    @Flag(name: .customLong("stdin"), help: "Add an item for each line of standard input, in one commit.")
    var readsLines = false

    @Argument(help: ArgumentHelp(Owner.help, valueName: Owner.noun))
    var owner: String

    @Argument(help: "The item's text.")
    var text: [String] = []

    func validate() throws {
        guard place.count <= 1 else {
            throw ValidationError("--before ITEM, --after ITEM and --first cannot be used together")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let texts = try texts()
        let place = place
        let written = try await session.checklists.changeItems(
            of: Owner.self, owner, command: "\(Owner.prefix)item add"
        ) {
            transaction, owner, finder in
            try transaction.items.add(texts, to: owner, at: place.place(finder))
        }
        if showing.json { return try await Owner.print(written.owner, in: session) }
        let what = texts.count == 1 ? texts[0] : "\(texts.count) items"
        try session.output.say("Added: \(what)\(written.owner.progressNote)")
    }

    private func texts() throws -> [String] {
        guard readsLines else { return [try TaskItem.checkedText(text.joined(separator: " "))] }
        guard text.isEmpty else {
            throw UsageError(
                "--stdin reads the items from standard input, but words were given too",
                hint: "Leave out one of them.")
        }
        let input = try TextFile.text(TextFile.readStandardInput(), of: "standard input")
        let lines = input.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let texts = try lines.enumerated().compactMap { number, line -> String? in
            if line.allSatisfy(\.isWhitespace) { return nil }
            do {
                return try TaskItem.checkedText(String(line))
            } catch let error as ReplicaError {
                throw ReplicaError(error.code, "line \(number + 1): \(error.message)", hint: error.hint)
            }
        }
        guard !texts.isEmpty else {
            throw UsageError("standard input is empty", hint: "Write one item per line.")
        }
        return texts
    }
}

/// The options for the position of an item, shared by `item add` and `item move`.
struct ItemPlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Directly before this item.", valueName: "item"))
    var before: String?

    @Option(help: ArgumentHelp("Directly after this item.", valueName: "item"))
    var after: String?

    @Flag(name: [.long, .customLong("top")], help: "At the beginning.")
    var first = false

    /// The number of options that were given.
    var count: Int { [before != nil, after != nil, first].filter { $0 }.count }

    /// Returns the position given by the options, by default after all other items.
    func place(_ finder: ItemFinder) throws -> Document.ItemPlace {
        if let before { return .before(try finder.item([before]).id) }
        if let after { return .after(try finder.item([after]).id) }
        return first ? .first : .last
    }
}
