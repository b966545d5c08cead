// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
