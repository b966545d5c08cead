// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask tag`: the tags that tasks have.
struct TagCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", _superCommandName: "hometask",
        abstract: "Show, rename and merge tags, across all tasks at once.",
        discussion:
            "A tag exists as long as a task has it: 'hometask edit TASK --tag TAG' adds it, --untag removes it.",
        subcommands: [TagListCommand.self, TagRenameCommand.self, TagMergeCommand.self],
        defaultSubcommand: TagListCommand.self)
}

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

/// `hometask tag rename`: renames a tag, in all tasks and saved views.
struct TagRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a tag, in all tasks and saved views.",
        discussion: "This is one change, which 'hometask undo' takes back.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The tag.")
    var tag: String

    @Argument(help: "The new name.")
    var name: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (old, new) = (TaskFieldParser.withoutPlus(tag), TaskFieldParser.withoutPlus(name))
        let tags = try await session.tags.counts(requiring: [old])
        guard old == new || !tags.contains(new) else {
            throw ReplicaError(
                .alreadyExists, "tasks with the tag +\(new) already exist",
                hint: "To merge the two, use 'hometask tag merge \(new) \(old)'.")
        }
        let written = try await session.write(command: "tag rename") { try $0.tags.rename([old], to: new) }
        if showing.json { return try await session.tags.print(new, changed: written.result) }
        try session.output.say(
            old == new
                ? "Nothing to change: +\(old)"
                : "+\(old) is +\(new) now, in \(SyncFormatter.count(written.result, "task")).")
    }
}

/// `hometask tag merge`: replaces several tags with one, in all tasks and saved views.
struct TagMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge tags: all tasks get the first one.",
        discussion: "Also changes saved views. All this is one change, which 'hometask undo' takes back.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The tag that stays.")
    var tag: String

    @Argument(help: "The tags to merge into it.")
    var others: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let kept = TaskFieldParser.withoutPlus(tag)
        let goes = others.map(TaskFieldParser.withoutPlus)
        _ = try await session.tags.counts(requiring: goes)
        let written = try await session.write(command: "tag merge") { try $0.tags.rename(goes, to: kept) }
        if showing.json { return try await session.tags.print(kept, changed: written.result) }
        try session.output.say("Merged into +\(kept): \(SyncFormatter.count(written.result, "task")) changed.")
    }
}
