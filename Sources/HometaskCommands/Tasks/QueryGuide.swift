// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

/// The language of queries on one page, from the tables of its fields and words.
enum QueryGuide {
    /// What a query is made of, a line each.
    static var text: String {
        let flags = QueryFlag.allCases.map { ($0.rawValue, $0.meaning) }
        let fields = QueryField.allCases.map { ($0.example, $0.meaning) }
        let grammar = [
            ("\"oat milk\"", "a phrase, or a word that would mean something else"),
            ("+school @mia", "a tag; a member or a saved view"),
            ("and or not ( )", "several words together mean 'and'"),
        ]
        let rows = grammar + flags + fields
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count) + "  " + $0.1 }
            .joined(separator: "\n")
    }
}
