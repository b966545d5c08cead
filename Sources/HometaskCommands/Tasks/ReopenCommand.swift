// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask reopen`: reopens tasks.
struct ReopenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", _superCommandName: "hometask", abstract: "Reopen tasks that were done.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var selection: TaskSelectionOptions

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        guard let tasks = try await selection.tasks(references, in: session, preferring: .done, verb: "Open again")
        else {
            return try session.output.say("Nothing was changed.")
        }
        try await session.write(command: "reopen") { transaction in
            for task in tasks { try transaction.tasks.reopen(task.id) }
        }
        if showing.json { return try await session.tasks.print(tasks.map(\.id)) }
        await session.numbers.noteShown(tasks.map(\.id))
        for task in tasks {
            try session.output.say("\(task.isOpen ? "Already open" : "Open again"): \(task.title)")
        }
        try selection.reportCount(tasks.count, changed: tasks.filter { !$0.isOpen }.count, in: session)
    }
}
