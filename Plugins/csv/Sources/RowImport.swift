// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMarkup
import HometaskPlugin
import HometaskTime

/// The import of a table's rows as tasks.
struct RowImport {
    private let mapping: ColumnMapping
    private let call: Call
    private let cells: CellReader
    private let completion: RowCompletion
    /// Whether the file's ids are written back on export.
    private let hasOwnIDs: Bool
    private let members: NamedDocuments
    private var categories: NamedDocuments
    private var pins: NamedDocuments
    /// The keys of the rows without an id, by line.
    private let keys: [Int: String]
    /// The ids in the file that belong to tasks of this family.
    private let present: Set<DocumentID>
    /// Whether a row with an id has already been imported, by the id in the file.
    private var ids: [String: Bool] = [:]
    /// The rows that name a non-member, by the name.
    private var strangers: [String: [Int]] = [:]
    /// The fields of the current row that could not be read completely.
    private var unread: Set<String> = []
    /// The fields that the table has a column for.
    private let told: [String]
    /// The columns in which an invalid cell does not skip the row.
    private let uncertain: Set<Column>

    init(_ table: Table, dates: CellDate, for call: Call) throws {
        let (mapping, records) = (table.mapping, table.records)
        self.mapping = mapping
        self.call = call
        hasOwnIDs = table.hasOwnIDs
        uncertain = table.isLenient ? Set(Self.values) : Self.uncertain
        told = mapping.places.keys.filter { Self.fields.contains($0) }.map(\.name).sorted()
        cells = CellReader(dates: dates, now: call.session.now, program: table.program)
        completion = RowCompletion(table, cells)
        members = try NamedDocuments(.member, of: call)
        categories = try NamedDocuments(.category, of: call)
        pins = try NamedDocuments(.pin, of: call)
        for record in records { ids[PlainText.line(Self.text(.id, of: record, mapping: mapping)).line] = false }
        let named =
            ids.keys + records.flatMap { ListCell.parts(Self.text(.after, of: $0, mapping: mapping), areWords: true) }
        let known = Set(named.compactMap { DocumentID($0) })
        present = try call.present(.task, among: known)
        let nameless = records.filter {
            !$0.isCutOff && PlainText.line(Self.text(.id, of: $0, mapping: mapping)).line.isEmpty
        }
        keys = try Self.keys(of: nameless, mapping, openRow: OpenRow(table, completion), for: call)
    }

    /// Returns the keys of rows without an id. They are derived from the contents of the row, or from its possible
    /// contents while its task was open.
    private static func keys(
        of records: [CSVReader.Record], _ mapping: ColumnMapping, openRow: OpenRow, for call: Call
    ) throws -> [Int: String] {
        let parts = records.map { record in
            ContentPart(
                bytes(record.cells, mapping), whileOpen: openRow.candidates(for: record).map { bytes($0, mapping) })
        }
        let keys = try call.keys(of: parts, prefix: "row")
        return Dictionary(zip(records.map(\.line), keys)) { first, _ in first }
    }

    /// The columns that correspond to exactly one field.
    private static let fields = Set<Column>([.after, .assignees, .category, .description, .place, .tags] + values)
    /// The columns of declared fields.
    private static let declared = Column.all.filter { $0.declared != nil }
    /// The columns whose cell is the whole value of the field of the same name.
    private static let values: [Column] =
        [.due, .wait, .priority, .repeat, .items, .reminders] + declared

    /// The columns whose headings mean something else in the tables of other programs. An invalid cell is left out, and
    /// the row is imported.
    private static let uncertain = Set(declared).subtracting([.nag, .points, .proof])

