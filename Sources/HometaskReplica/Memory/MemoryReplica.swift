// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import Synchronization

/// A family's replica in memory: the same documents, rules, transactions and history as in a repository, without git
/// and without a disk.
///
/// It serves tests and previews, and programs on systems without git. The content lives as long as the
/// ``MemoryReplicaProvider``. The remotes are other replicas of that provider.
public actor MemoryReplica: Replica {
    nonisolated let repository: MemoryRepository
    /// The provider's repositories, by their folders.
    nonisolated let world: MemoryWorld
    private nonisolated let plugged = Plugged()

    init(_ repository: MemoryRepository, in world: MemoryWorld) {
        self.repository = repository
        self.world = world
    }

    /// The name under which the provider knows the repository.
    public nonisolated var folder: String { repository.folder }

    /// Whether the repository was created as bare; in memory, there is no working tree in any case.
    public nonisolated var isBare: Bool { repository.isBare }

    /// Nil: there is no folder.
    public nonisolated var derivedFolder: String? { nil }

    /// The current time, by the provider's clock.
    public nonisolated var now: Timestamp { world.clock() }

    nonisolated var writer: MemoryWriter {
        let (reviewer, extensions) = plugged.current
        return MemoryWriter(
            repository: repository, clock: world.clock, entropy: world.entropy, reviewer: reviewer,
            extensions: extensions)
    }

    /// Sets the reviewer of later changes.
    public nonisolated func setReviewer(_ reviewer: (any ChangeReviewer)?) { plugged.set(reviewer) }

    /// Sets the fields that plugins add to documents.
    public nonisolated func setExtensions(_ fields: ExtensionFields) { plugged.set(fields) }

    /// Reads at the branch's current version.
    public nonisolated func read<Result: Sendable>(
        _ body: @Sendable (any VersionReader) throws -> Result
    ) async throws -> Result {
        try body(repository.reader())
    }

    /// Reads at an earlier version, given by its commit or by a reader's version name.
    public nonisolated func read<Result: Sendable>(
        at version: String, _ body: @Sendable (any VersionReader) throws -> Result
    ) async throws -> Result {
        guard let tree = repository.commits.tree(named: version) else {
            throw ReplicaError(.notFound, "‘\(version)’ is not the id of a commit")
        }
        return try body(MemoryVersionReader(tree, of: nil, among: repository.commits))
    }

    /// Changes documents atomically, as one commit.
    public nonisolated func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) async throws -> WriteResult<Result> {
        try writer.write(command: command, body: body)
    }

    /// Starts to report when the branch has moved.
    public nonisolated func observe() -> @Sendable () async -> Bool { repository.observe() }

    // MARK: The device

    /// Returns the member on whose behalf this device writes; nil if it is not set.
    public nonisolated func member() async -> DocumentID? { repository.device.member }

    /// Sets the member for whom this device writes; the next write declares it to the family.
    public func setMember(_ member: DocumentID?) {
        repository.updateDevice { device in
            if device.member != member { device.isDeclared = false }
            device.member = member
        }
    }

    /// Returns the id of this device's document.
    public nonisolated func deviceID() async -> DocumentID { repository.device.id }

    /// Returns this device's own data with a given name.
    public nonisolated func localData(_ name: String) async throws -> [UInt8]? {
        try LocalDataName.check(name)
        return repository.current.localData[name]
    }

    /// Stores data only on this device.
    public func setLocalData(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws {
        try LocalDataName.check(name)
        repository.update { $0.localData[name] = bytes }
    }

    // MARK: Files

    /// Returns an empty report: there are no files to edit.
    public func takeInHandEdits(allowsManyRemovals: Bool) -> HandEditReport {
        HandEditReport(taken: [], skipped: [], missing: [])
    }

    /// Always empty: there are no files to edit.
    public nonisolated func handEditedPaths() async -> [String] { [] }

    // MARK: Upkeep

    /// Always false: nothing but the history accumulates.
    public nonisolated func needsUpkeep() -> Bool { false }

    /// Returns an empty report: memory needs no upkeep.
    public nonisolated func upkeep() async -> UpkeepReport? { UpkeepReport() }

    /// Always empty: there is nothing that could be damaged.
    public func examine(repairs: Bool) -> [Finding] { [] }
}

/// The reviewer and the plugin fields of a replica.
private final class Plugged: Sendable {
    private let state = Mutex<(reviewer: (any ChangeReviewer)?, extensions: ExtensionFields)>((nil, .none))

    var current: (reviewer: (any ChangeReviewer)?, extensions: ExtensionFields) { state.withLock(\.self) }

    func set(_ reviewer: (any ChangeReviewer)?) { state.withLock { $0.reviewer = reviewer } }

    func set(_ extensions: ExtensionFields) { state.withLock { $0.extensions = extensions } }
}
