// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskTime

/// Words of a title that read as a date, a time or a rule, and how to write them as one.
struct DateRemainder {
    /// The words of the title.
    let text: String
    /// The field with the words, for a shell: `'due:tomorrow 18:00'`, or `--due 'tomorrow 18:00'`.
    let field: String

    /// The most words of a date that are looked for.
    private static let longest = 4

    /// Finds the longest such words.
    ///
    /// - Parameters:
    ///   - title: the words of the title.
    ///   - words: the words of the command that set fields.
    ///   - options: the options that set fields.
    init?(_ title: [String], words: ParsedTask, options: TaskFieldOptions, in session: FamilySession) {
        let fields = Fields(words: words, options: options)
        let dates = DateParser(now: session.now, zone: session.zone, weekStart: session.settings.weekStart)
        for count in (1...Self.longest).reversed() where count <= title.count {
            for start in 0...(title.count - count) {
                let part = Array(title[start..<start + count])
                let text = part.joined(separator: " ")
                let isLast = start + count == title.count
                guard let field = Self.field(part, isLast: isLast, fields: fields, dates: dates, rules: session.rules)
                else { continue }
                (self.text, self.field) = (text, field)
                return
            }
        }
        return nil
    }

    /// The fields of the command that such words may continue.
    private struct Fields {
        let words: ParsedTask
        let options: TaskFieldOptions

        /// What was given for a field.
        func value(_ field: TaskField) -> String? { words.values(field).last ?? options.value(field) }

        /// A field with a value, in the form in which it was given.
        func written(_ field: TaskField, _ value: String) -> String {
            options.sets(field) ? "--\(field.name) '\(value)'" : "'\(field.name):\(value)'"
        }
    }

    private static func field(
        _ words: [String], isLast: Bool, fields: Fields, dates: DateParser, rules: RuleParser
    ) -> String? {
        let text = words.joined(separator: " ")
        if let every = fields.value(.rule), isLast, (try? rules.parseTimed("\(every) \(text)")) != nil {
            return fields.written(.rule, "\(every) \(text)")
        }
        let first = words[0].lowercased()
        if words.count > 1, first == "every" || first == "each", (try? rules.parseTimed(text)) != nil {
            return fields.written(.rule, words.dropFirst().joined(separator: " "))
        }
        let date = words.map(dayFirst).joined(separator: " ")
        guard isDate(words, isLast: isLast), (try? dates.parse(date)) != nil else { return nil }
        let whole = fields.value(.due).map { "\($0) \(date)" } ?? date
        return fields.written(.due, (try? dates.parse(whole)) != nil ? whole : date)
    }

    /// A word such as `27/11`, in which only one number can be the month, as dates are written here: `27.11.`.
    private static func dayFirst(_ word: String) -> String {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, let month = parts.min(), let day = parts.max() else { return word }
        return 1...12 ~= month && 13...31 ~= day ? "\(day).\(month)." : word
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

    /// Whether a word is written as only dates and times are: `18:00`, `31.12.`, `27/11`, `2026-12-31`, `6pm`, `dec`.
    private static func isWrittenDate(_ word: String) -> Bool {
        word.contains(":") || dayFirst(word) != word || word.contains(".") || word.split(separator: "-").count == 3
            || word.first?.isNumber ?? false && (word.hasSuffix("am") || word.hasSuffix("pm"))
            || CivilDate.monthNames.contains { $0 == word || $0.prefix(3) == word }
    }
}
