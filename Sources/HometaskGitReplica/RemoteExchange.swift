// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskQueries
import HometaskReplica

/// The exchange of one branch with one remote.
///
/// Its calls are not inlined: Swift 6.3.1 crashes on a coroutine that holds their typed throws when it optimises.
struct RemoteExchange: Sendable {
    let remote: Remote
    /// Where the remote's branch stood when it was asked last; nil if it had none.
    private(set) var tip: ObjectID?
    private let gitDirectory: String
    private let git: InstalledGit
    private var progress: TransportProgress.Handler
    /// The references that the remote listed, if it was asked.
    private var listed: [RemoteListing.Reference]?
    private let listsFirst: Bool

    /// - Parameters:
    ///   - isLong: whether the remote is to be asked for more than one thing.
    ///   - listsFirst: whether all of its references are to be asked for, so that the first fetch begins with it.
    init(
        _ remote: Remote, gitDirectory: String, timeout: Int, isLong: Bool, listsFirst: Bool = false,
        find: @Sendable (Int) throws(TransportError) -> InstalledGit,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) throws {
        self.remote = remote
        self.gitDirectory = gitDirectory
        self.listsFirst = listsFirst
        do {
            let git = try find(timeout)
            self.git = isLong ? git.sharingConnections() : git
        } catch {
            throw error.replicaError(remote, in: gitDirectory)
        }
        self.progress = { step in
            progress(.transport("\(step.phase): \(step.done)/\(step.total)"))
        }
    }

    /// The same exchange, which tells otherwise how far it has come.
    func telling(_ progress: @escaping TransportProgress.Handler) -> RemoteExchange {
        var exchange = self
        exchange.progress = progress
        return exchange
    }

    /// The branch that the remote's HEAD stands for, or its only one; nil if the remote is empty or does not say.
    /// Branches of photos do not count.
    @inline(never)
    func branch() async throws -> String? {
        do {
            let listing = try await git.listRemote(remote.name, of: gitDirectory)
            let branches = listing.references.map(\.name).filter {
                $0.hasPrefix("refs/heads/") && !PhotoPlace.holdsPhotos($0)
            }
            if let head = listing.head, branches.contains(head) { return head }
            return branches.count == 1 ? branches[0] : nil
        } catch {
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// All references of the remote, as listed at first.
    @inline(never)
    func references() async throws -> [RemoteListing.Reference] {
        if let listed { return listed }
        do {
            return try await git.listRemote(remote.name, of: gitDirectory).references
        } catch {
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// Fetches a branch, and notes where it stands there as ``tip``. Where the remote does not have it, the tracking
    /// reference goes: it tells of a remote that is no more.
    @inline(never)
    mutating func fetch(_ branch: String, into tracking: String) async throws {
        if listed != nil {
            // What it said may be no more.
            listed = nil
        } else if listsFirst, try await isListed(branch, as: tracking) {
            return
        }
        do {
            let outcome = try await git.fetch(
                into: gitDirectory, from: remote.name, refspecs: ["+\(branch):\(tracking)"], progress: progress)
            if outcome.missing != nil {
                tip = nil
                return try forget(tracking)
            }
            tip = try outcome.updates.first { $0.reference == tracking }?.new ?? current(tracking)
        } catch let error as TransportError {
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// Asks for all references.
    ///
    /// - Returns: whether a branch need not be fetched: the remote has none, or the commit that it was seen at before.
    private mutating func isListed(_ branch: String, as tracking: String) async throws -> Bool {
        let references = try await references()
        listed = references
        guard let theirs = references.first(where: { $0.name == branch })?.id else {
            tip = nil
            try forget(tracking)
            return true
        }
        if try current(tracking) == theirs { tip = theirs }
        return tip == theirs
    }

    /// Fetches references, or objects by their ids.
    ///
    /// - Parameter keepsPack: whether what comes stays as it came: for originals of photos.
    @inline(never)
    @discardableResult
    func fetch(_ refspecs: [String], keepsPack: Bool) async throws -> FetchOutcome {
        do {
            return try await git.fetch(
                into: gitDirectory, from: remote.name, refspecs: refspecs, keepsPack: keepsPack, progress: progress)
        } catch {
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// Offers a commit for a branch.
    ///
    /// - Parameters:
    ///   - replaced: the commit whose place it takes, where it does not include that one.
    ///   - seeksDeltas: whether it is worth the time to look for what its files have in common with others.
    @inline(never)
    func push(
        _ commit: ObjectID, to branch: String, replacing replaced: ObjectID? = nil, seeksDeltas: Bool = true
    ) async throws -> PushResult.Outcome {
        do {
            let results = try await git.push(
                from: gitDirectory, to: remote.name,
                updates: [PushUpdate(commit: commit, reference: branch, replacing: replaced)],
                seeksDeltas: seeksDeltas, progress: progress)
            return results.first?.outcome ?? .rejected(.other("it did not report on the branch"))
        } catch {
            if error.mayBeDone, await stands(commit, at: branch) { return .updated }
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// Whether the remote's branch stands at a commit: git may fail after the remote took what it was sent.
    @inline(never)
    private func stands(_ commit: ObjectID, at branch: String) async -> Bool {
        let listing = try? await git.listRemote(remote.name, of: gitDirectory)
        return listing?.references.contains { $0.name == branch && $0.id == commit } ?? false
    }

    /// The error of a push that the remote's disk was in the way of.
    func diskError(_ kind: TransportError.Kind, _ reason: String) -> ReplicaError {
        TransportError(kind, at: .there, remote: remote.url, lines: [reason]).replicaError(remote, in: gitDirectory)
    }

    private func forget(_ tracking: String) throws {
        do throws(GitError) {
            let repository = try Repository.open(at: gitDirectory)
            guard let now = try repository.reference(tracking) else { return }
            _ = try repository.deleteReference(tracking, expecting: now)
        } catch {
            throw error.replicaError(subject: tracking)
        }
    }

    private func current(_ tracking: String) throws -> ObjectID? {
        do {
            return try Repository.open(at: gitDirectory).reference(tracking)
        } catch {
            throw error.replicaError(subject: tracking)
        }
    }
}
