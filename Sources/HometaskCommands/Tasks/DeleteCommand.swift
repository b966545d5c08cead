// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask delete`: puts tasks into the trash.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", _superCommandName: "hometask", abstract: "Move tasks to the trash.",
        discussion: "'hometask restore' brings them back; 'hometask list --trash' lists the tasks in the trash.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var selection: TaskSelectionOptions

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        guard let tasks = try await selection.tasks(references, in: session, verb: "Delete") else {
            return try session.output.say("Nothing was changed.")
        }
        try await session.write(command: "delete") { transaction in
            for task in tasks { try transaction.trash.delete(Transaction.path(of: .task, task.id), called: task.title) }
        }
        if showing.json { return try await session.tasks.print(tasks.map(\.id), isTrash: true) }
        for task in tasks {
            try session.output.say("Moved to the trash: \(task.title)")
            if let rule = task.rule { try session.output.say(sentence(task, session.rules.words(for: rule))) }
        }
        try selection.reportCount(tasks.count, changed: tasks.count, in: session)
    }

    /// Returns a sentence about the future of a task's series.
    private func sentence(_ task: TaskRecord, _ rule: String) -> String {
        guard task.isOpen else { return "It recurs \(rule) and was done: the next occurrence is kept." }
        return """
            It recurs \(rule): while it is in the trash, no next occurrence is created. 'hometask restore' restores it; \
            'hometask skip' skips a single occurrence.
            """
    }
}
