// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReminders
import HometaskReplica
import HometaskTime

/// `hometask remind snooze`: postpones the reminder of a task.
struct RemindSnoozeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Postpone the reminders of tasks.",
        discussion: """
            The last word is the new time: a duration from now, such as 1h, or a date in quotes, such as 'tomorrow \
            18:00'; 'none' ends the snooze. It applies to everybody and all devices.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Tasks by numbers, ranges, #ids, or words of one title; then until when."))
    var words: [String]

    func validate() throws {
        if words.count < 2 {
            throw ValidationError("the task or the time is missing; for example: 'hometask remind snooze 3 1h'")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let until = try instant(words[words.count - 1], in: session)
        let tasks = try await tasks(in: session)
        if let done = tasks.first(where: { !$0.isOpen }) {
            throw ReplicaError(
                .invalidRequest, "‘\(done.title)’ is done, so it has no reminders",
                hint: "'hometask reopen' reopens it.")
        }
        try await session.write(command: "remind snooze") { transaction in
            for task in tasks { try transaction.reminders.snooze(task.id, until: until) }
        }
        if showing.json { return try await session.tasks.print(tasks.map(\.id)) }
        for task in tasks {
            try session.output.say(
                until.map { "Snoozed until \(session.dates.instant($0)): \(task.title)" }
                    ?? (task.snooze == nil ? "It was not snoozed: \(task.title)" : "No longer snoozed: \(task.title)"))
        }
    }

    /// Returns the tasks named by all words but the last.
    private func tasks(in session: FamilySession) async throws -> [TaskRecord] {
        do {
            return try await session.tasks.find(Array(words.dropLast()))
        } catch let error as ReplicaError where error.code == .notFound {
            let time = words.suffix(2).joined(separator: " ")
            guard words.count > 2, (try? session.times.moment(time)) != nil else { throw error }
            let hint = "Put a time of several words in quotes: '\(time)'."
            throw ReplicaError(.notFound, error.message, hint: Hint(hint))
        }
    }

    private func instant(_ word: String, in session: FamilySession) throws -> Timestamp? {
        if word.lowercased() == "none" { return nil }
        let instant: Timestamp
        if let length = ISODuration(words: word) {
            instant = length.after(session.now, in: session.zone)
        } else {
            switch try moment(word, in: session) {
            case .instant(let time): instant = time
            case .day(let date):
                let member = session.member.flatMap { session.directory.members[$0] }
                let time = member?.remindAt ?? ReminderPlan.usualTimeOfDay
                instant = session.zone.timestamp(of: CivilTime(date: date, time: time))
            }
        }
        guard instant > session.now else {
            throw UsageError(
                "‘\(word)’ is not in the future",
                hint: "Give a duration, such as 1h, or a time, such as 'tomorrow 9:00'.")
        }
        return instant
    }

    private func moment(_ word: String, in session: FamilySession) throws -> Moment {
        do {
            return try session.times.moment(word)
        } catch let error as UsageError {
            throw UsageError(
                error.message,
                hint: "The last word is the new time: a duration, such as 1h, a date, such as 'tomorrow 9:00', or none."
            )
        }
    }
}
