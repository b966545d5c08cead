// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskQueries
import Testing

@Suite("The guide's tables of queries")
struct QueryGuideTests {
    private var guide: String {
        get throws {
            let file = URL(fileURLWithPath: #filePath).appendingPathComponent(
                "../../../../Sources/HometaskCommands/HometaskCommands.docc/Queries.md"
            ).standardized
            return try String(contentsOf: file, encoding: .utf8)
        }
    }

    @Test("are those that the parser reads by")
    func tables() throws {
        let words = QueryFlag.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" }
        let fields = QueryField.allCases.map { field in
            let names = ([field.name] + field.aliases).map { "`\($0)`" }.joined(separator: ", ")
            return "| \(names) | \(field.meaning) | \(field.values) | `\(field.example)` |"
        }
        let terms = Urgency.Term.allCases.map { "| `\($0.rawValue)` | \($0.coefficient) | \($0.meaning) |" }
        for table in [words, fields, terms] {
            let text = table.joined(separator: "\n")
            let isThere = try guide.contains(text)
            #expect(isThere, "the page should hold:\n\(text)")
        }
        let keys = TaskOrder.Key.allCases.map { "`\($0.name)`" }.joined(separator: ", ")
        let knowsKeys = try guide.contains(keys)
        #expect(knowsKeys, "the page should hold:\n\(keys)")
    }
}