    /// Proposes the task of a row, or reports why it is skipped.
    mutating func proposeTask(_ record: CSVReader.Record) throws {
        guard !record.isCutOff else { return call.skip(line: record.line, "a quote is never closed") }
        guard record.cells.contains(where: { !PlainText.line($0).line.isEmpty }) else { return }
        let id = text(.id, of: record)
        let here = DocumentID(id).flatMap { present.contains($0) ? $0 : nil }
        let key: String
        if id.isEmpty {
            guard let own = keys[record.line] else { return }
            key = own
        } else if ids.updateValue(true, forKey: id) == true {
            return call.skip(line: record.line, "the id ‘\(id.excerpt(limit: 40))’ occurred before")
        } else {
            key = Self.key(ofID: id)
        }
        do {
            let fields = try fields(of: record)
            if let here {
                try call.match(.task, here, fields: fields, line: record.line, telling: told, unread: unread)
            } else {
                try call.propose(
                    .task, key: key, fields: fields, line: record.line, uid: id.isEmpty || !hasOwnIDs ? nil : id,
                    telling: told,
                    unread: unread)
            }
        } catch let fault as CellFault {
            call.skip(line: record.line, fault.description)
        }
    }

    /// Returns the contents of a row as bytes: its non-empty cells with their headings, independent of the column
    /// order.
    private static func bytes(_ cells: [String], _ mapping: ColumnMapping) -> [UInt8] {
        let named = cells.enumerated().filter { !PlainText.line($0.element).line.isEmpty }.map { place, cell in
            (
                heading: place < mapping.headings.count ? mapping.headings[place] : "#\(place + 1)", place: place,
                cell: cell
            )
        }
        let sorted = named.sorted { (ExactString($0.heading), $0.place) < (ExactString($1.heading), $1.place) }
        return Array(sorted.map { "\($0.heading)\u{1E}\($0.cell)" }.joined(separator: "\u{1F}").utf8)
    }

    /// Reports each unknown name once.
    func reportUnknownMembers() {
        for (name, lines) in strangers.sorted(by: { ($0.value[0], $0.key) < ($1.value[0], $1.key) }) {
            let name = "‘\(name.excerpt(limit: 40))’"
            call.skip(
                line: lines[0],
                lines.count == 1
                    ? "no member is called \(name); the name is left out"
                    : "\(lines.count) rows name \(name), who is not a member; the name is left out")
        }
    }

    /// Returns the key with which the task of a row with an id is proposed.
    static func key(ofID id: String) -> String { "id/\(id)" }

    private static func text(_ column: Column, of record: CSVReader.Record, mapping: ColumnMapping) -> String {
        guard let place = mapping.places[column], place < record.cells.count else { return "" }
        return FormulaGuard.restored(record.cells[place])
    }

    /// Returns the text of a cell: one line without surrounding spaces, unless the column may have several lines.
    private func text(_ column: Column, of record: CSVReader.Record) -> String {
        let text = Self.text(column, of: record, mapping: mapping)
        switch column {
        case .title, .description, .items, .tags, .assignees, .after: return text
        default: return PlainText.line(text).line
        }
    }

    // MARK: Fields

    private mutating func fields(of record: CSVReader.Record) throws -> JSONObject {
        unread = []
        var fields = JSONObject()
        let (title, rest) = PlainText.line(text(.title, of: record))
        guard !title.isEmpty else { throw CellFault("it has no title") }
        fields["title"] = .string(title)
        let lines = PlainText.lines(rest) + PlainText.lines(text(.description, of: record))
        if !lines.isEmpty { fields["description"] = .array(lines.map { .string($0) }) }
        fields["tags"] = Self.set(tags(record))
        fields["assignees"] = Self.set(assignees(record))
        fields["after"] = Self.set(try after(record))
        for column in Self.values {
            do {
                fields[column.name] = try value(of: column, record)
            } catch let fault as CellFault where uncertain.contains(column) {
                unread.insert(column.name)
                call.skip(line: record.line, "\(fault), and is left out")
            }
        }
        // A start on the due date does not hide the task.
        if let place = mapping.places[.wait], fields["wait"] == fields["due"], mapping.headings[place] != "wait" {
            fields["wait"] = nil
        }
        fields["category"] = try category(record)
        fields["place"] = try place(record)
        fields["completion"] = try completion(record)
        if let at = try cells.instant(.created, text(.created, of: record)) {
            fields["created"] = event(at, by: person(.createdBy, of: record))
        }
        return fields
    }

    private func value(of column: Column, _ record: CSVReader.Record) throws -> JSON? {
        let word = remark(.allDay, record).lowercased()
        let isAllDay: Bool? = word.isEmpty ? nil : TaskState(word) == .done
        let zone = isAllDay == true ? try? TimeZoneRules(identifier: remark(.zone, record)) : nil
        return try cells.value(of: column, text(column, of: record), isAllDay: isAllDay, in: zone)
    }

