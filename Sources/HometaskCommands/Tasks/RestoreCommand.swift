// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica

/// `hometask restore`: takes tasks out of the trash.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", _superCommandName: "hometask", abstract: "Take tasks out of the trash.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "Numbers, #ids, or words of one title in the trash.")
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let tasks = try await session.tasks(references, isTrash: true)
        _ = try await session.replica.write(command: "restore") { transaction in
            for task in tasks { try transaction.restore(Transaction.path(of: .task, task.id), called: task.title) }
        }
        if showing.json { return try await session.printTasks(tasks.map(\.id)) }
        for task in tasks { try session.output.say("Restored: \(task.title)") }
    }
}
