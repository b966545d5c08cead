// SPDX-License-Identifier: Apache-2.0

/// Opens and creates replicas.
///
/// It is a protocol so that the commands do not depend on the store that the provider opens.
public protocol ReplicaProvider: Sendable {
    /// Finds the nearest family repository at a folder or above; nil if there is none.
    ///
    /// A bare repository inside the working tree of another repository is not found, because it may consist of files
    /// that the other's remote sent.
    func discover(from folder: String) -> String?

    /// Finds the family repository for a folder that the user named. A repository exactly there is found even inside
    /// another repository, unless the outer repository tracks its files.
    func discover(at folder: String) -> String?

    /// Opens the family repository in a folder.
    ///
    /// - Throws: `ReplicaError` (`noRepository`, `foreignRepository`, `damaged`, `newerFormat`).
    func open(at folder: String) async throws -> any Replica

    /// Creates a repository for a new family, with the settings that `git` needs to merge its documents.
    ///
    /// The repository is created elsewhere and moved into place when it is complete. If the call fails or is killed,
    /// the folder is unchanged, and the call can be repeated.
    ///
    /// - Parameters:
    ///   - folder: the folder; it is created if missing, and refused if it is not empty.
    ///   - isBare: whether to create no working tree.
    ///   - family: the initial contents of `family.json`.
    ///   - furnish: adds other initial data; it receives the family in a folder that is not the final one.
    /// - Throws: `ReplicaError`; with the code `unopened`, the family was created but cannot be read back.
    func create(
        at folder: String, isBare: Bool, family: FamilyDraft, furnish: (any Replica) async throws -> Void
    ) async throws -> any Replica

    /// Creates an empty bare repository through which a family's devices sync; if that fails, the folder is left
    /// unchanged.
    ///
    /// - Parameter folder: the folder; it is created if missing, and refused if it is not empty.
    /// - Throws: `ReplicaError`.
    func createRemote(at folder: String) throws

    /// Clones a family's repository from a remote; like a new repository, it is moved into place when it is complete.
    ///
    /// - Parameters:
    ///   - url: the URL of the remote, or its path on this machine.
    ///   - folder: the folder; it is created if missing, and refused if it is not empty.
    ///   - isBare: whether to create no working tree.
    ///   - timeout: the number of seconds after which a silent remote times out; zero for no limit.
    ///   - progress: called with the events of the exchange, to show them.
    ///   - settle: completes the joining; it receives the family in a folder that is not the final one.
    /// - Throws: `ReplicaError`; the folder is left unchanged. With the code `unopened`, the repository was created but
    ///   cannot be read back.
    func join(
        url: String, at folder: String, isBare: Bool, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void, settle: (any Replica) async throws -> Void
    ) async throws -> any Replica
}

extension ReplicaProvider {
    /// Creates a repository for a new family without other initial data.
    public func create(at folder: String, isBare: Bool, family: FamilyDraft) async throws -> any Replica {
        try await create(at: folder, isBare: isBare, family: family) { _ in }
    }

    /// Clones a family's repository from a remote, with the default timeout.
    public func join(
        url: String, at folder: String, isBare: Bool, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> any Replica {
        try await join(
            url: url, at: folder, isBare: isBare, timeout: RemoteTimeout.usual, progress: progress, settle: { _ in })
    }
}

/// The initial data of a new family.
public struct FamilyDraft: Hashable, Sendable {
    /// The display name of the family.
    public var name: String
    /// The family's IANA time zone.
    public var zone: String
    /// The family's email address, if any.
    public var email: String?
    /// The name of the device on which the family is created.
    public var device: String

    /// Creates a draft; `email` is nil if the family has no address. Nothing is checked here.
    public init(name: String, zone: String, email: String?, device: String) {
        self.name = name
        self.zone = zone
        self.email = email
        self.device = device
    }
}

extension FamilyDraft {
    /// Checks a family's name and removes surrounding spaces.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` if the name is empty, contains control characters, or has more than
    ///   100 characters.
    public static func checkedName(_ text: String) throws -> String { try NameChecker(noun: "family").checked(text) }

    /// Checks a member's name like a family's, and removes surrounding spaces.
    public static func checkedMemberName(_ text: String) throws -> String {
        try NameChecker(noun: "member").checked(text)
    }

    /// Checks a device's name like a family's, and removes surrounding spaces.
    public static func checkedDeviceName(_ text: String) throws -> String {
        try NameChecker(noun: "device").checked(text)
    }
}
