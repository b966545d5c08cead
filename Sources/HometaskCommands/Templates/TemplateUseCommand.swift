// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask template use`: creates documents from a template.
struct TemplateUseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Create documents from a template.",
        discussion: "This is one change, which one 'hometask undo' takes back.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: "The title, if it creates one document.")
    var title: String?

    @Option(help: ArgumentHelp("When its tasks are due.", valueName: "when"))
    var due: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Who should do its tasks; may be repeated.", valueName: "member"))
    var assignees: [String] = []

    @Argument(help: TemplateFormatter.argument)
    var template: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let template = try await session.templates.find(template)
        let changes = TemplateChanges(
            title: title, due: try due.map { try TaskFieldParser.due($0, in: session) },
            assignees: try assignees.isEmpty ? nil : assignees.map { try session.memberID($0) })
        let paths = try await session.write(command: "template use") {
            try $0.templates.use(template.id, changes)
        }.result
        if showing.json {
            return try session.output.print(
                .array(paths.map { ["id": ($0.id?.description).json, "kind": .string($0.kind.rawValue)] }))
        }
        let (members, output) = (template.documents, session.output)
        for (path, document) in zip(paths, members) {
            let name = changes.title ?? TemplateRecord.name(of: document)
            try output.say("Added the \(path.kind) \(Quotation.of(name))")
        }
        if paths.isEmpty { try output.say("The template \(Quotation.of(template.name)) makes nothing.") }
    }
}
