// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import Synchronization

/// Creates replicas in memory, and reopens them by their folders. The folders are only names: nothing is read or
/// written there.
///
/// ```swift
/// let provider = MemoryReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) })
/// let replica = try await provider.create(
///     at: "family", isBare: false,
///     family: FamilyDraft(name: "Berg", zone: "Europe/Amsterdam", email: nil, device: "laptop"))
/// ```
public struct MemoryReplicaProvider: ReplicaProvider {
    private let world: MemoryWorld

    /// Creates a provider without repositories.
    ///
    /// - Parameters:
    ///   - clock: the wall clock.
    ///   - entropy: returns 64 random bits per call; by default, the system's generator.
    public init(
        clock: @escaping @Sendable () -> Timestamp,
        entropy: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 0 ... .max) }
    ) {
        world = MemoryWorld(clock: clock, entropy: entropy)
    }

    /// Returns the folder itself if it names a repository.
    public func discover(from folder: String) -> String? { world.has(folder) ? folder : nil }

    /// Returns the folder itself if it names a repository.
    public func discover(at folder: String) -> String? { world.has(folder) ? folder : nil }

    /// Opens the family's repository with a name.
    public func open(at folder: String) async throws -> any Replica {
        let repository = try world.repository(at: folder)
        guard repository.current.tip != nil else {
            throw ReplicaError(.foreignRepository, "the repository \(folder) is not a family: it has no family.json")
        }
        return MemoryReplica(repository, in: world)
    }

    /// Creates a repository for a new family.
    public func create(
        at folder: String, isBare: Bool, family: FamilyDraft, furnish: (any Replica) async throws -> Void
    ) async throws -> any Replica {
        try await make(at: folder, isBare: isBare, named: family.device) { replica in
            _ = try await replica.write(command: nil) { try $0.family.create(family) }
            try await furnish(replica)
        }
    }

    /// Creates an empty repository for devices to sync with.
    public func createRemote(at folder: String) throws {
        try world.add(world.make(at: folder, isBare: true, named: "hub"))
    }

    /// Clones another repository of the provider, whose folder is the URL.
    public func join(
        url: String, at folder: String, isBare: Bool, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void, settle: (any Replica) async throws -> Void
    ) async throws -> any Replica {
        try await make(at: folder, isBare: isBare, named: folder) { replica in
            try await replica.setRemote(Remote.usualName, url: url)
            _ = try await replica.sync(.pull, remote: nil, progress: progress)
            try await settle(replica)
        }
    }

    /// Creates a repository, and adds it to the provider when complete.
    private func make(
        at folder: String, isBare: Bool, named name: String, fill: (MemoryReplica) async throws -> Void
    ) async throws -> any Replica {
        try world.requireNew(folder)
        let repository = world.make(at: folder, isBare: isBare, named: name)
        let replica = MemoryReplica(repository, in: world)
        try await fill(replica)
        try world.add(repository)
        return replica
    }
}

/// The repositories of one provider.
final class MemoryWorld: Sendable {
    let clock: @Sendable () -> Timestamp
    let entropy: @Sendable () -> UInt64
    private let commits = MemoryCommits()
    private let repositories = Mutex<[String: MemoryRepository]>([:])

    init(clock: @escaping @Sendable () -> Timestamp, entropy: @escaping @Sendable () -> UInt64) {
        self.clock = clock
        self.entropy = entropy
    }

    func has(_ folder: String) -> Bool { repositories.withLock { $0[folder] != nil } }

    /// - Throws: `ReplicaError` (`noRepository`) if the folder has no repository.
    func repository(at folder: String) throws -> MemoryRepository {
        guard let found = repositories.withLock({ $0[folder] }) else {
            throw ReplicaError(
                .noRepository, "there is no family repository in \(folder)",
                hint: "Create one with \(.makeFamily), or join one with \(.joinFamily).")
        }
        return found
    }

    /// Creates a repository that the provider does not contain yet.
    func make(at folder: String, isBare: Bool, named name: String) -> MemoryRepository {
        MemoryRepository(
            folder: folder, isBare: isBare, commits: commits, deviceName: name, entropy: entropy)
    }

    func add(_ repository: MemoryRepository) throws {
        try requireNew(repository.folder)
        repositories.withLock { $0[repository.folder] = repository }
    }

    /// - Throws: `ReplicaError` (`alreadyExists`) if the folder has a repository.
    func requireNew(_ folder: String) throws {
        guard has(folder) else { return }
        throw ReplicaError(.alreadyExists, "\(folder) is not empty", hint: "Name an empty folder, or a new one.")
    }
}
