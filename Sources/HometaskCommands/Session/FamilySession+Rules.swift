// SPDX-License-Identifier: Apache-2.0

import HometaskTime

extension FamilySession {
    /// Parses and formats recurrence rules in words.
    var ruleWords: RecurrencePhrases {
        RecurrencePhrases(
            DateParser(now: now, zone: zone, weekStart: settings.weekStart), catchesUp: settings.catchesUp)
    }

    /// Parses a rule in words, with or without `every` in front, or in the notation of RFC 5545.
    ///
    /// - Throws: `UsageError`, also if the rule contains a time of day, which is not allowed here.
    func rule(_ text: String) throws -> RecurrenceRule {
        let (rule, time) = try timedRule(text)
        guard let time else { return rule }
        throw UsageError(
            "‘\(text)’ has a time of day, but the due date sets the time",
            hint:
                "Set both, such as '--every day --due \(time.hourAndMinute)', or 'every:day due:\(time.hourAndMinute)'."
        )
    }

    /// Parses a rule that may contain a time of day: `day at 7:30`.
    func timedRule(_ text: String) throws -> (rule: RecurrenceRule, time: TimeOfDay?) {
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
            let (rule, time) = try ruleWords.parseTimed(whole)
            return (rule, time?.time)
        } catch {
            throw UsageError(
                "\(error)", hint: "Rules can be written like this: \(RecurrencePhraseError.examples).")
        }
    }

    /// Formats a rule for people: in words if possible, otherwise in the notation of RFC 5545.
    func words(forRule text: String) -> String {
        (try? RecurrenceRule(text)).flatMap { ruleWords.words(for: $0) } ?? text
    }
}

extension FamilySession {
    /// The first due date of a task whose rule contains a time of day: on the given day, otherwise on the first day of
    /// the rule on which that time is still to come.
    ///
    /// - Throws: `UsageError` if the due date has another time, or the rule has no such day.
    func firstDue(_ rule: RecurrenceRule, at time: TimeOfDay, from due: Due?, _ text: String) throws -> Due {
        let now = zone.civil(at: now)
        let date: CivilDate?
        switch due {
        case .day(let day): date = day
        case .instant(let instant, _):
            guard zone.civil(at: instant).time == time else {
                throw UsageError(
                    "‘\(text)’ and the due date have different times of day", hint: "Leave out one of the two.")
            }
            return .instant(instant, zone: zone.identifier)
        case nil:
            let isPast = now.time > time
            date = rule.firstDay(from: isPast ? now.date.adding(days: 1) : now.date)
        }
        guard let date else {
            throw UsageError(
                "the rule ‘\(text)’ has no day from today on", hint: "Give it a later end, or other days.")
        }
        return .instant(zone.timestamp(of: CivilTime(date: date, time: time)), zone: zone.identifier)
    }
}
