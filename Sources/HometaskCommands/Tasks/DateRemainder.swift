// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskTime

/// Words of a new task's title that read as a date, a time or a rule, and how to write them as one.
struct DateRemainder {
    /// The words of the title.
    let text: String
    /// The field with the words, for a shell: `'due:tomorrow 18:00'`.
    let field: String

    /// The most words of a date that are looked for.
    private static let longest = 4

    /// Finds the longest such words.
    ///
    /// - Parameters:
    ///   - words: the words of the command, up to `--`.
    ///   - title: those of them that became the title.
    init?(_ words: [String], title: [String], in session: FamilySession) {
        let fields = words.reduce(into: [String: String]()) { fields, word in
            let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
            if parts.count == 2 { fields[parts[0]] = parts[1] }
        }
        let dates = DateParser(now: session.now, zone: session.zone, weekStart: session.settings.weekStart)
        for count in (1...Self.longest).reversed() where count <= title.count {
            for start in 0...(title.count - count) {
                let part = Array(title[start..<start + count])
                let text = part.joined(separator: " ")
                let isLast = start + count == title.count
                guard let field = Self.field(part, isLast: isLast, fields: fields, dates: dates, rules: session.rules)
                else { continue }
                (self.text, self.field) = (text, "'\(field)'")
                return
            }
        }
        return nil
    }

    private static func field(
        _ words: [String], isLast: Bool, fields: [String: String], dates: DateParser, rules: RuleParser
    ) -> String? {
        let text = words.joined(separator: " ")
        if let every = fields["every"], isLast, (try? rules.parseTimed("\(every) \(text)")) != nil {
            return "every:\(every) \(text)"
        }
        let first = words[0].lowercased()
        if words.count > 1, first == "every" || first == "each", (try? rules.parseTimed(text)) != nil {
            return "every:\(words.dropFirst().joined(separator: " "))"
        }
        guard isDate(words, isLast: isLast), (try? dates.parse(text)) != nil else { return nil }
        if let due = fields["due"], (try? dates.parse("\(due) \(text)")) != nil { return "due:\(due) \(text)" }
        return "due:\(text)"
    }

    private static func isUnit(_ word: String) -> Bool {
        let units = ["minute", "min", "hour", "day", "week", "month", "year", "h", "d", "w", "m", "y"]
        return units.contains(word) || word.hasSuffix("s") && units.contains(String(word.dropLast()))
    }

    /// Whether words that can be parsed as a date are probably meant as one: not the 2 of ‘Chapter 2’, nor the sun.
    private static func isDate(_ words: [String], isLast: Bool) -> Bool {
        let first = words[0].lowercased()
        let isLedIn = ["on", "at", "by", "in", "this", "next"].contains(first) && words.count > 1
        let hasDigits = words.contains { $0.contains { $0.isNumber } }
        if !hasDigits {
            let whole = Weekday.allCases.map(\.name) + ["today", "tomorrow", "tonight", "weekend", "noon", "midnight"]
            return isLast && (isLedIn || words.count == 1 && whole.contains(first))
        }
        // A length of time, an ordinal number and a number alone are more often something else.
        return isLedIn
            || words.contains { isWrittenDate($0.lowercased()) } && !words.contains { isUnit($0.lowercased()) }
    }

    /// Whether a word is written as only dates and times are: `18:00`, `31.12.`, `2026-12-31`, `6pm`, `dec`.
    private static func isWrittenDate(_ word: String) -> Bool {
        word.contains(":") || word.contains(".") || word.split(separator: "-").count == 3
            || word.first?.isNumber ?? false && (word.hasSuffix("am") || word.hasSuffix("pm"))
            || CivilDate.monthNames.contains { $0 == word || $0.prefix(3) == word }
    }
}
