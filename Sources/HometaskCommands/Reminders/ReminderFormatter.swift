// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Formats reminders, for people and for editing.
enum ReminderFormatter {
    /// Formats reminders for people: `1 day before, when it is due`.
    static func words(_ times: [ReminderTime], _ dates: DateDisplay) -> String {
        if times.isEmpty { return "none" }
        return sorted(times).map { time in
            switch time {
            case .before(.zero): "when it is due"
            case .before(let length): "\(length.words) before"
            case .at(let instant): dates.instant(instant)
            }
        }.joined(separator: ", ")
    }

    /// Sorts durations before the due date in descending order, then points in time in ascending order.
    private static func sorted(_ times: [ReminderTime]) -> [ReminderTime] {
        times.sorted { left, right in
            switch (left, right) {
            case (.before(let left), .before(let right)):
                left.approximateSeconds > right.approximateSeconds
            case (.at(let left), .at(let right)): left < right
            case (.before, .at): true
            case (.at, .before): false
            }
        }
    }

    /// Formats reminders in the syntax of user input.
    static func typed(_ times: [ReminderTime]?, in zone: TimeZoneRules = .utc) -> String {
        guard let times else { return "" }
        if times.isEmpty { return "none" }
        return sorted(times).map { time in
            switch time {
            case .before(.zero): return "0"
            case .before(let length): return length.words
            case .at(let instant):
                let civil = zone.civil(at: instant)
                return "\(civil.date) \(civil.time.second == 0 ? civil.time.hourAndMinute : civil.time.description)"
            }
        }.joined(separator: ", ")
    }
}
