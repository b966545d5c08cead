// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTime

/// The options for completing a recurring task far from the period of its occurrence.
struct PeriodOptions: ParsableArguments {
    @Flag(help: "Do the next occurrence, too, although this one was done already.")
    var early = false

    @Flag(help: "Do it although that passes over half a year of occurrences.")
    var late = false

    /// Asks about each task whose completion would be early, or would move its series far ahead.
    ///
    /// - Returns: the tasks without those for which the user declined.
    /// - Throws: `ReplicaError` (`unconfirmed`) if there is no terminal.
    func confirmed(_ tasks: [TaskRecord], at time: Timestamp, in session: FamilySession) async throws -> [TaskRecord] {
        if tasks.allSatisfy({ $0.rule == nil }) { return tasks }
        let (asksEarly, asksLate) = (!early, !late)
        let found = try await session.replica.read { reader in
            let zone = reader.familyZone()
            return try tasks.map { task in
                let early = asksEarly ? try reader.earlyCompletion(of: task.id, at: time, familyZone: zone) : nil
                return (early, asksLate ? try reader.seriesJump(of: task.id, at: time, familyZone: zone) : nil)
            }
        }
        return try zip(tasks, found).filter { task, found in
            try found.0.map { try confirms(task, $0, in: session) } ?? true
                && found.1.map { try confirms(task, $0, at: time, in: session) } ?? true
        }.map(\.0)
    }

    private func confirms(_ task: TaskRecord, _ early: EarlyCompletion, in session: FamilySession) throws -> Bool {
        let person = early.previous.by.map { " by \(session.directory.name(of: $0))" } ?? ""
        let done = "\(Quotation.of(task.title)) was done\(person) \(session.dates.instant(early.previous.at))"
        let due = "the next occurrence is due \(TaskLine.due(early.due, in: session))"
        return try confirms(
            "\(done), and \(due)", "Mark that one as done, too?", hint: "Do it ahead of time with \(.saying(.early)).",
            in: session)
    }

    private func confirms(
        _ task: TaskRecord, _ jump: SeriesJump, at time: Timestamp, in session: FamilySession
    ) throws -> Bool {
        let day = session.zone.civil(at: time).date
        let due = "\(Quotation.of(task.title)) was due \(jump.due.date(in: session.zone))"
        let next = "done on \(day), it is due again on \(jump.next.date(in: session.zone))"
        return try confirms(
            "\(due); \(next)", "Mark it as done?",
            hint: "If this device's clock is right, do it with \(.saying(.late)).", in: session)
    }

    /// States a fact and asks the user for confirmation.
    private func confirms(_ fact: String, _ asked: String, hint: Hint, in session: FamilySession) throws -> Bool {
        let question = Question(session.environment)
        guard question.canAsk else { throw ReplicaError(.unconfirmed, "\(fact); nothing was changed", hint: hint) }
        return question.confirms("\(fact). \(asked)")
    }
}
