// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask template delete`: puts a template into the trash; documents that were made from it stay.
struct TemplateDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a template to the trash.",
        discussion: "'hometask template restore' restores it; documents created from it are kept.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: TemplateFormatter.argument)
    var template: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let template = try await session.templates.find(template)
        _ = try await session.replica.write(command: "template delete") { try $0.templates.delete(template.id) }
        if showing.json {
            let now = try await session.replica.read { try TemplateFinder(reading: $0).templates }
            let found = now.first { $0.id == template.id } ?? template
            return try session.output.print(TemplateFormatter.json(found, in: session))
        }
        try session.output.say("Moved to the trash: \(template.name)")
    }
}
