// SPDX-License-Identifier: Apache-2.0

extension InstalledGit {
    /// Fetches objects with `git fetch` into a quarantine. Once complete, the objects are moved into the store, and the
    /// local references of the refspecs are moved.
    ///
    /// - Parameters:
    ///   - repository: The git directory.
    ///   - remote: An address, or the name of a remote in the repository's settings.
    ///   - refspecs: Such as `+refs/heads/*:refs/remotes/origin/*`; or only object ids.
    ///   - references: Additional local references that may share commits with the remote: the remote sends only
    ///     objects that are reachable neither from these nor from the moved references. Nil to receive everything,
    ///     including objects that should already be here.
    ///   - keepsPack: Whether the received pack stays unchanged, so that neither `git gc` nor upkeep rewrites it: for
    ///     large files that do not benefit from compression.
    public func fetch(
        into repository: String, from remote: String, refspecs: [String], sharing references: [String]? = [],
        keepsPack: Bool = false, progress: TransportProgress.Handler?
    ) async throws(TransportError) -> FetchOutcome {
        for refspec in refspecs { try refuse(refspec, of: remote) }
        let refspecs = refspecs.map(Refspec.init)
        switch await hubState(repository, of: remote, refspecs: refspecs) {
        case .isInStep: return FetchOutcome(updates: [], missing: nil)
        case .lacks(let object): throw TransportError(.damagedStore, at: .there, remote: remote, lines: [object])
        case .fails(let error):
            throw TransportError(.diskFailed, at: .there, remote: remote, lines: [error.description])
        case nil: break
        }
        var (quarantine, run) = try fetchRun(
            refspecs, sharing: references, into: repository, from: remote, progress: progress)
        var report = try await run.report()
        if report.status != 0, quarantine.sharesCommits, GitComplaint.tellsOfMissingObjects(report.messages) {
            (quarantine, run) = try fetchRun(refspecs, sharing: nil, into: repository, from: remote, progress: progress)
            report = try await run.report()
        }
        if report.status != 0 {
            if let lacking = Self.lacking(report.messages) { return lacking }
            if quarantine.largestFile >= limits.fileBytes {
                throw TransportError(.overLimit, remote: remote, lines: ["a pack of more than \(limits.fileWords)"])
            }
            throw await run.failure(report)
        }
        do throws(GitError) {
            let updates = try admit(quarantine, refspecs, into: repository, remote: remote, isKept: keepsPack)
            return FetchOutcome(updates: updates, missing: nil)
        } catch {
            throw TransportError(remote: remote, error)
        }
    }

    /// A state of a hub on this machine in which a fetch need not start git.
    private enum HubState: Sendable {
        /// Everything that is requested is already here.
        case isInStep
        /// A requested reference of the hub names a missing object. Git does not notice this if the object exists here.
        case lacks(String)
        /// A file there cannot be read.
        case fails(GitError)
    }

    private func hubState(_ repository: String, of remote: String, refspecs: [Refspec]) async -> HubState? {
        // If the hub's file system does not respond, git is run instead, and times out.
        await WaitingThread.run(forAtMost: 2_000) { Self.hubState(repository, of: remote, refspecs: refspecs) }
            ?? nil
    }

    private static func hubState(_ repository: String, of remote: String, refspecs: [Refspec]) -> HubState? {
        guard let opened = try? Repository.open(at: repository) else { return nil }
        // A configured program may serve the remote, or replace the transport.
        for setting in ["uploadpack", "vcs"]
        where (try? opened.configuration.value(of: "remote.\(remote).\(setting)")) ?? nil != nil {
            return nil
        }
        guard let hub = LocalHub(address: opened.remotes.fetchAddress(of: remote) ?? remote) else { return nil }
        if hub.isInStep(with: opened, refspecs) { return .isInStep }
        guard let missing = hub.missingTip(refspecs) else { return nil }
        return hub.unreadableFile.map { .fails($0) } ?? .lacks(missing)
    }

    /// Creates a run of `git fetch` and the quarantine that it fetches into.
    private func fetchRun(
        _ refspecs: [Refspec], sharing references: [String]?, into repository: String, from remote: String,
        progress: TransportProgress.Handler?
    ) throws(TransportError) -> (quarantine: PackQuarantine, run: GitRun) {
        let opened: Repository
        let quarantine: PackQuarantine
        do throws(GitError) {
            opened = try Repository.open(at: repository)
            StoreLeftovers.remove(from: opened.commonDirectory + "objects/", everywhere: false)
            let known = references.map { KnownCommits(of: refspecs, and: $0, in: opened) } ?? .none
            quarantine = try PackQuarantine(of: opened, knowing: known)
        } catch {
            throw TransportError(remote: remote, error)
        }
        var options = ["fetch", "--progress", "--no-tags", "--no-recurse-submodules", "--no-auto-gc", "--refmap="]
        if try version() >= (2, 29) { options.append("--no-write-fetch-head") }
        var run = try takingIn(
            quarantine.settings.flatMap { ["-c", $0] } + options + ["--", remote]
                + refspecs.enumerated().map { $1.text(into: PackQuarantine.reference($0)) },
            on: remote, in: repository, opened: opened, progress: progress)
        run.variables.merge(quarantine.environment) { $1 }
        return (quarantine, run)
    }

