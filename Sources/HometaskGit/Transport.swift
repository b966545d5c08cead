// SPDX-License-Identifier: Apache-2.0

/// The way between a repository and another one: the seam behind which the installed git stands, and where another
/// implementation may.
///
/// Contract: expected outcomes (a rejected push, an empty remote) are values; a failure is thrown and never leaves a
/// reference moved that the outcome would not have named. Cancelling the task ends the exchange and throws
/// ``TransportError/Kind/interrupted``; what had arrived whole may stay. Nothing that a remote sends is executed.
public protocol Transport: Sendable {
    /// What is told while objects move; called from a thread of the transport.
    typealias Progress = @Sendable (TransportProgress) -> Void

    /// Brings objects, and moves the references that the refspecs name on the right.
    ///
    /// - Parameters:
    ///   - repository: The git directory.
    ///   - remote: An address, or the name of a remote in the repository's settings.
    ///   - refspecs: Such as `+refs/heads/*:refs/remotes/origin/*`; or the ids of objects alone.
    ///   - keepsPack: Whether what comes stays as it came, in a pack that neither `git gc` nor upkeep writes again: for
    ///     large files that gain nothing by compression.
    func fetch(
        into repository: String, from remote: String, refspecs: [String], keepsPack: Bool, progress: Progress?
    ) async throws(TransportError) -> FetchOutcome

    /// Offers commits for references of the remote, which takes each only if it moves forward, or takes the place of
    /// the very commit that the offer names.
    ///
    /// - Parameter seeksDeltas: Whether to look for objects that can be told by what they differ in from others. For
    ///   large files that gain nothing by it, it costs a minute for some hundred megabytes.
    /// - Returns: One result for each update, in their order.
    func push(
        from repository: String, to remote: String, updates: [PushUpdate], seeksDeltas: Bool, progress: Progress?
    ) async throws(TransportError) -> [PushResult]

    /// Makes a copy of a remote repository at a path that does not exist or is an empty folder, with the remote named
    /// `origin`.
    ///
    /// - Parameter checkout: Whether to write the working tree; of no account where `bare` is set.
    func clone(
        _ remote: String, into path: String, bare: Bool, checkout: Bool, progress: Progress?
    ) async throws(TransportError) -> CloneOutcome

    /// Asks a remote which references it has.
    ///
    /// - Parameter repository: The git directory whose settings name the remote; nil if the remote is an address.
    func listRemote(_ remote: String, of repository: String?) async throws(TransportError) -> RemoteListing

    /// The same transport, of which several exchanges with a remote share a connection for as long as it is kept, where
    /// that can be: worth it for more than one. By default each has its own.
    func sharingConnections() -> any Transport
}

extension Transport {
    /// The transport as it is.
    public func sharingConnections() -> any Transport { self }

    /// Brings objects that are packed again when it is time to.
    public func fetch(
        into repository: String, from remote: String, refspecs: [String], progress: Progress?
    ) async throws(TransportError) -> FetchOutcome {
        try await fetch(into: repository, from: remote, refspecs: refspecs, keepsPack: false, progress: progress)
    }

    /// Offers commits, with their objects told by what they differ in where that is shorter.
    public func push(
        from repository: String, to remote: String, updates: [PushUpdate], progress: Progress?
    ) async throws(TransportError) -> [PushResult] {
        try await push(from: repository, to: remote, updates: updates, seeksDeltas: true, progress: progress)
    }
}

/// How far an exchange has come.
public struct TransportProgress: Hashable, Sendable {
    /// What is being done, in git's words, such as `Receiving objects`.
    public let phase: String
    /// How much is done.
    public let done: Int
    /// Of how much; never less than done in a proper remote.
    public let total: Int

    /// A step with all its parts.
    public init(phase: String, done: Int, total: Int) {
        self.phase = phase
        self.done = done
        self.total = total
    }
}

/// What a fetch brought.
public struct FetchOutcome: Hashable, Sendable {
    /// A reference of this repository that the fetch moved.
    public struct Update: Hashable, Sendable {
        /// The full name here.
        public let reference: String
        /// Where it stood; nil if it is new.
        public let old: ObjectID?
        /// Where it stands; nil if the fetch removed it.
        public let new: ObjectID?

        /// An update with all its parts.
        public init(reference: String, old: ObjectID?, new: ObjectID?) {
            self.reference = reference
            self.old = old
            self.new = new
        }
    }

    /// The references that moved, in the order of their names.
    public let updates: [Update]
    /// A reference that was asked for by name, or an object by its id, that the remote does not have; nothing was
    /// fetched then.
    public let missing: String?
    /// An object that the remote has perhaps, and hands out with a reference that leads to it alone, as remotes do that
    /// know no protocol version 2 (git-config(1), `uploadpack.allowAnySHA1InWant`); nothing was fetched then.
    public let unadvertised: String?

    /// An outcome with all its parts, for transports.
    public init(updates: [Update], missing: String?, unadvertised: String? = nil) {
        self.updates = updates
        self.missing = missing
        self.unadvertised = unadvertised
    }
}

/// What a clone brought.
public enum CloneOutcome: Hashable, Sendable {
    /// A repository with commits.
    case cloned
    /// The remote has no commit yet.
    case empty
}

/// What a remote has.
public struct RemoteListing: Hashable, Sendable {
    /// One reference of the remote.
    public struct Reference: Hashable, Sendable {
        /// The full name there.
        public let name: String
        /// The object it names: a commit, or a tag.
        public let id: ObjectID

        /// A reference with all its parts.
        public init(name: String, id: ObjectID) {
            self.name = name
            self.id = id
        }
    }

    /// The branch that HEAD of the remote stands for, if it told.
    public let head: String?
    /// All references; none for an empty remote.
    public let references: [Reference]

    /// A listing with all its parts.
    public init(head: String?, references: [Reference]) {
        self.head = head
        self.references = references
    }
}
