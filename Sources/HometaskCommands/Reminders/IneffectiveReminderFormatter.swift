// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReminders
import HometaskReplica
import HometaskTime

extension FamilySession {
    /// Prints notes about reminders of these tasks that were just set but have no effect at present.
    func remarkDoubts(of tasks: [DocumentID]) async throws {
        let now = now
        let doubts = try await replica.read { try IneffectiveReminder.all(of: tasks, now: now, reading: $0) }
        var sentences: [String] = []
        var titles: [String: [String]] = [:]
        for (title, doubt) in doubts {
            let sentence = IneffectiveReminderFormatter.sentence(doubt, in: self)
            if titles[sentence] == nil { sentences.append(sentence) }
            titles[sentence, default: []].append("‘\(title)’")
        }
        for sentence in sentences {
            output.remark("note: \(IneffectiveReminderFormatter.list(titles[sentence] ?? [])): \(sentence)")
        }
    }
}

/// Formats the reasons why a reminder has no effect.
enum IneffectiveReminderFormatter {
    /// The maximum number of titles that one sentence names.
    private static let mostTitles = 3

    static func sentence(_ doubt: IneffectiveReminder, in session: FamilySession) -> String {
        switch doubt {
        case .closed: "the task is done, so it has no reminders until 'hometask reopen'"
        case .withoutDate: "the task has no due date to count from, so there are no reminders until it has one"
        case .past(.before(.zero), let instant):
            "it was due \(session.dates.instant(instant)), so this reminder will be late or never sent"
        case .past(.before(let length), let instant):
            "\(length.words) before it is due was \(session.dates.instant(instant)), so this reminder will be late or never sent"
        case .past(.at, let instant):
            "\(session.dates.instant(instant)) is past, so this reminder will be late or never sent"
        }
    }

    /// The first few titles.
    static func list(_ titles: [String]) -> String {
        let rest = titles.count - mostTitles
        let more = rest > 0 ? " and \(SyncFormatter.count(rest, "more task"))" : ""
        return titles.prefix(mostTitles).joined(separator: ", ") + more
    }
}
