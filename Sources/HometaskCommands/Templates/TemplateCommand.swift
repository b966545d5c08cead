// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskTerminal

/// `hometask template`: templates for tasks, lists, notes and hunts.
struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", _superCommandName: "hometask",
        abstract: "Save tasks, lists, notes and hunts as templates, and create new ones from them.",
        subcommands: [
            TemplateListCommand.self, TemplateSaveCommand.self, TemplateUseCommand.self, TemplateShowCommand.self,
            DocumentDeleteCommand<TemplateTrash>.self, DocumentRestoreCommand<TemplateTrash>.self,
        ],
        defaultSubcommand: TemplateListCommand.self)
}

/// `hometask template show`: the documents that a template creates.
struct TemplateShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the contents of a template.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: TemplateFormatter.argument)
    var template: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        if showing.json { return try await session.templates.print(self.template) }
        let template = try await session.templates.find(self.template)
        try session.output.say("\(template.name): \(TemplateFormatter.contents(template))")
        var block = FieldBlock()
        block.add(textsOf: template)
        try session.output.print(block.lines(width: session.output.width, mode: session.output.mode))
        for document in template.documents {
            let items = document["items"]?.arrayValue?.count ?? document["clues"]?.arrayValue?.count ?? 0
            let noun = document["clues"] == nil ? "item" : "clue"
            let count = items == 0 ? "" : " (\(SyncFormatter.count(items, noun)))"
            try session.output.say("  \(TemplateRecord.name(of: document))\(count)")
        }
    }
}
