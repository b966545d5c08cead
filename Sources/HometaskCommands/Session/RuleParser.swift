// SPDX-License-Identifier: Apache-2.0

import HometaskTime

/// Parses recurrence rules as people type them, and formats them in words.
struct RuleParser: Sendable {
    let session: FamilySession

    /// Parses a rule in words, with or without `every` in front, or in the notation of RFC 5545.
    ///
    /// - Throws: `UsageError`, also if the rule contains a time of day, which is not allowed here.
    func parse(_ text: String) throws -> RecurrenceRule {
        let (rule, time) = try parseTimed(text)
        guard let time else { return rule }
        throw UsageError(
            "‘\(text)’ has a time of day, but the due date sets the time",
            hint:
                "Set both, such as '--every day --due \(time.hourAndMinute)', or 'every:day due:\(time.hourAndMinute)'."
        )
    }

    /// Parses a rule that may contain a time of day: `day at 7:30`.
    func parseTimed(_ text: String) throws -> (rule: RecurrenceRule, time: TimeOfDay?) {
        if text.contains("=") {
            do {
                return (try RecurrenceRule(text), nil)
            } catch {
                throw UsageError("\(error)", hint: "Words work too, such as \(RecurrencePhraseError.examples).")
            }
        }
        let beginnings = ["every", "each", "daily", "weekly", "fortnightly", "monthly", "yearly", "annually"]
        let first = text.split { $0.isWhitespace || $0 == "," }.first?.lowercased() ?? ""
        do {
            let whole = first.isEmpty || beginnings.contains(first) ? text : "every \(text)"
            let (rule, time) = try phrases.parseTimed(whole)
            return (rule, time?.time)
        } catch {
            throw UsageError(
                "\(error)", hint: "Rules can be written like this: \(RecurrencePhraseError.examples).")
        }
    }

    /// Formats a rule for people: in words if possible, otherwise in the notation of RFC 5545.
    func words(for text: String) -> String {
        (try? RecurrenceRule(text)).flatMap { phrases.words(for: $0) } ?? text
    }

    /// The first due date of a task whose rule contains a time of day: on the given day, otherwise on the first day of
    /// the rule on which that time is still to come.
    ///
    /// - Throws: `UsageError` if the due date has another time, or the rule has no such day.
    func firstDue(_ rule: RecurrenceRule, at time: TimeOfDay, from due: Due?, text: String) throws -> Due {
        let now = session.zone.civil(at: session.now)
        let date: CivilDate?
        switch due {
        case .day(let day): date = day
        case .instant(let instant, _):
            guard session.zone.civil(at: instant).time == time else {
                throw UsageError(
                    "‘\(text)’ and the due date have different times of day", hint: "Leave out one of the two.")
            }
            return .instant(instant, zone: session.zone.identifier)
        case nil:
            let isPast = now.time > time
            date = rule.firstDay(from: isPast ? now.date.adding(days: 1) : now.date)
        }
        guard let date else {
            throw UsageError(
                "the rule ‘\(text)’ has no day from today on", hint: "Give it a later end, or other days.")
        }
        return .instant(session.zone.timestamp(of: CivilTime(date: date, time: time)), zone: session.zone.identifier)
    }

    /// Parses and formats recurrence rules in words.
    private var phrases: RecurrencePhrases {
        RecurrencePhrases(
            DateParser(now: session.now, zone: session.zone, weekStart: session.settings.weekStart),
            catchesUp: session.settings.catchesUp)
    }
}
