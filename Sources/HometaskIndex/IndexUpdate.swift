// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskSQLite
import HometaskSystem
import HometaskTime

/// Updates a database to a version of the family's documents, inside a transaction.
struct IndexUpdate {
    private let db: Database
    private let zone: TimeZoneRules
    private let scanner = MemberScanner(selecting: TaskRow.members)
    private let subjectScanner = MemberScanner(selecting: ["about", "deleted", "id"])
    private var numbers: [ExactString: Int64] = [:]
    /// The change in the number of open tasks.
    private var opened: Int64 = 0
    private var statistics = StatisticsRows()
    private let insertTask: Statement
    private let insertRecord: Statement
    private let insertBody: Statement
    private let insertNames: [Statement]
    private let insertAfter: Statement
    private let insertExtension: Statement
    private let setBegun: Statement
    private var search: SearchRows
    /// The tasks that were not known to be done when the occurrences after them were added.
    private var early: Set<DocumentID> = []

    init(_ db: Database, zone: TimeZoneRules) throws {
        self.db = db
        self.zone = zone
        let count = 8 + TaskField.numeric.count + IndexSchema.nameColumns.count
        let places = repeatElement("?", count: count).joined(separator: ", ")
        insertTask = try db.prepare("insert into task values (null, \(places))")
        insertRecord = try db.prepare("insert into record values (?, ?)")
        insertBody = try db.prepare("insert into body values (?, ?, ?)")
        insertNames = try IndexSchema.nameTables.map {
            try db.prepare("insert or ignore into \(IndexSchema.column(of: $0)) values (?, ?)")
        }
        insertAfter = try db.prepare("insert or ignore into after values (?, ?)")
        insertExtension = try db.prepare("insert or replace into extension values (?, ?, ?, ?)")
        setBegun = try db.prepare("update task set created = ? where number = ?")
        search = try SearchRows(db)
    }

    /// Adds every document of a version to empty tables.
    mutating func fill(from reader: any VersionReader) throws {
        // While this thread reads a portion and writes the rows of another one, others compute the rows of a third.
        var computed: BackgroundValue<[(path: DocumentPath, row: TaskRow?)]>?
        var portion: [(path: DocumentPath, bytes: [UInt8])] = []
        var size = 0
        try reader.visitDocuments(of: .task) { path, bytes in
            portion.append((path, Array(bytes)))
            size += bytes.count
            if portion.count == Self.portion || size >= Self.portionBytes {
                let next = BackgroundValue { [scanner, zone, portion] in Self.rows(portion, scanner, zone: zone) }
                if let computed { try add(computed.value) }
                (computed, portion, size) = (next, [], 0)
            }
            return true
        }
        if let computed { try add(computed.value) }
        try add(Self.rows(portion, scanner, zone: zone))
        for previous in early { try setBeginnings(after: previous) }
        for kind in SearchDocument.kinds where kind != .task {
            try reader.visitDocuments(of: kind) { path, bytes in
                if Self.hasSubject(kind) { try addSubject(path, try? subjectScanner.members(of: bytes)) }
                try search.add(path, bytes)
                return true
            }
        }
        try recordZone(reader)
    }

    /// Replaces the data of some documents.
    mutating func replace(_ paths: [DocumentPath], from reader: any VersionReader) throws {
        for path in paths {
            switch path.kind {
            case .task:
                try remove(path)
                if let bytes = try Self.bytes(at: path, reader) {
                    try add(path, Self.row(path, bytes, scanner: scanner, zone: zone))
                }
                if let id = path.id { try setBeginnings(after: id) }
            case let kind where SearchDocument.kinds.contains(kind):
                try db.run("delete from subject where document = \(path.text)")
                try search.remove(path)
                guard let bytes = try Self.bytes(at: path, reader) else { continue }
                if Self.hasSubject(kind) { try addSubject(path, try? subjectScanner.members(of: bytes)) }
                try bytes.withUnsafeBytes { try search.add(path, $0) }
            default: break
            }
        }
        try recordZone(reader)
    }

    /// Returns the bytes of a document; empty if it is larger than allowed, as when all documents are read.
    private static func bytes(at path: DocumentPath, _ reader: any VersionReader) throws -> [UInt8]? {
        do {
            return try reader.bytes(at: path)
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return []
        }
    }

    private mutating func recordZone(_ reader: any VersionReader) throws {
        try search.writeRows()
        try db.run("update tally set value = value + \(opened) where name = 'open'")
        try statistics.writeRows(to: db)
        for (name, value) in [
            ("schema", IndexSchema.version), ("version", reader.version), ("zone", zone.identifier),
        ] {
            try db.run("insert or replace into meta values (\(name), \(value))")
        }
    }

    /// The maximum number of tasks whose rows are computed together, and their maximum size in bytes.
    private static let portion = 1024
    private static let portionBytes = 16 << 20

    private static func rows(
        _ documents: [(path: DocumentPath, bytes: [UInt8])], _ scanner: MemberScanner, zone: TimeZoneRules
    ) -> [(path: DocumentPath, row: TaskRow?)] {
        ParallelMap.map(documents, least: ParallelMap.many) { document in
            (document.path, row(document.path, document.bytes, scanner: scanner, zone: zone))
        }
    }

    private mutating func add(_ rows: [(path: DocumentPath, row: TaskRow?)]) throws {
        for (path, row) in rows { try add(path, row) }
    }

    /// Returns the row of a task; nil if the document cannot be read.
    private static func row(
        _ path: DocumentPath, _ bytes: [UInt8], scanner: MemberScanner, zone: TimeZoneRules
    ) -> TaskRow? {
        guard let members = try? bytes.withUnsafeBytes({ try scanner.listed(of: $0) }), path.owns(members)
        else { return nil }
        return TaskRow(members, zone: zone)
    }

