// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import NIOCore
import Testing

@testable import HometaskHTTP

extension AbuseTests {
    /// Caps the number of connections, and reports when the server would accept more.
    private struct WatchedConnections: AvailableConnectionsDelegate {
        private var connections: MaximumAvailableConnections
        private let onFull: @Sendable () -> Void

        init(_ most: Int, onFull: @escaping @Sendable () -> Void) {
            connections = MaximumAvailableConnections(most)
            self.onFull = onFull
        }

        mutating func connectionOpened() { connections.connectionOpened() }

        mutating func connectionClosed() { connections.connectionClosed() }

        func isAcceptingNewConnections() -> Bool {
            let isAccepting = connections.isAcceptingNewConnections()
            if !isAccepting { onFull() }
            return isAccepting
        }
    }

    @Test("A connection over the limit waits, and is served once another connection closes")
    func connections() async throws {
        let refusals = TestServer.Lines()
        try await TestServer.with({
            $0.limits.idle = .hours(1)
            $0.connections = WatchedConnections(2) { refusals.append("full") }
        }) { server in
            let request = Array("GET / HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\n\r\n".utf8)
            var open: [Connection] = []
            defer { for connection in open { connection.close() } }
            for _ in 0..<2 {
                let connection = try await server.client.open()
                open.append(connection)
                try await connection.write(request)
                _ = try await connection.read(until: "HTTP/1.1 404")
            }
            // The server accepts several connections at once, so the third has to come after the limit is reached.
            #expect(try await TestServer.eventually { !refusals.all.isEmpty })
            open.append(try await server.client.open())
            try await open[2].write(request)
            // Later requests on another connection are answered meanwhile.
            for _ in 0..<100 {
                try await open[1].write(request)
                _ = try await open[1].read(until: "HTTP/1.1 404")
            }
            #expect(server.log.all.count == 102, "nobody has read what the third one asks for")
            open.removeFirst().close()
            _ = try await open[1].read(until: "HTTP/1.1 404")
        }
    }

    @Test("Sending codes in parallel allows a network no more guesses than sending them sequentially")
    func guessingAtOnce() async throws {
        try await TestServer.with { server in
            let word = String(repeating: "b", count: 32)
            let body = Array(#"{"attempt":"\#(word)","code":"\#(word)","name":"phone"}"#.utf8)
            let host = "Host: localhost:\(server.client.port)\r\n"
            let head = "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
            var open: [Connection] = []
            defer { for connection in open { connection.close() } }
            for _ in 0..<15 {
                let connection = try await server.client.open()
                open.append(connection)
                try await connection.write(Array("GET / HTTP/1.1\r\n\(host)\r\n".utf8))
                _ = try await connection.read(until: "HTTP/1.1 404")
                // The network is not limited yet, so the server waits for the body.
                try await connection.write(Array("POST /api/join HTTP/1.1\r\n\(host)\(head){".utf8))
            }
            var answers: [String] = []
            for connection in open {
                try await connection.write(Array(body.dropFirst()))
                let answer = try await connection.read(until: "HTTP/1.1 4", beginningWith: "")
                answers.append(try #require(answer.split(separator: "HTTP/1.1 ").last.map { String($0.prefix(3)) }))
            }
            #expect(answers.prefix(10).allSatisfy { $0 == "403" } && answers.last == "429", "\(answers)")
        }
    }
}
