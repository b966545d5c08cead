// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskSQLite

/// The words of all documents that can be searched.
///
/// The words are passed to the table folded and separated by spaces, and the table treats every byte outside ASCII as
/// part of a word, so only `SearchTokenizer` defines what a word is. Rows are numbered by `SearchOrder`: the best of
/// many results are read first, and the others not at all. Documents with the same number get the next numbers. If
/// there are more of them than numbers, the index cannot answer searches until it is built again.
///
/// The table does not store texts. To remove a document, its words must be passed again: a task's words come from its
/// record, those of other documents from the members in `entry`.
struct SearchRows {
    private let db: Database
    private let insertEntry: Statement
    private let insertWords: Statement
    private let deleteWords: Statement
    private let scanners: [DocumentKind: MemberScanner]
    private var changes: [Change] = []
    private var size = 0

    /// The words of a document, folded.
    struct Words: Sendable {
        fileprivate let order: SearchOrder
        /// One string for each column.
        fileprivate let columns: [String]

        init(_ document: SearchDocument) {
            order = document.order
            columns = SearchRows.columns.map { $0.kind == document.kind ? document.folded($0.field) : "" }
        }
    }

    /// Words to add to the table, or to remove from it.
    private struct Change {
        let key: Int64
        let isRemoval: Bool
        /// One string for each column.
        let words: [String]
    }

    /// The maximum size in bytes of the changes that are sorted before they are written; writing them in order is ten
    /// times as fast.
    private static let mostBytes = 32 << 20

    /// The name in `meta` that marks an index which cannot answer searches.
    static let overflow = "unsearchable"

    /// The columns of the table: the searchable fields of each kind of document.
    static let columns: [(kind: DocumentKind, field: SearchDocument.Field)] = [
        (.task, .title), (.task, .items), (.task, .text), (.note, .title), (.note, .items), (.note, .text),
        (.pin, .title), (.pin, .text), (.photo, .title), (.photo, .text), (.comment, .text), (.hunt, .title),
        (.hunt, .text),
    ]

    /// Returns the name of a column.
    static func name(_ column: (kind: DocumentKind, field: SearchDocument.Field)) -> String {
        "\(column.kind.rawValue)_\(column.field.rawValue)"
    }

    static func createTables(in db: Database) throws {
        let names = columns.map(name).joined(separator: ", ")
        try db.execute(
            """
            -- A task by its number, or another document by its path, with its members as JSON.
            create table entry(key integer primary key, task integer, path text, members text);

            create virtual table words using fts5(\(names), content='', columnsize=0, prefix='1 2', tokenize='ascii');
            insert into words(words, rank) values ('hashsize', \(mostBytes));
            """)
    }

    static let indexes = """
        create unique index entry_task on entry(task) where task is not null;
        create unique index entry_path on entry(path) where path is not null;
        """

    init(_ db: Database) throws {
        self.db = db
        let names = Self.columns.map(Self.name).joined(separator: ", ")
        let marks = Self.columns.map { _ in "?" }.joined(separator: ", ")
        insertEntry = try db.prepare("insert or ignore into entry values (?, ?, ?, ?)")
        insertWords = try db.prepare("insert into words(rowid, \(names)) values (?, \(marks))")
        deleteWords = try db.prepare("insert into words(words, rowid, \(names)) values ('delete', ?, \(marks))")
        scanners = Dictionary(
            uniqueKeysWithValues: SearchDocument.kinds.map {
                ($0, MemberScanner(selecting: SearchDocument.members(of: $0)))
            })
    }

    /// Adds a task with its number.
    mutating func add(_ words: Words, ofTask number: Int64) throws {
        try add(words, [.integer(number), .null, .null])
    }

    /// Adds a document other than a task, if it contains words and can be read.
    mutating func add(_ path: DocumentPath, _ bytes: UnsafeRawBufferPointer) throws {
        guard let members = try? scanners[path.kind]?.listed(of: bytes), path.owns(members),
            let document = SearchDocument(path.kind, members)
        else { return }
        try add(Words(document), [.null, .text(path.text), .text(JSON.object(members).compactText)])
    }

    private mutating func add(_ words: Words, _ values: [SQLValue]) throws {
        for offset in 0..<SearchOrder.sharers {
            let key = words.order.number | offset
            try insertEntry.run([.integer(key)] + values)
            if db.changedRows == 1 { return try changeWords(words, key, isRemoval: false) }
        }
        try db.run("insert or replace into meta values (\(Self.overflow), '1')")
    }

    /// Removes a task. Its record must still exist.
    mutating func remove(task number: Int64) throws {
        guard let key = try db.integer("select key from entry where task = \(number)") else { return }
        try remove(key, .task, members: "select members from record where number = \(number)")
    }

    /// Removes a document other than a task.
    mutating func remove(_ path: DocumentPath) throws {
        guard let key = try db.integer("select key from entry where path = \(path.text)") else { return }
        try remove(key, path.kind, members: "select members from entry where key = \(key)")
    }

    private mutating func remove(_ key: Int64, _ kind: DocumentKind, members: SQL) throws {
        let bytes = try db.rows(members) { $0.bytes(0) }.first ?? []
        try changeWords(Words(try Self.document(kind, bytes)), key, isRemoval: true)
        try db.run("delete from entry where key = \(key)")
    }

    /// Returns a document in the form in which the tables store it.
    static func document(_ kind: DocumentKind, _ bytes: [UInt8]) throws -> SearchDocument {
        guard let members = (try? JSON.parse(bytes))?.objectValue, let document = SearchDocument(kind, members) else {
            throw SQLiteError.damaged("a document that can be found has no record")
        }
        return document
    }

    private mutating func changeWords(_ words: Words, _ key: Int64, isRemoval: Bool) throws {
        changes.append(Change(key: key, isRemoval: isRemoval, words: words.columns))
        size += words.columns.reduce(64) { $0 + $1.utf8.count }
        if size > Self.mostBytes { try writeRows() }
    }

    /// Writes the pending changes.
    mutating func writeRows() throws {
        let sorted = changes.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
        (changes, size) = ([], 0)
        for (_, change) in sorted {
            let words = change.words.map { $0.isEmpty ? SQLValue.null : .text($0) }
            try (change.isRemoval ? deleteWords : insertWords).run([.integer(change.key)] + words)
        }
    }
}
