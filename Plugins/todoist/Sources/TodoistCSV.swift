// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// Reads a project in Todoist's CSV format: a row for each section, task and comment, in order.
struct TodoistCSV {
    private(set) var items: [TodoistTask] = []
    private var columns: [String: Int] = [:]
    private var section = ""
    /// The tasks that can still have subtasks, the outermost first, with their indents.
    private var stack: [(indent: Int, item: Int)] = []
    private var keys = ContentKeys(prefix: "task")
    private let project: String

    /// The maximum indent: Todoist has four levels, older versions had more.
    private static let deepest = 20

    /// Reads a file.
    ///
    /// - Throws: `RPCError` if its first row does not name the columns.
    init(_ text: String, project: String, fault: (Int, String) -> Void) throws {
        self.project = project
        var rows = CSVReader(text, separator: .comma)
        for (index, name) in (rows.next()?.cells ?? []).enumerated() {
            let name = PlainText.line(name).line.uppercased()
            if columns[name] == nil { columns[name] = index }
        }
        guard columns["TYPE"] != nil, columns["CONTENT"] != nil else {
            throw RPCError(
                .refused, "the file is not a Todoist project: its first row should name the columns TYPE and CONTENT",
                hint: "In Todoist, export the project as a template in CSV, with relative dates switched off.")
        }
        for row in rows { readRow(row.cells, at: row.line, fault: fault) }
    }

    private func cell(_ name: String, _ cells: [String]) -> String {
        guard let index = columns[name], index < cells.count else { return "" }
        return cells[index]
    }

    private mutating func readRow(_ cells: [String], at line: Int, fault: (Int, String) -> Void) {
        let content = cell("CONTENT", cells)
        let type = PlainText.line(cell("TYPE", cells)).line.lowercased()
        switch type {
        case "task": takeTask(cells, content, line: line)
        case "section":
            section = PlainText.line(content).line
            stack.removeAll()
        case "note":
            if items.isEmpty {
                fault(line, "a comment on the whole project is left out")
            } else {
                items[items.count - 1].notes.append(content)
            }
        case "", "meta": break
        default: fault(line, "a row of the type ‘\(type.excerpt(limit: 40))’ is left out")
        }
    }

    private mutating func takeTask(_ cells: [String], _ content: String, line: Int) {
        let key = keys.next(Array(([section] + cells).joined(separator: "\u{1F}").utf8))
        let (title, labels) = Labels.split(content)
        var item = TodoistTask(line: line, key: key, title: title)
        item.labels = labels
        item.description = cell("DESCRIPTION", cells)
        item.priority = Int(cell("PRIORITY", cells)).flatMap { (1...4).contains($0) ? $0 : nil } ?? 4
        item.section = section
        item.project = project
        item.responsible = Self.person(cell("RESPONSIBLE", cells))
        item.date = PlainText.line(cell("DATE", cells)).line
        item.language = cell("DATE_LANG", cells)
        item.zone = cell("TIMEZONE", cells)
        item.deadline = PlainText.line(cell("DEADLINE", cells)).line
        if !cell("DURATION", cells).isEmpty {
            item.duration = PlainText.line("\(cell("DURATION", cells)) \(cell("DURATION_UNIT", cells))").line
        }
        let indent = min(max(Int(cell("INDENT", cells)) ?? 1, 1), Self.deepest)
        while let last = stack.last, last.indent >= indent { stack.removeLast() }
        item.parent = stack.last?.item
        stack.append((indent, items.count))
        items.append(item)
    }

    /// `Evan (14781400)` without the number.
    private static func person(_ text: String) -> String {
        let text = PlainText.line(text).line
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
            text[open...].dropFirst().dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return text }
        return PlainText.line(text[..<open]).line
    }
}
