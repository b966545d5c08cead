// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The periods of Taskwarrior's recurring tasks (`recur:weekly`, `recur:3d`).
enum TaskwarriorRecurrence {
    /// Parses a period; nil if it is not a number of days, weeks, months, quarters or years.
    static func rule(_ text: String, isChained: Bool, until: Timestamp?) -> RecurrenceRule? {
        let basis = isChained ? RecurrenceRule.Basis.done : .due
        let word = text.lowercased()
        guard word.utf8.count <= 40 else { return nil }
        let found: RecurrenceRule?
        if word == "weekdays" {
            // A rule with weekdays cannot count from the completion.
            found = try? RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
        } else if let (frequency, count) = words[word] {
            found = RecurrenceRule(frequency, interval: count, basis: basis)
        } else {
            found = length(word).map { RecurrenceRule($0, interval: $1, basis: basis) }
        }
        guard let found, let until else { return found }
        return found.ending(.instant(until))
    }

    private static let words: [String: (RecurrenceRule.Frequency, Int)] = [
        "daily": (.daily, 1), "day": (.daily, 1), "weekly": (.weekly, 1), "week": (.weekly, 1),
        "sennight": (.weekly, 1),
        "biweekly": (.weekly, 2), "fortnight": (.weekly, 2), "monthly": (.monthly, 1), "month": (.monthly, 1),
        "bimonthly": (.monthly, 2), "quarterly": (.monthly, 3), "quarter": (.monthly, 3), "semiannual": (.monthly, 6),
        "annual": (.yearly, 1), "yearly": (.yearly, 1), "year": (.yearly, 1), "biannual": (.yearly, 2),
        "biyearly": (.yearly, 2),
    ]

    private static let units: [String: (RecurrenceRule.Frequency, Int)] = [
        "d": (.daily, 1), "day": (.daily, 1), "days": (.daily, 1), "w": (.weekly, 1), "wk": (.weekly, 1),
        "wks": (.weekly, 1), "week": (.weekly, 1), "weeks": (.weekly, 1), "mo": (.monthly, 1), "mos": (.monthly, 1),
        "mth": (.monthly, 1), "mths": (.monthly, 1), "mnths": (.monthly, 1), "month": (.monthly, 1),
        "months": (.monthly, 1), "q": (.monthly, 3), "qtr": (.monthly, 3), "qtrs": (.monthly, 3),
        "quarters": (.monthly, 3), "y": (.yearly, 1), "yr": (.yearly, 1), "yrs": (.yearly, 1), "year": (.yearly, 1),
        "years": (.yearly, 1),
    ]

    /// Parses a number and a unit: `3d`, `2 weeks`, `P3M`.
    private static func length(_ word: String) -> (RecurrenceRule.Frequency, Int)? {
        let isISO = word.hasPrefix("p")
        let text = word.dropFirst(isISO ? 1 : 0)
        let figures = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(figures.count).drop { $0 == " " }
        guard let count = Int(figures), (1...9_999).contains(count),
            let (frequency, size) = isISO && unit == "m" ? (.monthly, 1) : units[String(unit)]
        else { return nil }
        return (frequency, count * size)
    }
}

/// The tasks in a file that continue series. In Taskwarrior, a series has a template, a separate task
/// (`status:recurring`) from which its occurrences are created; here the open occurrence has the rule.
struct TaskwarriorSeries {
    /// The templates, by the UUID of the open occurrence that gets the rule.
    private(set) var rules: [String: JSONObject] = [:]
    /// The UUIDs of templates without an open occurrence, with the due date of the latest occurrence, if there is one.
    private(set) var alone: [String: Timestamp?] = [:]

    init(_ tasks: [JSONObject]) {
        var latest: [String: (uuid: String, due: Timestamp, isOpen: Bool)] = [:]
        for task in tasks where !task.text("parent").isEmpty && task.text("status") != "recurring" {
            let isOpen = ["pending", "waiting"].contains(task.text("status"))
            let due = TaskwarriorTime.instant(task.text("due")) ?? Timestamp(seconds: .min)
            let parent = task.text("parent")
            if let known = latest[parent], (known.isOpen, known.due) >= (isOpen, due) { continue }
            latest[parent] = (task.text("uuid"), due, isOpen)
        }
        for template in tasks where template.text("status") == "recurring" {
            let last = latest[template.text("uuid")]
            if let last, last.isOpen {
                rules[last.uuid] = template
            } else {
                alone[template.text("uuid")] = .some(last?.due)
            }
        }
    }
}

/// Whether an occurrence sorts at or after another: open ones after all others, then by due date.
private func >= (left: (Bool, Timestamp), right: (Bool, Timestamp)) -> Bool {
    left.0 == right.0 ? left.1 >= right.1 : left.0
}
