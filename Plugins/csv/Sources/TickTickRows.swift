// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The rows of a TickTick backup, converted to the forms of other tables.
struct TickTickRows {
    private(set) var mapping: ColumnMapping
    private(set) var records: [CSVReader.Record]
    /// Whether the ids of the rows are the same in every backup.
    let hasOwnIDs: Bool

    private let headings: [String: Int]

    init(_ mapping: ColumnMapping, _ records: [CSVReader.Record]) {
        self.mapping = mapping
        self.records = []
        headings = Dictionary(mapping.headings.enumerated().map { (Column.plain($0.element), $0.offset) }) { first, _ in
            first
        }
        // Small numbers in a backup count its rows, so the next backup may assign them to other tasks.
        hasOwnIDs = records.allSatisfy { Self.cell($0, mapping.places[.id]).utf8.count > 9 }
        self.mapping.ignore(Self.bookkeeping)
        let titles = Dictionary(
            records.map { (Self.cell($0, mapping.places[.id]), Self.cell($0, mapping.places[.title])) }
        ) { first, _ in first }
        let keys = hasOwnIDs ? [] : keys(of: records)
        for (index, record) in records.enumerated() {
            self.records.append(
                record.isCutOff ? record : row(record, key: keys.isEmpty ? nil : keys[index], titles: titles))
        }
    }

    /// The columns, by letters and digits, that are read together with others or have no meaning elsewhere.
    private static let bookkeeping: Set<String> = [
        "foldername", "kind", "ischecklist", "order", "timezone", "isallday", "isfloating", "columnname", "columnorder",
        "viewmode", "parentid", "projectkind",
    ]

    private static func cell(_ record: CSVReader.Record, _ place: Int?) -> String {
        guard let place, place < record.cells.count else { return "" }
        return PlainText.line(record.cells[place]).line
    }

    private func cell(_ record: CSVReader.Record, _ heading: String) -> String { Self.cell(record, headings[heading]) }

    /// Returns an id for each row: the creation time of its task, and its title. For rows with equal ids, such as
    /// occurrences of a recurring task, done rows also have the completion time. The id is empty without a creation
    /// time.
    private func keys(of records: [CSVReader.Record]) -> [String] {
        let created = records.map { Self.cell($0, mapping.places[.created]) }
        let bare = zip(created, records).map { time, record in
            time.isEmpty ? "" : "\(time) \(Self.cell(record, mapping.places[.title]))"
        }
        let counts = Dictionary(bare.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(bare, records).map { key, record in
            guard !key.isEmpty, counts[key, default: 0] > 1 else { return key }
            let done = Self.cell(record, mapping.places[.completed])
            return done.isEmpty ? key : "\(key) \(done)"
        }
    }

    private mutating func row(_ record: CSVReader.Record, key: String?, titles: [String: String]) -> CSVReader.Record {
        var cells = record.cells
        func set(_ column: Column, _ text: String) {
            let place = mapping.place(adding: column)
            while cells.count <= place { cells.append("") }
            cells[place] = text
        }
        if let key, mapping.places[.id] != nil || !key.isEmpty { set(.id, key) }
        if cell(record, "status") == "-1" { set(.status, "won't do") }
        let (start, due) = (Self.cell(record, mapping.places[.wait]), Self.cell(record, mapping.places[.due]))
        if due.isEmpty, !start.isEmpty { set(.due, start) }
        if due.isEmpty || start == due, mapping.places[.wait] != nil { set(.wait, "") }
        if let place = mapping.places[.reminders], place < cells.count { cells[place] = Self.reminders(cells[place]) }
        let isList = cell(record, "kind").uppercased() == "CHECKLIST" || cell(record, "ischecklist").uppercased() == "Y"
        var lines = mapping.places[.description].map { $0 < cells.count ? PlainText.lines(cells[$0]) : [] } ?? []
        if isList {
            let items = lines.compactMap(Self.item)
            if !items.isEmpty { set(.items, items.joined(separator: "\n")) }
            lines.removeAll { Self.item($0) != nil }
        }
        if let parent = titles[cell(record, "parentid")], !parent.isEmpty, !cell(record, "parentid").isEmpty {
            lines.append("Part of: \(parent)")
        }
        if !lines.isEmpty || isList, mapping.places[.description] != nil || !lines.isEmpty {
            set(.description, lines.joined(separator: "\n"))
        }
        return CSVReader.Record(line: record.line, cells: cells)
    }

    /// Returns the checklist item in a line of content, with a box as in other tables; nil for other lines.
    private static func item(_ line: String) -> String? {
        for (sign, box) in [("▪", "[x]"), ("▫", "[ ]")] where line.hasPrefix(sign) {
            return "\(box) \(PlainText.line(line.dropFirst()).line)"
        }
        return nil
    }

    /// Returns reminders such as `TRIGGER:-PT30M`, before the due date, as durations.
    private static func reminders(_ cell: String) -> String {
        let triggers = cell.split { ",; \n\r".contains($0) }.map { trigger -> String in
            let text = trigger.uppercased().hasPrefix("TRIGGER:") ? trigger.dropFirst(8) : trigger
            return String(text.hasPrefix("-P") ? text.dropFirst() : text)
        }
        return triggers.joined(separator: " ")
    }
}
