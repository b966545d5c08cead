// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask history`: who changed which field of a task when.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", _superCommandName: "hometask",
        abstract: "Show who changed which field of a task, and when, newest first.",
        discussion: "Tasks in the trash have a history, too: name them by # and the start of their id.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("A number, #id, or words of the title.", valueName: "task"))
    var words: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let task = try await task(in: session)
        try await session.history.print(
            of: Transaction.path(of: .task, task.id), called: task.title, asJSON: showing.json)
    }

    private func task(in session: FamilySession) async throws -> TaskRecord {
        do {
            return try await session.tasks.findOne(words)
        } catch let error as ReplicaError where error.code == .notFound {
            guard let deleted = try? await session.tasks.findOne(words, isTrash: true) else { throw error }
            return deleted
        }
    }
}
