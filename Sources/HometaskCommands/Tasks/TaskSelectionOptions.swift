// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// Which tasks a command changes: those that are named, or all that a query asks for.
struct TaskSelectionOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("All tasks that a query asks for, instead of naming them.", valueName: "query"))
    var query: String?

    @Flag(help: "Do not ask back, however many tasks it is.")
    var yes = false

    /// From more than so many tasks on, somebody at a terminal is asked.
    static let most = 20

    /// The tasks; nil if somebody was asked and did not say yes.
    ///
    /// - Parameters:
    ///   - references: what names them, where no query does.
    ///   - state: what tasks the command is for beside open ones.
    ///   - verb: what is about to be done with them: `Change`.
    func tasks(
        _ references: [String], in session: FamilySession, _ state: DefaultState = .open, verb: String
    ) async throws -> [TaskRecord]? {
        guard let query else { return try await session.tasks(references) }
        guard references.isEmpty else {
            throw UsageError(
                "--where asks for tasks, and ‘\(references.joined(separator: " "))’ names some",
                hint: "Leave out one of them; a query of several words stands in quotes.")
        }
        guard !query.allSatisfy(\.isWhitespace) else {
            throw UsageError(
                "the query behind --where is empty, and would mean every open task",
                hint: "If that is what you want, say --where open.")
        }
        var meaning = try await session.meaning(query)
        if state == .done {
            meaning.condition = .all([meaning.condition, .term(.done)])
            meaning.speaksOfDone = true
        }
        let found = try await session.list(meaning.query(now: session.now), order: session.settings.order).tasks
        return confirms(found.count, verb, session) ? found : nil
    }

    /// Which tasks a query that says nothing of done or open means.
    enum DefaultState {
        case open, done
    }

    private func confirms(_ count: Int, _ verb: String, _ session: FamilySession) -> Bool {
        let question = Question(session.environment)
        guard count > Self.most, !yes, question.canAsk else { return true }
        return question.confirms("\(verb) \(count) tasks?")
    }

    /// Says how many tasks were changed at once, and how to take that back; or that there was none.
    func conclude(_ count: Int, changed: Int, in session: FamilySession) throws {
        guard query != nil else { return }
        if count == 0 { return try session.output.say("No task matches; nothing was changed.") }
        if changed > 1 {
            try session.output.say("\(changed) tasks in one change: 'hometask undo' takes it back.")
        }
    }
}
