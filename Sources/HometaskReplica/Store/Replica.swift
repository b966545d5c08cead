// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// One device's copy of a family's documents, with all operations on them.
///
/// Every call works without a network, except those that name a remote. Calls may be made from any task; a replica
/// carries them out one after the other. Several processes may use one repository at once: the branch moves only by
/// compare-and-swap, so a change is made completely or not at all, and none undoes another.
public protocol Replica: Actor {
    /// The folder of the repository: the working tree, or the bare repository itself.
    nonisolated var folder: String { get }

    /// Whether the repository has no working tree.
    nonisolated var isBare: Bool { get }

    /// The current time by the clock that the replica was given, usually the machine's.
    nonisolated var now: Timestamp { get }

    /// A folder for derived data that may be lost at any time; nil if there is none.
    nonisolated var derivedFolder: String? { get }

    /// Reads the current version of the branch. The closure sees one version throughout.
    func read<Result: Sendable>(_ body: @Sendable (any VersionReader) throws -> Result) throws -> Result

    /// Reads an earlier version, which is named by its commit or by a reader's ``VersionReader/version``.
    func read<Result: Sendable>(
        at version: String, _ body: @Sendable (any VersionReader) throws -> Result
    ) throws -> Result

    /// Starts to report when the branch may have moved, whoever moved it; ``changes(since:)`` returns the differences.
    nonisolated func observe() -> any ChangeSignal

