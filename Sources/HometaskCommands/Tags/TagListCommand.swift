// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskIndex
import HometaskReplica
import HometaskTerminal

/// `hometask tag list`.
struct TagListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the tags, and how many tasks have each.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        let tags = try await session.replica.tagCounts(zone: session.zone).tags
        if showing.json { return try session.output.print(.array(tags.map(Self.json))) }
        guard !tags.isEmpty else {
            return try session.output.say("No task has a tag. Give one with 'hometask edit TASK --tag TAG'.")
        }
        var table = Table(columns: [Column(minimum: 6, shrinks: true), Column(alignment: .right), Column()])
        for tag in tags {
            let rest = tag.count - tag.openCount
            table.add([
                Cell("+\(tag.name)"), Cell("\(tag.openCount) open"),
                Cell(rest == 0 ? "" : "\(rest) done", style: .dim),
            ])
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }

    /// `count` (of tasks, those in the trash left out), `name`, `open` (how many of these are open).
    private static func json(_ tag: TagCounts.Tag) -> JSON {
        [
            "count": .number(JSONNumber(tag.count)), "name": .string(tag.name),
            "open": .number(JSONNumber(tag.openCount)),
        ]
    }
}
