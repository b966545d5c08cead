// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskQueries
import HometaskReplica

/// The exchange of one branch with one remote.
struct RemoteExchange: Sendable {
    let remote: Remote
    /// The full name of the branch at the remote, which may differ from the name here.
    var branch: String
    /// The commit of the remote's branch when it was last asked; nil if it had none.
    private(set) var tip: ObjectID?
    private let gitDirectory: String
    private let git: InstalledGit
    private var progress: TransportProgress.Handler
    /// The remote's listing, if it was requested and may still be current.
    private(set) var listed: RemoteListing?
    private let listsFirst: Bool

    /// - Parameters:
    ///   - branch: the full name of the branch at the remote; ignored if only photos are exchanged.
    ///   - isLong: whether more than one request to the remote is expected.
    ///   - listsFirst: whether all references of the remote are needed, so that the first fetch begins by listing them.
    init(
        _ remote: Remote, branch: String = BranchName.usual, gitDirectory: String, timeout: Int, isLong: Bool,
        listsFirst: Bool = false, find: @Sendable (Int) throws(TransportError) -> InstalledGit,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) throws {
        self.remote = remote
        self.branch = branch
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

    /// Returns a copy with another progress handler.
    func telling(_ progress: @escaping TransportProgress.Handler) -> RemoteExchange {
        var exchange = self
        exchange.progress = progress
        return exchange
    }

    /// The tracking reference of the branch.
    var tracking: String { BranchName.tracking(remote.name, branch) }

    /// Returns the references of the remote, as first listed.
    func listing() async throws -> RemoteListing {
        if let listed { return listed }
        return try await newListing()
    }

    /// Returns the references of the remote now.
    func newListing() async throws -> RemoteListing {
        do {
            return try await git.listRemote(remote.name, of: gitDirectory)
        } catch {
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// Fetches the branch, and sets ``tip`` to its commit at the remote. If the remote does not have the branch, the
    /// tracking reference is removed, since it describes an earlier state of the remote.
    mutating func fetch() async throws {
        if listed != nil {
            // The listing may be outdated.
            listed = nil
        } else if listsFirst, try await isListed() {
            return
        }
        let (branch, tracking) = (branch, tracking)
        do {
            let outcome = try await git.fetch(
                into: gitDirectory, from: remote.name, refspecs: ["+\(branch):\(tracking)"], sharing: [branch],
                progress: progress)
            if outcome.missing != nil {
                tip = nil
                return try forget(tracking)
            }
            tip = try outcome.updates.first { $0.reference == tracking }?.new ?? current(tracking)
        } catch let error as TransportError {
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// Requests all references.
    ///
    /// - Returns: whether the branch need not be fetched: the remote has none, or has the commit that was seen before.
    private mutating func isListed() async throws -> Bool {
        let listing = try await listing()
        listed = listing
        guard let theirs = listing.references.first(where: { $0.name == branch })?.id else {
            tip = nil
            try forget(tracking)
            return true
        }
        if try current(tracking) == theirs { tip = theirs }
        return tip == theirs
    }

    /// Fetches references, or objects by their ids.
    ///
    /// - Parameters:
    ///   - keepsPack: whether the received pack stays unchanged: for originals of photos.
    ///   - wantsAll: whether to receive everything that the references lead to, including what should be here.
    @discardableResult
    func fetch(_ refspecs: [String], keepsPack: Bool, wantsAll: Bool = false) async throws -> FetchOutcome {
        do {
            return try await git.fetch(
                into: gitDirectory, from: remote.name, refspecs: refspecs, sharing: wantsAll ? nil : [],
                keepsPack: keepsPack, progress: progress)
        } catch {
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// Offers a commit for a reference of the remote.
    ///
    /// - Parameters:
    ///   - replaced: the commit that it replaces without including it.
    ///   - seeksDeltas: whether a search for deltas between its files and others is worth the time.
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
            if error.mayBeDone, await hasCommit(commit, at: branch) { return .updated }
            throw error.replicaError(remote, in: gitDirectory)
        }
    }

    /// Returns whether the remote's branch is at a commit: git may fail after the remote has accepted what it was sent.
    private func hasCommit(_ commit: ObjectID, at branch: String) async -> Bool {
        let listing = try? await git.listRemote(remote.name, of: gitDirectory)
        return listing?.references.contains { $0.name == branch && $0.id == commit } ?? false
    }

    /// Returns the error of a push that failed because of the remote's disk.
    func diskError(_ kind: TransportError.Kind, _ reason: String) -> ReplicaError {
        TransportError(kind, at: .there, remote: remote.url, lines: [reason]).replicaError(remote, in: gitDirectory)
    }

    private func forget(_ tracking: String) throws {
        do throws(GitError) {
            let repository = try Repository.open(at: gitDirectory)
            guard let now = try repository.references.target(of: tracking) else { return }
            _ = try repository.references.delete(tracking, expecting: now)
        } catch {
            throw error.replicaError(subject: tracking)
        }
    }

    private func current(_ tracking: String) throws -> ObjectID? {
        do {
            return try Repository.open(at: gitDirectory).references.target(of: tracking)
        } catch {
            throw error.replicaError(subject: tracking)
        }
    }
}
