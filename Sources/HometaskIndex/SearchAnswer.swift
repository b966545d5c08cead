// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries
import HometaskSQLite

/// The answer to a search, from a database of the requested version.
///
/// Each rank, beginning with the best, is a separate query of the word table, which returns rows in its own order. The
/// results for a rank include the documents of all better ranks. If very many documents contain the words as whole
/// words, only the documents to show are read, and counting ends at a bound. If words that begin with the text are very
/// different, SQLite must collect the rows of all of them first.
struct SearchAnswer {
    /// The results; nil if this index cannot answer.
    let list: SearchList?

    /// A document that was found.
    private struct Match {
        let rank: SearchRank
        let order: SearchOrder
        let key: Int64
        let kind: DocumentKind
        let task: Int64?
    }

    init(_ request: SearchRequest, _ db: Database) throws {
        if try db.integer("select 1 from meta where name = \(SearchRows.overflow)") != nil {
            list = nil
            return
        }
        let bound = request.limit + SearchList.countBound
        let count = try Self.count(request, upTo: bound, in: db)
        let found = try count == 0 ? [] : Self.best(min(request.limit, count), request, in: db)
        list = SearchList(
            try found.map { SearchHit(try Self.document($0, db), rank: $0.rank, query: request.query) }, count: count,
            unreadable: request.kinds.contains(.task) ? try Self.unreadable(db) : [])
    }

    /// Returns the number of matching documents, up to a bound. Whole-word matches are counted first, because the
    /// documents of one word are read in order, while those of all words with a common prefix must be collected before
    /// the first one is known.
    private static func count(_ request: SearchRequest, upTo bound: Int, in db: Database) throws -> Int {
        var count = 0
        for areWhole in [true, false] where count < bound {
            guard let rank = SearchRank.all.last else { break }
            let expression = expression(request, upTo: rank, areWhole: areWhole)
            if expression.isEmpty { return 0 }
            let rows: SQL = "select 1 from words where \(matching(expression, request)) limit \(bound)"
            count = Int(try db.integer("select count(*) from (\(rows))") ?? 0)
        }
        return count
    }

    private static func matching(_ expression: String, _ request: SearchRequest) -> SQL {
        let numbers = request.numbers
        return "words match \(expression) and rowid between \(numbers.lowerBound) and \(numbers.upperBound)"
    }

    /// Returns the first documents in the results.
    private static func best(_ count: Int, _ request: SearchRequest, in db: Database) throws -> [Match] {
        var found: [Match] = []
        var known: Set<Int64> = []
        var asked = ""
        for rank in SearchRank.all where found.count < count {
            let expression = expression(request, upTo: rank)
            if expression.isEmpty || expression == asked { continue }
            asked = expression
            // Rows with the same number are in no defined order, so all of them are read.
            let limit = count + Int(SearchOrder.sharers) - 1
            let rows = try rows(expression, rank, request: request, limit: limit, in: db).filter {
                known.insert($0.key).inserted
            }
            found += rows.sorted { $0.order < $1.order }.prefix(count - found.count)
        }
        return found
    }

    private static func rows(
        _ expression: String, _ rank: SearchRank, request: SearchRequest, limit: Int, in db: Database
    ) throws -> [Match] {
        let keys: SQL =
            "select rowid as key from words where \(matching(expression, request)) order by rowid desc limit \(limit)"
        return try db.rows(
            """
            select e.key, e.task, coalesce(e.path, ''), coalesce(t.id, '') from (\(keys)) k
            cross join entry e on e.key = k.key left join task t on t.number = e.task
            """
        ) { row in
            let key = row.integer(0) ?? 0
            let path = DocumentPath(text: row.text(2))
            guard let id = path?.id ?? DocumentID(row.text(3)) else {
                throw SQLiteError.damaged("what was found has no id")
            }
            return Match(
                rank: rank, order: SearchOrder(key: key, id: id), key: key, kind: path?.kind ?? .task,
                task: row.integer(1))
        }
    }

    private static func document(_ found: Match, _ db: Database) throws -> SearchDocument {
        let members: SQL =
            found.task.map { "select members from record where number = \($0)" }
            ?? "select members from entry where key = \(found.key)"
        return try SearchRows.document(found.kind, try db.rows(members) { $0.bytes(0) }.first ?? [])
    }

    private static func unreadable(_ db: Database) throws -> [DocumentPath] {
        try db.rows("select path from unreadable order by path") { DocumentPath(text: $0.text(0)) }.compactMap(\.self)
    }

    /// Returns the FTS5 expression for the documents of a rank and of all better ones; empty if there can be none.
    ///
    /// - Parameter areWhole: whether to find only documents that contain all words as whole words.
    private static func expression(
        _ request: SearchRequest, upTo rank: SearchRank, areWhole: Bool = false
    ) -> String {
        let terms = request.query.terms.map { term -> String in
            let words = term.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            let (beginning, whole) = rank.fields
            let parts = [
                (beginning, term.isOpen && !areWhole ? "\"\(words)\" *" : "\"\(words)\""), (whole, "\"\(words)\""),
            ]
            return parts.compactMap { fields, phrase in
                let columns = SearchRows.columns.filter {
                    fields.contains($0.field) && request.kinds.contains($0.kind)
                }
                return columns.isEmpty ? nil : "{\(columns.map(SearchRows.name).joined(separator: " "))} : \(phrase)"
            }.joined(separator: " OR ")
        }
        return terms.contains("") ? "" : terms.map { "(\($0))" }.joined(separator: " AND ")
    }
}
