// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import HometaskServing
import Synchronization
import TestSupport
import Testing

/// A family on a server: Mia, an adult, and Tom, a child.
struct Home {
    static let time = Timestamp(seconds: 1_795_000_000)

    let replica: any Replica
    let accounts: MemoryAccounts
    let exchanges: PhoneExchanges
    let mia: DocumentID
    let tom: DocumentID
    /// The folder of the repository; nil for an in-memory family.
    private let folder: TemporaryFolder?

    /// - Parameter inGit: whether the family is in a git repository, required by ``copy()`` and ``git(_:input:)``, or
    ///   in memory.
    init(inGit: Bool = false) async throws {
        folder = inGit ? try TemporaryFolder() : nil
        accounts = MemoryAccounts()
        let provider: any ReplicaProvider =
            inGit ? GitReplicaProvider(clock: { Self.time }) : MemoryReplicaProvider(clock: { Self.time })
        replica = try await provider.create(
            at: (folder?.path ?? "") + "/home", isBare: true,
            family: FamilyDraft(name: "Berg", zone: "Europe/Amsterdam", email: "berg@example.org", device: "server"))
        (mia, tom) = try await replica.write(command: "begin") { transaction in
            (
                try transaction.members.add(MemberDraft(name: "Mia")),
                try transaction.members.add(MemberDraft(name: "Tom", role: "child"))
            )
        }.result
        exchanges = PhoneExchanges(with: replica, accounts: accounts, clock: { Self.time })
    }

    /// Opens a family in another folder, with the members and phones of this one.
    private init(at folder: TemporaryFolder, of home: Home) async throws {
        (self.folder, mia, tom, accounts) = (folder, home.mia, home.tom, home.accounts)
        replica = try await GitReplicaProvider(clock: { Self.time }).open(at: folder.path + "/home")
        exchanges = PhoneExchanges(with: replica, accounts: accounts, clock: { Self.time })
    }

    /// Copies the current family with its phones, as if restored from a backup.
    func copy() async throws -> Home {
        let (copy, folder) = (try TemporaryFolder(), try #require(folder))
        try FileManager.default.copyItem(atPath: folder.path + "/home", toPath: copy.path + "/home")
        return try await Home(at: copy, of: self)
    }

    /// Returns a new phone of a member, with all documents of the family.
    func phone(of member: DocumentID) async throws -> Phone {
        var generator = SystemRandomNumberGenerator()
        let account = PhoneAccount(
            device: .random(using: &generator), named: "phone", member: member, using: &generator)
        try await accounts.store(account)
        var phone = Phone(account)
        try await phone.exchange(with: self)
        return phone
    }

    /// Adds a task with a command.
    func add(_ title: String, _ change: (inout TaskDraft) -> Void = { _ in }) async throws -> DocumentPath {
        var draft = TaskDraft(title: title)
        change(&draft)
        let made = draft
        let id = try await replica.write(command: "add") { try $0.tasks.add(made) }.result
        return try #require(DocumentPath(kind: .task, id: id))
    }

    /// Replaces a document's bytes, with git alone.
    func commit(_ bytes: [UInt8], at path: DocumentPath) throws {
        let blob = try git("hash-object", "-w", "--stdin", input: String(decoding: bytes, as: UTF8.self))
        _ = try git("read-tree", "HEAD")
        _ = try git("update-index", "--cacheinfo", "100644,\(blob),\(path.text)")
        let commit = try git("commit-tree", "-p", "HEAD", "-m", "Break a document", git("write-tree"))
        _ = try git("update-ref", "HEAD", commit)
    }

    /// Runs git in the repository, and returns its output.
    func git(_ words: String..., input: String = "") throws -> String {
        let folder = try #require(folder)
        let variables = [
            "GIT_DIR": folder.path + "/home", "GIT_INDEX_FILE": folder.path + "/index", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "ann@example.org",
        ]
        let run = try Tool("git").run(words, input: input, environment: variables)
        try #require(run.status == 0)
        return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func document(_ path: DocumentPath) async throws -> Document {
        try #require(try await replica.read { try $0.document(at: path) })
    }

    /// Opens the same family at a later time.
    func opened(later seconds: Int64) async throws -> any Replica {
        let (time, folder) = (Timestamp(seconds: Self.time.seconds + seconds), try #require(folder))
        return try await GitReplicaProvider(clock: { time }).open(at: folder.path + "/home")
    }

    /// Returns the number of commits.
    func commits() async throws -> Int { try await replica.history(since: nil, path: nil, limit: 10_000).count }
}

/// In-memory accounts. The next store can be made to fail, as in a power cut between a commit and its account.
final class MemoryAccounts: PhoneAccounts {
    struct PowerCut: Error {}

    private let state = Mutex<(accounts: [DocumentID: JSONObject], fails: Bool)>(([:], false))

    func failOnce() { state.withLock { $0.fails = true } }

    func account(of device: DocumentID) async throws -> PhoneAccount? {
        try state.withLock { state in try state.accounts[device].map { try #require(PhoneAccount($0)) } }
    }

    func store(_ account: PhoneAccount) async throws {
        try state.withLock { state in
            if state.fails {
                state.fails = false
                throw PowerCut()
            }
            state.accounts[account.device] = account.json
        }
    }
}