    /// Moves fetched packs into the store, and moves the references to their commits.
    ///
    /// - Parameter isKept: whether the pack stays unchanged.
    private func admit(
        _ quarantine: PackQuarantine, _ refspecs: [Refspec], into repository: String, remote: String, isKept: Bool
    ) throws(GitError) -> [FetchOutcome.Update] {
        let keeps = try quarantine.admit(keptFor: isKept ? PackStore.keptForSize : StoreLeftovers.keepText)
        defer { if !isKept { PackQuarantine.release(keeps) } }
        let opened = try Repository.open(at: repository)
        var updates: [FetchOutcome.Update] = []
        for (number, refspec) in refspecs.enumerated() {
            for (name, id) in try quarantine.references(number) {
                guard let target = refspec.target(name) else { continue }
                let update = try opened.references.moveFetched(target, to: id, isForced: refspec.isForced, from: remote)
                if let update { updates.append(update) }
            }
        }
        return updates.sorted { $0.reference < $1.reference }
    }

    /// Returns the outcome of a fetch that failed because the requested reference or object is missing from the remote or
    /// unadvertised; nil if git's messages report neither.
    private static func lacking(_ messages: [String]) -> FetchOutcome? {
        func rest(after words: String) -> String? {
            messages.lazy.compactMap { line in line.firstRange(of: words).map { String(line[$0.upperBound...]) } }.first
                .map(TransportError.shown)
        }
        if let missing = rest(after: "couldn't find remote ref ") ?? rest(after: "upload-pack: not our ref ") {
            return FetchOutcome(updates: [], missing: missing)
        }
        return rest(after: "Server does not allow request for unadvertised object ").map {
            FetchOutcome(updates: [], missing: nil, unadvertised: $0)
        }
    }

    /// Offers commits with `git push` for references of the remote. The remote accepts each only as a fast-forward, or
    /// if the reference is still at the commit that the offer replaces.
    ///
    /// - Parameter seeksDeltas: Whether to search for deltas between objects. For large files that do not benefit from
    ///   deltas, the search takes a minute for some hundred megabytes.
    /// - Returns: One result for each update, in order.
    public func push(
        from repository: String, to remote: String, updates: [PushUpdate], seeksDeltas: Bool = true,
        progress: TransportProgress.Handler?
    ) async throws(TransportError) -> [PushResult] {
        if updates.isEmpty { return [] }
        let refspecs = updates.map { "\($0.commit):\($0.reference)" }
        for update in updates { try refuse(update.reference, of: remote) }
        var options = ["push", "--porcelain", "--progress", "--no-recurse-submodules"]
        for update in updates {
            if let replaced = update.replaced { options.append("--force-with-lease=\(update.reference):\(replaced)") }
        }
        var hub: LocalHub?
        let opened = try? Repository.open(at: repository)
        if let opened {
            hub = localHub(remote, of: opened)
            if let hub { try options.append("--receive-pack=" + hub.receivePack(self)) }
            if hasLargeFolder(updates, in: opened) { options.append("--no-thin") }
        }
        let settings = seeksDeltas ? [] : GitEnvironment.withoutDeltas
        let run = try run(
            settings + options + ["--", remote] + refspecs, on: remote, in: repository, opened: opened,
            progress: progress,
            hooks: true)
        let report = try await run.report()
        let said = report.remoteMessages
        let results = report.output.compactMap { PushResult(porcelain: $0, remote: said) }
            .map { hub?.explained($0) ?? $0 }
        let ordered = updates.compactMap { update in results.first { $0.reference == update.reference } }
        let isRefusal = ordered.contains { if case .rejected = $0.outcome { true } else { false } }
        // The remote refuses a truncated pack; the local git has reported why the pack was truncated.
        if said.contains(where: { $0.hasPrefix("eof before pack header") || $0.hasPrefix("early EOF") }) {
            throw await run.failure(report)
        }
        // A push succeeds only if git reported a result for every reference.
        guard ordered.count == updates.count, report.status == 0 || isRefusal else { throw await run.failure(report) }
        if let hub { for update in updates { hub.flush(update.reference) } }
        return ordered
    }

    /// Returns whether a pushed folder has thousands of entries. For a thin pack, git matches the entries of such a
    /// folder with the remote's version in quadratic time.
    private func hasLargeFolder(_ updates: [PushUpdate], in repository: Repository) -> Bool {
        for update in updates {
            guard let root = try? repository.commits.tree(of: update.commit),
                let bytes = try? repository.readBytes(root, .tree, limit: Repository.structureLimit),
                let tree = try? RawTree(bytes, id: root)
            else { continue }
            for entry in tree.entries where entry.isFolder {
                if let header = try? repository.header(of: tree.id(of: entry)), header.size >= RawTree.largeSize {
                    return true
                }
            }
        }
        return false
    }

