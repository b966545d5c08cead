// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

extension TransportError {
    /// The number of SIGINT, which Ctrl-C sends.
    private static let keyboardInterrupt: Int32 = 2

    /// Whether the remote may have accepted the push despite the error, and can be asked at once.
    var mayBeDone: Bool {
        switch kind {
        case .other, .diskFull, .diskFailed, .damagedStore, .corrupt, .storage, .locked, .overLimit: true
        default: false
        }
    }

    /// Returns the error for a disk that is full, or cannot be read or written.
    private func diskError(_ name: String, _ folder: String, said: String) -> ReplicaError {
        let isFull = kind == .diskFull
        let what =
            switch side {
            case .here: isFull ? "the disk is full, here in \(folder)" : "the disk failed, here in \(folder)"
            case .there: isFull ? "the disk of \(name) is full" : "the disk of \(name) failed"
            case nil: "\(isFull ? "the disk is full" : "the disk failed"), here in \(folder) or at \(name)"
            }
        return ReplicaError(
            isFull ? .diskFull : .inputOutput, what + said,
            hint: isFull
                ? "Nothing is lost here. Free some space there and try again: it continues from here."
                : "Nothing is lost here. Check that disk, and try again: it continues from here.")
    }

    /// Returns the error for a remote that git refuses because it belongs to another user. The command in git's message
    /// is not passed on if it comes from another machine: a user who pastes it would run it.
    private func ownerError(_ remote: Remote) -> ReplicaError {
        let name = "the remote ‘\(remote.name)’ (\(remote.url))"
        let said = lines.first { $0.contains("ownership") || $0.contains("unsafe") } ?? lines.joined(separator: "; ")
        guard let path = RemoteURL.localPath(remote.url), let found = ForeignOwner(ofRepositoryAt: path) else {
            return ReplicaError(
                .permission, "\(name) belongs to a user other than the one who serves it: \(said)",
                hint:
                    "Whoever runs it can make git trust that folder: 'git config --global --add safe.directory FOLDER'."
            )
        }
        return ReplicaError(
            .permission, "\(name) belongs to another user, \(found.owner), and you are \(found.user): \(said)",
            hint: "If you trust that user, run '\(ForeignOwner.trustCommand(found.gitDirectory))'.")
    }

    /// The message of git's receiving side for a branch that is checked out there.
    private static let checkedOut = "branch is currently checked out"

    /// Returns the error for a push that the remote refused completely, with its reason.
    static func refusal(_ reason: String, of remote: Remote) -> ReplicaError {
        let lines = reason.split(separator: "\n")
        if lines.contains(where: { $0 == checkedOut }) {
            return ReplicaError(
                .rejected,
                "the remote ‘\(remote.name)’ (\(remote.url)) has a working tree: git does not accept pushes into it",
                hint: """
                    Your commits are safe here. On that machine, \(.createRemote) creates a repository to sync \
                    with; then \(.setRemote(remote.name)) here.
                    """)
        }
        return ReplicaError(
            .rejected, "the remote ‘\(remote.name)’ refused the push: \(lines.joined(separator: "; "))",
            hint: "Your commits are safe here. Whoever runs the remote can explain its rules.")
    }

