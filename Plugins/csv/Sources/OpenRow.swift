// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The possible contents of a row without an id from the time when its task was still open. They identify the task of a
/// row that is done now, so that no second task is created.
struct OpenRow {
    private let mapping: ColumnMapping
    private let cells: CellReader

    /// The values of a status that programs and people write for an open task.
    private static let words = [
        "", "open", "Open", "todo", "Todo", "To do", "pending", "Pending", "active", "Active", "Not started", "no",
        "No",
        "n", "false", "False", "FALSE", "0", "-",
    ]

    init(_ mapping: ColumnMapping, _ cells: CellReader) {
        self.mapping = mapping
        self.cells = cells
    }

    /// Returns the cells of the row as they may have been while its task was open; empty if the task is still open.
    func candidates(for record: CSVReader.Record) -> [[String]] {
        let done = try? cells.completion(text(.completed, record), status: text(.status, record))
        guard done != nil else { return [] }
        var row = record.cells
        if let place = place(.completedBy, record) { row[place] = "" }
        guard let status = place(.status, record) else {
            guard let completed = place(.completed, record) else { return [] }
            return Self.words.map { Self.row(row, with: $0, at: completed) }
        }
        if let place = place(.completed, record) { row[place] = "" }
        return Self.words.map { Self.row(row, with: $0, at: status) }
    }

    private func place(_ column: Column, _ record: CSVReader.Record) -> Int? {
        mapping.places[column].flatMap { $0 < record.cells.count ? $0 : nil }
    }

    private func text(_ column: Column, _ record: CSVReader.Record) -> String {
        place(column, record).map { PlainText.line(FormulaGuard.restored(record.cells[$0])).line } ?? ""
    }

    private static func row(_ cells: [String], with text: String, at place: Int) -> [String] {
        var row = cells
        row[place] = text
        return row
    }
}
