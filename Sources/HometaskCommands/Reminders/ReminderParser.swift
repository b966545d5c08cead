// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Parses reminders in user input: `1d,2h`, `fri 18:00`, `none`.
enum ReminderParser {
    /// Parses durations before a task is due, or points in time, separated by commas; an empty list for `none`, and nil
    /// for `default`.
    static func times(_ text: String, in session: FamilySession) throws -> [ReminderTime]? {
        try times(text) { try session.times.moment($0) }
    }

    /// Parses newly set reminders. A time in the past is an error, because it would never fire.
    static func coming(_ text: String, in session: FamilySession) throws -> [ReminderTime]? {
        let times = try times(text, in: session)
        for case .at(let instant) in times ?? [] where instant <= session.now {
            throw UsageError(
                "the time of a reminder must be in the future, and \(session.dates.instant(instant)) is not",
                hint: "Give a duration before it is due, such as 1d, or a time such as 'tomorrow 9:00'.")
        }
        return times
    }

    /// Parses durations and points in time without a family to interpret dates.
    ///
    /// - Parameter moment: parses any text that is not a duration.
    static func times(_ text: String, _ moment: (String) throws -> Moment) throws -> [ReminderTime]? {
        let words = text.split(separator: ",").map { TaskText.trimmed($0) }.filter { !$0.isEmpty }
        switch words.map({ $0.lowercased() }) {
        case ["none"]: return []
        case ["default"]: return nil
        case []:
            throw UsageError("no reminder was given", hint: "Write reminders as \(examples), none or default.")
        case let several where several.contains("none") || several.contains("default"):
            throw UsageError(
                "none and default cannot be combined with other reminders, as in ‘\(text)’",
                hint: "Write reminders as \(examples).")
        default: return try words.map { try time($0, moment) }
        }
    }

    private static let examples = "\(ISODuration.examples), 0 for when it is due, or a time such as 'fri 18:00'"

    private static func time(_ word: String, _ moment: (String) throws -> Moment) throws -> ReminderTime {
        if word == "0" { return .before(.zero) }
        if let length = ISODuration(words: word) { return .before(length) }
        guard let time = try? moment(word) else {
            throw UsageError("‘\(word)’ is not a reminder", hint: "Write reminders as \(examples).")
        }
        guard case .instant(let instant) = time else {
            throw UsageError(
                "‘\(word)’ is a day, but a reminder needs a time", hint: "Add the time: '\(word) 9:00'.")
        }
        return .at(instant)
    }
}