    private func remark(_ remark: ColumnMapping.Remark, _ record: CSVReader.Record) -> String {
        guard let place = mapping.remarks[remark], place < record.cells.count else { return "" }
        return PlainText.line(record.cells[place]).line
    }

    private mutating func tags(_ record: CSVReader.Record) -> [String] {
        ListCell.parts(text(.tags, of: record), areWords: true).compactMap { word in
            if Self.colours.contains(word) { return nil }
            let tag = PlainText.label(word)
            if tag == nil {
                unread.insert("tags")
                call.skip(line: record.line, "‘\(word.excerpt(limit: 80))’ is not a tag and is left out")
            }
            return tag
        }
    }

    /// The colours that Trello writes after its labels: `Garden (green)`.
    private static let colours = Set(
        ["green", "yellow", "orange", "red", "purple", "blue", "sky", "lime", "pink", "black"].flatMap { name in
            ["(\(name))", "(\(name)_dark)", "(\(name)_light)"]
        })

    private mutating func assignees(_ record: CSVReader.Record) -> [String] {
        var found: [String] = []
        for name in ListCell.parts(text(.assignees, of: record)) {
            if let id = member(name, record.line) {
                found.append(id.description)
            } else {
                unread.insert("assignees")
            }
        }
        return found
    }

    private mutating func person(_ column: Column, of record: CSVReader.Record) -> DocumentID? {
        let name = text(column, of: record)
        return name.isEmpty ? nil : member(name, record.line)
    }

    private mutating func member(_ name: String, _ line: Int) -> DocumentID? {
        switch members.find(name) {
        case .one(let id): return id
        case .none:
            if strangers[name]?.last != line { strangers[name, default: []].append(line) }
        case .several:
            call.skip(line: line, "several members are called ‘\(name.excerpt(limit: 40))’; give an e-mail address")
        }
        return nil
    }

    private mutating func after(_ record: CSVReader.Record) throws -> [String] {
        try ListCell.parts(text(.after, of: record), areWords: true).compactMap { id in
            if let known = DocumentID(id), present.contains(known) { return id }
            if ids[id] != nil { return try call.id(ofKey: Self.key(ofID: id)).description }
            unread.insert("after")
            call.skip(line: record.line, "it comes after the task ‘\(id.excerpt(limit: 40))’, which does not exist")
            return nil
        }
    }

    private mutating func category(_ record: CSVReader.Record) throws -> JSON? {
        let name = text(.category, of: record)
        guard !name.isEmpty else { return nil }
        guard let id = try categories.findOrPropose(name, for: call) else {
            throw CellFault("‘\(name.excerpt(limit: 40))’ is not the name of exactly one category")
        }
        return .string(id.description)
    }

    private mutating func place(_ record: CSVReader.Record) throws -> JSON? {
        let name = text(.place, of: record)
        guard !name.isEmpty else { return nil }
        guard let id = try pins.findOrPropose(name, for: call) else {
            throw CellFault("‘\(name.excerpt(limit: 40))’ is not the name of exactly one pin")
        }
        var place: JSONObject = ["pin": .string(id.description)]
        place["within"] = try cells.value(of: .within, text(.within, of: record))
        return .object(place)
    }

    private mutating func completion(_ record: CSVReader.Record) throws -> JSON? {
        let (at, report) = try completion.read(record)
        if let report { call.skip(line: record.line, report) }
        guard let at else { return nil }
        return event(at, by: person(.completedBy, of: record))
    }

    private func event(_ at: Timestamp, by member: DocumentID?) -> JSON {
        var event: JSONObject = ["at": .string(at.rfc3339)]
        event["by"] = member.map { .string($0.description) }
        return .object(event)
    }

    /// Returns the value of a set: the distinct elements in byte order; nil if there are none.
    private static func set(_ values: [String]) -> JSON? {
        let sorted = Set(values.map { ExactString($0) }).sorted()
        return sorted.isEmpty ? nil : .array(sorted.map { .string($0.string) })
    }
}
