// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskReplica

/// The exchange of one branch with one remote.
///
/// Its calls are not inlined: Swift 6.3.1 crashes on a coroutine that holds their typed throws when it optimises.
struct RemoteExchange: Sendable {
    let remote: Remote
    /// Where the remote's branch stood when it was asked last; nil where it had none.
    private(set) var tip: ObjectID?
    private let gitDirectory: String
    private let transport: any Transport
    private let progress: Transport.Progress

    init(
        _ remote: Remote, gitDirectory: String, timeout: Int,
        find: @Sendable (Int) throws(TransportError) -> any Transport,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) throws {
        self.remote = remote
        self.gitDirectory = gitDirectory
        do {
            transport = try find(timeout)
        } catch {
            throw error.replicaError(remote)
        }
        self.progress = { step in
            progress(.transport("\(step.phase): \(step.done)/\(step.total)"))
        }
    }

    /// The branch that the remote's HEAD stands for, or its only one; nil where the remote is empty or does not say.
    @inline(never)
    func branch() async throws -> String? {
        do {
            let listing = try await transport.listRemote(remote.name, of: gitDirectory)
            let branches = listing.references.map(\.name).filter { $0.hasPrefix("refs/heads/") }
            if let head = listing.head, branches.contains(head) { return head }
            return branches.count == 1 ? branches[0] : nil
        } catch {
            throw error.replicaError(remote)
        }
    }

    /// All references of the remote.
    @inline(never)
    func references() async throws -> [RemoteListing.Reference] {
        do {
            return try await transport.listRemote(remote.name, of: gitDirectory).references
        } catch {
            throw error.replicaError(remote)
        }
    }

    /// Fetches a branch, and notes where it stands there as ``tip``. Where the remote does not have it, the tracking
    /// reference goes: it tells of a remote that is no more.
    @inline(never)
    mutating func fetch(_ branch: String, into tracking: String) async throws {
        do {
            let outcome = try await transport.fetch(
                into: gitDirectory, from: remote.name, refspecs: ["+\(branch):\(tracking)"], progress: progress)
            if outcome.missing != nil {
                tip = nil
                return try forget(tracking)
            }
            tip = try outcome.updates.first { $0.reference == tracking }?.new ?? current(tracking)
        } catch let error as TransportError {
            throw error.replicaError(remote)
        }
    }

    /// Offers a commit for a branch.
    @inline(never)
    func push(_ commit: ObjectID, to branch: String) async throws -> PushResult.Outcome {
        do {
            let results = try await transport.push(
                from: gitDirectory, to: remote.name, updates: [PushUpdate(commit: commit, reference: branch)],
                progress: progress)
            return results.first?.outcome ?? .rejected(.other("it said nothing of the branch"))
        } catch {
            throw error.replicaError(remote)
        }
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

extension TransportError {
    /// The number of SIGINT, which Ctrl-C sends.
    private static let keyboardInterrupt: Int32 = 2

    /// The error as the replica's callers understand it.
    func replicaError(_ remote: Remote) -> ReplicaError {
        let said = lines.isEmpty ? "" : ": " + lines.joined(separator: "; ")
        let name = "the remote ‘\(remote.name)’ (\(remote.url))"
        switch kind {
        case .unreachable:
            return ReplicaError(
                .unreachable, "\(name) cannot be reached\(said)",
                hint: "Work on offline: nothing is lost. 'hometask sync' catches up when the remote is back.")
        case .authentication:
            return ReplicaError(
                .authentication, "\(name) does not accept who you are\(said)",
                hint:
                    "Access is the remote's: check your ssh key or git credential helper with 'git ls-remote \(remote.url)'."
            )
        case .hostKey:
            return ReplicaError(
                .authentication, "the key of \(name) is not known here\(said)",
                hint: "Connect to it once with ssh, compare its key with what whoever runs it says, and accept it.")
        case .hostKeyChanged:
            return ReplicaError(
                .authentication, "the key of \(name) is not the one that is known here\(said)",
                hint:
                    "Somebody may be in between. Ask whoever runs it whether it has a new key; only then remove the old one with 'ssh-keygen -R HOST'."
            )
        case .certificate:
            return ReplicaError(
                .authentication, "the certificate of \(name) is not trusted\(said)",
                hint: "If you know its certificate, name its file with 'git config --global http.sslCAInfo FILE'.")
        case .certificateExpired:
            return ReplicaError(
                .authentication, "the certificate of \(name) is out of date\(said)",
                hint: "Whoever runs it has to renew it. Look also whether this device's clock is right.")
        case .owner:
            return ReplicaError(
                .permission, "the folder of \(name) belongs to another user of this computer\(said)",
                hint: "If you trust that user, run 'git config --global --add safe.directory FOLDER'.")
        case .refused:
            return ReplicaError(
                .rejected, "\(name) refused\(said)", hint: "Whoever runs the remote can say what its rule is.")
        case .notFound, .notARepository:
            return ReplicaError(
                .unreachable, "\(name) is not there\(said)",
                hint: "Check the URL with 'hometask remote'; set another with 'hometask remote set \(remote.name) URL'."
            )
        case .permission:
            return ReplicaError(
                .permission, "\(name) denies access\(said)", hint: "Ask whoever runs the remote for the right to write."
            )
        case .stalled:
            return ReplicaError(
                .unreachable, "\(name) does not answer any more\(said)",
                hint:
                    "Nothing is lost: 'hometask sync' catches up. For a slow remote '--timeout SECONDS' waits longer.")
        case .interrupted:
            let code: ReplicaError.Code =
                switch signal {
                case nil: .busy
                case Self.keyboardInterrupt: .interrupted
                default: .terminated
                }
            return ReplicaError(
                code, "the exchange with \(name) was interrupted", hint: "Run it again: it carries on from here.")
        case .unsupported:
            return ReplicaError(
                .missingProgram, "the exchange with \(name) is not possible\(said)",
                hint:
                    "hometask syncs through the installed git, 2.26 or newer, with every kind of address that git knows but 'ext::' and 'fd::'."
            )
        case .storage:
            return ReplicaError(
                .permission, "what \(name) has cannot be written here\(said)",
                hint: "Check who owns the family's folder, and that it is not mounted read-only.")
        case .locked:
            return ReplicaError(
                .busy, "another program holds a lock in the repository here\(said)",
                hint: "Wait for that program to end, and run it again.")
        case .diskFull:
            return ReplicaError(
                .diskFull, "the disk is full, here or at \(name)\(said)",
                hint: "Free some space and run it again: it carries on from here.")
        case .corrupt:
            return ReplicaError(
                .damaged, "what \(name) sent is damaged, and none of it was kept\(said)",
                hint: "Run 'git fsck' in the remote's repository.")
        case .overLimit:
            return ReplicaError(
                .damaged, "what \(name) sent is too much to take in, and none of it was kept\(said)",
                hint:
                    "A fetch may use 1 GiB of memory, 2 GiB for a pack and five minutes of a processor. Ask who can push to the remote what was put there."
            )
        case .other:
            return ReplicaError(.inputOutput, "the exchange with \(name) failed\(said)")
        }
    }
}
