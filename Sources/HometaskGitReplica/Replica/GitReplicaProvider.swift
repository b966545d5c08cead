// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskPlatform
public import HometaskReplica

/// Opens, creates and joins families' repositories.
public struct GitReplicaProvider: ReplicaProvider {
    private let dependencies: Dependencies

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - clock: the wall clock; the machine's by default.
    ///   - machine: an id that distinguishes this machine from others, to recognise a folder that was moved to another
    ///     machine; the machine's id by default.
    ///   - entropy: 64 random bits for each call; the system's by default. Two devices must never get the same bits.
    ///   - endsWithSignals: whether Ctrl-C and SIGTERM end an exchange with a remote, including git and ssh; the
    ///     exchange then throws `interrupted` or `terminated`. For a command that does one thing and ends.
    public init(
        clock: (@Sendable () -> Timestamp)? = nil, machine: String? = nil,
        entropy: (@Sendable () -> UInt64)? = nil, endsWithSignals: Bool = false
    ) {
        dependencies = Dependencies(
            clock: clock ?? { Timestamp(seconds: Int64(time(nil))) }, machine: machine,
            entropy: Entropy(draw: entropy ?? { UInt64.random(in: 0 ... .max) }),
            findGit: { (timeout) throws(TransportError) -> InstalledGit in
                var git = try InstalledGit.find(allowsPrompts: true)
                git.timeout = timeout > 0 ? timeout : nil
                git.catchesSignals = endsWithSignals
                return git
            })
    }

    /// Returns the git directory of the nearest repository at or above a folder.
    public func discover(from folder: String) -> String? {
        RepositorySearch.gitDirectory(from: folder)
    }

    /// Returns the git directory of the repository at a folder, or of the nearest one above it.
    public func discover(at folder: String) -> String? {
        RepositorySearch.gitDirectory(at: folder)
    }

    /// Opens the family's repository in a folder.
    public func open(at folder: String) async throws -> any Replica {
        do { return try openReplica(at: folder) } catch { throw DamageRecovery.translated(error, in: folder) }
    }

    private func openReplica(at folder: String) throws -> GitReplica {
        let store = try Self.openStore(at: folder)
        try store.checkHistory()
        try CommitRecovery(store).runIfNeeded()
        let branch = try? store.branch()
        if let tip = branch?.tip {
            do { try Self.checkIsFamily(store, tip, folder: folder) } catch let error as ReplicaError {
                guard error.code == .damaged else { throw error }
                if let failure = store.repository.unreadableFile() { throw failure.replicaError(subject: folder) }
                guard try CommitRecovery(store).runAfterDamage() else { throw error }
                try Self.checkIsFamily(store, tip, folder: folder)
            }
        }
        if branch != nil, branch?.tip == nil { throw Self.notAFamily(folder) }
        if branch == nil, case .detached(let head) = try? store.repository.references.head() {
            try Self.checkIsFamily(store, head, folder: folder)
        }
        return GitReplica(store, in: dependencies)
    }

    /// Creates a repository for a new family; if that fails, the folder is left as it was.
    public func create(
        at folder: String, isBare: Bool, family: FamilyDraft, furnish: (any Replica) async throws -> Void
    ) async throws -> any Replica {
        try await makeRepository(at: folder, isBare: isBare) { replica in
            try await FamilyFounding.begin(family, in: replica)
            try await furnish(replica)
        }
    }

    /// Clones a family's repository; if that fails, the folder is left as it was.
    public func join(
        url: String, at folder: String, isBare: Bool, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void, settle: (any Replica) async throws -> Void
    ) async throws -> any Replica {
        if let working = RemoteURL.workingFolder(at: url) { throw Self.worked(in: working) }
        return try await makeRepository(at: folder, isBare: isBare) { replica in
            try await replica.setRemote(Remote.usualName, url: url)
            try await FamilyFounding.clone(into: replica, timeout: timeout, progress: progress)
            try await settle(replica)
        }
    }