    /// Returns the hub that a push goes to; nil if the remote is not a folder on this machine, or if the settings name
    /// another receiving program.
    private func localHub(_ remote: String, of repository: Repository) -> LocalHub? {
        if (try? repository.configuration.value(of: "remote.\(remote).receivepack")) ?? nil != nil { return nil }
        return LocalHub(address: repository.remotes.pushAddress(of: remote) ?? remote)
    }

    /// Copies a repository with `git clone` to a path that does not exist or is an empty folder, with the remote named
    /// `origin`.
    ///
    /// - Parameter checkout: Whether to write the working tree; ignored if `bare` is set.
    public func clone(
        _ remote: String, into path: String, bare: Bool, checkout: Bool, progress: TransportProgress.Handler?
    ) async throws(TransportError) -> CloneOutcome {
        // Without --no-local, git would copy a local repository's files unchecked; an empty template contains no hooks.
        var options = [
            "clone", "--progress", "--no-local", "--no-recurse-submodules", "--template=", "--origin=origin",
        ]
        if bare { options.append("--bare") } else if !checkout { options.append("--no-checkout") }
        let run = try takingIn(options + ["--", remote, path], on: remote, in: nil, opened: nil, progress: progress)
        let report = try await run.report()
        guard report.status == 0 else { throw await run.failure(report) }
        do {
            return try Repository.open(at: path).references.all(under: "refs/").isEmpty ? .empty : .cloned
        } catch { throw TransportError(.other, remote: remote, lines: [error.description]) }
    }

    /// Lists the references of a remote with `git ls-remote`.
    ///
    /// - Parameter repository: The git directory whose settings name the remote; nil if the remote is an address.
    public func listRemote(_ remote: String, of repository: String?) async throws(TransportError) -> RemoteListing {
        let opened = repository.flatMap { try? Repository.open(at: $0) }
        let run = try takingIn(
            ["ls-remote", "--symref", "--", remote], on: remote, in: repository, opened: opened, progress: nil)
        let report = try await run.report()
        guard report.status == 0 else { throw await run.failure(report) }
        var head: String?
        var references: [RemoteListing.Reference] = []
        for line in report.output {
            let fields = line.split(separator: "\t", maxSplits: 1).map(String.init)
            guard fields.count == 2 else { continue }
            if fields[0].hasPrefix("ref: "), fields[1] == "HEAD" { head = String(fields[0].dropFirst(5)) }
            if fields[0].utf8.count == 64, fields[0].allSatisfy(\.isHexDigit) {
                throw TransportError(.sha256, remote: remote, lines: [])
            }
            guard let id = ObjectID(hex: fields[0]), fields[1].hasPrefix("refs/"), !fields[1].hasSuffix("^{}") else {
                continue
            }
            references.append(RemoteListing.Reference(name: fields[1], id: id))
        }
        return RemoteListing(head: head, references: references)
    }

    /// Creates a run that receives data from a remote, under limits.
    private func takingIn(
        _ command: [String], on remote: String, in folder: String?, opened repository: Repository?,
        progress: TransportProgress.Handler?
    ) throws(TransportError) -> GitRun {
        let settings = GitEnvironment.settingsTakingIn.flatMap { ["-c", $0] }
        var run = try run(settings + command, on: remote, in: folder, opened: repository, progress: progress)
        run.limits = limits
        return run
    }

    /// - Parameters:
    ///   - folder: the git directory in which git runs; nil for none.
    ///   - repository: the repository in that folder, if it can be opened.
    private func run(
        _ command: [String], on remote: String, in folder: String?, opened repository: Repository?,
        progress: TransportProgress.Handler?, hooks: Bool = false
    ) throws(TransportError) -> GitRun {
        try checkVersion()
        let address = repository.flatMap { (try? $0.configuration.value(of: "remote.\(remote).url")) ?? nil } ?? remote
        try RemoteURL.check(remote)
        try RemoteURL.check(address)
        let settings = GitEnvironment.settings + (hooks ? [] : [GitEnvironment.withoutHooks])
        var run = GitRun(
            git: self, remote: remote, address: address, repository: folder,
            arguments: settings.flatMap { ["-c", $0] } + command, progress: progress)
        if let folder { run.variables = ["GIT_DIR": folder] }
        if let command = sharing?.command(for: address, git: executable, repository: folder) {
            run.variables["GIT_SSH_COMMAND"] = command
        }
        return run
    }

    /// Rejects a name that git would read as an option or a forced push.
    private func refuse(_ name: String, of remote: String) throws(TransportError) {
        guard name.hasPrefix("-") || name.utf8.contains(where: { $0 <= 32 }) else { return }
        throw TransportError(.unsupported, remote: remote, lines: ["\(name) is not a reference"])
    }
}

/// The result of a clone.
public enum CloneOutcome: Hashable, Sendable {
    /// A repository with commits.
    case cloned
    /// The remote has no commit yet.
    case empty
}
