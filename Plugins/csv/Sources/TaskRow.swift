// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMarkup
import HometaskPlugin
import HometaskTime

/// The conversion of tasks to rows.
struct TaskRow {
    let columns: [Column]
    let members: NamedDocuments
    let categories: NamedDocuments
    let pins: NamedDocuments
    let dates: CellDate
    /// The ids of the tasks in the export.
    let uids: SourceUIDs

    /// Returns the cells of a task. All cells except numbers are protected from being read as formulas.
    func cells(_ task: JSONObject) -> [String] {
        columns.map { column in
            let text = text(column, of: task)
            return column == .within ? text : FormulaGuard.defused(text)
        }
    }

    private func text(_ column: Column, of task: JSONObject) -> String {
        switch column {
        case .id: uids[task["id"]?.stringValue ?? ""]
        case .title, .priority, .repeat: task[column.name]?.stringValue ?? ""
        case .status: task["completion"] == nil ? "open" : "done"
        case .description: strings(task["description"]).joined(separator: "\n")
        case .category: task["category"]?.stringValue.map { categories.reference(to: $0) } ?? ""
        case .tags: ListCell.text(strings(task["tags"]))
        case .assignees: ListCell.text(strings(task["assignees"]).map { members.reference(to: $0) })
        case .due, .wait: dates.text(task[column.name])
        case .place: task["place"]?["pin"]?.stringValue.map { pins.reference(to: $0) } ?? ""
        case .within: if case .number(let number)? = task["place"]?["within"] { number.lexeme } else { "" }
        case .items: (task["items"]?.arrayValue ?? []).map(item).joined(separator: "\n")
        case .after: ListCell.text(strings(task["after"]).map { uids[$0] })
        case .reminders: ListCell.text(strings(task["reminders"]))
        case .completed: instant(task["completion"]?["at"])
        case .completedBy: person(task["completion"]?["by"])
        case .created: instant(task["created"]?["at"])
        case .createdBy: person(task["created"]?["by"])
        default: column.declared.map { declared($0, of: task) } ?? ""
        }
    }

    /// Returns the cell of a declared field; a date is written as ``CellDate`` writes it.
    private func declared(_ field: DeclaredField, of task: JSONObject) -> String {
        let date = dates.text(task[field.name])
        return date.isEmpty ? field.text(of: task) ?? "" : date
    }

    private func strings(_ value: JSON?) -> [String] { value?.arrayValue?.compactMap(\.stringValue) ?? [] }

    private func item(_ value: JSON) -> String {
        (value["done"] == true ? "[x] " : "[ ] ") + (value["text"]?.stringValue ?? "")
    }

    private func instant(_ value: JSON?) -> String {
        value?.stringValue.flatMap { Timestamp(rfc3339: $0) }.map { dates.text($0) } ?? ""
    }

    private func person(_ value: JSON?) -> String { value?.stringValue.map { members.reference(to: $0) } ?? "" }
}
