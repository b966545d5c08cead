// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// The options that select the tasks to change: the named ones, or all that match a query.
struct TaskSelectionOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Select all tasks that match a query, instead of naming them.", valueName: "query"))
    var query: String?

    @Flag(help: "Do not ask for confirmation, however many tasks match.")
    var yes = false

    /// The maximum number of tasks that are changed without asking the user at the terminal.
    static let most = 20

    /// Returns the tasks; nil if the user was asked and declined.
    ///
    /// - Parameters:
    ///   - references: the names of the tasks, if there is no query.
    ///   - preference: which tasks to prefer if several match a name. Unless open tasks are preferred, a query that
    ///     mentions no state selects done tasks.
    ///   - verb: the word for the change in the question: `Change`.
    func tasks(
        _ references: [String], in session: FamilySession, preferring preference: TaskPreference = .open,
        verb: String
    ) async throws -> [TaskRecord]? {
        guard let query else { return try await session.tasks.find(references, preferring: preference) }
        guard references.isEmpty else {
            throw UsageError(
                "--where selects tasks, but ‘\(references.joined(separator: " "))’ names some too",
                hint: "Leave out one of them; put a query of several words in quotes.")
        }
        guard !query.allSatisfy(\.isWhitespace) else {
            throw UsageError(
                "the query after --where is empty, which would select every open task",
                hint: "If that is intended, use --where open.")
        }
        let found = try await session.queries.snapshot { snapshot in
            var resolved = try snapshot.resolveQuery(query)
            if preference != .open { resolved.requireDone() }
            return try snapshot.list(resolved.query(now: session.now), order: session.settings.order).tasks
        }
        return confirms(found.count, verb, in: session) ? found : nil
    }

    private func confirms(_ count: Int, _ verb: String, in session: FamilySession) -> Bool {
        let question = Question(session.environment)
        guard count > Self.most, !yes, question.canAsk else { return true }
        return question.confirms("\(verb) \(count) tasks?")
    }

    /// Reports the number of changed tasks and how to undo the change, or that no task matched.
    func reportCount(_ count: Int, changed: Int, in session: FamilySession) throws {
        guard query != nil else { return }
        if count == 0 { return try session.output.say("No task matches; nothing was changed.") }
        if changed > 1 {
            try session.output.say("\(changed) tasks in one change: 'hometask undo' takes it back.")
        }
    }
}
