// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskQueries
public import HometaskReplica
import HometaskSQLite
public import HometaskTime

extension FamilyIndex {
    /// Returns the tasks whose titles match a string (`NameMatch`), or all tasks if the string is empty, each with the
    /// members that `TaskFinder` needs; nil if the index cannot answer.
    ///
    /// - Parameters:
    ///   - words: the string in any letter case, as the index stores titles in lower case.
    ///   - isTrash: whether to return only tasks in the trash; otherwise only tasks outside it.
    ///   - zone: the time zone of lists; an index is built for one zone.
    ///   - reader: the version of the family to answer for; the index is updated to it if necessary.
    /// - Throws: `ReplicaError` if the documents themselves cannot be read.
    public func tasks(
        titled words: String, isTrash: Bool, zone: TimeZoneRules, reading reader: any VersionReader
    ) throws(ReplicaError) -> [TaskRecord]? {
        // The index stores titles in lower case; the caller checks the original titles of the tasks found.
        let match = NameMatch(words.lowercased())
        // An ASCII text occurs unchanged in an ASCII title. Letters of other scripts are folded, so titles with such
        // letters are checked one by one.
        let isOther: SQL = "length(title) <> length(cast(title as blob))"
        let conditions = match.words.map { word -> SQL in
            guard word.allSatisfy({ $0 < 0x80 }) else { return "and \(isOther)" }
            return "and (instr(title, \(String(decoding: word, as: UTF8.self))) > 0 or \(isOther))"
        }
        let found: SQL =
            "select number, title from task where trashed = \(isTrash ? 1 : 0) \(conditions.joined(separator: " "))"
        return try answer(reading: reader, zone: zone) { db in
            let numbers = try db.rows(found) { row in
                words.isEmpty || match.fit(row.text(1)) != nil ? row.integer(0) : nil
            }
            return try Self.tasks(numbers.compactMap(\.self), db)
        }
    }

    /// Returns the tasks outside the trash, or in it, whose titles begin with a string in any letter case, sorted by
    /// title, each with the members that `TaskFinder` needs; nil if the index cannot answer. At most `limit` records
    /// are read.
    ///
    /// - Parameters:
    ///   - text: the beginning of the titles; empty for all tasks.
    ///   - isOpen: whether to return open tasks or done ones; nil for both.
    ///   - isTrash: whether to return only tasks in the trash; otherwise only tasks outside it.
    ///   - limit: the maximum number of returned tasks.
    ///   - zone: the time zone of lists; an index is built for one zone.
    ///   - reader: the version of the family to answer for; the index is updated to it if necessary.
    /// - Throws: `ReplicaError` if the documents themselves cannot be read.
    public func tasks(
        beginning text: String, isOpen: Bool?, isTrash: Bool, limit: Int, zone: TimeZoneRules,
        reading reader: any VersionReader
    ) throws -> [TaskRecord]? {
        let small = text.lowercased()
        let state: SQL = isOpen.map { "and open = \($0 ? 1 : 0)" } ?? ""
        let found: SQL =
            "select number, title from task where trashed = \(isTrash ? 1 : 0) \(state) order by title, id"
        return try answer(reading: reader, zone: zone) { db in
            let numbers = try db.rows(found) { row in row.text(1).hasPrefix(small) ? row.integer(0) : nil }
            return try Self.tasks(Array(numbers.lazy.compactMap(\.self).prefix(limit)), db)
        }
    }

    private static func tasks(_ numbers: [Int64], _ db: Database) throws -> [TaskRecord] {
        let statement = try db.prepare("select members from record where number = ?")
        let scanner = MemberScanner(selecting: TaskFinder.neededMembers)
        return try numbers.map { number in
            let bytes = try statement.rows([.integer(number)]) { $0.bytes(0) }.first ?? []
            guard let task = (try? scanner.members(of: bytes)).flatMap({ TaskRecord($0) }) else {
                throw SQLiteError.damaged("a task has no record")
            }
            return task
        }
    }

    /// Returns the tags of tasks with their counts; nil if the index cannot answer. The time zone is that of lists; an
    /// index is built for one zone.
    ///
    /// - Throws: `ReplicaError` if the documents themselves cannot be read.
    public func tagCounts(zone: TimeZoneRules, reading reader: any VersionReader) throws -> TagCounts? {
        try answer(reading: reader, zone: zone) { db in
            let tags = try db.rows(
                """
                select x.name, count(*), sum(t.open) from tag g join task t on t.number = g.task
                join thing x on x.number = g.thing where t.trashed = 0 group by g.thing
                """
            ) { row in
                TagCounts.Tag(
                    name: String(row.text(0).unicodeScalars.dropFirst()), count: Int(row.integer(1) ?? 0),
                    openCount: Int(row.integer(2) ?? 0))
            }
            return TagCounts(tags)
        }
    }
}
