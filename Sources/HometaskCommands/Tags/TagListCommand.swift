// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskIndex
import HometaskQueries
import HometaskTerminal

/// `hometask tag list`: the tags, each with its numbers of open and done tasks.
struct TagListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the tags, and the number of tasks with each.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        let tags = try await session.replica.tagCounts(zone: session.zone).tags
        if showing.json { return try session.output.print(.array(tags.map { .object(TagJSON.object($0)) })) }
        guard !tags.isEmpty else {
            return try session.output.say("No task has a tag. Add one with 'hometask edit TASK --tag TAG'.")
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
}

/// A tag as `--json` prints it.
enum TagJSON {
    /// Returns an object with `count` (of tasks, without those in the trash), `name`, `open` (the number of open ones).
    static func object(_ tag: TagCounts.Tag) -> JSONObject {
        [
            "count": .number(JSONNumber(tag.count)), "name": .string(tag.name),
            "open": .number(JSONNumber(tag.openCount)),
        ]
    }
}
