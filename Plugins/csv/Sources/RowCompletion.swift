// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMarkup
import HometaskPlugin

/// A reader of whether the task of a row is done, from all relevant cells.
struct RowCompletion {
    private let mapping: ColumnMapping
    private let cells: CellReader
    /// The words for the values of `status` in this file.
    private let legend: [String: String]

    init(_ table: Table, _ cells: CellReader) {
        mapping = table.mapping
        legend = table.legend
        self.cells = cells
    }

    /// Returns when the task of a row was done, and the report about its state. A done task without a time is done now.
    /// An archived or cancelled task counts as done, so that it does not reappear as an open one.
    func read(_ record: CSVReader.Record) throws -> (at: Timestamp?, report: String?) {
        var (state, word, since) = status(record)
        var at: Timestamp?
        let completed = text(mapping.places[.completed], record)
        let mark = TaskState(completed)
        switch mark {
        case .open: if !completed.isEmpty, [.done, .unknown].contains(state) { state = .open }
        case .done: at = cells.now
        case .unknown: at = try cells.instant(.completed, completed)
        case .archived, .cancelled, .paused: (state, word) = (mark, completed)
        }
        // The file's legend is more reliable than a completion time, which a reopened task may still have.
        if !legend.isEmpty, state == .open { return (nil, nil) }
        if let at { return (at, state == .cancelled ? state.report(word) : nil) }
        return (state.isOver ? since ?? cells.now : nil, state.report(word))
    }

    /// The state from the status and columns such as `Archived`, the word for it, and its time.
    private func status(_ record: CSVReader.Record) -> (state: TaskState, word: String, since: Timestamp?) {
        let value = text(mapping.places[.status], record)
        let word = legend[value] ?? value
        let state = TaskState(word)
        for mark in [TaskState.cancelled, .archived] where mark == .cancelled || state != .done {
            let place = mapping.remarks[.state(mark)]
            let cell = text(place, record)
            guard let place, TaskState(cell) != .open else { continue }
            return (mark, mapping.headings[place], try? cells.instant(.completed, cell))
        }
        return (state, word, nil)
    }

    private func text(_ place: Int?, _ record: CSVReader.Record) -> String {
        guard let place, place < record.cells.count else { return "" }
        return PlainText.line(FormulaGuard.restored(record.cells[place])).line
    }
}
