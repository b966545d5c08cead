// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask template restore`: takes a template out of the trash.
struct TemplateRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a template from the trash.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: TemplateFormatter.argument)
    var template: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let template = try await session.templates.find(template, isTrash: true)
        _ = try await session.replica.write(command: "template restore") { try $0.templates.restore(template.id) }
        if showing.json {
            let now = try await session.replica.read { try TemplateFinder(reading: $0).templates }
            let found = now.first { $0.id == template.id } ?? template
            return try session.output.print(TemplateFormatter.json(found, in: session))
        }
        try session.output.say("Restored: \(template.name)")
    }
}
