// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPlugin
import HometaskTime

/// A plugin that exports and imports tasks as comma-separated values (CSV), for spreadsheets.
public struct CSVPlugin: Plugin {
    /// The exporter and importer `csv`, and the importer `ticktick` for TickTick backups.
    public let offers: [Offer] = [
        .exporter("csv", Self.export), .importer("csv", Self.import), .importer("ticktick", Self.importTickTick),
    ]

    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}

    private static func export(_ call: Call) throws {
        let writer = CSVWriter(separator: try separator(call) ?? .comma)
        let columns = try columns(call.option("columns"))
        let row = TaskRow(
            columns: columns, members: try NamedDocuments(.member, of: call),
            categories: try NamedDocuments(.category, of: call), pins: try NamedDocuments(.pin, of: call),
            dates: CellDate(zone: zone(call)), uids: try SourceUIDs(of: call, key: { RowImport.key(ofID: $0) }))
        if call.flag("bom") { try call.writeText("\u{FEFF}") }
        try call.writeText(writer.line(columns.map(\.name)))
        try call.forEachDocument(.task) { try call.writeText(writer.line(row.cells($0))) }
    }

    private static func `import`(_ call: Call) throws {
        guard
            let table = try Table(
                try call.source(guessing: true), separator: try separator(call), options: call.options("map"))
        else { return }
        try importTable(table, of: call)
    }

    private static func importTickTick(_ call: Call) throws {
        guard
            let table = try Table(
                try call.source(guessing: true), separator: try separator(call), options: call.options("map")),
            table.program == .tickTick
        else {
            throw RPCError(
                .refused, "the file is not a backup of TickTick: it has no columns ‘List Name’ and ‘Is All Day’",
                hint: "Import another table with 'hometask import csv'.")
        }
        try importTable(table, of: call)
    }

    private static func importTable(_ table: Table, of call: Call) throws {
        if table.isPreceded, table.program == nil {
            call.note("the headings are in line \(table.line); the lines before it are not read")
        }
        if !table.mapping.unread.isEmpty {
            let names = table.mapping.unread.map { "‘\($0.excerpt(limit: 40))’" }.joined(separator: ", ")
            call.skip(line: table.line, "not read: \(names); --map FIELD=COLUMN assigns a column to a field")
        }
        var rows = try RowImport(table, dates: dates(call), for: call)
        for record in table.records {
            if let fault = Self.fault(of: record, cells: table.mapping.headings.count) {
                call.skip(line: record.line, fault)
            }
            try rows.proposeTask(record)
        }
        rows.reportUnknownMembers()
    }

    /// Returns a message if a row has non-empty cells beyond the headings of the first line; otherwise nil.
    private static func fault(of record: CSVReader.Record, cells count: Int) -> String? {
        guard !record.isCutOff, record.cells.dropFirst(count).contains(where: { !PlainText.line($0).line.isEmpty })
        else { return nil }
        return "the row has \(record.cells.count) cells, but the first line has \(count): the others are left out"
    }

    private static func zone(_ call: Call) -> TimeZoneRules {
        (try? TimeZoneRules(identifier: call.session.zone)) ?? .utc
    }

    private static func dates(_ call: Call) throws -> CellDate {
        guard let name = call.option("date-order") else { return CellDate(zone: zone(call)) }
        guard let order = CellDate.Order(rawValue: name.lowercased()) else {
            throw RPCError(
                .refused, "‘\(name.excerpt(limit: 20))’ is not a date order", hint: "Use dmy, mdy or ymd.")
        }
        return CellDate(zone: zone(call), order: order)
    }

    private static func separator(_ call: Call) throws -> CSVSeparator? {
        guard let name = call.option("separator") else { return nil }
        guard let separator = CSVSeparator(name) else {
            throw RPCError(
                .refused, "‘\(name.excerpt(limit: 20))’ is not a cell separator",
                hint: "Use comma, semicolon or tab.")
        }
        return separator
    }

    private static func columns(_ list: String?) throws -> [Column] {
        guard let list else { return Column.all }
        let columns = try list.split(separator: ",").map { name in
            guard let column = Column(field: PlainText.line(name).line.lowercased()) else {
                throw RPCError(
                    .refused, "there is no column ‘\(String(name).excerpt(limit: 40))’", hint: ColumnMapping.columnsHint
                )
            }
            return column
        }
        guard !columns.isEmpty else {
            throw RPCError(.refused, "no column is named", hint: ColumnMapping.columnsHint)
        }
        return columns
    }
}

/// A writer of lines of cells in the format of RFC 4180; each line ends with CRLF.
struct CSVWriter {
    let separator: CSVSeparator

    /// Returns a line with the given cells.
    func line(_ cells: [String]) -> String {
        // Without quotes, a single empty cell would be an empty line, which is not a row of the table.
        if cells == [""] { return "\"\"\r\n" }
        return cells.map(field).joined(separator: separator.text) + "\r\n"
    }

    /// Returns a cell, quoted if it contains any separator, a quote or a line break. Quotes in the cell are doubled.
    private func field(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D].contains($0) }) else { return text }
        // Scans bytes: a quote and a combining accent form one `Character`, but a reader sees the quote.
        var bytes: [UInt8] = [0x22]
        for byte in text.utf8 {
            if byte == 0x22 { bytes.append(byte) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [0x22], as: UTF8.self)
    }
}
