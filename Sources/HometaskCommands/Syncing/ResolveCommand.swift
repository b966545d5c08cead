// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask resolve`: chooses between conflicting edits.
struct ResolveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", _superCommandName: "hometask",
        abstract: "Choose between the values that 'hometask conflicts' shows.",
        discussion: """
            --take chooses a value by its number; --value sets another, and an empty one clears the field. Without \
            either, asks on a terminal, and otherwise shows the values. For a document that was deleted on one \
            device and edited on another, the values are restore and delete. --keep settles many at once, in favour of \
            what one member wrote: all conflicts, or those of one document.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The task or other document with the conflict.", valueName: "task"))
    var words: [String] = []

    @Option(help: "The field; may be left out if only one has a conflict.")
    var field: String?

    @Option(help: ArgumentHelp("The line of a text, from 1.", valueName: "number"))
    var line: Int?

    @Option(help: "The item of a checklist: its number, or words of its text.")
    var item: String?

    @Option(help: ArgumentHelp("The part of an item, if both have a conflict: text or done.", valueName: "part"))
    var part: String?

    @Option(help: ArgumentHelp("The number of a value, as shown by 'hometask conflicts'.", valueName: "number"))
    var take: String?

    @Option(help: "Another value.")
    var value: String?

    @Option(
        help: ArgumentHelp(
            "Keep what this member wrote ('me' for you), in all conflicts or those of the document.",
            valueName: "member"))
    var keep: String?

    func validate() throws {
        let chosen = [("--take", take), ("--value", value), ("--keep", keep)].filter { $0.1 != nil }.map(\.0)
        if chosen.count > 1 { throw ValidationError("\(chosen[0]) and \(chosen[1]) cannot be used together") }
        if keep == nil, words.isEmpty { throw ValidationError("'hometask resolve' expects <task>, which is missing") }
        if keep != nil, let narrow = [field, line.map { "\($0)" }, item, part].compactMap(\.self).first {
            throw ValidationError("--keep is for whole documents, not for ‘\(narrow)’ alone")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let documents = try await session.replica.read { try ConflictedDocument.all(in: $0) }
        let numbers = ListNumbers(try await session.replica.localData(ListNumbers.localName))
        let search = ConflictSearch(
            documents, family: session.directory.family?.id, numbered: { numbers.id(of: $0) })
        if let keep {
            let meant = words.isEmpty ? documents : [try search.document(words.joined(separator: " "))]
            return try await settle(meant, keeping: try session.memberID(keep), in: session)
        }
        let document = try search.document(words.joined(separator: " "))
        if take == nil, value == nil { return try await choose(in: document, of: documents, session: session) }
        let conflict = try ConflictSearch.conflict(
            in: document, field: field, line: line, item: item, part: part)
        let chosen = try chosenValue(conflict, of: document.path.kind, in: session)
        try await settle([(conflict, chosen)], of: document, in: session)
    }

    /// Asks the user which value to take for each of the named conflicts. Without a terminal, the conflicts are shown
    /// with the commands that settle them, and nothing is changed.
    private func choose(
        in document: ConflictedDocument, of documents: [ConflictedDocument], session: FamilySession
    ) async throws {
        let numbers = try await session.numbers.all().numbers(of: documents.compactMap(\.path.id))
        let page = ConflictRenderer(documents, numbers, in: session)
        let isNarrowed = field != nil || line != nil || item != nil || part != nil
        let conflicts =
            isNarrowed
            ? [try ConflictSearch.conflict(in: document, field: field, line: line, item: item, part: part)]
            : document.conflicts
        let question = Question(session.environment)
        guard question.canAsk else {
            let shown = ConflictedDocument(
                path: document.path, name: document.name, conflicts: conflicts, items: document.items)
            let commands = conflicts.map { "  " + page.command(for: $0, of: document, taking: 1) }
            try session.output.print(page.lines(of: shown) + ["Choose with:"] + commands)
            throw UsageError(
                "nothing was resolved: no value was chosen",
                hint: "Choose one with --take, or set another with --value.")
        }
        var chosen: [(Conflict, JSON)] = []
        for conflict in conflicts {
            try session.output.print(page.lines(of: conflict, in: document))
            if let value = ask(question, conflict) { chosen.append((conflict, value)) }
        }
        if chosen.isEmpty { return try session.output.say("Nothing was resolved.") }
        try await settle(chosen, of: document, in: session)
    }

    /// Returns the value chosen by the user; nil to leave the conflict open.
    private func ask(_ question: Question, _ conflict: Conflict) -> JSON? {
        let choices = ConflictFormatter.choices(of: conflict)
        let prompt = "Which one, 1 to \(choices.count)? Enter nothing to leave it open:"
        while let answer = question.ask(prompt) {
            if let number = Int(answer), choices.indices.contains(number - 1) { return choices[number - 1].value }
            StandardError.writeText(
                EscapedText.safe("‘\(answer)’ is out of range: choose 1 to \(choices.count).") + "\n")
        }
        return nil
    }

    private func settle(
        _ chosen: [(conflict: Conflict, value: JSON)], of document: ConflictedDocument, in session: FamilySession
    ) async throws {
        let path = document.path
        try await session.write(command: "resolve", choosesValues: true) { transaction in
            for (conflict, value) in chosen { try Self.settle(conflict, of: path, with: value, in: transaction) }
        }
        try await report(chosen, of: document, in: session)
    }

    private static func settle(
        _ conflict: Conflict, of path: DocumentPath, with value: JSON, in transaction: Transaction
    ) throws {
        if conflict.field == "deleted" {
            return try transaction.conflicts.resolveDeletion(of: path, keeping: value == "restore")
        }
        try transaction.conflicts.resolve(
            conflict.field, line: conflict.line, member: conflict.member, of: path, with: value)
    }

    /// Settles, as one change, all conflicts in which exactly one value was written by the member's devices.
    private func settle(
        _ documents: [ConflictedDocument], keeping member: DocumentID, in session: FamilySession
    ) async throws {
        let actors = Set(
            session.directory.devices.filter { $0.member.map(session.directory.current) == member }.flatMap(\.actors))
        var left = 0
        let chosen = documents.map { document in
            let theirs = document.conflicts.compactMap { conflict -> (Conflict, JSON)? in
                let found = ConflictFormatter.choices(of: conflict).filter { choice in
                    choice.writes.contains { actors.contains($0.dot.actor.text) }
                }
                if found.count == 1 { return (conflict, found[0].value) }
                left += 1
                return nil
            }
            return (document, theirs)
        }
        let settled = chosen.filter { !$0.1.isEmpty }
        try await session.write(command: "resolve", choosesValues: true) { transaction in
            // From the last line to the first, because removing a line renumbers those after it.
            for (document, choices) in settled {
                for (conflict, value) in choices.reversed() {
                    try Self.settle(conflict, of: document.path, with: value, in: transaction)
                }
            }
        }
        for (document, choices) in settled { try await report(choices, of: document, in: session) }
        if settled.isEmpty { try session.output.say("Nothing was resolved.") }
        if left > 0 {
            let name = session.directory.name(of: member)
            let count = SyncFormatter.count(left, "conflict")
            session.output.remark("note: \(count) left open: none of the values, or several, are by \(name)")
        }
    }

    private func report(
        _ chosen: [(conflict: Conflict, value: JSON)], of document: ConflictedDocument, in session: FamilySession
    ) async throws {
        let path = document.path
        let words = ConflictFormatter(session, of: path.kind)
        for (conflict, value) in chosen {
            try session.output.say(words.settled(conflict, with: value, in: document))
            if conflict.field == "completion" { try await remarkTrashedPhoto(of: Completion(value), in: session) }
        }
    }

    /// Prints a note if the photo of a completion is in the trash and therefore does not prove it.
    private func remarkTrashedPhoto(of completion: Completion?, in session: FamilySession) async throws {
        guard let photo = completion?.photo.flatMap({ DocumentPath(kind: .photo, id: $0) }) else { return }
        let isTrashed = try await session.replica.read { try $0.document(at: photo)?.isDeleted ?? false }
        if isTrashed { session.output.remark("note: the photo that proved it is in the trash: see 'hometask trash'") }
    }

    private func chosenValue(
        _ conflict: Conflict, of kind: DocumentKind, in session: FamilySession
    ) throws -> JSON {
        let choices = ConflictFormatter.choices(of: conflict)
        if let value { return try ConflictValue(conflict, of: kind, in: session).parse(value) }
        let word = take ?? ""
        if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1].value }
        if conflict.field == "deleted", word == "restore" || word == "delete" { return .string(word) }
        throw UsageError(
            "‘\(word)’ is out of range: choose 1 to \(choices.count)",
            hint: "'hometask conflicts' shows the values with their numbers.")
    }
}