    /// Returns the error in the terms of the replica's callers.
    ///
    /// - Parameter folder: the local git directory.
    func replicaError(_ remote: Remote, in folder: String) -> ReplicaError {
        let said = lines.isEmpty ? "" : ": " + lines.joined(separator: "; ")
        let name = "the remote ‘\(remote.name)’ (\(remote.url))"
        switch kind {
        case .unreachable:
            return ReplicaError(
                .unreachable, "\(name) cannot be reached\(said)",
                hint: "Continue offline: nothing is lost. Run \(.sync) when the remote is back.")
        case .authentication:
            return ReplicaError(
                .authentication, "\(name) does not accept your credentials\(said)",
                hint:
                    "The remote controls access: check your ssh key or git credential helper with 'git ls-remote \(remote.url)'."
            )
        case .hostKey:
            return ReplicaError(
                .authentication, "the host key of \(name) is not known on this device\(said)",
                hint: "Connect to it once with ssh, compare the key with the one its operator gives, and accept it.")
        case .hostKeyChanged:
            return ReplicaError(
                .authentication, "the host key of \(name) has changed\(said)",
                hint:
                    "Somebody may be intercepting the connection. Ask its operator whether it has a new key; only then remove the old one with 'ssh-keygen -R HOST'."
            )
        case .certificate:
            return ReplicaError(
                .authentication, "the certificate of \(name) is not trusted\(said)",
                hint: "If you know its certificate, name its file with 'git config --global http.sslCAInfo FILE'.")
        case .certificateExpired:
            return ReplicaError(
                .authentication, "the certificate of \(name) is out of date\(said)",
                hint: "Its operator has to renew it. Also check this device's clock.")
        case .owner:
            return ownerError(remote)
        case .refused:
            return ReplicaError(
                .rejected, "\(name) refused\(said)", hint: "Whoever runs the remote can explain its rules.")
        case .notFound, .notARepository:
            let place: Hint =
                RemoteURL.localPath(remote.url) == nil
                ? "" : " \(.createRemote) creates a repository to sync with."
            return ReplicaError(
                .unreachable, "\(name) is not there\(said)",
                hint: """
                    Check the URL with \(.listRemotes); set another with \(.setRemote(remote.name)).\
                    \(place)
                    """)
        case .permission:
            return ReplicaError(
                .permission, "\(name) denies access\(said)", hint: "Ask whoever runs the remote for the right to write."
            )
        case .stalled:
            return ReplicaError(
                .unreachable, "\(name) stopped responding\(said)",
                hint:
                    "Nothing is lost: run \(.sync) again. For a slow remote, \(.saying(.timeout)) waits longer.")
        case .interrupted:
            let code: ReplicaError.Code =
                switch signal {
                case nil: .busy
                case Self.keyboardInterrupt: .interrupted
                default: .terminated
                }
            return ReplicaError(
                code, "the exchange with \(name) was interrupted", hint: "Try again: it continues from here.")
        case .unsupported:
            return ReplicaError(
                .missingProgram, "the exchange with \(name) is not possible\(said)",
                hint:
                    "hometask syncs through the installed git, 2.26 or newer, with every kind of address that git knows but 'ext::' and 'fd::'."
            )
        case .reftable:
            return ReplicaError(
                .newerFormat,
                "\(name) stores its references in the format ‘reftable’, which the git that serves it does not know",
                hint: """
                    Nothing is lost here. Run 'git refs migrate --ref-format=files' in its repository, with git 2.46 or \
                    newer, or install git 2.45 or newer where it is served.
                    """)
        case .sha256:
            return ReplicaError(
                .newerFormat, "\(name) names objects by SHA-256, and this family's repository by SHA-1",
                hint: """
                    Nothing is lost here. Git cannot convert one into the other: \
                    'git init --bare --object-format=sha1 PATH' creates a repository to sync with, \
                    \(.setRemote(remote.name)) names it, and \(.sync) sends everything.
                    """)
        case .storage:
            return ReplicaError(
                .permission, "the data of \(name) cannot be written on this device\(said)",
                hint: "Check who owns the family's folder, and that it is not mounted read-only.")
        case .locked:
            return ReplicaError(
                .busy, "another program holds a lock in the repository here\(said)",
                hint: "Wait for that program to end, and try again.")
        case .diskFull, .diskFailed:
            return diskError(name, folder, said: said)
        case .damagedStore where side == .there:
            return ReplicaError(
                .damagedRemote, "the repository of \(name) is damaged\(said)",
                hint: """
                    Nothing is lost here. Restore that repository from a backup; otherwise 'git init --bare PATH' \
                    creates another, \(.setRemote(remote.name)) names it, and \(.sync) sends everything.
                    """)
        case .damagedStore:
            return ReplicaError(
                .damaged, "git found something missing or damaged, here (\(folder)) or at \(name)\(said)",
                hint: "Run \(.examine) here, and 'git fsck' in the remote's repository.")
        case .corrupt:
            return ReplicaError(
                .damagedRemote, "the data that \(name) sent is damaged, and none of it was kept\(said)",
                hint: "Run 'git fsck' in the remote's repository.")
        case .overLimit:
            return ReplicaError(
                .damagedRemote, "the data that \(name) sent is too large, and none of it was kept\(said)",
                hint:
                    "A fetch may use 1 GiB of memory, 2 GiB for a pack and five minutes of a processor. Ask those who can push to the remote what was pushed."
            )
        case .other:
            return ReplicaError(.inputOutput, "the exchange with \(name) failed\(said)")
        }
    }
}
