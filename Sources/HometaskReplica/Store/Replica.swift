// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// One device's copy of a family's documents, with all that can be done to it.
///
/// Every call but those that name a remote works without a network. Calls may be made from any task; a replica carries
/// them out one after the other. Several processes may use one repository at once: the branch moves only by
/// compare-and-swap, so a change is either there whole or not at all, and none undoes another's.
public protocol Replica: Actor {
    /// The folder the repository lies in: the working tree, or the bare repository itself.
    nonisolated var folder: String { get }

    /// Whether the repository has no working tree.
    nonisolated var isBare: Bool { get }

    /// The time, by the clock that the replica was given: the machine's, as a rule.
    nonisolated var now: Timestamp { get }

    /// A folder for derived data that may be lost at any time; nil if there is none.
    nonisolated var derivedFolder: String? { get }

    /// Reads at the version that the branch names now. The closure sees one version throughout.
    func read<Result: Sendable>(_ body: @Sendable (any VersionReader) throws -> Result) throws -> Result

    /// Reads at an earlier version, named by its commit or as a reader calls it.
    func read<Result: Sendable>(
        at version: String, _ body: @Sendable (any VersionReader) throws -> Result
    ) throws -> Result

    /// Begins to tell when the branch may have moved, whoever moved it; ``changes(since:)`` says what differs.
    nonisolated func observe() -> any ChangeSignal

