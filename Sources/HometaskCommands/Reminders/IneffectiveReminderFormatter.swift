// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskReminders
import HometaskTime

/// Formats the reasons why a reminder has no effect.
enum IneffectiveReminderFormatter {
    /// The maximum number of titles that one sentence names.
    private static let mostTitles = 3

    static func sentence(_ reason: IneffectiveReminder, in session: FamilySession) -> String {
        switch reason {
        case .closed: "the task is done, so it has no reminders until 'hometask reopen' reopens it"
        case .withoutDate: "the task has no due date to count from, so there are no reminders until it has one"
        case .past(.before(.zero), let instant):
            "it was due \(session.dates.instant(instant)), so this reminder will be late or never sent"
        case .past(.before(let length), let instant):
            "\(length.words) before it is due was \(session.dates.instant(instant)), so this reminder will be late or never sent"
        case .past(.at, let instant):
            "\(session.dates.instant(instant)) has passed, so this reminder will be late or never sent"
        }
    }

    /// Returns the first few titles.
    static func list(_ titles: [String]) -> String {
        let rest = titles.count - mostTitles
        let more = rest > 0 ? " and \(SyncFormatter.count(rest, "more task"))" : ""
        return titles.prefix(mostTitles).joined(separator: ", ") + more
    }
}
