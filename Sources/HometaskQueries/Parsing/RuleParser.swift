// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// Parses recurrence rules as typed by users, and formats them in words.
public struct RuleParser: Sendable {
    private let dates: DateParser
    private let now: Timestamp
    private let zone: TimeZoneRules
    private let language: DateLanguage?
    private let catchesUp: Bool

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - now: the time from which dates are counted.
    ///   - zone: the time zone of the family.
    ///   - weekStart: the first day of the week.
    ///   - language: a language whose words are read, too; nil for English alone.
    ///   - catchesUp: whether missed times have to be made up for by default.
    public init(
        now: Timestamp, zone: TimeZoneRules, weekStart: Weekday, language: DateLanguage? = nil, catchesUp: Bool
    ) {
        (self.now, self.zone, self.language, self.catchesUp) = (now, zone, language, catchesUp)
        dates = DateParser(now: now, zone: zone, weekStart: weekStart, language: language)
    }

    private var phrases: RecurrencePhrases { RecurrencePhrases(dates, catchesUp: catchesUp) }

    /// Parses a rule in words, with or without `every` in front, or in the notation of RFC 5545.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest`), also if the rule contains a time of day, which is not allowed here.
    public func parse(_ text: String) throws(ReplicaError) -> RecurrenceRule {
        let (rule, time) = try parseTimed(text)
        guard let time else { return rule }
        throw ReplicaError(
            .invalidRequest, "‘\(text)’ has a time of day, but the due date sets the time",
            hint: Hint("Set both, such as every:day due:\(time.hourAndMinute)."))
    }

    /// Whether a text is a rule in the notation of RFC 5545, rather than in words.
    public static func isNotation(_ text: String) -> Bool { text.contains("=") }

    /// Returns the periods that a series skips because they lack its day; nil if none are skipped.
    ///
    /// - Parameters:
    ///   - text: the rule in the notation of RFC 5545.
    ///   - due: the due date with which the series begins.
    public func skippedPeriods(by text: String, from due: Due) -> SkippedPeriods? {
        (try? RecurrenceRule(text))?.skippedPeriods(from: day(of: due))
    }

    /// The day of a due date in the family's zone.
    func day(of due: Due) -> CivilDate { due.date(in: zone) }

    /// Parses a rule that may contain a time of day: `day at 7:30`.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest`).
    public func parseTimed(_ text: String) throws(ReplicaError) -> (rule: RecurrenceRule, time: TimeOfDay?) {
        if Self.isNotation(text) {
            do throws(RecurrenceRuleError) {
                return (try RecurrenceRule(text), nil)
            } catch {
                throw ReplicaError(
                    .invalidRequest, "\(error)",
                    hint: Hint("Words work too, such as \(RecurrencePhraseError.examples)."))
            }
        }
        let beginnings = ["every", "each", "daily", "weekly", "fortnightly", "monthly", "yearly", "annually"]
        let first = (language?.english(text) ?? text).split { $0.isWhitespace || $0 == "," }.first?.lowercased() ?? ""
        do throws(RecurrencePhraseError) {
            let whole = first.isEmpty || beginnings.contains(first) ? text : "every \(text)"
            let (rule, time) = try phrases.parseTimed(whole)
            return (rule, time?.time)
        } catch {
            throw ReplicaError(
                .invalidRequest, "\(error)",
                hint: Hint("Rules can be written like this: \(RecurrencePhraseError.examples)."))
        }
    }

    /// Formats a rule for people: in words if possible, otherwise in the notation of RFC 5545.
    public func words(for text: String) -> String {
        (try? RecurrenceRule(text)).flatMap { phrases.words(for: $0) } ?? text
    }

    /// Returns the first due date of a task whose rule contains a time of day: on the given day, or else on the first
    /// day of the rule on which that time is still in the future.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest`) if the due date has another time, or the rule has no such day.
    public func firstDue(
        _ rule: RecurrenceRule, at time: TimeOfDay, from due: Due?, text: String
    ) throws(ReplicaError) -> Due {
        let now = zone.civil(at: now)
        let date: CivilDate?
        switch due {
        case .day(let day): date = day
        case .instant(let instant, _):
            guard zone.civil(at: instant).time == time else {
                throw ReplicaError(
                    .invalidRequest, "‘\(text)’ and the due date have different times of day",
                    hint: "Leave out one of the two.")
            }
            return .instant(instant, zone: zone.identifier)
        case nil:
            let isPast = now.time > time
            date = rule.firstDay(from: isPast ? now.date.adding(days: 1) : now.date)
        }
        guard let date else { throw Self.hasNoDay(text) }
        return .instant(zone.timestamp(of: CivilTime(date: date, time: time)), zone: zone.identifier)
    }

    /// Returns the first due date of a task whose rule contains no time of day: the given date, or else the first day
    /// of the rule. Its zone is used to derive later due dates.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest`) if the rule has no such day.
    public func firstDue(_ rule: RecurrenceRule, from due: Due?) throws(ReplicaError) -> Due {
        switch due {
        case .instant(let instant, nil): return .instant(instant, zone: zone.identifier)
        case let due?: return due
        case nil:
            let today = zone.civil(at: now).date
            guard let day = rule.basis == .done ? today : rule.firstDay(from: today) else {
                throw Self.hasNoDay(phrases.words(for: rule) ?? "\(rule)")
            }
            return .day(day)
        }
    }

    private static func hasNoDay(_ rule: String) -> ReplicaError {
        ReplicaError(
            .invalidRequest, "the rule ‘\(rule)’ has no day from today on", hint: "Give it a later end, or other days.")
    }
}
