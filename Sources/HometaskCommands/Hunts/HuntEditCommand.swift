// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts
import HometaskReplica

/// `hometask hunt edit`: changes a hunt's title and text.
struct HuntEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a hunt's title, its text, or the order of its clues.",
        discussion: "Clues are changed with 'hometask hunt clue'.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @OptionGroup var texts: TextFieldOptions<HuntTextChanges>
    @OptionGroup var removals: TextFieldRemovals<HuntTextChanges>

    @Option(
        help: ArgumentHelp(
            "The text before the first clue; '' for none.", valueName: "text"))
    var text: String?

    @Flag(inversion: .prefixedNo, help: "Let the clues be solved in any order.")
    var free: Bool?

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    func validate() throws {
        if text == nil, free == nil, texts.texts.isEmpty, removals.removed.isEmpty {
            let options = (HuntTextChanges.optionNames + ["--text"]).joined(separator: ", ")
            throw ValidationError("no change given; use \(options), --free or --no-free")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find([hunt])
        let lines = text.map { $0.isEmpty ? [] : TaskFieldParser.lines($0) }
        var edited = HuntChanges(text: lines, isFree: free)
        edited.fields = FieldChange(try removals.joined(with: texts))
        let (changes, known) = (edited, try await session.hunts.keys())
        let (isChanged, readable) = try await session.write(command: "hunt edit") { transaction in
            var draft = HuntDraft(of: try transaction.hunts.record(hunt.id), with: known)
            guard let isFree = changes.isFree else { return (try transaction.hunts.edit(hunt.id, changes), [Int]()) }
            draft.setFree(isFree)
            let clues = try draft.clues()
            return (try transaction.hunts.edit(hunt.id, changes, clues: clues), draft.opened(by: clues))
        }.result
        session.hunts.remarkReadable(readable)
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("\(isChanged ? "Changed" : "Unchanged"): \(page.hunt.title)")
    }
}
