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
public actor GitReplica: Replica {
    /// The working tree's folder, or the bare repository's.
    public nonisolated let folder: String
    /// Whether the repository has no working tree.
    public nonisolated let isBare: Bool
    /// The folder for derived data, next to the other data of this device.
    public nonisolated let derivedFolder: String?

    let store: FamilyStore
    let workTree: WorkTree?
    let branch: FamilyBranch
    let writer: TransactionWriter
    let upkeepSchedule: UpkeepSchedule
    /// Wraps every operation: repairs damage if possible, and translates errors.
    let recovery: DamageRecovery
    /// Reports to observers when HEAD may have moved.
    private let headWatch: HeadWatch
    let dependencies: Dependencies

    init(_ store: sending FamilyStore, in dependencies: Dependencies) {
        isBare = store.workingDirectory == nil
        folder = String((store.workingDirectory ?? store.gitDirectory).dropLast())
        derivedFolder = store.local.folder
        let headWatch = HeadWatch(
            gitDirectory: store.gitDirectory, commonDirectory: store.repository.commonDirectory)
        let workTree = WorkTree(store, store.local)
        let upkeep = UpkeepSchedule(store)
        let branch = FamilyBranch(
            store, workTree: workTree, headWatch: headWatch, upkeep: upkeep, dependencies: dependencies)
        let recovery = DamageRecovery(store: store, folder: folder)
        writer = TransactionWriter(
            store, branch, workTree: workTree, recovery: recovery, dependencies: dependencies)
        self.recovery = recovery
        upkeepSchedule = upkeep
        self.branch = branch
        self.workTree = workTree
        self.headWatch = headWatch
        self.store = store
        self.dependencies = dependencies
    }

    /// The current time, by the provider's clock.
    public nonisolated var now: Timestamp { dependencies.clock() }

    /// Sets the reviewer of later changes.
    public func setReviewer(_ reviewer: (any ChangeReviewer)?) {
        writer.reviewer = reviewer
    }

    /// Sets the fields that plugins add to documents.
    public func setExtensions(_ fields: ExtensionFields) {
        writer.extensions = fields
    }

    /// Reads at the branch's current version.
    public func read<Result: Sendable>(_ body: @Sendable (any VersionReader) throws -> Result) throws -> Result {
        try recovery.run {
            let tip = try store.branch().tip
            return try body(GitReader(store, tree: try store.tree(of: tip), workTree: workTree, commit: tip))
        }
    }

    /// Reads at an earlier version, given by its commit or by a reader's name for it.
    public func read<Result: Sendable>(
        at version: String, _ body: @Sendable (any VersionReader) throws -> Result
    ) throws -> Result {
        guard let commit = ObjectID(hex: version) else {
            throw ReplicaError(.notFound, "‘\(version)’ is not the id of a commit")
        }
        return try body(GitReader(store, tree: store.tree(named: commit), workTree: nil))
    }

    /// Changes documents as one commit, all or none. Starts again on the newer version if another process was faster.
    public func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) throws -> WriteResult<Result> {
        try writer.write(command: command, body: body)
    }

    /// Starts to report when HEAD may have moved: at once if this replica or another process on this machine moves it,
    /// within seconds if another machine that shares the file system does.
    public nonisolated func observe() -> @Sendable () async -> Bool {
        let signal = headWatch.observe()
        return { await signal.wait() }
    }

    /// The member on whose behalf this device writes; nil if it is not set.
    public func member() throws -> DocumentID? { try branch.identities.stored()?.member }

    /// Sets the member for whom this device writes; the family learns of it with the next write.
    public func setMember(_ member: DocumentID?) throws {
        try recovery.run { try branch.identities.setMember(member) }
    }

    /// The id of this device's document.
    public func deviceID() throws -> DocumentID {
        try recovery.run { try branch.identities.current().device }
    }

    /// This device's own data with a given name.
    public func localData(_ name: String) throws -> [UInt8]? {
        try LocalData(files: store.local).read(name)
    }

    /// Stores data only on this device, replacing it completely or not at all.
    public func setLocalData(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws {
        try LocalData(files: store.local).replace(name, bytes, durably: durably)
    }
}
