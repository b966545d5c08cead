// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// Hints about words of a new task's title that set fields in other programs: `#tag` and `!high`.
enum TitleHints {
    /// The hints about the first tag and the first priority among words; after `--`, every word is meant as it is.
    static func hints(_ words: [String]) -> [String] {
        let parts = words.prefix { $0 != "--" }.flatMap { $0.split(whereSeparator: \.isWhitespace) }
        var hints: [String] = []
        if let (part, name) = parts.lazy.compactMap({ part in tagName(part).map { (part, $0) } }).first {
            hints.append("‘\(part)’ is part of the title; a tag is written '+\(name)'.")
        }
        if let (part, value) = parts.lazy.compactMap({ part in priority(part).map { (part, $0) } }).first {
            hints.append("‘\(part)’ is part of the title; a priority is written 'priority:\(value.rawValue)'.")
        }
        return hints
    }

    /// The tag that a word such as `#shop` stands for elsewhere.
    private static func tagName(_ part: Substring) -> Substring? {
        let name = part.dropFirst()
        return part.hasPrefix("#") && !name.isEmpty && name.allSatisfy(\.isLetter) ? name : nil
    }

    /// The priority that a word such as `!high` or `!1` stands for elsewhere.
    private static func priority(_ part: Substring) -> Priority? {
        guard part.hasPrefix("!") else { return nil }
        return switch part.dropFirst() {
        case "1": .high
        case "2": .medium
        case "3": .low
        default: Priority(rawValue: String(part.dropFirst()))
        }
    }
}
