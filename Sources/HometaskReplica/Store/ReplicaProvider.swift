// SPDX-License-Identifier: Apache-2.0

/// Where replicas come from. The command is handed one, so that it never names the store after it.
public protocol ReplicaProvider: Sendable {
    /// The nearest family repository at a folder or above; nil if there is none.
    ///
    /// A repository without a working tree that lies in the working tree of another is not found: it may be made of
    /// files that the other's remote sent.
    func discover(from folder: String) -> String?

    /// The same for a folder that somebody named: a repository that is exactly there is found wherever it lies, unless
    /// the one around it tracks its files.
    func discover(at folder: String) -> String?

    /// Opens the family repository in a folder.
    ///
    /// - Throws: `ReplicaError` (`noRepository`, `foreignRepository`, `damaged`, `newerFormat`).
    func open(at folder: String) async throws -> any Replica

    /// Makes a repository for a new family, with the settings `git` needs to merge its documents.
    ///
    /// It is made elsewhere and put in its place when it is whole: if this fails or is killed, the folder is as it was
    /// before, and the same can be done again.
    ///
    /// - Parameters:
    ///   - folder: where; made if missing, refused where it holds anything.
    ///   - isBare: whether to do without a working tree.
    ///   - family: what `family.json` holds at first.
    ///   - furnish: what else belongs to the beginning; it gets the family in a folder that is not its last.
    /// - Throws: `ReplicaError`; with the code `unopened` the family stands, and only cannot be read back.
    func create(
        at folder: String, isBare: Bool, family: FamilyDraft, furnish: (any Replica) async throws -> Void
    ) async throws -> any Replica

    /// Makes an empty repository for a family's devices to sync with, without a working tree; the folder is left as it
    /// was if that fails.
    ///
    /// - Parameter folder: where; made if missing, refused where it holds anything.
    /// - Throws: `ReplicaError`.
    func createRemote(at folder: String) throws

    /// Clones a family's repository from a remote; like a new one, it appears in its place when it is whole.
    ///
    /// - Parameters:
    ///   - timeout: for how many seconds the remote may send nothing before it is given up; zero for any time.
    ///   - settle: what else belongs to joining; it gets the family in a folder that is not its last.
    /// - Throws: `ReplicaError`; the folder is left as it was before. With the code `unopened` the family stands, and
    ///   only cannot be read back.
    func join(
        url: String, at folder: String, isBare: Bool, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void, settle: (any Replica) async throws -> Void
    ) async throws -> any Replica
}

extension ReplicaProvider {
    /// Makes a repository for a new family that holds nothing else at first.
    public func create(at folder: String, isBare: Bool, family: FamilyDraft) async throws -> any Replica {
        try await create(at: folder, isBare: isBare, family: family) { _ in }
    }

    /// Clones a family's repository from a remote, which may not be silent for longer than usual.
    public func join(
        url: String, at folder: String, isBare: Bool, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> any Replica {
        try await join(
            url: url, at: folder, isBare: isBare, timeout: RemoteTimeout.usual, progress: progress, settle: { _ in })
    }
}

/// What a new family starts with.
public struct FamilyDraft: Hashable, Sendable {
    /// The name that people use for the family.
    public var name: String
    /// Its IANA time zone.
    public var zone: String
    /// The address it is registered with.
    public var email: String?
    /// The name of the device it is made on.
    public var device: String

    /// Creates a draft; `email` is nil if the family gives no address. Nothing is checked here.
    public init(name: String, zone: String, email: String?, device: String) {
        self.name = name
        self.zone = zone
        self.email = email
        self.device = device
    }
}
