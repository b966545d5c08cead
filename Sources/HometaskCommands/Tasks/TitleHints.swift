// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries

/// Hints about words of a title that look like fields: `#tag`, `!1`, dates, rules and coordinates.
enum TitleHints {
    /// Returns the hints about the first tag, the first priority, the first date and the first coordinates among words;
    /// words after `--` are literal.
    ///
    /// - Parameters:
    ///   - words: the words of the command, which are or contain the title.
    ///   - options: the options that set fields.
    static func hints(_ words: [String], options: TaskFieldOptions, in session: FamilySession) -> [String] {
        let words = Array(words.prefix { $0 != "--" })
        let parts = words.flatMap { $0.split(whereSeparator: \.isWhitespace) }
        var hints: [String] = []
        if let (part, name) = parts.lazy.compactMap({ part in tagName(part).map { (part, $0) } }).first {
            hints.append("‘\(part)’ is part of the title; a tag is written '+\(name)'.")
        }
        if let (part, value) = parts.lazy.compactMap({ part in priority(part).map { (part, $0) } }).first {
            hints.append("‘\(part)’ is part of the title; a priority is written 'priority:\(value.rawValue)'.")
        }
        guard let parsed = try? ParsedTask(words, from: session.queries.viewpoint) else { return hints }
        let title = parsed.titleWords.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init)
        if let coordinates = coordinates(title) {
            hints.append("‘\(coordinates)’ is part of the title; a place is a pin: 'hometask help places'.")
        } else if let date = remainder(title, parsed, options: options, in: session) {
            hints.append("‘\(date.text)’ is part of the title; as a field it is written \(date.written).")
        }
        return hints
    }

    /// Finds words of a title that read as a date or a rule, and their form as a field of the command:
    /// `'due:tomorrow 18:00'`, or `--due 'tomorrow 18:00'` if there is such an option already.
    static func remainder(
        _ title: [String], _ parsed: ParsedTask, options: TaskFieldOptions, in session: FamilySession
    ) -> (text: String, written: String)? {
        func given(_ field: TaskField) -> String? { parsed.values(field).last ?? options.value(field) }
        let found = DateRemainder(
            title, due: given(.due), rule: given(.rule), from: session.queries.viewpoint)
        return found.map { found in
            let (name, value) = (found.field.name, found.value)
            return (found.text, options.sets(found.field) ? "--\(name) '\(value)'" : "'\(name):\(value)'")
        }
    }

    /// Returns the first words that are coordinates; nil if there are none.
    private static func coordinates(_ parts: [String]) -> String? {
        for count in 1...2 where count <= parts.count {
            for start in 0...(parts.count - count) {
                let text = parts[start..<start + count].joined(separator: " ")
                if text.contains("."), Coordinates(typed: text) != nil { return text }
            }
        }
        return nil
    }

    /// Returns the tag meant by a word such as `#shop`, the syntax of other programs.
    private static func tagName(_ part: Substring) -> Substring? {
        let name = part.dropFirst()
        return part.hasPrefix("#") && !name.isEmpty && name.allSatisfy(\.isLetter) ? name : nil
    }

    /// Returns the priority meant by a word such as `!1`, the syntax of other programs.
    private static func priority(_ part: Substring) -> Priority? {
        guard part.hasPrefix("!") else { return nil }
        return switch part.dropFirst() {
        case "1": .high
        case "2": .medium
        case "3": .low
        default: nil
        }
    }
}