    /// Creates an empty repository for devices to sync with; if that fails, the folder is left as it was.
    public func createRemote(at folder: String) throws {
        let new = try NewFolder(for: folder)
        do {
            _ = try Repository.create(at: new.path, bare: true)
            try new.finish()
        } catch {
            new.abandon()
            throw DamageRecovery.translated(error, in: folder)
        }
    }

    /// Returns the error for a folder with checked-out files: git does not accept a push into it.
    private static func worked(in folder: String) -> ReplicaError {
        ReplicaError(
            .rejected, "\(folder) has a working tree: git does not accept pushes into it, so no sync would succeed",
            hint: """
                In that folder, \(.createRemote) creates a repository to sync with, and \(.sync) sends the \
                family there; then join PATH.
                """)
    }

    /// Creates a repository elsewhere, and moves it into place when it is complete and flushed.
    private func makeRepository(
        at place: String, isBare: Bool, fill: (GitReplica) async throws -> Void
    ) async throws -> any Replica {
        let folder = try NewFolder(for: place)
        do {
            let draft = GitReplica(try Self.createStore(at: folder.path, isBare), in: dependencies)
            do {
                try await fill(draft)
                try FamilyFounding.flush(draft)
            } catch let error where DamageRecovery.isDamage(error) {
                throw FamilyFounding.readFailure(of: draft) ?? error
            }
            try folder.finish()
        } catch {
            folder.abandon()
            throw DamageRecovery.translated(error, in: place)
        }
        let replica = GitReplica(try Self.openFinished(at: place), in: dependencies)
        // The family exists by now. If this cannot be recorded, the device continues as another actor.
        try? FamilyFounding.moveIn(replica)
        return replica
    }

    static func openStore(at folder: String) throws -> sending FamilyStore {
        do throws(GitError) {
            return FamilyStore(try Repository.open(at: folder))
        } catch {
            if error.code == .owner, let found = ForeignOwner(ofRepositoryAt: folder) { throw dubious(found) }
            guard error.code == .notFound else { throw error.replicaError(subject: folder) }
            throw ReplicaError(
                .noRepository, "there is no family repository in \(folder)",
                hint: "Create one with \(.makeFamily), or join one with \(.joinFamily).")
        }
    }

    /// Returns the error for a repository that git refuses because it belongs to another user.
    private static func dubious(_ found: ForeignOwner) -> ReplicaError {
        ReplicaError(
            .permission,
            "git refuses the repository in \(found.folder) for its dubious ownership: it belongs to another user, "
                + "\(found.owner), and you are \(found.user)",
            hint: "On a shared disk this may be intended: if you trust that user, run "
                + "'\(ForeignOwner.trustCommand(found.folder))'.")
    }

    /// Opens a family that is complete and in its place.
    private static func openFinished(at place: String) throws -> sending FamilyStore {
        do {
            return try openStore(at: place)
        } catch let error as ReplicaError {
            throw ReplicaError(.unopened, error.message, hint: error.hint)
        }
    }

    private static func createStore(at folder: String, _ isBare: Bool) throws -> sending FamilyStore {
        do throws(GitError) {
            let store = FamilyStore(try Repository.create(at: folder, bare: isBare))
            try MergeDriver.configure(store.repository)
            return store
        } catch {
            throw error.replicaError(subject: folder)
        }
    }

    private static func checkIsFamily(_ store: FamilyStore, _ tip: ObjectID, folder: String) throws {
        if try store.familyEntry(at: tip) != nil { return }
        let tree = try store.tree(of: tip)
        // A document that cannot be read still belongs to the family.
        do {
            if let tree, try store.repository.trees.entry(at: DocumentPath.family.text, in: tree) != nil { return }
        } catch {
            throw error.replicaError(subject: "the newest commit")
        }
        throw notAFamily(folder)
    }

    private static func notAFamily(_ folder: String) -> ReplicaError {
        ReplicaError(
            .foreignRepository, "the git repository in \(folder) is not a family: it has no family.json",
            hint: "Name the family's folder with \(.saying(.folder)), or create a new family with \(.makeFamily).")
    }
}
