// SPDX-License-Identifier: Apache-2.0

import HometaskTime

extension FamilySession {
    /// The reader and writer of rules of recurrence in words.
    var ruleWords: RecurrencePhrases {
        RecurrencePhrases(
            DateParser(now: now, zone: zone, weekStart: settings.weekStart), catchesUp: settings.catchesUp)
    }

    /// Reads a rule as people type it, `every` in front or not, or as RFC 5545 writes it.
    ///
    /// - Throws: `UsageError`, also where it has a time of day, for which there is no place here.
    func rule(_ text: String) throws -> RecurrenceRule {
        let (rule, time) = try timedRule(text)
        guard let time else { return rule }
        throw UsageError(
            "‘\(text)’ has a time of day, but the due date sets the time",
            hint:
                "Set both, such as '--every day --due \(time.hourAndMinute)', or 'every:day due:\(time.hourAndMinute)'."
        )
    }

    /// The same with a time of day, if one stands in it: `day at 7:30`.
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

    /// A rule as people read it: in words where there are words for it, else as RFC 5545 writes it.
    func words(forRule text: String) -> String {
        (try? RecurrenceRule(text)).flatMap { ruleWords.words(for: $0) } ?? text
    }
}

extension FamilySession {
    /// When a task is due first whose rule was typed with a time of day: on the day that was given, else on the first
    /// that the rule names and at which that time is to come.
    ///
    /// - Throws: `UsageError` where the due date has another time, or the rule names no day.
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
