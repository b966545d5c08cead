// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import NIOCore
import Testing

@testable import HometaskHTTP

@Suite("Events for phones")
struct EventTests {
    /// Opens an event stream, and reads its initial version.
    private func stream(_ phone: TestPhone) async throws -> Connection {
        let connection = try await phone.client.open()
        try await connection.write(
            Array(
                "GET \(phone.path)/events HTTP/1.1\r\nHost: localhost:\(phone.client.port)\r\nCookie: \(phone.cookie)\r\n\r\n"
                    .utf8))
        let head = try await connection.read(until: "\r\n\r\n")
        guard head.hasPrefix("HTTP/1.1 200"), head.contains("text/event-stream") else {
            connection.close()
            throw Connection.Closed()
        }
        _ = try await connection.read(until: "data: ", beginningWith: head)
        return connection
    }

    /// Reads the rest of a stream, up to its end or to a version that must not appear.
    private func rest(of connection: Connection, without version: String) async throws -> String {
        var rest = ""
        // The end of a chunked body (RFC 9112, 7.1).
        while !rest.contains("0\r\n\r\n"), !rest.contains(version) {
            let part = try await connection.read()
            guard !part.isEmpty else { throw Connection.Closed() }
            rest += String(decoding: part, as: UTF8.self)
        }
        return rest
    }

    @Test("A phone is notified of changes by other phones, commands and syncs, with the version")
    func change() async throws {
        try await TestServer.with { server in
            var other = try await server.phone(of: server.tom)
            let connection = try await stream(try await server.phone(of: server.mia))
            defer { connection.close() }
            _ = try await other.exchange()
            _ = try await other.exchange([try other.task("Buy milk")])
            let version = try #require(other.since)
            _ = try await connection.read(until: version)
            // Another process opens the family too.
            let replica = try await GitReplicaProvider().open(at: server.folder + "/home")
            _ = try await replica.write(command: "add") { try $0.tasks.add(TaskDraft(title: "Buy eggs")) }
            _ = try await connection.read(until: try await replica.read { $0.version })
        }
    }

    @Test("Signing out ends only that phone's stream")
    func signOut() async throws {
        try await TestServer.with { server in
            let (leaving, staying) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            let (first, second) = (try await stream(leaving), try await stream(staying))
            defer {
                first.close()
                second.close()
            }
            #expect(try await leaving.send("DELETE").status == 204)
            // The end of a chunked body (RFC 9112, 7.1).
            _ = try await first.read(until: "0\r\n\r\n")
            try await server.add("Buy eggs")
            _ = try await second.read(until: try await server.replica.read { $0.version })
        }
    }

    @Test("After revocation by another process, a phone receives only the end of its stream")
    func revoked() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            let connection = try await stream(phone)
            defer { connection.close() }
            #expect(try await server.phones.signOut(try #require(DocumentID(phone.device))))
            try await server.add("Buy eggs")
            let version = try await server.replica.read { $0.version }
            #expect(try await !rest(of: connection, without: version).contains(version))
        }
    }

    @Test("When its member leaves the family, a phone's stream ends without the next version, and cannot be reopened")
    func left() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.tom)
            let connection = try await stream(phone)
            defer { connection.close() }
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            let version = try await server.replica.read { $0.version }
            #expect(try await !rest(of: connection, without: version).contains(version))
            await #expect(throws: Connection.Closed.self) { _ = try await stream(phone) }
        }
    }

    @Test("A stream outlasts the request time-out")
    func long() async throws {
        try await TestServer.with({ $0.limits.body = .milliseconds(500) }) { server in
            let connection = try await stream(try await server.phone(of: server.mia))
            defer { connection.close() }
            // A later request whose body does not arrive times out before the stream's next event.
            let unfinished = try await server.client.open()
            defer { unfinished.close() }
            let request = """
                POST /api/join HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\n\
                Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{
                """
            try await unfinished.write(Array(request.utf8))
            _ = try await unfinished.readAll()
            try await server.add("Buy eggs")
            _ = try await connection.read(until: try await server.replica.read { $0.version })
        }
    }

    @Test("A slow reader gets only the newest version, and a stream over the limit ends the oldest stream")
    func bounded() async throws {
        var generator = SystemRandomNumberGenerator()
        let (streams, device) = (EventStreams(), DocumentID.random(using: &generator))
        var all: [EventStreams.Stream] = []
        for _ in 0...EventStreams.mostOfPhone {
            all.append(try await streams.stream(for: device, beginningWith: "a"))
        }
        for version in ["b", "c"] { await streams.announce(version) }
        await streams.end(of: device)
        var told: [[String]] = []
        for stream in all { told.append(await stream.reduce(into: [String]()) { $0.append($1) }) }
        #expect(told == [["a"]] + Array(repeating: ["c"], count: EventStreams.mostOfPhone))
    }

    @Test("A family's streams are limited: a further stream is refused temporarily, and the others continue")
    func boundOfFamily() async throws {
        var generator = SystemRandomNumberGenerator()
        let streams = EventStreams(most: 3)
        let phones = (0..<4).map { _ in DocumentID.random(using: &generator) }
        var all: [EventStreams.Stream] = []
        for phone in phones.prefix(3) { all.append(try await streams.stream(for: phone, beginningWith: "a")) }
        for phone in [phones[3], phones[0]] {
            let refused = await #expect(throws: ServerFault.self) {
                _ = try await streams.stream(for: phone, beginningWith: "a")
            }
            let fault = try #require(refused)
            #expect("\(fault.status)".hasPrefix("503") && fault.code == "streams" && fault.wait == 30)
        }
        await streams.announce("b")
        // Signing out a phone frees a place.
        await streams.end(of: phones[0])
        all.append(try await streams.stream(for: phones[3], beginningWith: "c"))
        for phone in phones { await streams.end(of: phone) }
        var told: [[String]] = []
        for stream in all { told.append(await stream.reduce(into: [String]()) { $0.append($1) }) }
        #expect(told == [["b"], ["b"], ["b"], ["c"]])
    }

    @Test("A phone's streams are limited: a further stream ends the oldest, which may be long abandoned")
    func limit() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            var streams: [Connection] = []
            for _ in 0..<EventStreams.mostOfPhone + 2 { streams.append(try await stream(phone)) }
            for ended in streams.prefix(2) { _ = try await ended.read(until: "0\r\n\r\n") }
            try await server.add("Buy eggs")
            let version = try await server.replica.read { $0.version }
            for open in streams.dropFirst(2) { _ = try await open.read(until: version) }
            for connection in streams { connection.close() }
        }
    }
}
