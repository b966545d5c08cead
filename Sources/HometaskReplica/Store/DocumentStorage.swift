// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskQueries

/// The documents of a family, which are read in versions and written in transactions.
public protocol DocumentStorage: Actor {
    /// A folder for derived data that may be lost at any time; nil if there is none.
    nonisolated var derivedFolder: String? { get }

    /// Reads the current version of the branch. The closure sees one consistent snapshot, however long the closure
    /// takes, and blocks no other caller.
    nonisolated func read<Result: Sendable>(
        _ body: @Sendable (any VersionReader) throws -> Result
    ) async throws -> Result

    /// Reads an earlier version, which is named by its commit or by a reader's ``VersionReader/version``.
    nonisolated func read<Result: Sendable>(
        at version: String, _ body: @Sendable (any VersionReader) throws -> Result
    ) async throws -> Result

    /// Starts to observe all moves of the branch; ``changes(since:)`` returns the differences.
    ///
    /// - Returns: a function that waits until the branch may have moved since its last return, or since observing
    ///   began. It returns false if the task was cancelled. Observing ends when the function is released.
    nonisolated func observe() -> @Sendable () async -> Bool

    /// Changes documents atomically, as one commit with a message about the changes. `undo` finds the commit by
    /// the command's name; nil if it cannot be undone.
    ///
    /// The closure runs concurrently with the closures of other changes; only after several superseded attempts do
    /// other writers wait for it. The closure runs again, on a newer version, if another commit has changed a document
    /// that it has read or looked for, or a document of a kind that it has listed. The closure must therefore only read
    /// and write through the transaction. If it throws or changes nothing, nothing is written.
    ///
    /// - Returns: the result of the closure, and the commit; nil if nothing changed.
    nonisolated func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) async throws -> WriteResult<Result>

    /// Sets the reviewer of changes; nil for none. Hand edits are reviewed only if the reviewer asks for them.
    nonisolated func setReviewer(_ reviewer: (any ChangeReviewer)?)

    /// Sets the fields that plugins add to documents, so that they are written by their merge rules and checked.
    nonisolated func setExtensions(_ fields: ExtensionFields)
}

extension DocumentStorage {
    /// Observes the changes of the documents since a version, or from now on.
    ///
    /// - Parameter version: the version that the caller knows, from a reader or an earlier change; nil for the one at
    ///   the time of the call.
    public nonisolated func changes(since version: String? = nil) async throws -> ReplicaChanges {
        if let version { return ReplicaChanges(of: self, since: version) }
        return ReplicaChanges(of: self, since: try await read { $0.version })
    }

    /// Returns the difference from a version; nil if the version is still current, or while HEAD is off its branch.
    nonisolated func change(since version: String) async throws -> ReplicaChange? {
        do {
            return try await read { reader in
                if reader.version == version { return nil }
                let paths = try reader.paths(changedSince: version)
                return ReplicaChange(
                    earlier: version, version: reader.version, paths: paths?.sorted { $0.text < $1.text })
            }
        } catch let error as ReplicaError where error.code == .unsettled {
            return nil
        }
    }
}

extension DocumentStorage where Self: DeviceStorage {
    /// Finds the tasks that match a query by reading all documents; a replica with an index answers faster.
    ///
    /// Members, saved views and tasks are all of the same version, the current one of the branch.
    ///
    /// - Parameters:
    ///   - query: a query as for `hometask list`; empty for all open tasks.
    ///   - limit: the maximum number of tasks.
    /// - Throws: `QueryError`, which says what is invalid and where; `ReplicaError`.
    public nonisolated func scan(_ query: String, limit: Int? = nil) async throws -> TaskList {
        let (member, now) = (try await member(), now)
        return try await read { reader in
            let viewpoint = try Viewpoint(reading: reader, member: member, now: now)
            return try TaskList(
                ListRequest(query: query, limit: limit, from: viewpoint, reading: reader), reading: reader)
        }
    }
}
