// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask template list`: the templates, by name.
struct TemplateListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List templates.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Show those in the trash.")
    var trash = false

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let (session, all, unreadable) = try await opened.snapshot { snapshot in
            let all = try TemplateFinder(reading: snapshot.reader).templates
            let unreadable = try UnreadableDocuments(.template, besides: all.map(\.id), reading: snapshot.reader)
            return (snapshot.session, all, unreadable)
        }
        defer { unreadable.warn(on: session.output) }
        let templates = all.filter { $0.isDeleted == trash }
        if showing.json {
            return try session.output.print(.array(templates.map { TemplateFormatter.json($0, in: session) }))
        }
        if templates.isEmpty {
            return try session.output.say(
                unreadable.emptySentence(besides: all.count)
                    ?? (trash
                        ? "No template is in the trash."
                        : "No templates yet. Save one with 'hometask template save NAME TASK'."))
        }
        let ids = ShortIDs(all.map(\.id))
        var table = Table(columns: [
            Column(minimum: 5), Column(minimum: 12, shrinks: true), Column(minimum: 8, shrinks: true),
        ])
        for template in templates {
            table.add([
                Cell("#\(ids[template.id])", style: .dim),
                Cell(template.hasConflict ? "\(template.name) (!)" : template.name, style: .bold),
                Cell(TemplateFormatter.contents(template)),
            ])
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }
}
