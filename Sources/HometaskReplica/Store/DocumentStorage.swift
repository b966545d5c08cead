// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

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

    /// Changes documents atomically, as one commit with a message about the changes.
    ///
    /// The closure runs concurrently with the closures of other changes; only after several superseded attempts do
    /// other writers wait for it. The closure runs again, on a newer version, if another commit has changed a document
    /// that it has read or looked for, or a document of a kind that it has listed. The closure must therefore only read
    /// and write through the transaction. If it throws or changes nothing, nothing is written.
    ///
    /// - Parameter command: the command's name, by which `undo` finds the commit; nil if it cannot be undone.
    /// - Returns: the result of the closure, and the commit; nil if nothing changed.
    nonisolated func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) async throws -> WriteResult<Result>

    /// Sets the reviewer of changes; nil for none. Hand edits are reviewed only if the reviewer asks for them.
    nonisolated func setReviewer(_ reviewer: (any ChangeReviewer)?)

    /// Sets the fields that plugins add to documents, so that they are written by their merge rules and checked.
    nonisolated func setExtensions(_ fields: ExtensionFields)
}
