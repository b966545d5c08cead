// SPDX-License-Identifier: Apache-2.0

import HometaskMarkup
import HometaskPlugin

/// A table in a file: the heading row, and the rows after it. Rows before the headings, such as an export date, are
/// skipped.
struct Table {
    private(set) var mapping: ColumnMapping
    /// The line of the heading row.
    let line: Int
    private(set) var records: [CSVReader.Record]
    /// The words for the values of `status`, if the rows before the headings list them.
    let legend: [String: String]
    /// Whether there are rows before the headings.
    let isPreceded: Bool
    /// Whether the ids of the rows are the file's own; otherwise they were made from other cells.
    private(set) var hasOwnIDs = true
    /// Whether an invalid value skips only that value and not the whole row.
    private(set) var isLenient = false
    /// The program that wrote the table, if its values have special meanings.
    let program: TableProgram?

    /// The maximum number of rows searched for the headings.
    private static let mostRowsBefore = 30

    /// Finds the table in a file; nil if the file has no rows.
    ///
    /// - Parameters:
    ///   - separator: the separator between cells; nil to detect it.
    ///   - options: the values of the option `map`.
    /// - Throws: `RPCError` if an option is invalid, or no row has a heading for titles.
    init?(_ text: String, separator: CSVSeparator?, options: [String]) throws {
        let detected = CSVReader(text, separator: separator).separator
        let others = separator == nil ? CSVSeparator.allCases.filter { $0 != detected } : []
        var refusal: RPCError?
        for separator in [detected] + others {
            let start = Array(CSVReader(text, separator: separator).prefix(Self.mostRowsBefore))
            guard let first = start.first else { return nil }
            for (index, row) in start.enumerated() {
                guard let mapping = try? Self.mapping(row, options) else { continue }
                // A single matching word does not make a row of headings.
                if index > 0, mapping.places.count < 2 { continue }
                self.init(mapping, row, before: start[..<index], in: CSVReader(text, separator: separator))
                return
            }
            let widest = start.first { $0.cells.count > 1 } ?? first
            if refusal == nil { refusal = Self.refusal(of: widest, options) }
        }
        throw refusal ?? RPCError(.refused, "no row has a heading for titles", hint: ColumnMapping.columnsHint)
    }

    private init(
        _ mapping: ColumnMapping, _ heading: CSVReader.Record, before: ArraySlice<CSVReader.Record>,
        in reader: CSVReader
    ) {
        self.mapping = mapping
        line = heading.line
        isPreceded = !before.isEmpty
        legend = Self.legend(before)
        records = Array(reader.dropFirst(before.count + 1))
        program = TableProgram(mapping.headings, hasLegend: !legend.isEmpty)
        switch program {
        case .tickTick:
            isLenient = true
            let rows = TickTickRows(self.mapping, records)
            (self.mapping, records, hasOwnIDs) = (rows.mapping, rows.records, rows.hasOwnIDs)
        case .outlook: self.mapping.ignore(TableProgram.outlookBookkeeping)
        case nil: break
        }
    }

    private static func mapping(_ row: CSVReader.Record, _ options: [String]) throws -> ColumnMapping {
        try ColumnMapping(row.cells.map(FormulaGuard.restored), options: options, line: row.line)
    }

    private static func refusal(of row: CSVReader.Record, _ options: [String]) -> RPCError? {
        do {
            _ = try mapping(row, options)
        } catch {
            return error as? RPCError
        }
        return nil
    }

    /// Reads a list such as `Status: 0 Normal 1 Completed 2 Archived` in the rows before the headings.
    private static func legend(_ rows: ArraySlice<CSVReader.Record>) -> [String: String] {
        var legend: [String: String] = [:]
        for cell in rows.flatMap(\.cells) where cell.lowercased().hasPrefix("status") {
            var number: String?
            for word in cell.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).dropFirst() {
                if word.allSatisfy(\.isNumber) {
                    number = String(word)
                } else if let number {
                    legend[number] = legend[number].map { "\($0) \(word)" } ?? String(word)
                }
            }
        }
        return legend
    }
}

/// A program whose tables contain values with special meanings.
enum TableProgram {
    case tickTick, outlook

    init?(_ headings: [String], hasLegend: Bool) {
        let names = Set(headings.map { Column.plain($0) })
        if names.contains("listname"), hasLegend || names.isSuperset(of: ["ischecklist", "isallday"]) {
            self = .tickTick
        } else if names.isSuperset(of: ["reminderonoff", "sensitivity"]) {
            self = .outlook
        } else {
            return nil
        }
    }

    /// The columns of Outlook, by letters and digits, that have no meaning for tasks here.
    static let outlookBookkeeping: Set<String> = [
        "complete", "reminderonoff", "reminderdate", "remindertime", "sensitivity", "schedulepriority", "role",
        "totalwork", "actualwork", "mileage",
    ]

    /// The priority that a value means in the program; nil if it has the usual meaning. An empty text means none.
    func priority(_ cell: String) -> String? {
        switch self {
        case .tickTick: ["0": "", "1": "low", "3": "medium", "5": "high"][cell]
        case .outlook: ["normal": ""][cell.lowercased()]
        }
    }
}
