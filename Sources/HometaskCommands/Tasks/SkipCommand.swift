// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask skip`: moves recurring tasks on to their next occurrence.
struct SkipCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", _superCommandName: "hometask",
        abstract: "Move recurring tasks to their next occurrence, without doing them.",
        discussion: """
            The task gets the due date of its next occurrence. All items of its checklist are open again, and changes \
            made for this occurrence alone are dropped. It earns no points. 'hometask undo' takes this back.

            If several occurrences were missed, one is skipped; with --to-now, all past ones are, so that the task is due \
            today at the earliest.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Skip all occurrences that were missed.")
    var toNow = false

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let tasks = try await session.tasks.find(references)
        try await session.write(command: "skip") { [toNow] transaction in
            for task in tasks { try transaction.series.skip(task.id, isToNow: toNow) }
        }
        if showing.json { return try await session.tasks.print(tasks.map(\.id)) }
        for task in tasks {
            try await session.report.afterChange {
                let moved = try await session.tasks.findOne(task.id)
                let due = moved.due.map { ", now due \(TaskLine.due($0, in: session))" } ?? ""
                try session.output.say("Skipped: \(moved.title)\(due)")
            }
        }
    }
}
