// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskTime
import Testing

@Suite("The guide's table of dates")
struct DateGuideTests {
    /// The rows of the table: the words in code, and their meaning.
    private static func rows() throws -> [(words: [String], meaning: String)] {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent(
            "../../../Sources/HometaskCommands/HometaskCommands.docc/Dates.md"
        ).standardized
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").filter {
            $0.hasPrefix("| `")
        }
        .map { line in
            let cells = line.components(separatedBy: " | ")
            let code = cells[0].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
            return (code.map(\.element), cells[1])
        }
    }

    @Test("Every phrase in the table parses as the day or time stated")
    func phrases() throws {
        let words = try DateParserTests.words()
        let rows = try Self.rows()
        #expect(rows.count == 17)
        for row in rows {
            for phrase in row.words {
                let moment = try words.parse(phrase)
                let isDay = if case .day = moment { true } else { false }
                #expect(isDay || !row.meaning.hasSuffix(": a day"), "\(phrase)")
                #expect(!isDay || !row.meaning.hasSuffix(": a time"), "\(phrase)")
                if row.meaning.contains("27 November"), case .day(let day) = moment {
                    #expect(day.description == "2026-11-27", "\(phrase)")
                }
            }
        }
    }
}
