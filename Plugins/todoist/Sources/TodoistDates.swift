// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A reader of Todoist's unambiguous dates. Words relative to the day on which they were typed (`tomorrow`, `fri`) are
/// not read, because that day is unknown.
struct TodoistDates {
    private let session: PluginSession
    /// The zone of dates without a zone.
    let family: TimeZoneRules

    init(_ session: PluginSession) {
        self.session = session
        family = session.zoneRules
    }

    /// Returns the due date and the rule of an item; nil if its words are ambiguous.
    func read(_ item: TodoistTask) -> (due: Due?, rule: RecurrenceRule?)? {
        let named = item.zone.isEmpty || item.zone == session.zone ? nil : item.zone
        let rules = named.flatMap { try? TimeZoneRules(identifier: $0) }
        let zone = rules ?? family
        let name = rules == nil ? nil : named
        let words = DateParser(now: session.now, zone: zone)
        if let day = absolute(item.date, words, zone: name) { return (day, nil) }
        guard isEnglish(item), let (rule, time) = recurring(item.date, words) else { return nil }
        if !item.resolved.isEmpty { return absolute(item.resolved, words, zone: name).map { ($0, rule) } }
        guard let first = rule.firstDay(from: zone.civil(at: session.now).date) else { return nil }
        let slot = RecurrenceSlot(date: first, time: time)
        switch slot.moment(in: zone) {
        case .day(let date): return (.day(date), rule)
        case .instant(let at): return (.instant(at, zone: name), rule)
        }
    }

    private func isEnglish(_ item: TodoistTask) -> Bool { ["", "en"].contains(item.language.lowercased()) }

    /// Parses a date with a year: `2026-11-27`, `2026-11-27T18:00:00Z`, `Nov 27 2026 18:00`.
    private func absolute(_ text: String, _ words: DateParser, zone: String?) -> Due? {
        var bare = text
        if let dot = bare.firstIndex(of: "."), bare[dot...].dropFirst().allSatisfy({ $0.isNumber || $0 == "Z" }) {
            bare = String(bare[..<dot]) + (bare.hasSuffix("Z") ? "Z" : "")
        }
        let isCertain = bare.split { " ,-T".contains($0) }.contains {
            $0.utf8.count == 4 && Int($0).map { $0 > 1900 } == true
        }
        guard isCertain, !bare.lowercased().hasPrefix("ev"), let moment = try? words.parse(Self.plain(bare)) else {
            return nil
        }
        switch moment {
        case .day(let date): return .day(date)
        case .instant(let at): return .instant(at, zone: zone)
        }
    }

    /// Parses a recurrence such as `every day at 9:00` as a rule and a time of day.
    private func recurring(_ text: String, _ words: DateParser) -> (RecurrenceRule, TimeOfDay?)? {
        var parts = Self.plain(text).lowercased().split(separator: " ").map { String($0) }
        guard parts.count <= 20, let first = parts.first else { return nil }
        // In Todoist a weekend is a Saturday, but in hometask's phrases it is both days.
        if parts.contains(where: { $0.hasPrefix("weekend") }) { return nil }
        var isFromDone = false
        if ["every", "ev", "every!", "ev!"].contains(first) {
            isFromDone = first.hasSuffix("!")
            parts[0] = "every"
        } else if !["daily", "weekly", "monthly", "yearly"].contains(first) {
            return nil
        }
        var time: TimeOfDay?
        for length in [1, 2] where time == nil && parts.count > length {
            time = Self.time(parts.suffix(length).joined(separator: " "), words)
            if time != nil { parts.removeLast(length) }
        }
        if parts.last == "at" { parts.removeLast() }
        let rule = try? RecurrencePhrases(words).parse(parts.joined(separator: " ") + (isFromDone ? " after done" : ""))
        return rule.map { ($0, time) }
    }

    private static func time(_ text: String, _ words: DateParser) -> TimeOfDay? {
        guard text.contains(":") || text.hasSuffix("am") || text.hasSuffix("pm") || text == "noon",
            case .instant(let at)? = try? DateParser(now: Timestamp(seconds: 0), zone: .utc).parse("2026-01-01 \(text)")
        else { return nil }
        return TimeZoneRules.utc.civil(at: at).time
    }

    /// Normalises a text: `at` instead of a single `@`, which Todoist may write (`@ 13:00`), and single spaces.
    private static func plain(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).map { $0 == "@" ? "at" : String($0) }.joined(separator: " ")
    }
}
