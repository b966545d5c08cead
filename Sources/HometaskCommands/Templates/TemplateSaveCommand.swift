// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask template save`: saves documents as a template.
struct TemplateSaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save tasks, a note or a hunt as a template.",
        discussion: """
            Name the tasks as for 'done', or select them with --where. A template keeps the contents of documents \
            but not their state: no due date, nothing done, no order. Clues stay encrypted, with the same code \
            words. If a template of that name exists, its documents are replaced.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var selection: TaskSelectionOptions

    @Option(help: ArgumentHelp("A note.", valueName: "note"))
    var note: String?

    @Option(help: ArgumentHelp("A hunt.", valueName: "hunt"))
    var hunt: String?

    @OptionGroup var texts: TextFieldOptions<TemplateTextFields>
    @OptionGroup var removals: TextFieldRemovals<TemplateTextFields>

    @Argument(help: "The template's name; put several words in quotes.")
    var name: String

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        var paths: [DocumentPath] = []
        if selection.query != nil || !references.isEmpty {
            guard let tasks = try await selection.tasks(references, in: session, verb: "Save") else {
                return try session.output.say("Nothing was saved.")
            }
            paths += try tasks.map { try Transaction.path(of: .task, $0.id) }
        }
        if let note {
            let record = try await session.replica.read { try NoteFinder(reading: $0).note([note]) }
            paths.append(try Transaction.path(of: .note, record.id))
        }
        if let hunt { paths.append(try Transaction.path(of: .hunt, try await session.hunts.find([hunt]).id)) }
        guard !paths.isEmpty else {
            if let query = selection.query {
                throw ReplicaError(
                    .notFound, "no task matches \(Quotation.of(query))", hint: "'hometask list' shows the open tasks.")
            }
            throw UsageError(
                "there is nothing to save", hint: "Name tasks, or a note or a hunt with --note or --hunt.")
        }
        let (title, all, own) = (name, paths, FieldChange(try removals.joined(with: texts)))
        let saved = try await session.write(command: "template save") {
            try $0.templates.save(title, from: all, fields: own)
        }.result
        if showing.json { return try await session.templates.print(["#\(saved.id)"]) }
        let template = try await session.templates.find(["#\(saved.id)"])
        let verb = saved.isNew ? "Saved" : "Changed"
        try session.output.say(
            "\(verb) the template \(Quotation.of(template.name)): \(TemplateFormatter.contents(template))")
    }
}
