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
        let conflict = try ConflictSearch.conflict(in: document, field: field, line: line)
        let chosen = try chosenValue(conflict, session)
        let path = document.path
        _ = try await session.replica.write(command: "resolve") { transaction in
            if conflict.field == "deleted" {
                try transaction.resolveDeletion(of: path, keeping: chosen == "restore")
            } else {
                try transaction.resolve(
                    conflict.field, line: conflict.line, member: conflict.member, of: path, with: chosen)
            }
        }
        let words = ConflictWords(session)
        try session.output.say(
            "‘\(document.name)’: \(words.place(of: conflict)) is settled: \(words.value(chosen, of: conflict.field))")
    }

    private func chosenValue(_ conflict: Conflict, _ session: FamilySession) throws -> JSON {
        let choices = ConflictWords.choices(of: conflict)
        if let value { return try ConflictValue(conflict, session).parse(value) }
        let word = take ?? ""
        if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1].value }
        if conflict.field == "deleted", word == "restore" || word == "delete" { return .string(word) }
        throw UsageError(
            "‘\(word)’ is none of the numbers 1 to \(choices.count)",
            hint: "'hometask conflicts' shows the values with their numbers.")
    }
}

/// Finding the conflict that a command line names.
struct ConflictSearch {
    private let documents: [ConflictedDocument]
    private let numbers: ListNumbers

    init(_ documents: [ConflictedDocument], _ numbers: ListNumbers) {
        self.documents = documents
        self.numbers = numbers
    }

    /// The document with a conflict that words, a number or an id name.
    func document(_ words: String) throws -> ConflictedDocument {
        guard !documents.isEmpty else {
            throw ReplicaError(.notFound, "there are no conflicts to resolve")
        }
        guard let reference = Reference(words) else {
            throw ReplicaError(.invalidRequest, "an empty word names nothing")
        }
        let named = documents.compactMap { document in
            document.path.id.map { (id: $0, name: document.name, isPreferred: document.path.kind == .task) }
        }
        do {
            let id = try reference.resolve(among: named, noun: "conflict", numbered: { numbers.id(of: $0) })
            if let found = documents.first(where: { $0.path.id == id }) { return found }
        } catch let error as ReplicaError where error.code == .notFound {
            if let family = documents.first(where: { $0.path == .family }), words.lowercased() == "family" {
                return family
            }
        }
        throw ReplicaError(
            .notFound, "nothing that ‘\(words)’ names has an open conflict",
            hint: "'hometask conflicts' shows what is open.")
    }

    /// The conflict of a field and line; the only one where nothing is said.
    static func conflict(in document: ConflictedDocument, field: String?, line: Int?) throws -> Conflict {
        let found = document.conflicts.filter { conflict in
            (field == nil || conflict.field.description == field)
                && (line == nil || conflict.line == line.map { $0 - 1 })
        }
        if found.count == 1 { return found[0] }
        let open = document.conflicts.map { conflict in
            conflict.line.map { "--field \(conflict.field) --line \($0 + 1)" } ?? "--field \(conflict.field)"
        }
        if found.isEmpty {
            let place = (field.map { "the \($0) of " } ?? "") + "‘\(document.name)’"
            throw ReplicaError(
                .notFound, "\(place) has no open conflict\(line.map { " in line \($0)" } ?? "")",
                hint: "Open are: \(open.joined(separator: "; ")).")
        }
        throw UsageError(
            "‘\(document.name)’ has \(found.count) open conflicts; say which one",
            hint: "Add one of: \(open.joined(separator: "; ")).")
    }
}
