// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskMerging
import HometaskReplica

/// `hometask resolve`: chooses between values that were written at the same time.
struct ResolveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", _superCommandName: "hometask",
        abstract: "Choose between values that 'hometask conflicts' shows.",
        discussion: """
            --take takes one by its number; --value sets another, and an empty one clears the field. Of something that \
            was deleted and edited at once, the values are restore and delete.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The task, or whatever else has the conflict.", valueName: "task"))
    var words: [String]

    @Option(help: "The field; may be left out where one alone has a conflict.")
    var field: String?

    @Option(help: ArgumentHelp("The line of a text, from 1.", valueName: "number"))
    var line: Int?

    @Option(help: "The item of a checklist: its number, or words of its text.")
    var item: String?

    @Option(help: ArgumentHelp("Of an item where both have a conflict: text or done.", valueName: "part"))
    var part: String?

    @Option(help: ArgumentHelp("The number of a value, as 'hometask conflicts' shows it.", valueName: "number"))
    var take: String?

    @Option(help: "Another value.")
    var value: String?

    func validate() throws {
        guard (take == nil) != (value == nil) else {
            throw ValidationError("say which value: --take with its number, or --value with another one")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let documents = try await session.replica.read { try ConflictedDocument.all(in: $0) }
        let numbers = ListNumbers(try await session.replica.localData(ListNumbers.localName))
        let document = try ConflictSearch(documents, numbers).document(words.joined(separator: " "))
        let conflict = try ConflictSearch.conflict(
            in: document, field: field, line: line, item: item, part: part)
        let chosen = try chosenValue(conflict, of: document.path.kind, session)
        let path = document.path
        _ = try await session.replica.write(command: "resolve") { transaction in
            if conflict.field == "deleted" {
                try transaction.resolveDeletion(of: path, keeping: chosen == "restore")
            } else {
                try transaction.resolve(
                    conflict.field, line: conflict.line, member: conflict.member, of: path, with: chosen)
            }
        }
        let words = ConflictWords(session, of: document.path.kind)
        try session.output.say(
            "‘\(document.name)’: \(ConflictWords.place(of: conflict, items: document.items)) is settled: \(words.value(chosen, in: conflict))"
        )
    }

    private func chosenValue(
        _ conflict: Conflict, of kind: DocumentKind, _ session: FamilySession
    ) throws -> JSON {
        let choices = ConflictWords.choices(of: conflict)
        if let value { return try ConflictValue(conflict, of: kind, session).parse(value) }
        let word = take ?? ""
        if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1].value }
        if conflict.field == "deleted", word == "restore" || word == "delete" { return .string(word) }
        throw UsageError(
            "‘\(word)’ is none of the numbers 1 to \(choices.count)",
            hint: "'hometask conflicts' shows the values with their numbers.")
    }
}
