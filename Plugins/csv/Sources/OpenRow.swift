// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The possible contents of a row without an id while its task was still open. They identify the task of a row that is
/// now done, so that the import creates no duplicate.
struct OpenRow {
    private let mapping: ColumnMapping
    private let completion: RowCompletion

    /// The status values that programs and people write for an open task.
    private static let words = [
        "", "open", "Open", "todo", "Todo", "To do", "pending", "Pending", "active", "Active", "Not started", "no",
        "No",
        "n", "false", "False", "FALSE", "0", "-", "In progress", "In Progress", "needsAction", "notStarted",
    ]

    init(_ table: Table, _ completion: RowCompletion) {
        mapping = table.mapping
        self.completion = completion
    }

    /// Returns the possible cells of the row while its task was open; empty if the task is still open.
    func candidates(for record: CSVReader.Record) -> [[String]] {
        guard (try? completion.read(record).at) != nil else { return [] }
        var row = record.cells
        if let place = place(.completedBy, record) { row[place] = "" }
        return unmarked(row).flatMap { words(in: $0, of: record) }
    }

    private func words(in row: [String], of record: CSVReader.Record) -> [[String]] {
        var row = row
        guard let status = place(.status, record) else {
            guard let completed = place(.completed, record) else { return [row] }
            return Self.words.map { Self.row(row, with: $0, at: completed) }
        }
        if let place = place(.completed, record) { row[place] = "" }
        return Self.words.map { Self.row(row, with: $0, at: status) }
    }

    /// Returns the row with the marks in columns such as `Archived` negated, and the row without these marks.
    private func unmarked(_ row: [String]) -> [[String]] {
        var (bare, opposite) = (row, row)
        for case (.state, let place) in mapping.remarks where place < row.count && !row[place].isEmpty {
            bare[place] = ""
            opposite[place] = Self.opposites[row[place]] ?? row[place]
        }
        return bare == row ? [row] : [opposite, bare]
    }

    private static let opposites = [
        "true": "false", "True": "False", "TRUE": "FALSE", "yes": "no", "Yes": "No", "1": "0", "Y": "N",
    ]

    private func place(_ column: Column, _ record: CSVReader.Record) -> Int? {
        mapping.places[column].flatMap { $0 < record.cells.count ? $0 : nil }
    }

    private static func row(_ cells: [String], with text: String, at place: Int) -> [String] {
        var row = cells
        row[place] = text
        return row
    }
}
