// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The syntax of words in a line.
enum Word {
    /// The known keys; a word with another key (`http://…`) is a plain word. The key of a declared field is its name.
    static let keys = Set(
        ["due", "at", "t", "rec", "rrule", "pri", "for", "uuid", "after", "remind"] + DeclaredField.all.map(\.name))

    /// Parses a word as the value of a declared field; nil if the field cannot have it.
    static func value(of field: DeclaredField, from word: String) -> JSON? {
        // Before a time zone, only the first `_` is a space; others are part of the zone's name.
        let zoned = word.split(separator: "_", maxSplits: 1).joined(separator: " ")
        let spaced = String(word.map { $0 == "_" ? " " : $0 })
        return [word, zoned, spaced].lazy.compactMap { field.value($0) }.first
    }

    /// Returns the key and the value of a word; nil if it is not a pair with a known key.
    static func pair(_ word: some StringProtocol) -> (key: String, value: String)? {
        guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let (key, value) = (String(word[..<colon]), String(word[word.utf8.index(after: colon)...]))
        return keys.contains(key) && !value.isEmpty ? (key, value) : nil
    }

    /// Whether a word is a project (`+name`) or a context (`@name`).
    static func isGroup(_ word: some StringProtocol) -> Bool {
        let bytes = word.utf8
        return bytes.count > 1 && (bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "@"))
    }

    /// Returns the letter of a priority such as `(A)`; nil if the word is not one.
    static func priority(_ word: some StringProtocol) -> Character? {
        let bytes = Array(word.utf8)
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[1])
        else { return nil }
        return Character(Unicode.Scalar(bytes[1]))
    }

    /// Whether a word has the form of a date.
    static func isDate(_ word: some StringProtocol) -> Bool {
        let bytes = Array(word.utf8)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }

    /// Returns a word of a title in escaped form: with a leading backslash if it is a special word, or a special word
    /// after backslashes.
    static func escaped(_ word: some StringProtocol, isFirst: Bool) -> String {
        isMeaningful(word, isFirst) ? "\\\(word)" : String(word)
    }

    /// Reverses ``escaped(_:isFirst:)`` for a word of a title.
    static func unescaped(_ word: some StringProtocol, isFirst: Bool) -> String {
        word.utf8.first == UInt8(ascii: "\\") && isMeaningful(word, isFirst) ? String(word.dropFirst()) : String(word)
    }

    private static func isMeaningful(_ word: some StringProtocol, _ isFirst: Bool) -> Bool {
        let bare = String(Substring(word).drop { $0 == "\\" })
        if isGroup(bare) || pair(bare) != nil { return true }
        return isFirst && (bare == "x" || priority(bare) != nil || isDate(bare))
    }

    /// Returns a name as one word, with `_` for spaces and line breaks, and without other control characters.
    static func joined(_ name: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.properties.isWhitespace {
                result.append("_")
            } else if scalar.properties.generalCategory != .control {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

/// The values of `rec:` in Simpletask and topydo: a duration, with a plus sign if it counts from the due date rather
/// than from completion.
enum WordRecurrence {
    /// Parses a value; nil if it is invalid.
    static func rule(_ value: String) -> RecurrenceRule? {
        let isStrict = value.hasPrefix("+")
        let text = value.dropFirst(isStrict ? 1 : 0)
        guard let unit = text.last, let count = Int(text.dropLast()), (1...9_999).contains(count) else { return nil }
        let basis = isStrict ? RecurrenceRule.Basis.due : .done
        switch unit {
        case "d": return RecurrenceRule(.daily, interval: count, basis: basis)
        case "w": return RecurrenceRule(.weekly, interval: count, basis: basis)
        case "m": return RecurrenceRule(.monthly, interval: count, basis: basis)
        case "y": return RecurrenceRule(.yearly, interval: count, basis: basis)
        case "b" where count == 1: return try? RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
        default: return nil
        }
    }

    /// Returns the word for a rule: `rec:` for a plain interval, otherwise `rrule:` with the whole rule.
    static func word(_ rule: RecurrenceRule) -> String {
        guard !rule.namesDays, !rule.catchesUp, rule.end == .never, rule.interval <= 9_999 else {
            return "rrule:\(rule)"
        }
        let unit =
            switch rule.frequency {
            case .daily: "d"
            case .weekly: "w"
            case .monthly: "m"
            case .yearly: "y"
            }
        return "rec:\(rule.basis == .due ? "+" : "")\(rule.interval)\(unit)"
    }
}
