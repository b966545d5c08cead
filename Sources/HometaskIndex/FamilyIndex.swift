// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
public import HometaskQueries
public import HometaskReplica
import HometaskSQLite
public import HometaskTime

/// A database beside the repository that answers lists without reading every document. It is derived only from the
/// documents.
///
/// The database represents one version of the family, whose name it stores. If another version is requested, the
/// documents that differ are read. If the database is missing or damaged, has another layout, or represents an unknown
/// version, it is built again. It may therefore be removed at any time. Several processes may use it at once; each gets
/// the answer for the version that it requests. If the index cannot be used or written at all, there is no answer, and
/// the caller reads the documents.
public struct FamilyIndex: Sendable {
    private let file: IndexFile

    /// Creates the index of a folder; nothing is opened yet.
    public init(in folder: String) {
        file = IndexFile(in: folder.hasSuffix("/") ? folder : folder + "/")
    }

    /// Returns the answer to a request for a list; nil if the index cannot answer.
    ///
    /// - Throws: `ReplicaError` if the documents themselves cannot be read.
    public func list(_ request: ListRequest, reading reader: any VersionReader) throws -> TaskList? {
        try answer(reading: reader, zone: request.zone) { db in try IndexedList(request, db).list }
    }

    /// Returns the requested statistics, at a cost that does not grow with the number of tasks; nil if the index cannot
    /// answer.
    ///
    /// - Throws: `ReplicaError` if the documents themselves cannot be read.
    public func statistics(_ request: StatisticsRequest, reading reader: any VersionReader) throws -> Statistics? {
        let counts = try answer(reading: reader, zone: request.zone) { db in try StatisticsAnswer(request, db).counts
        }
        return counts.map { Statistics(request, $0) }
    }

    /// Runs a query on the database of a version; nil if the database or its file cannot be used.
    func answer<Answer>(
        reading reader: any VersionReader, zone: TimeZoneRules, body: (Database) throws -> Answer
    ) throws(ReplicaError) -> Answer? {
        do {
            if file.isUnmodified, let answer = try read(reader.version, in: zone, body: body) { return answer }
            return try file.withLock {
                try updateOrRebuild(to: reader, zone)
                return try read(reader.version, in: zone, body: body)
            }
        } catch let error as ReplicaError {
            throw error
        } catch {
            file.forget()
            return nil
        }
    }

    /// Returns the result of a query; nil if the database represents another version.
    private func read<Answer>(
        _ version: String, in zone: TimeZoneRules, body: (Database) throws -> Answer
    ) throws -> Answer? {
        let db = try Database(at: file.path)
        return try db.transaction(writes: false) { try Self.represents(version, zone, in: db) ? body(db) : nil }
    }

    /// Updates the database to a version. The lock must be held.
    private func updateOrRebuild(to reader: any VersionReader, _ zone: TimeZoneRules) throws {
        if file.isUnmodified, try update(to: reader, zone) { return }
        try build(from: reader, zone)
    }

    /// Reads the documents that differ; false if the differences are unknown.
    private func update(to reader: any VersionReader, _ zone: TimeZoneRules) throws -> Bool {
        let db = try Database(at: file.path)
        guard let shown = try? Self.meta(db), shown["schema"] == IndexSchema.version,
            shown["zone"] == zone.identifier, let version = shown["version"]
        else { return false }
        if version == reader.version { return true }
        guard let paths = try reader.paths(changedSince: version) else { return false }
        file.forget()
        try db.execute("pragma journal_mode = truncate; pragma synchronous = normal")
        try db.transaction(writes: true) {
            var update = try IndexUpdate(db, zone: zone)
            try update.replace(paths, from: reader)
        }
        file.recordFingerprint()
        return true
    }

    /// Builds a new database from all documents beside the old one, and replaces the old one with it.
    private func build(from reader: any VersionReader, _ zone: TimeZoneRules) throws {
        file.removeDraft()
        defer { file.removeDraft() }
        let db = try Database(at: file.draft)
        try db.execute("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536")
        try db.transaction(writes: true) {
            try IndexSchema.createTables(in: db)
            var update = try IndexUpdate(db, zone: zone)
            try update.fill(from: reader)
            try IndexSchema.createIndexes(in: db)
        }
        file.flushDraft()
        if file.replaceWithDraft() { file.recordFingerprint() }
    }

    private static func meta(_ db: Database) throws -> [String: String] {
        let rows = try db.rows("select name, value from meta") { ($0.text(0), $0.text(1)) }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }

    private static func represents(_ version: String, _ zone: TimeZoneRules, in db: Database) throws -> Bool {
        let meta = try meta(db)
        return meta["schema"] == IndexSchema.version && meta["version"] == version
            && meta["zone"] == zone.identifier
    }
}

extension FamilyIndex {
    /// Returns the results of a search; nil if the index cannot answer. The time zone is that of lists; an index is
    /// built for one zone.
    ///
    /// - Throws: `ReplicaError` if the documents themselves cannot be read.
    public func search(
        _ request: SearchRequest, zone: TimeZoneRules, reading reader: any VersionReader
    ) throws -> SearchList? {
        try answer(reading: reader, zone: zone) { db in try SearchAnswer(request, db).list } ?? nil
    }
}
