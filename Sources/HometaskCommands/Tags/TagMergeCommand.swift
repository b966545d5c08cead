// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

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