    /// Changes documents, all or none, as one commit that tells what was done.
    ///
    /// The closure may run several times, when another process was faster, each time on the newer version: it must do
    /// nothing but read and write through the transaction. If it throws or changes nothing, nothing is written.
    ///
    /// - Parameter command: the command's name, under which `undo` finds the commit; nil if it cannot be undone.
    /// - Returns: what the closure returned, and the commit, nil if nothing changed.
    func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) throws -> Written<Result>

    /// Has changes reviewed from now on, those that people made in the working tree only where the reviewer sees these;
    /// nil for no longer.
    func setReviewer(_ reviewer: (any ChangeReviewer)?)

    /// Says which fields plugins add to documents: from now on they are written by their rules and checked.
    func setExtensions(_ fields: ExtensionFields)

    /// Records all hand edits in the working tree, in a separate commit.
    ///
    /// - Parameter allowsManyRemovals: whether many missing files (over 20, or over a tenth) count as deletions;
    ///   otherwise they are left alone.
    func takeInHandEdits(allowsManyRemovals: Bool) throws -> HandEditReport

    /// How many files differ from what the branch holds because somebody edited them; changes nothing.
    func handEditedPaths() throws -> [String]

    /// The member on whose behalf this device writes; nil if it is not set.
    func member() throws -> DocumentID?

    /// Says which member this device writes for from now on.
    func setMember(_ member: DocumentID?) throws

    /// The device's document, which names it to the family.
    func deviceID() throws -> DocumentID

    /// What this device keeps for itself under a name (numbers of lists, settings); never synced.
    ///
    /// - Parameter name: lower-case letters, digits and dashes.
    func localData(_ name: String) throws -> [UInt8]?

    /// Stores data only on this device, replacing it completely or not at all; nil removes it.
    ///
    /// - Parameter durably: whether it must survive a power failure from now on.
    func setLocalData(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws

    /// What an original is known by. That takes a while for a large one, and may be worked out while something else
    /// continues.
    ///
    /// - Throws: `ReplicaError` where it cannot be kept.
    nonisolated func photoNames(of original: [UInt8]) throws -> PhotoNames

    /// Keeps the files of photos, on the disk when this returns. Documents name them afterwards; a file that none names
    /// does no harm.
    ///
    /// - Returns: where each is kept, in their order.
    /// - Throws: `ReplicaError`; what was kept until then stays kept.
    func keepPhotos(_ files: [PhotoFile]) throws -> [KeptPhoto]

    /// Lets go of files that were kept for documents which were not written after all: they are sent nowhere. What
    /// another document names stays.
    func releasePhotos(_ drafts: [PhotoDraft]) throws

    /// The original of a photo, as it was attached; nil if this device does not hold it.
    func original(of photo: PhotoRecord) throws -> [UInt8]?

    /// The thumbnail of a photo; nil if there is none or this device does not have it. It may come from a remote and
    /// need not be a valid picture.
    func thumbnail(of photo: PhotoRecord) throws -> [UInt8]?

    /// Those of some photos whose originals this device holds.
    func held(_ photos: [PhotoRecord]) throws -> Set<DocumentID>

    /// The originals of this device that, as far as is known here, the usual remote does not have, by their ids in git;
    /// empty without a remote.
    func waitingPhotos() throws -> Set<String>

    /// Brings originals that this device does not hold.
    ///
    /// - Parameters:
    ///   - remote: where they come from; nil for the family's usual one.
    ///   - timeout: for how many seconds the remote may be silent before it is given up; zero for any time.
    /// - Returns: how many came, which is fewer than are missing where the remote does not have some. What came before
    ///   an error stays.
    /// - Throws: `ReplicaError` (`notFound`) where there is no remote with that name.
    func fetchOriginals(
        of photos: [PhotoRecord], remote: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int

    /// Brings the originals that a device is to hold by itself, as ``sync(_:remotes:removals:timeout:progress:)`` does
    /// not. Interrupted, the next call continues. Where nothing is new since the last call that completed, nobody is
    /// asked.
    ///
    /// - Parameters:
    ///   - policy: which ones; nil for the family's default.
    ///   - remotes: the names of those they may come from; none for the family's usual one.
    ///   - timeout: for how many seconds a remote may be silent before it is given up; zero for any time.
    /// - Returns: how many came. Those that no remote has yet are looked for again by a later call.
    func fetchOriginals(
        by policy: PhotoPolicy?, remotes: [String], timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int

    /// Takes the files of erased photos off this device: out of its references and off the disk. A sync does so as
    /// well, where it learns of an erasure, and takes them from remotes.
    ///
    /// - Returns: how many of the files are still here, where nothing but git can take them away.
    func dropErasedPhotos() throws -> Int

    /// When a sync with a remote last succeeded here.
    func lastSync() throws -> Timestamp?

    /// What the repository is like: remote, what is not yet synced, what needs attention.
    func status() throws -> ReplicaStatus

    /// How far the branch and that of the usual remote are apart, as the remote says now; what it has is fetched for
    /// that and not merged. Nil if there is no remote, or it has no such branch.
    ///
    /// - Parameter timeout: for how many seconds the remote may be silent before it is given up; zero for any time.
    func distanceNow(timeout: Int) async throws -> ReplicaStatus.Distance?

    /// The commits that are in the branch, newest first.
    ///
    /// - Parameters:
    ///   - since: leaves out what was committed before.
    ///   - path: only commits that changed this document.
    ///   - limit: how many at most.
    func history(since: Timestamp?, path: DocumentPath?, limit: Int) throws -> [HistoryEntry]

    /// The commit at the branch's head; nil if there is none.
    func tip() throws -> String?

    /// What plugins did in answer to changes, in the commits that the branch has and an earlier commit does not: for
    /// each document the share of the highest generation. Shares of the generation 0 are left out: those are a person's
    /// doing.
    func pluginAnswers(since commit: String) throws -> [DocumentPath: PluginShare]

    /// The command that ``undo(_:)`` would take back; nil if there is none.
    func undoable() throws -> Undoable?

    /// Takes back the last command of this device that has not been taken back, as a new commit.
    ///
    /// - Parameter expected: the commit that is meant (``Undoable/undone``); nil for the last one, whichever that is.
    /// - Throws: `ReplicaError.Code.superseded` where a later write has built on it, naming the field, or where another
    ///   commit is the last one by now; `notFound` where there is nothing to take back.
    func undo(_ expected: String?) throws -> UndoReport

    /// Takes back the last ``undo(_:)`` of this device, as a new commit, as long as no other command came after it.
    ///
    /// - Throws: `ReplicaError.Code.superseded` where a later write has built on it; `notFound` where there is none.
    func redo() throws -> UndoReport

    /// The documents on which ``undo(_:)`` took back a command of this name on this device, and that nobody has changed
    /// since.
    func takenBack(_ command: String) throws -> Set<DocumentPath>

    /// Records that a command has changed something that ``undo(_:)`` cannot take back, such as a setting of this
    /// device. ``undoable()`` reports it; a commit that the command made is not taken back either.
    func noteLasting(_ command: String) throws

    /// The remotes, by name, with their URLs shown without passwords.
    func remotes() throws -> [Remote]

    /// Adds, changes or (nil) removes a remote.
    func setRemote(_ name: String, url: String?) throws

    /// Exchanges commits with remotes: fetches, merges, pushes, and starts again where somebody pushed in between.
    ///
    /// A push that a remote refuses is never a success. Of several remotes, one that fails does not keep the others
    /// from being synced: the report names it. Stopped at any point, the next call continues.
    ///
    /// - Parameters:
    ///   - remotes: their names; none for the family's usual one.
    ///   - removals: what to do where a remote's commits remove many documents.
    ///   - timeout: for how many seconds a remote may send and take nothing before it is given up; zero for any time.
    func sync(
        _ direction: SyncDirection, remotes: [String], removals: RemovalAnswer, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport

    /// Whether enough was written or received through this replica that it is time for ``upkeep()``. Costs next to
    /// nothing.
    func needsUpkeep() -> Bool

    /// Keeps the repository small and quick to read as it grows. Takes seconds where much is to be done, during which
    /// this replica and other processes continue reading and writing; it can be stopped anywhere.
    ///
    /// Nothing depends on it: where it is never called, a write does from time to time what cannot wait, and takes
    /// longer then.
    ///
    /// - Returns: what was done; nil if another process does it.
    nonisolated func upkeep() async throws -> UpkeepReport?

    /// What is wrong with the family's own document, in words for a note: a commit removed it, and it is read from
    /// history. Nil if nothing is.
    func familyFault() throws -> String?

    /// Looks the repository over and, where asked, repairs what can be repaired without losing anything.
    func examine(repairs: Bool) throws -> [Finding]
}

extension Replica {
    /// Takes back the last command of this device that has not been taken back, whichever that is, as a new commit.
    public func undo() throws -> UndoReport { try undo(nil) }

    /// Stores data only on this device; a power failure right after may undo this.
    public func setLocalData(_ name: String, _ bytes: [UInt8]?) throws {
        try setLocalData(name, bytes, durably: false)
    }

    /// Exchanges commits with remotes, but with none whose commits remove many documents, and of which none may be
    /// silent for longer than usual.
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

/// What a write returned, and the commit it became.
public struct Written<Result: Sendable>: Sendable {
    /// What the closure returned.
    public let result: Result
    /// The commit's id; nil if nothing changed.
    public let commit: String?
    /// The values that the write settled without its author having been shown the conflict.
    public let settled: [SettledConflict]

    /// What a write returned.
    public init(result: Result, commit: String?, settled: [SettledConflict]) {
        self.result = result
        self.commit = commit
        self.settled = settled
    }
}

/// A value that lost its place in a conflict because a write took the place of all.
public struct SettledConflict: Hashable, Sendable {
    /// The place of the document that had the conflict.
    public let path: DocumentPath
    /// The field that had the conflict, or whose list has the item.
    public let field: FieldName
    /// The member of an item of a list; nil if the value was the whole field's.
    public let member: Conflict.ItemMember?
    /// The value that is gone from the document (and stays in history).
    public let value: JSON
}
