// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// Checks the remotes, as far as possible without network access, and the requirements for syncing with them.
struct RemoteCheck {
    let store: FamilyStore
    let dependencies: Dependencies

    private var settings: RemoteSettings { RemoteSettings(store: store) }

    func gitFinding() -> Finding {
        do throws(TransportError) {
            _ = try dependencies.findGit(RemoteTimeout.usual)
            return Finding(.fine, "git", message: "the installed git can sync")
        } catch {
            return Finding(
                .problem, "git", message: error.lines.joined(separator: "; "),
                hint: "Everything but sync works; install git 2.26 or newer to sync.")
        }
    }

    /// Returns the findings about remotes. Remotes that are folders on this machine are checked for existence; others
    /// would require network access.
    func remoteFindings() throws -> [Finding] {
        let remotes = try settings.all()
        if remotes.isEmpty {
            return [
                Finding(
                    .advice, "remote", message: "there is none, so no copy exists elsewhere",
                    hint: "\(.addRemote) names one.")
            ]
        }
        return remotes.compactMap { remote in
            let name = "‘\(remote.name)’ (\(remote.url))"
            let setting: Hint = "\(.setRemote(remote.name)) names another."
            return switch store.repository.remotes.folderFault(of: remote.name) {
            case nil: nil
            case .missing:
                Finding(
                    .advice, "remote", message: "\(name) is not there",
                    hint: "If it is on a separate disk, mount that; otherwise \(setting)")
            case .noRepository:
                Finding(.problem, "remote", message: "\(name) cannot be opened as a git repository", hint: setting)
            case .format(.reftable):
                Finding(
                    .advice, "remote", message: "\(name) stores its references in the format ‘reftable’",
                    hint: """
                        Git 2.45 or newer can sync with it; 'git refs migrate --ref-format=files' in it (git 2.46 or \
                        newer) makes it readable for every git.
                        """)
            case .format:
                Finding(
                    .problem, "remote",
                    message: "\(name) names objects by SHA-256, and this family's repository by SHA-1",
                    hint: """
                        'git init --bare --object-format=sha1 PATH' creates a repository to sync with; \(setting)
                        """)
            case .unreadable(let error):
                Finding(
                    .problem, "remote", message: "\(name) cannot be read: \(error.description)",
                    hint: "Check that disk. Nothing is lost here.")
            case .damaged(let what):
                Finding(
                    .problem, "remote", message: "\(name) is damaged: \(what)",
                    hint: """
                        Nothing is lost here. Restore it from a backup; otherwise 'git init --bare PATH' creates \
                        another, and \(setting) Then \(.sync) sends everything.
                        """)
            }
        }
    }

    /// Returns the findings about second branches of this family at remotes: as last fetched, and as they are now at
    /// remotes that are folders on this machine.
    func branchFindings() throws -> [Finding] {
        let branches = FamilyBranches(store: store)
        return try settings.all().flatMap { remote in
            let known = try branches.others(at: remote)
            let unseen = try branches.unfetched(at: remote)
            return known + unseen.filter { branch in !known.contains { $0.name == branch.name } }
        }.map(\.finding)
    }

    /// Reports a password in the URL of a remote, which others may read and which should be stored elsewhere.
    func passwordFinding(repairs: Bool) throws -> Finding? {
        do throws(GitError) {
            let names = try store.repository.remotes.all().filter { RemoteURL.holdsSecret($0.url) }.map { $0.name }
            if names.isEmpty { return nil }
            let subject = "the URL of the remote \(names.joined(separator: ", "))"
            let hint: Hint =
                "Let a git credential helper store it ('git config --global credential.helper cache'), and set the URL without it: \(.setRemote(names[0]))."
            guard store.repository.configuration.isShared else {
                return Finding(
                    .advice, "password", message: "\(subject) contains a password, in plain text", hint: hint)
            }
            guard repairs else {
                return Finding(
                    .problem, "password", message: "\(subject) contains a password that other users can read",
                    hint: "\(.repair) makes the file readable for you only. \(hint)")
            }
            try store.repository.configuration.keepPrivate()
            return Finding(
                .mended, "password", message: "\(subject) contains a password, which now only you can read", hint: hint)
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    func lockFindings(repairs: Bool) throws -> [Finding] {
        let hubs = try settings.all().map { (name: $0.name, locks: store.repository.remotes.locks(of: $0.name)) }
        let places =
            [(name: "this clone", locks: store.repository.locks)]
            + hubs.compactMap { hub in hub.locks.map { (name: "the remote ‘\(hub.name)’", locks: $0) } }
        return places.flatMap { place -> [Finding] in
            let found = place.locks.found
            let left = repairs ? place.locks.clear() : found
            let mended = found.count - left.count
            let gone = Finding(
                .mended, "lock",
                message: "\(mended) lock \(mended == 1 ? "file" : "files") of killed programs removed in \(place.name)")
            return (mended > 0 ? [gone] : []) + left.map { finding($0, in: place.name, repairs: repairs) }
        }
    }

    /// Returns the finding about a lock file: a problem only if no owner was found.
    private func finding(_ lock: GitLockFile, in place: String, repairs: Bool) -> Finding {
        guard lock.owner == nil else {
            return Finding(
                .advice, "lock", message: "a running program holds a lock file in \(place): \(lock)",
                hint: "The file goes when that program ends.")
        }
        return Finding(
            .problem, "lock", message: "a lock file is in the way in \(place): \(lock)",
            hint: repairs
                ? "If no git program runs there, remove that file."
                : "\(.repair) removes it, if no program is using it.")
    }
}
