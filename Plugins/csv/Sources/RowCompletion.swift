// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMarkup
import HometaskPlugin

/// A reader of whether the task of a row is done, from all of its cells that say so.
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

    /// Returns when the task of a row was done, and what to report about its state. A task that is done, without a
    /// time, was done now. One that was archived or given up is done too, so that it does not come back as an open one.
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
        // The list in the file is more certain than a time, which stays with a task that was opened again.
        if !legend.isEmpty, state == .open { return (nil, nil) }
        if let at { return (at, state == .cancelled ? state.report(word) : nil) }
        return (state.isOver ? since ?? cells.now : nil, state.report(word))
    }

    /// The state that the status and the columns such as `Archived` give, the word for it, and since when it is so.
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
