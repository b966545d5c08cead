// SPDX-License-Identifier: Apache-2.0

import GRDB
import HometaskDocuments
import HometaskReplica
import HometaskTime

/// Brings a database to a version of the family's documents, inside a transaction.
struct IndexUpdate {
    private let db: Database
    private let zone: TimeZoneRules
    private let scanner = MemberScanner(selecting: TaskRow.members)
    private let subjectScanner = MemberScanner(selecting: ["about", "deleted", "id"])
    private var numbers: [String: Int64] = [:]
    private let insertTask: Statement
    private let insertRecord: Statement
    private let insertBody: Statement
    private let insertAssignee: Statement
    private let insertTag: Statement
    private let insertAfter: Statement

    init(_ db: Database, zone: TimeZoneRules) throws {
        self.db = db
        self.zone = zone
        insertTask = try db.makeStatement(
            sql: "insert into task values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        insertRecord = try db.makeStatement(sql: "insert into record values (?, ?)")
        insertBody = try db.makeStatement(sql: "insert into body values (?, ?, ?)")
        insertAssignee = try db.makeStatement(sql: "insert or ignore into assignee values (?, ?)")
        insertTag = try db.makeStatement(sql: "insert or ignore into tag values (?, ?)")
        insertAfter = try db.makeStatement(sql: "insert or ignore into after values (?, ?)")
    }

    /// Puts every document of a version into empty tables.
    mutating func fill(from reader: any VersionReader) throws {
        try reader.forEachDocument(of: .task) { path, bytes in
            try add(path, bytes)
            return true
        }
        for kind in [DocumentKind.photo, .note] {
            try reader.forEachDocument(of: kind) { path, bytes in
                try addSubject(path, try? subjectScanner.members(of: bytes))
                return true
            }
        }
        try note(reader)
    }

    /// Replaces what is known of some documents.
    mutating func replace(_ paths: [DocumentPath], from reader: any VersionReader) throws {
        for path in paths {
            switch path.kind {
            case .task:
                try remove(path)
                guard let bytes = try? reader.bytes(at: path) else { continue }
                try bytes.withUnsafeBytes { try add(path, $0) }
            case .photo, .note:
                try db.execute(sql: "delete from subject where document = ?", arguments: [path.text])
                let members = try reader.bytes(at: path).flatMap { try? subjectScanner.members(of: $0) }
                try addSubject(path, members)
            default: break
            }
        }
        try note(reader)
    }

    private func note(_ reader: any VersionReader) throws {
        for (name, value) in [
            ("schema", String(IndexSchema.version)), ("version", reader.version), ("zone", zone.identifier),
        ] {
            try db.execute(sql: "insert or replace into meta values (?, ?)", arguments: [name, value])
        }
    }

    private mutating func add(_ path: DocumentPath, _ bytes: UnsafeRawBufferPointer) throws {
        guard let members = try? scanner.members(of: bytes), path.owns(members),
            let row = TaskRow(members, zone: zone)
        else {
            return try db.execute(sql: "insert into unreadable values (?)", arguments: [path.text])
        }
        let task = row.task
        try insertTask.execute(arguments: [
            task.id.description, task.isDeleted, task.isOpen, task.completion?.at.seconds, row.due, row.wait,
            task.createdAt?.seconds, row.priority, task.points, try number(task.category), try number(task.place?.pin),
            try number(task.createdBy), try number(task.completion?.by), row.features, row.title, task.order,
        ])
        let number = db.lastInsertedRowID
        try insertRecord.execute(arguments: [number, row.record])
        if !task.description.isEmpty || !task.items.isEmpty {
            try insertBody.execute(arguments: [number, row.description, row.items])
        }
        for member in task.assignees { try insertAssignee.execute(arguments: [number, try self.number(member)]) }
        for tag in task.tags { try insertTag.execute(arguments: [number, try self.number(of: "+\(tag)")]) }
        for other in task.after { try insertAfter.execute(arguments: [number, other.description]) }
    }

    private func addSubject(_ path: DocumentPath, _ members: JSONObject?) throws {
        guard let members, path.owns(members), members["deleted"] == nil, let about = members["about"],
            about["kind"]?.stringValue == DocumentKind.task.rawValue,
            let id = about["id"]?.stringValue.flatMap({ DocumentID($0) })
        else { return }
        try db.execute(
            sql: "insert or replace into subject values (?, ?, ?)",
            arguments: [path.text, path.kind.rawValue, id.description])
    }

    private func remove(_ path: DocumentPath) throws {
        try db.execute(sql: "delete from unreadable where path = ?", arguments: [path.text])
        guard let id = path.id?.description,
            let number = try Int64.fetchOne(db, sql: "select number from task where id = ?", arguments: [id])
        else { return }
        for (table, column) in [
            ("task", "number"), ("record", "number"), ("body", "number"), ("assignee", "task"), ("tag", "task"),
            ("after", "task"),
        ] {
            try db.execute(sql: "delete from \(table) where \(column) = ?", arguments: [number])
        }
    }

    private mutating func number(_ id: DocumentID?) throws -> Int64? { try id.map { try number(of: $0.description) } }

    /// The number of a thing, which gets one if it has none.
    private mutating func number(of name: String) throws -> Int64 {
        if let known = numbers[name] { return known }
        try db.execute(sql: "insert or ignore into thing(name) values (?)", arguments: [name])
        let number = try Int64.fetchOne(db, sql: "select number from thing where name = ?", arguments: [name]) ?? 0
        numbers[name] = number
        return number
    }
}
