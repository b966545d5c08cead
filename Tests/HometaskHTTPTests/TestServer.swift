// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import HometaskWeb
import Synchronization
import Testing

@testable import HometaskHTTP

/// A server with a family: Mia, an adult, and Tom, a child.
final class TestServer: Sendable {
    let folder: String
    let replica: any Replica
    let phones: SignInStore
    let family: DocumentID
    let mia: DocumentID
    let tom: DocumentID
    let client: RawClient
    /// The lines of the server's log.
    let log: Lines
    private let running: Task<Void, any Error>

    /// Lines appended by concurrent tasks.
    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    static func with(page: PageFiles? = nil, _ body: (TestServer) async throws -> Void) async throws {
        try await with({ _ in }, page: page, body: body)
    }

    static func with(
        _ change: (inout ServerOptions) throws -> Void, remote: Bool = false, page: PageFiles? = nil,
        body: (TestServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)").path
        var options = ServerOptions(uploads: folder + "/uploads")
        (options.port, options.syncInterval) = (0, 0)
        try change(&options)
        let server = try await TestServer(options, in: folder, hasRemote: remote, page: page)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private init(_ options: ServerOptions, in folder: String, hasRemote: Bool, page: PageFiles?) async throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let provider = GitReplicaProvider()
        replica = try await provider.create(
            at: folder + "/home", isBare: true,
            family: FamilyDraft(name: "Berg", zone: "Europe/Amsterdam", email: "berg@example.org", device: "server"))
        (mia, tom) = try await replica.write(command: "begin") { transaction in
            (
                try transaction.members.add(MemberDraft(name: "Mia")),
                try transaction.members.add(MemberDraft(name: "Tom", role: "child"))
            )
        }.result
        if hasRemote {
            try provider.createRemote(at: folder + "/remote.git")
            try await replica.setRemote("origin", url: folder + "/remote.git")
        }
        let phones = try SignInStore(at: folder + "/phones.sqlite", clock: { .present })
        let family = try await ServedFamily(at: folder + "/home", phones: phones)
        (self.phones, self.family) = (phones, family.id)
        let lines = Lines()
        log = lines
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        running = Task {
            defer { continuation.finish() }
            try await PhoneServer(
                for: [family], phones: phones, options: options, page: page,
                log: RequestLog(hasIDs: true) { lines.append($0) }
            )
            .run(endsWithSignals: false) { continuation.yield($0) }
        }
        client = RawClient(port: try #require(await ports.first { _ in true }))
    }

    private func stop() async {
        running.cancel()
        _ = try? await running.value
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Adds a task with a command.
    func add(_ title: String) async throws {
        _ = try await replica.write(command: "add") { try $0.tasks.add(TaskDraft(title: title)) }
    }

    // MARK: Phones

    /// Joins as a member, and returns the phone.
    func phone(of member: DocumentID) async throws -> TestPhone {
        let code = try await phones.invite(member, to: family).code
        let answer = try await join(code.text)
        try #require(answer.status == 200)
        return try TestPhone(joining: answer, at: client)
    }

    func join(
        _ code: String, attempt: String = String(repeating: "a", count: 32), name: String = "phone",
        headers: [String: String] = [:]
    ) async throws -> RawClient.Answer {
        let body: JSONObject = ["attempt": .string(attempt), "code": .string(code), "name": .string(name)]
        return try await client.send(
            "POST", "/api/join", headers: ["Content-Type": "application/json"].merging(headers) { $1 },
            body: body.compactBytes()
        )
    }
}

/// A phone that communicates with the server.
struct TestPhone: Sendable {
    let client: RawClient
    let device: String
    let cookie: String
    var lease: String
    var actor: String
    var since: String?

    init(joining answer: RawClient.Answer, at client: RawClient) throws {
        self.client = client
        device = try #require(answer.json["device"]?.stringValue)
        lease = try #require(answer.json["lease"]?.stringValue)
        actor = try #require(answer.json["actor"]?.stringValue)
        cookie = try #require(answer.header("set-cookie")?.split(separator: ";").first.map { String($0) })
    }

    var path: String { "/api/phones/\(device)" }

    func send(
        _ method: String, _ rest: String = "", headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> RawClient.Answer {
        let standard = ["Cookie": cookie, "Content-Type": "application/json"]
        return try await client.send(method, path + rest, headers: standard.merging(headers) { $1 }, body: body)
    }

    func request(_ documents: [Document] = [], lease: String? = nil) -> [UInt8] {
        let json: JSONObject = [
            "docs": .array(
                documents.map { document in
                    [
                        "path": .string(DocumentPath(kind: document.kind, id: document.id)?.text ?? ""),
                        "text": .string(String(decoding: document.encoded(), as: UTF8.self)),
                    ]
                }),
            "lease": .string(lease ?? self.lease), "since": since.map { .string($0) } ?? .null,
        ]
        return json.compactBytes()
    }

    /// Exchanges documents with the server, and stores the state for the next request.
    mutating func exchange(_ documents: [Document] = []) async throws -> RawClient.Answer {
        let answer = try await send("POST", "/exchange", body: request(documents))
        lease = answer.json["lease"]?.stringValue ?? lease
        actor = answer.json["actor"]?.stringValue ?? actor
        since = answer.json["version"]?.stringValue ?? since
        return answer
    }

    /// Makes a new task, as the page creates it.
    func task(_ title: String) throws -> Document {
        let author = Author(actor: try #require(ActorID(actor)), time: .present)
        var generator = SystemRandomNumberGenerator()
        var task = Document(id: .random(using: &generator), kind: .task)
        _ = task.writeValue(.string(title), to: "title", rule: .register, by: author)
        return task
    }
}
