// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The reason why a row of a table is not imported.
struct CellFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A reader of cells, in the notations used by people and other programs.
struct CellReader {
    let dates: CellDate
    let now: Timestamp
    /// The program that wrote the table, if its values have special meanings.
    var program: TableProgram?

    /// Parses the value of a column's field; nil if the cell is empty or means no value.
    ///
    /// - Parameters:
    ///   - isAllDay: whether the row marks its date as a whole day; nil if it does not say.
    ///   - place: the time zone of the row; nil for the family's.
    func value(
        of column: Column, _ cell: String, isAllDay: Bool? = nil, in place: TimeZoneRules? = nil
    ) throws -> JSON? {
        guard !cell.isEmpty else { return nil }
        switch column {
        case .due, .wait:
            return try reading(column, cell) { () throws(CellDate.Fault) in
                try dates.value(cell, isAllDay: isAllDay, in: place)
            }
        case .priority: return try priority(cell)
        case .within: return try within(cell)
        case .repeat: return try rule(cell)
        case .items: return items(cell)
        case .reminders: return try reminders(cell)
        default: return try column.declared.map { try declared($0, in: column, from: cell) } ?? .string(cell)
        }
    }

    private func flag(_ flag: DeclaredField, in column: Column, from cell: String) throws -> JSON? {
        // In a column of another program, ‘yes’ can only mean a proof.
        let isMeant = column == .proof && Self.yes.contains(cell.lowercased())
        if isMeant || cell.lowercased() == flag.example { return .string(flag.example) }
        return Self.no.contains(cell.lowercased())
            ? nil : try fault(column, cell, reason: "it can only be ‘\(flag.example)’")
    }

    private func declared(_ field: DeclaredField, in column: Column, from cell: String) throws -> JSON? {
        if field.isFlag { return try flag(field, in: column, from: cell) }
        if let value = field.value(cell) { return value }
        // A date may also have any form accepted for ‘due’.
        if let date = try? dates.value(cell), field.allows(date) { return date }
        return try fault(column, cell, reason: "it \(field.fault)")
    }

    /// Parses the instant in a cell; nil if the cell is empty.
    func instant(_ column: Column, _ cell: String) throws -> Timestamp? {
        guard !cell.isEmpty else { return nil }
        return try reading(column, cell) { () throws(CellDate.Fault) in try dates.instant(cell) }
    }

    private func priority(_ cell: String) throws -> JSON? {
        if let word = program?.priority(cell) { return word.isEmpty ? nil : .string(word) }
        return switch cell.lowercased() {
        case "high", "h", "1", "p1", "a", "highest", "urgent", "important", "critical", "!!!", "yes", "true": "high"
        case "medium", "m", "2", "p2", "b", "med", "normal", "moderate", "!!": "medium"
        case "low", "l", "3", "p3", "c", "lowest", "minor", "!": "low"
        case "none", "no", "false", "0", "4", "p4", "-", "no priority": nil
        default: try fault(.priority, cell, reason: "it can be high, medium or low")
        }
    }

    private func within(_ cell: String) throws -> JSON? {
        let text = cell.contains(".") ? cell : cell.split(separator: ",", maxSplits: 1).joined(separator: ".")
        guard text.utf8.count <= 40, let number = JSONNumber(lexeme: text), (0...100_000).contains(number.double) else {
            return try fault(.within, cell, reason: "it is not a number of metres from 0 to 100000")
        }
        return .number(number)
    }

    private func rule(_ cell: String) throws -> JSON? {
        let text = cell.uppercased().hasPrefix("RRULE:") ? String(cell.dropFirst(6)) : cell
        if (try? RecurrenceRule(text)) != nil { return .string(text) }
        let words = RecurrencePhrases(DateParser(now: now, zone: dates.zone))
        guard let rule = try? words.parse(text) else {
            return try fault(
                .repeat, cell, reason: "it is neither a rule of calendars (FREQ=WEEKLY) nor words such as ‘every week’")
        }
        return .string(rule.description)
    }

    /// Parses reminders: durations before the due date, instants, or ‘none’.
    private func reminders(_ cell: String) throws -> JSON? {
        var task = ImportedTask()
        guard let other = task.remind(ListCell.parts(cell, areWords: true)).first else {
            return task.others["reminders"]
        }
        return try fault(.reminders, other, reason: "it is neither a duration such as PT1H nor an instant")
    }

    /// Parses a checklist with one item per line: `[x] text` if it is done, `[ ] text` or `text` if it is open.
    private func items(_ cell: String) -> JSON? {
        var items: [JSON] = []
        for line in PlainText.lines(cell) {
            // Scans bytes: a combining mark after the space would form one `Character` with it.
            var text = Array(PlainText.line(line, limit: PlainText.longestTextLine).line.utf8)[...]
            for bullet in ["- [", "* ["] where text.starts(with: bullet.utf8) { text = text.dropFirst(2) }
            let isDone = text.starts(with: "[x] ".utf8) || text.starts(with: "[X] ".utf8)
            if isDone || text.starts(with: "[ ] ".utf8) { text = text.dropFirst(4) }
            let (item, rest) = PlainText.line(String(decoding: text, as: UTF8.self))
            for piece in [item, rest] where !piece.isEmpty {
                let id = JSON.string(String(items.count + 1))
                items.append(["id": id, "text": .string(PlainText.line(piece).line), "done": .bool(isDone)])
            }
        }
        return items.isEmpty ? nil : .array(items)
    }

    private func reading<Value>(
        _ column: Column, _ cell: String, read: () throws(CellDate.Fault) -> Value
    ) throws -> Value {
        do throws(CellDate.Fault) {
            return try read()
        } catch {
            throw CellFault("the \(column.noun) ‘\(cell.excerpt(limit: 40))’ cannot be read: \(error.reason)")
        }
    }

    private func fault(_ column: Column, _ cell: String, reason: String) throws -> JSON? {
        throw CellFault("the \(column.noun) ‘\(cell.excerpt(limit: 40))’ cannot be read: \(reason)")
    }

    private static let yes: Set<String> = [
        "yes", "y", "true", "x", "1", "done", "completed", "complete", "closed", "finished", "resolved", "✓", "✔", "☑",
    ]
    private static let no: Set<String> = ["no", "n", "false", "0", "open", "todo", "pending", "-"]
}
