// SPDX-License-Identifier: Apache-2.0

import HometaskQueries

/// The query language on one page, generated from the tables of its fields and words.
enum QueryGuide {
    /// The elements of a query, one per line.
    static var text: String {
        let flags = QueryFlag.allCases.map { ($0.rawValue, $0.meaning) }
        let fields = QueryField.allCases.map { ($0.example, $0.meaning) }
        let grammar = [
            ("\"oat milk\"", "a phrase, or a word that would mean something else"),
            ("+school @mia", "a tag; a member or a saved view"),
            ("and or not ( )", "several words together mean 'and'"),
        ]
        let rows = grammar + flags + fields
        // Bytes are counted, and lines are concatenated one by one, because this text is built at every start of
        // 'hometask list'.
        let width = rows.reduce(0) { max($0, $1.0.utf8.count) }
        var text = ""
        for (words, meaning) in rows {
            if !text.isEmpty { text += "\n" }
            text += "  " + words + String(repeating: " ", count: width - words.utf8.count) + "  " + meaning
        }
        return text
    }
}