    private mutating func add(_ path: DocumentPath, _ row: TaskRow?) throws {
        guard let row else { return try db.run("insert into unreadable values (\(path.text))") }
        let task = row.task
        let things = try row.names.map { name in try name.map { try self.number(of: $0) } }
        let lists = try row.nameLists.map { names in try names.map { try self.number(of: $0) } }
        let begun = try task.previous.flatMap { try completionTime(of: $0) } ?? row.number(of: .created)
        let numbers = row.numbers(created: begun)
        let state: [SQLValue] = [
            .text(task.id.description), .integer(task.isDeleted ? 1 : 0), .integer(task.isOpen ? 1 : 0),
        ]
        let others: [SQLValue] = [
            SQLValue(row.features), .text(row.title), row.folded.map { .text($0) } ?? .null, .text(task.order),
            task.previous.map { .text($0.description) } ?? .null,
        ]
        try insertTask.run(state + (numbers + things).map { SQLValue($0) } + others)
        let number = SQLValue.integer(db.lastInsertedRow)
        if let previous = task.previous, begun == row.number(of: .created) { early.insert(previous) }
        if let words = row.words { try search.add(words, ofTask: db.lastInsertedRow) }
        if task.isOpen, !task.isDeleted { opened += 1 }
        try insertRecord.run([number, .text(row.record)])
        if !task.description.isEmpty || !task.items.isEmpty {
            try insertBody.run([number, .text(row.description), .text(row.items)])
        }
        for (statement, list) in zip(insertNames, lists) {
            for thing in list { try statement.run([number, .integer(thing)]) }
        }
        for other in task.after { try insertAfter.run([number, .text(other.description)]) }
        for (name, value) in row.extensions {
            try insertExtension.run([.text(name.plugin), .text(name.member), number, .text(value)])
        }
        let thing = { (field: TaskField) in IndexSchema.nameColumns.firstIndex(of: field).flatMap { things[$0] } }
        let counted = StatisticsContribution.Columns(
            isTrashed: task.isDeleted, done: row.number(of: .done), isInTime: task.isInTime(in: zone),
            begun: begun, points: row.number(of: .points), category: thing(.category),
            doneBy: thing(.doer), assignees: IndexSchema.nameTables.firstIndex(of: .assignees).map { lists[$0] } ?? [])
        statistics.add(StatisticsContribution(counted, zone: zone))
    }

    /// Sets the time at which the occurrences after a task became the current ones of their series: its completion, or
    /// their own creation if it is not done (any more).
    private mutating func setBeginnings(after task: DocumentID) throws {
        let done = try completionTime(of: task)
        let next = try db.rows("select number, created from task where previous = \(task.description)") {
            (number: $0.integer(0) ?? 0, created: $0.integer(1))
        }
        for (number, created) in next {
            let begun = try done ?? creationTime(of: number)
            if begun == created { continue }
            if let share = try StatisticsContribution(of: number, in: db, zone: zone) { statistics.remove(share) }
            try setBegun.run([SQLValue(begun), .integer(number)])
            if let share = try StatisticsContribution(of: number, in: db, zone: zone) { statistics.add(share) }
        }
    }

    /// Returns the completion time of a task, in seconds since 1970; nil if it is open or not in the tables.
    private func completionTime(of task: DocumentID) throws -> Int64? {
        try db.integer("select done from task where id = \(task.description)")
    }

    /// Returns the creation time of a task, from its document.
    private func creationTime(of number: Int64) throws -> Int64? {
        let texts = try db.rows("select members from record where number = \(number)") { $0.text(0) }
        guard let members = try texts.first.map({ try JSON.parse($0) })?.objectValue else { return nil }
        return TaskRecord(members)?.createdAt?.seconds
    }

    /// Returns whether conditions search for documents of a kind by the task that they are about.
    private static func hasSubject(_ kind: DocumentKind) -> Bool { kind == .photo || kind == .note }

    private func addSubject(_ path: DocumentPath, _ members: JSONObject?) throws {
        guard let members, path.owns(members), members["deleted"] == nil, let about = members["about"],
            about["kind"]?.stringValue == DocumentKind.task.rawValue,
            let id = about["id"]?.stringValue.flatMap({ DocumentID($0) })
        else { return }
        try db.run(
            "insert or replace into subject values (\(path.text), \(path.kind.rawValue), \(id.description))")
    }

    private mutating func remove(_ path: DocumentPath) throws {
        try db.run("delete from unreadable where path = \(path.text)")
        guard let id = path.id?.description, let number = try db.integer("select number from task where id = \(id)")
        else { return }
        opened -= try db.integer("select open and not trashed from task where number = \(number)") ?? 0
        try search.remove(task: number)
        if let share = try StatisticsContribution(of: number, in: db, zone: zone) { statistics.remove(share) }
        let tables = [
            ("task", "number"), ("record", "number"), ("body", "number"), ("after", "task"), ("extension", "task"),
        ]
        for (table, column) in tables + IndexSchema.nameTables.map({ (IndexSchema.column(of: $0), "task") }) {
            try db.run("delete from \(SQL(verbatim: table)) where \(SQL(verbatim: column)) = \(number)")
        }
    }

    /// Returns the number of a member, category, pin or tag, which is assigned if it has none.
    private mutating func number(of name: String) throws -> Int64 {
        if let known = numbers[ExactString(name)] { return known }
        try db.run("insert or ignore into thing(name) values (\(name))")
        let number = try db.integer("select number from thing where name = \(name)") ?? 0
        numbers[ExactString(name)] = number
        return number
    }
}
