// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskGit
import HometaskMerging
public import HometaskReplica

/// A family's replica in a git repository.
///
/// HEAD is authoritative; the working tree, if there is one, is a view of it. A change becomes a commit whose objects
/// are written first. Then, under a lock that is held only for that moment, the commit is announced and the branch is
/// moved to it, if the branch is still at the commit where the change began. If a command is killed, it therefore
/// leaves either the old state or the new one.
///
/// Each call uses a repository of its own (`StorePool`), and sees changes by others as another process would. The
/// actor isolates only rare operations: changes of this device's own data, undo, and repairs.
public actor GitReplica: Replica {
    /// The working tree's folder, or the bare repository's.
    public nonisolated let folder: String
    /// Whether the repository has no working tree.
    public nonisolated let isBare: Bool
    /// The folder for derived data, next to the other data of this device.
    public nonisolated let derivedFolder: String?

    nonisolated let pool: StorePool

    init(_ store: sending FamilyStore, in dependencies: Dependencies) {
        isBare = store.workingDirectory == nil
        let folder = String((store.workingDirectory ?? store.gitDirectory).dropLast())
        derivedFolder = store.local.folder
        let headWatch = HeadWatch(
            gitDirectory: store.gitDirectory, commonDirectory: store.repository.commonDirectory)
        self.folder = folder
        pool = StorePool(
            store, sharing: SharedParts(folder: folder, headWatch: headWatch, dependencies: dependencies))
    }

    /// The current time, by the provider's clock.
    public nonisolated var now: Timestamp { pool.shared.dependencies.clock() }

    /// Sets the reviewer of later changes.
    public nonisolated func setReviewer(_ reviewer: (any ChangeReviewer)?) { pool.setReviewer(reviewer) }

    /// Sets the fields that plugins add to documents.
    public nonisolated func setExtensions(_ fields: ExtensionFields) { pool.setExtensions(fields) }

    /// Reads at the branch's current version.
    public nonisolated func read<Result: Sendable>(
        _ body: @Sendable (any VersionReader) throws -> Result
    ) async throws -> Result {
        try pool.recovering { try body($0.reader()) }
    }

    /// Reads at an earlier version, given by its commit or by a reader's name for it.
    public nonisolated func read<Result: Sendable>(
        at version: String, _ body: @Sendable (any VersionReader) throws -> Result
    ) async throws -> Result {
        guard let commit = ObjectID(hex: version) else {
            throw ReplicaError(.notFound, "‘\(version)’ is not the id of a commit")
        }
        return try pool.withParts { parts in
            try body(GitReader(parts.store, tree: parts.store.tree(named: commit), workTree: nil))
        }
    }

    /// Changes documents atomically, as one commit. Retries on the newer version if another process has changed
    /// something that it depends on.
    public nonisolated func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) async throws -> WriteResult<Result> {
        try pool.withParts { parts in
            let written = try parts.writer.write(command: command, body: body)
            // Best-effort: the change has already been made.
            if parts.branch.isJournalFull { _ = try? StoreUpkeep(parts.store).run() }
            return written
        }
    }

    /// Starts to report possible moves of HEAD: at once if this replica or another process on this machine moves it,
    /// within seconds if another machine that shares the file system does.
    public nonisolated func observe() -> @Sendable () async -> Bool {
        let signal = pool.shared.headWatch.observe()
        return { await signal.wait() }
    }

    /// Returns the member on whose behalf this device writes; nil if it is not set.
    public nonisolated func member() async throws -> DocumentID? {
        try pool.withParts { try $0.branch.identities.stored()?.member }
    }

    /// Sets the member for whom this device writes; the family learns of it with the next write.
    public func setMember(_ member: DocumentID?) throws {
        try pool.recovering { try $0.branch.identities.setMember(member) }
    }

    /// Returns the id of this device's document.
    public nonisolated func deviceID() async throws -> DocumentID {
        try pool.recovering { try $0.branch.identities.current().device }
    }

    /// Returns this device's own data with a given name.
    public nonisolated func localData(_ name: String) async throws -> [UInt8]? {
        try pool.withParts { try LocalData(files: $0.store.local).read(name) }
    }

    /// Stores data only on this device, atomically.
    public func setLocalData(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws {
        try pool.withParts { try LocalData(files: $0.store.local).replace(name, bytes, durably: durably) }
    }
}

extension GitReplica {
    /// Returns the state of the repository. Reads every file's status and every document's `conflicts`.
    public nonisolated func status() async throws -> ReplicaStatus { try pool.recovering { try $0.status.status() } }

    /// Returns the time of the last successful sync with a remote here.
    public nonisolated func lastSync() async throws -> Timestamp? { try pool.withParts { try $0.status.lastSync() } }

    /// Returns the files edited by hand; none in a bare repository.
    public nonisolated func handEditedPaths() async throws -> [String] {
        try pool.recovering { try $0.status.handEditedPaths() }
    }

    /// Records all hand edits in the working tree, in a separate commit.
    public func takeInHandEdits(allowsManyRemovals: Bool) throws -> HandEditReport {
        try pool.recovering { try $0.handEdits.takeIn(allowsManyRemovals: allowsManyRemovals) }
    }
}

/// Data that only this device has, under names chosen by the replica's user.
struct LocalData {
    let files: LocalFiles

    /// Returns the data under a name; nil if there is none.
    func read(_ name: String) throws -> [UInt8]? { try files.read(Self.fileName(name)) }

    /// Replaces the data under a name; nil removes it.
    ///
    /// - Parameter durably: whether it must survive a power cut.
    func replace(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws {
        try files.replaceFile(Self.fileName(name), bytes, durably: durably)
    }

    /// Returns a file name that can neither lead outside the folder nor be that of a file of the replica's own.
    private static func fileName(_ name: String) throws -> String {
        try LocalDataName.check(name)
        return "local-\(name)"
    }
}
