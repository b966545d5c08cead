// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

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
