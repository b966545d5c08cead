// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReminders
import HometaskReplica
import HometaskTime

/// Reports the consequences of a command's change.
struct ChangeReport: Sendable {
    let session: FamilySession

    /// Prints details about a change. A disk error while doing so is only reported as a note, because the change has
    /// already been made.
    func afterChange(_ tell: () async throws -> Void) async throws {
        do {
            try await tell()
        } catch let error as ReplicaError where [.inputOutput, .diskFull, .damaged].contains(error.code) {
            session.output.remark("note: the change was made, but cannot be shown: \(error.message)")
        }
    }

    /// Reports which values of conflicts a write replaced, so that none is lost unnoticed.
    func remarkSettled(_ settled: [SettledConflict]) {
        for conflict in settled {
            let words = ConflictFormatter(session, of: conflict.path.kind)
            let value = words.value(conflict.value, of: conflict.field, member: conflict.member)
            let name =
                conflict.member.map { "\($0.name == "done" ? "mark" : $0.name) of an item" }
                ?? TaskField.title(of: conflict.field)
            session.output.remark(
                "note: this resolved a conflict: the \(name) ‘\(value)’ of another device was replaced; 'hometask history' shows it"
            )
        }
    }

    /// Reports how the series continues.
    func printContinuation(_ continuation: SeriesContinuation, of task: TaskRecord) async throws {
        switch continuation {
        case .none, .settled: return
        case .next(let id):
            let next = try await session.tasks.findOne(id)
            let due = next.due.map { ", due \(TaskLine.due($0, in: session))" } ?? ""
            try session.output.say("Next: \(next.title)\(due)")
        case .ended: try session.output.say("That was the last one.")
        case .unreadable(let reason):
            session.output.remark("note: no next occurrence of ‘\(task.title)’ was created: \(reason)")
        }
    }

    /// Prints notes about the months or years skipped by the rules of these tasks.
    func remarkSkippedPeriods(of tasks: [TaskRecord]) {
        for task in tasks {
            guard let rule = task.rule, let due = task.due,
                let skipped = session.rules.skippedPeriods(by: rule, from: due)
            else { continue }
            let note = "note: \(Quotation.of(task.title)) skips"
            switch skipped {
            case .shortMonths(let day):
                session.output.remark("\(note) months with fewer than \(day) days")
                let place = "the \(day)\(day == 31 ? "st" : "th")"
                session.output.remark("hint: ‘month on the last day’ and ‘month on \(place) or last day’ skip none")
            case .monthsWithFour(let day): session.output.remark("\(note) months without a fifth \(day.shortName)")
            case .commonYears: session.output.remark("\(note) years without a 29 February")
            }
        }
    }

    /// Prints notes about newly set reminders of these tasks that have no effect at present.
    func remarkIneffectiveReminders(of tasks: [DocumentID]) async throws {
        let now = session.now
        let reasons = try await session.replica.read { try IneffectiveReminder.all(of: tasks, now: now, reading: $0) }
        var sentences: [String] = []
        var titles: [String: [String]] = [:]
        for (title, reason) in reasons {
            let sentence = IneffectiveReminderFormatter.sentence(reason, in: session)
            if titles[sentence] == nil { sentences.append(sentence) }
            titles[sentence, default: []].append("‘\(title)’")
        }
        for sentence in sentences {
            session.output.remark("note: \(IneffectiveReminderFormatter.list(titles[sentence] ?? [])): \(sentence)")
        }
    }
}