    /// Changes documents as one commit with a message about the changes; all of them or none.
    ///
    /// The closure may run several times, each time on a newer version, if another process commits first. It must
    /// therefore only read and write through the transaction. If it throws or changes nothing, nothing is written.
    ///
    /// - Parameter command: the command's name, by which `undo` finds the commit; nil if it cannot be undone.
    /// - Returns: the result of the closure, and the commit; nil if nothing changed.
    func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) throws -> Written<Result>

    /// Sets the reviewer of changes; nil for none. Hand edits are reviewed only if the reviewer asks for them.
    func setReviewer(_ reviewer: (any ChangeReviewer)?)

    /// Sets the fields that plugins add to documents, so that they are written by their merge rules and checked.
    func setExtensions(_ fields: ExtensionFields)

    /// Records all hand edits in the working tree, in a separate commit.
    ///
    /// - Parameter allowsManyRemovals: whether many missing files (over 20, or over a tenth) count as deletions;
    ///   otherwise they are left alone.
    func takeInHandEdits(allowsManyRemovals: Bool) throws -> HandEditReport

    /// The paths of files with hand edits that differ from the branch; changes nothing.
    func handEditedPaths() throws -> [String]

    /// The member on whose behalf this device writes; nil if it is not set.
    func member() throws -> DocumentID?

    /// Sets the member on whose behalf this device writes.
    func setMember(_ member: DocumentID?) throws

    /// The id of the device's document, which contains its name for the family.
    func deviceID() throws -> DocumentID

    /// Data that this device stores only for itself under a name (numbers of lists, settings); never synced.
    ///
    /// - Parameter name: lower-case letters, digits and dashes.
    func localData(_ name: String) throws -> [UInt8]?

    /// Stores data only on this device, atomically; nil removes it.
    ///
    /// - Parameter durably: whether the data must survive a power failure after this returns.
    func setLocalData(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws

    /// Computes the digests of an original. For a large one this takes a while, and may run concurrently with other
    /// work.
    ///
    /// - Throws: `ReplicaError` if the original cannot be stored.
    nonisolated func photoNames(of original: [UInt8]) throws -> PhotoNames

    /// Stores the files of photos, which are on the disk when this returns. Documents refer to them afterwards; a file
    /// without a reference does no harm.
    ///
    /// - Returns: the stored files, in the same order.
    /// - Throws: `ReplicaError`; files that were stored before the error stay stored.
    func keepPhotos(_ files: [PhotoFile]) throws -> [KeptPhoto]

    /// Releases files that were stored for documents which were not written after all, so that they are never sent.
    /// Files to which another document refers are kept.
    func releasePhotos(_ drafts: [PhotoDraft]) throws

    /// The original of a photo as it was attached; nil if this device does not have it.
    func original(of photo: PhotoRecord) throws -> [UInt8]?

    /// The thumbnail of a photo; nil if there is none or this device does not have it. It may come from a remote and
    /// need not be a valid picture.
    func thumbnail(of photo: PhotoRecord) throws -> [UInt8]?

    /// The photos among these whose originals are on this device.
    func held(_ photos: [PhotoRecord]) throws -> Set<DocumentID>

    /// The ids in git of the originals on this device that the usual remote does not have, as far as is known here;
    /// empty without a remote.
    func waitingPhotos() throws -> Set<String>

    /// Fetches originals that are not on this device.
    ///
    /// - Parameters:
    ///   - remote: the remote to fetch from; nil for the family's usual one.
    ///   - timeout: the number of seconds after which a silent remote is given up; zero for no limit.
    /// - Returns: the number of fetched originals, which is less than the number of missing ones if the remote lacks
    ///   some. Originals that were fetched before an error are kept.
    /// - Throws: `ReplicaError` (`notFound`) if there is no remote with that name.
    func fetchOriginals(
        of photos: [PhotoRecord], remote: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int

    /// Fetches the originals that a device is to have by its policy; ``sync(_:remotes:removals:timeout:progress:)``
    /// does not do that. If it is interrupted, the next call continues. If nothing has changed since the last complete
    /// call, no remote is contacted.
    ///
    /// - Parameters:
    ///   - policy: the policy; nil for the family's default.
    ///   - remotes: the names of the remotes to fetch from; empty for the family's usual one.
    ///   - timeout: the number of seconds after which a silent remote is given up; zero for no limit.
    /// - Returns: the number of fetched originals. A later call looks again for those that no remote has yet.
    func fetchOriginals(
        by policy: PhotoPolicy?, remotes: [String], timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int

    /// Removes the files of erased photos from this device: from its references and from the disk. A sync that receives
    /// an erasure does the same, and also removes the files from remotes.
    ///
    /// - Returns: the number of these files that are still here because only git can remove them.
    func dropErasedPhotos() throws -> Int

    /// The time of the last successful sync with a remote on this device.
    func lastSync() throws -> Timestamp?

    /// The status of the repository: its remote, changes that are not synced, and problems.
    func status() throws -> ReplicaStatus

    /// The current distance between the branch and that of the usual remote. The remote's commits are fetched for this,
    /// but not merged. Nil if there is no remote, or if it has no such branch.
    ///
    /// - Parameter timeout: the number of seconds after which a silent remote is given up; zero for no limit.
    func distanceNow(timeout: Int) async throws -> ReplicaStatus.Distance?

    /// The commits in the branch, newest first.
    ///
    /// - Parameters:
    ///   - since: leaves out earlier commits.
    ///   - path: only returns commits that changed this document.
    ///   - limit: the maximum number of commits.
    func history(since: Timestamp?, path: DocumentPath?, limit: Int) throws -> [HistoryEntry]

    /// The commit at the tip of the branch; nil if there is none.
    func tip() throws -> String?

    /// The reactions of plugins in the commits of the branch that are not part of an earlier commit: for each document,
    /// the share with the highest generation. Shares of generation 0 are left out, because they belong to a person's
    /// changes.
    func pluginAnswers(since commit: String) throws -> [DocumentPath: PluginShare]

    /// The command that ``undo(_:)`` would undo; nil if there is none.
    func undoable() throws -> Undoable?

    /// Undoes the last command of this device that has not been undone, as a new commit.
    ///
    /// - Parameter expected: the expected commit (``Undoable/undone``); nil for the last one, whichever it is.
    /// - Throws: `ReplicaError.Code.superseded` if a later write depends on it, naming the field, or if another commit
    ///   is the last one by now; `notFound` if there is nothing to undo.
    func undo(_ expected: String?) throws -> UndoReport

    /// Reverts the last ``undo(_:)`` of this device, as a new commit, if no other command was run after it.
    ///
    /// - Throws: `ReplicaError.Code.superseded` if a later write depends on it; `notFound` if there is none.
    func redo() throws -> UndoReport

    /// The documents for which ``undo(_:)`` undid a command with this name on this device, and that nobody has changed
    /// since.
    func takenBack(_ command: String) throws -> Set<DocumentPath>

    /// Records that a command has changed something that ``undo(_:)`` cannot undo, such as a setting of this device.
    /// ``undoable()`` reports it; a commit of that command cannot be undone either.
    func noteLasting(_ command: String) throws

    /// The remotes, by name, with their URLs shown without passwords.
    func remotes() throws -> [Remote]

    /// Adds, changes or (nil) removes a remote.
    func setRemote(_ name: String, url: String?) throws

    /// Exchanges commits with remotes: fetches, merges, pushes, and starts again if somebody pushed in the meantime.
    ///
    /// A push that a remote refuses is never reported as a success. If one of several remotes fails, the others are
    /// still synced, and the report names the failed one. After an interruption at any point, the next call continues.
    ///
    /// - Parameters:
    ///   - remotes: the names of the remotes; empty for the family's usual one.
    ///   - removals: the reaction if a remote's commits remove many documents.
    ///   - timeout: the number of seconds without any transfer after which a remote is given up; zero for no limit.
    func sync(
        _ direction: SyncDirection, remotes: [String], removals: RemovalAnswer, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport

    /// Whether so much was written or received through this replica that ``upkeep()`` is due. The check is very cheap.
    func needsUpkeep() -> Bool

    /// Keeps the repository small and fast to read as it grows. With much to do, it takes seconds; during that time,
    /// this replica and other processes continue to read and write. It can be interrupted at any point.
    ///
    /// It is optional: if it is never called, writes occasionally do the most urgent work themselves, and then take
    /// longer.
    ///
    /// - Returns: the work that was done; nil if another process is doing it.
    nonisolated func upkeep() async throws -> UpkeepReport?

    /// The problem with the family's own document, in words for a note: a commit removed it, so it is read from
    /// history. Nil if there is no problem.
    func familyFault() throws -> String?

    /// Checks the repository and, on request, repairs what can be repaired without loss.
    func examine(repairs: Bool) throws -> [Finding]
}

extension Replica {
    /// Undoes the last command of this device that has not been undone, whichever it is, as a new commit.
    public func undo() throws -> UndoReport { try undo(nil) }

    /// Stores data only on this device; a power failure shortly afterwards may undo this.
    public func setLocalData(_ name: String, _ bytes: [UInt8]?) throws {
        try setLocalData(name, bytes, durably: false)
    }

    /// Exchanges commits with remotes, with the default time limit; a remote whose commits remove many documents is
    /// left out.
    public func sync(
        _ direction: SyncDirection, remotes: [String], progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        try await sync(
            direction, remotes: remotes, removals: .ask, timeout: RemoteTimeout.usual, progress: progress)
    }

    /// Exchanges commits with one remote, by default the family's usual one.
    public func sync(
        _ direction: SyncDirection, remote: String?, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        try await sync(direction, remotes: [remote].compactMap(\.self), progress: progress)
    }
}

/// The result of a write, and its commit.
public struct Written<Result: Sendable>: Sendable {
    /// The result of the closure.
    public let result: Result
    /// The commit's id; nil if nothing changed.
    public let commit: String?
    /// The values of conflicts that the write settled without showing them to its author.
    public let settled: [SettledConflict]

    /// Creates the result of a write.
    public init(result: Result, commit: String?, settled: [SettledConflict]) {
        self.result = result
        self.commit = commit
        self.settled = settled
    }
}

/// A value of a conflict that was dropped because a write replaced all values.
public struct SettledConflict: Hashable, Sendable {
    /// The path of the document with the conflict.
    public let path: DocumentPath
    /// The field with the conflict, or the list that contains the item.
    public let field: FieldName
    /// The member of an item of a list; nil if the value was the whole field's.
    public let member: Conflict.ItemMember?
    /// The value that was removed from the document; it stays in history.
    public let value: JSON
}
