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
    let accounts = MemoryAccounts()
    let exchanges: PhoneExchanges
    let mia: DocumentID
    let tom: DocumentID
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        replica = try await GitReplicaProvider(clock: { Self.time }).create(
            at: folder.path + "/home", isBare: true,
            family: FamilyDraft(name: "Berg", zone: "Europe/Amsterdam", email: "berg@example.org", device: "server"))
        (mia, tom) = try await replica.write(command: "begin") { transaction in
            (
                try transaction.members.add(MemberDraft(name: "Mia")),
                try transaction.members.add(MemberDraft(name: "Tom", role: "child"))
            )
        }.result
        exchanges = PhoneExchanges(with: replica, accounts: accounts, clock: { Self.time })
    }

    /// A new phone of a member, with everything that the family has.
    func phone(of member: DocumentID) async throws -> Phone {
        var generator = SystemRandomNumberGenerator()
        let account = PhoneAccount(
            device: .random(using: &generator), named: "phone", member: member, using: &generator)
        try await accounts.store(account)
        var phone = Phone(account)
        try await phone.exchange(with: self)
        return phone
    }

    /// Adds a task by a command.
    func add(_ title: String, _ change: (inout TaskDraft) -> Void = { _ in }) async throws -> DocumentPath {
        var draft = TaskDraft(title: title)
        change(&draft)
        let made = draft
        let id = try await replica.write(command: "add") { try $0.tasks.add(made) }.result
        return try #require(DocumentPath(kind: .task, id: id))
    }

    /// Puts bytes in the place of a document, by git alone.
    func commit(_ bytes: [UInt8], at path: DocumentPath) throws {
        let blob = try git("hash-object", "-w", "--stdin", input: String(decoding: bytes, as: UTF8.self))
        _ = try git("read-tree", "HEAD")
        _ = try git("update-index", "--cacheinfo", "100644,\(blob),\(path.text)")
        let commit = try git("commit-tree", "-p", "HEAD", "-m", "Break a document", git("write-tree"))
        _ = try git("update-ref", "HEAD", commit)
    }

    /// Runs git in the repository, and returns what it prints.
    func git(_ words: String..., input: String = "") throws -> String {
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

    /// The same family, at a later time.
    func opened(later seconds: Int64) async throws -> any Replica {
        let time = Timestamp(seconds: Self.time.seconds + seconds)
        return try await GitReplicaProvider(clock: { time }).open(at: folder.path + "/home")
    }

    /// The number of commits.
    func commits() async throws -> Int { try await replica.history(since: nil, path: nil, limit: 10_000).count }
}

/// Accounts in memory. The next store can be made to fail, as when the power goes between a commit and its account.
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

/// What the page on a phone does: it keeps documents, edits them by the same code, and exchanges them.
struct Phone {
    let device: DocumentID
    var lease: String
    var actor: ActorID
    var since: String?
    /// The documents as the phone shows them.
    var documents: [DocumentPath: Document] = [:]
    /// The documents of the version `since`.
    var base: [DocumentPath: Document] = [:]
    /// The request without an answer, which is sent again until there is one.
    var outbox: [UInt8]?
    var time = Home.time
    /// What the last answer refused.
    var refused: [Refusal] = []
    /// How often the phone had to start over.
    var fresh = 0

    init(_ account: PhoneAccount) {
        (device, lease, actor) = (account.device, account.lease.text, account.actor)
    }

    var author: Author { Author(actor: actor, time: time) }

    mutating func edit(_ path: DocumentPath, _ body: (inout Document, Author) -> Void) {
        guard var document = documents[path] else { return }
        body(&document, author)
        documents[path] = document
    }

    mutating func write(_ value: JSON?, to field: FieldName, of path: DocumentPath) {
        edit(path) { document, author in
            _ = document.writeValue(value, to: field, rule: Phone.rule(of: field, in: document), by: author)
        }
    }

    static func rule(of field: FieldName, in document: Document) -> MergeRule {
        Schema.of(document.kind)?.rule(for: field.key.string) ?? .register
    }

    /// The bytes of the next request.
    func request(texts: [DocumentPath: [UInt8]] = [:]) -> [UInt8] {
        let changed = documents.filter { base[$0.key] != $0.value }.mapValues { $0.encoded() }
        let sent = changed.merging(texts) { $1 }.sorted { $0.key.text < $1.key.text }
        let json: JSONObject = [
            "docs": .array(
                sent.map { ["path": .string($0.key.text), "text": .string(String(decoding: $0.value, as: UTF8.self))] }),
            "lease": .string(lease), "since": since.map { .string($0) } ?? .null,
        ]
        return json.compactBytes()
    }

    /// Sends what was changed, or the texts given instead, and takes the answer.
    mutating func exchange(with home: Home, texts: [DocumentPath: [UInt8]] = [:]) async throws {
        let bytes = outbox ?? request(texts: texts)
        outbox = bytes
        try take(try await home.exchanges.answer(try ExchangeRequest(bytes), from: device))
    }

    /// Takes an answer as the page does, from its JSON.
    mutating func take(_ answer: ExchangeAnswer) throws {
        let json = answer.json
        lease = try #require(json["lease"]?.stringValue)
        let old = actor
        actor = try #require(json["actor"]?.stringValue.flatMap { ActorID($0) })
        outbox = nil
        guard case .exchanged(let exchanged) = answer else {
            fresh += 1
            (documents, base, since) = ([:], [:], nil)
            return
        }
        since = json["version"]?.stringValue
        refused = exchanged.refused
        for (path, bytes) in exchanged.documents {
            let theirs = try bytes.map { try Document(decoding: $0) }
            base[path] = theirs
            // A new actor means that events of the old one may never be in the family.
            documents[path] = old == actor ? Self.join(documents[path], theirs) : theirs
        }
    }

    private static func join(_ ours: Document?, _ theirs: Document?) -> Document? {
        guard let ours, let theirs else { return ours ?? theirs }
        return Document.join(ours, theirs)
    }
}
