// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTime

/// The option to do the next occurrence of a recurring task in the period of the one before it.
struct EarlyOptions: ParsableArguments {
    @Flag(help: "Do the next occurrence, too, although this one was done already.")
    var early = false

    /// Asks about each task whose completion would be early.
    ///
    /// - Returns: the tasks without those for which the user declined.
    /// - Throws: `ReplicaError` (`unconfirmed`) if nobody can be asked.
    func confirmed(_ tasks: [TaskRecord], at time: Timestamp, in session: FamilySession) async throws -> [TaskRecord] {
        if early || tasks.allSatisfy({ $0.previous == nil }) { return tasks }
        let found = try await session.replica.read { reader in
            let zone = reader.familyZone()
            return try tasks.map { try reader.earlyCompletion(of: $0.id, at: time, familyZone: zone) }
        }
        return try zip(tasks, found).filter { task, early in
            try early.map { try confirms(task, $0, in: session) } ?? true
        }.map(\.0)
    }

    private func confirms(_ task: TaskRecord, _ early: EarlyCompletion, in session: FamilySession) throws -> Bool {
        let person = early.previous.by.map { " by \(session.directory.name(of: $0))" } ?? ""
        let done = "\(Quotation.of(task.title)) was done\(person) \(session.dates.instant(early.previous.at))"
        let due = "the next occurrence is due \(TaskLine.due(early.due, in: session))"
        let question = Question(session.environment)
        guard question.canAsk else {
            throw ReplicaError(
                .unconfirmed, "\(done), and \(due); nothing was changed",
                hint: "Do it ahead of time with \(.saying(.early)).")
        }
        return question.confirms("\(done), and \(due). Mark that one as done, too?")
    }
}
