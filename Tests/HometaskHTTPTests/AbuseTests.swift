// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import HummingbirdCore
import NIOCore
import Testing

@testable import HometaskHTTP

@Suite("Illegitimate requests")
struct AbuseTests {
    private func expect(
        _ status: Int, sourceLocation: SourceLocation = #_sourceLocation,
        body: () async throws -> RawClient.Answer
    ) async throws {
        let found = try await body().status
        #expect(found == status, sourceLocation: sourceLocation)
    }

    // MARK: Other sites

    @Test(
        "A foreign host is refused", arguments: ["evil.example", "localhost", "localhost:1", "", "a b"])
    func host(name: String) async throws {
        try await TestServer.with { server in
            let status = try await server.client.send("GET", "/", headers: ["Host": name]).status
            #expect([400, 421].contains(status))
        }
    }

    @Test("The server accepts its own host name in any case, with or without the scheme's default port")
    func ownHost() async throws {
        try await TestServer.with({ $0.address = ServerAddress("https://home.example") }) { server in
            for name in ["home.example", "HOME.example", "home.example:443", "127.0.0.1:\(server.client.port)"] {
                try await expect(404) { try await server.client.send("GET", "/", headers: ["Host": name]) }
            }
            try await expect(421) { try await server.client.send("GET", "/", headers: ["Host": "home.example:8443"]) }
        }
    }

    @Test(
        "A cross-site request is refused before any look-up",
        arguments: [
            ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"],
            ["Origin": "http://localhost"],
        ])
    func otherSite(headers: [String: String]) async throws {
        try await TestServer.with { server in
            let code = try await server.phones.invite(server.mia, to: server.family).code
            try await expect(403) { try await server.join(code.text, headers: headers) }
            #expect(try await server.phones.phones(of: server.family).isEmpty)
            let own = ["Origin": "http://localhost:\(server.client.port)", "Sec-Fetch-Site": "same-origin"]
            try await expect(200) { try await server.join(code.text, headers: own) }
        }
    }

    @Test("Another site may link here, but can neither embed nor read anything")
    func reading() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            let site = ["Sec-Fetch-Site": "cross-site"]
            #expect(try await phone.send("GET", "", headers: site).status == 403)
            #expect(
                try await phone.send("GET", "", headers: site.merging(["Sec-Fetch-Mode": "navigate"]) { $1 }).status
                    == 200)
        }
    }

    @Test("Only JSON is accepted, which cross-site forms cannot send")
    func type() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
                let answer = try await phone.send(
                    "POST", "/exchange", headers: ["Content-Type": type], body: phone.request())
                #expect(answer.status == 415)
            }
        }
    }

    // MARK: Headers

    @Test("Every response has the security headers, including errors")
    func headers() async throws {
        try await TestServer.with({ $0.address = ServerAddress("https://home.example") }) { server in
            let phone = try await server.phone(of: server.mia)
            let answers = [
                try await phone.send("GET"), try await server.client.send("GET", "/nothing"),
                try await server.client.send("GET", "/", headers: ["Host": "evil.example"]),
                try await server.client.send("PUT", "/api/join"),
            ]
            for answer in answers {
                #expect(answer.header("content-security-policy")?.hasPrefix("default-src 'none'") == true)
                #expect(answer.header("x-content-type-options") == "nosniff")
                #expect(answer.header("cache-control") == "no-store")
                #expect(answer.header("referrer-policy") == "no-referrer")
                #expect(answer.header("strict-transport-security") != nil)
                #expect(answer.header("cross-origin-resource-policy") == "same-origin")
            }
        }
    }

    @Test("The cookie is bound to this host, `Secure`, `HttpOnly` and `SameSite`")
    func cookie() async throws {
        try await TestServer.with { server in
            let code = try await server.phones.invite(server.mia, to: server.family).code
            let cookie = try #require(try await server.join(code.text).header("set-cookie"))
            #expect(cookie.hasPrefix("__Host-phone-"))
            for attribute in ["; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict"] {
                #expect(cookie.contains(attribute))
            }
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test("A cookie planted before joining is replaced")
    func fixation() async throws {
        try await TestServer.with { server in
            let planted = "__Host-phone-\(server.mia)=\(String(repeating: "b", count: 32))"
            let code = try await server.phones.invite(server.mia, to: server.family).code
            let answer = try await server.join(code.text, headers: ["Cookie": planted])
            #expect(answer.header("set-cookie")?.contains(String(repeating: "b", count: 32)) == false)
            let replay = try await server.join(code.text, attempt: String(repeating: "c", count: 32))
            #expect(replay.status == 403 && replay.json["code"] == "noInvitation")
        }
    }

    // MARK: Guessing

    @Test("After ten wrong codes, a network is rate-limited, and even a valid code is not checked")
    func guessing() async throws {
        try await TestServer.with({ $0.isBehindProxy = true }) { server in
            let code = try await server.phones.invite(server.mia, to: server.family).code
            let from = { (address: String) in ["X-Forwarded-For": "10.1.1.1, \(address)"] }
            for _ in 0..<10 {
                #expect(
                    try await server.join(String(repeating: "b", count: 32), headers: from("10.0.0.1")).status == 403)
            }
            let answer = try await server.join(code.text, headers: from("10.0.0.1"))
            #expect(answer.status == 429 && (answer.header("retry-after").flatMap { Int($0) } ?? 0) > 0)
            try await expect(200) { try await server.join(code.text, headers: from("10.0.0.2")) }
        }
    }

    @Test("Without a proxy, forwarded addresses are ignored")
    func forwarded() async throws {
        try await TestServer.with { server in
            for index in 0..<10 {
                let headers = ["X-Forwarded-For": "10.0.0.\(index)"]
                try await expect(403) { try await server.join(String(repeating: "b", count: 32), headers: headers) }
            }
            let headers = ["X-Forwarded-For": "10.0.0.99"]
            try await expect(429) { try await server.join(String(repeating: "b", count: 32), headers: headers) }
        }
    }

    @Test("Wrong codes from many addresses of one provider do not lock out holders of a valid code")
    func widelyWrong() async throws {
        try await TestServer.with({ $0.isBehindProxy = true }) { server in
            let wrong = String(repeating: "b", count: 32)
            var answers: [Int: Int] = [:]
            let beginning = ContinuousClock.now
            for house in 0..<150 {
                let headers = ["X-Forwarded-For": "2001:db8:1:\(String(house, radix: 16))::1"]
                answers[try await server.join(wrong, headers: headers).status, default: 0] += 1
            }
            // One more attempt is allowed every eight seconds.
            let freed = Int(beginning.duration(to: .now) / .seconds(8)) + 1
            #expect((80...80 + freed).contains(answers[403] ?? 0) && (answers[403] ?? 0) + (answers[429] ?? 0) == 150)
            let code = try await server.phones.invite(server.mia, to: server.family).code.text
            try await expect(200) { try await server.join(code, headers: ["X-Forwarded-For": "2001:db8:1:ffff::1"]) }
        }
    }

    @Test("A network is an IPv4 address or the /64 of an IPv6 address, each with wider prefixes")
    func network() {
        let network = { (address: String) in ClientNetwork.networks(of: address)[0] }
        let widths = ClientNetwork.networks
        #expect(widths("2001:db8:1:2::1")[1...] == widths("2001:db8:1:3::1")[1...])
        #expect(widths("2001:db8:1:2::1")[2] == widths("2001:db8:2:2::1")[2] && widths("192.0.2.1").count == 1)
        #expect(Set(widths("2001:db8::")).count == 3)
        #expect(network("192.0.2.1") == "192.0.2.1" && network("::ffff:192.0.2.1") == "192.0.2.1")
        #expect(network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9"))
        #expect(network("2001:db8:1:2::1") != network("2001:db8:1:3::1"))
        #expect(network(String(repeating: "x", count: 1000)).count < 50)
    }

    // MARK: Sizes

    @Test("An oversized body is refused, with a declared length or in chunks")
    func longBody() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            let answer = try await phone.send(
                "POST", "/exchange", body: [UInt8](repeating: 0x20, count: (8 << 20) + 1))
            #expect(answer.status == 413)
            let connection = try await server.client.open()
            defer { connection.close() }
            try await connection.write(
                Array(
                    """
                    POST \(phone.path)/exchange HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\n\
                    Cookie: \(phone.cookie)\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n
                    """.utf8))
            let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 20) + Array("\r\n".utf8)
            // The connection is closed partway.
            await #expect(throws: Connection.Closed.self) {
                for _ in 0..<200 { try await connection.write(chunk) }
            }
            #expect(try await phone.send("GET").status == 200)
        }
    }

    @Test("A connection serves several requests, each with a body up to the limit")
    func longConnection() async throws {
        try await TestServer.with({ $0.limits.bytes = 10 }) { server in
            let connection = try await server.client.open()
            defer { connection.close() }
            let request = """
                POST /api/join HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\n\
                Content-Type: application/json\r\nContent-Length: 9\r\n\r\n[1, 2, 3]
                """
            for _ in 0..<3 {
                try await connection.write(Array(request.utf8))
                #expect(try await connection.read(until: "}").hasPrefix("HTTP/1.1 400"))
            }
        }
    }

    @Test("A truncated or malformed chunked body is a client error, not a server error")
    func brokenBody() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            let head = """
                POST \(phone.path)/exchange HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\nConnection: close\r\n\
                Cookie: \(phone.cookie)\r\nContent-Type: application/json\r\n
                """
            let malformed = try await server.client.open()
            defer { malformed.close() }
            try await malformed.write(Array((head + "Transfer-Encoding: chunked\r\n\r\nno number\r\n{\r\n").utf8))
            let answer = String(decoding: try await malformed.readAll(), as: UTF8.self)
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400"))
            let gone = try await server.client.open()
            try await gone.write(Array((head + "Content-Length: 5000\r\n\r\n{").utf8))
            gone.close()
            _ = try await TestServer.eventually { server.log.all.count >= 3 }
            #expect(server.log.all.filter { $0.hasPrefix("400 POST") }.count == 2, "\(server.log.all)")
            #expect(!server.log.all.contains { $0.hasPrefix("fault") })
            #expect(try await phone.send("GET").status == 200)
        }
    }

    @Test("Heads that are too long or have too many fields are refused, and the server keeps running")
    func longHead() async throws {
        try await TestServer.with { server in
            for head in [
                "X: \(String(repeating: "a", count: 20_000))\r\n", String(repeating: "X: a\r\n", count: 200),
                String(repeating: "X: \(String(repeating: "a", count: 7000))\r\n", count: 4),
            ] {
                let connection = try await server.client.open()
                defer { connection.close() }
                try? await connection.write(
                    Array("GET / HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\n\(head)\r\n".utf8))
                let answer = String(decoding: try await connection.read(), as: UTF8.self)
                // An accepted head gets 404: there is nothing at this path.
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") && !answer.hasPrefix("HTTP/1.1 404"))
            }
            try await expect(404) { try await server.client.send("GET", "/") }
        }
    }

    @Test(
        "A phone's malformed request is refused with the expected format",
        arguments: ["", "[]", "{", "{\"lease\": 1}", "{\"lease\": \"x\", \"since\": 1, \"docs\": 2}", "nul\u{0}l"])
    func malformed(body: String) async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            for rest in ["/exchange", "/../../join"] {
                let answer = try await phone.send("POST", rest, body: Array(body.utf8))
                #expect([400, 404].contains(answer.status) && answer.json["message"]?.stringValue?.isEmpty == false)
            }
            let answer = try await server.client.send(
                "POST", "/api/join", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
            #expect(answer.status == 400)
        }
    }

    // MARK: Slowness

    @Test("A stalled body, an unfinished head and an idle connection time out")
    func slow() async throws {
        try await TestServer.with({
            $0.limits.body = .seconds(2)
            $0.limits.idle = .seconds(2)
        }) { server in
            let beginnings = [
                "POST /api/join HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
                "GET / HTTP/1.1\r\nHost: loc", "",
            ]
            for beginning in beginnings {
                let connection = try await server.client.open()
                defer { connection.close() }
                if !beginning.isEmpty { try await connection.write(Array(beginning.utf8)) }
                // Returns only when the server closes the connection.
                _ = try await connection.readAll()
            }
            try await expect(404) { try await server.client.send("GET", "/") }
        }
    }

    @Test("A phone with too many concurrent requests is refused, and can continue afterwards")
    func impatient() async throws {
        try await TestServer.with({ ($0.limits.body, $0.limits.idle) = (.hours(1), .hours(1)) }) { server in
            let phone = try await server.phone(of: server.mia)
            let body = phone.request()
            let head = """
                POST \(phone.path)/exchange HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\n\
                Cookie: \(phone.cookie)\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n
                """
            var waiting: [Connection] = []
            // The bodies are held back: four requests wait for their bodies, and the fifth, whichever that is, is
            // refused.
            for _ in 0..<5 {
                waiting.append(try await server.client.open())
                try await waiting.last?.write(Array(head.utf8))
            }
            #expect(try await TestServer.eventually { server.log.all.contains { $0.hasPrefix("429 POST") } })
            #expect(try await phone.send("POST", "/exchange", body: body).status == 429)
            var refused = 0
            for connection in waiting {
                try await connection.write(body)
                if try await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 429") { refused += 1 }
                connection.close()
            }
            #expect(refused == 1)
            #expect(try await phone.send("POST", "/exchange", body: body).status != 429)
        }
    }

    @Test("A phone that stops reading the response is disconnected")
    func slowReader() async throws {
        try await TestServer.with({
            $0.limits.reading = .milliseconds(300)
            $0.connections = MaximumAvailableConnections(1)
        }) { server in
            // Far more than the system's buffers hold.
            _ = try await server.replica.write(command: "add") { transaction in
                for _ in 0..<300 {
                    var draft = TaskDraft(title: "Bins")
                    draft.description = Array(repeating: String(repeating: "long ", count: 100), count: 100)
                    _ = try transaction.tasks.add(draft)
                }
            }
            let phone = try await server.phone(of: server.mia)
            let body = phone.request()
            let connection = try await server.client.open()
            defer { connection.close() }
            try await connection.write(
                Array(
                    """
                    POST \(phone.path)/exchange HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\n\
                    Cookie: \(phone.cookie)\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n
                    """.utf8) + body)
            #expect(
                try await TestServer.eventually {
                    server.log.all.contains { $0.hasPrefix("200 POST \(phone.path)/exchange") }
                })
            // The next connection is accepted only once the server has closed this one.
            let next = Task { try await phone.send("GET").status }
            #expect(try await TestServer.eventually { server.log.all.contains { $0.hasPrefix("200 GET") } })
            let received = try await connection.readAll()
            let begin = String(decoding: received.prefix(2000), as: UTF8.self)
            let length = try #require(begin.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) })
            #expect(received.count < length, "all of it came, although nobody read it")
            #expect(try await next.value == 200)
        }
    }

    // MARK: The log

    @Test("The log has one line per response, contains no secrets, and cannot be forged")
    func log() async throws {
        try await TestServer.with { server in
            let code = try await server.phones.invite(server.mia, to: server.family).code
            let answer = try await server.join(code.text)
            let phone = try TestPhone(joining: answer, at: server.client)
            _ = try await phone.send("GET", "?token=\(code.text)")
            _ = try await server.client.send("GET", "/a%0D%0A200%20GET%20/forged")
            let log = server.log.all.joined(separator: "\n")
            #expect(log.contains("200 POST /api/join") && server.log.all.count == 3)
            let secret = phone.cookie.split(separator: "=")[1]
            for word in [code.text, String(secret), phone.lease] { #expect(!log.contains(word)) }
            #expect(!server.log.all.contains { $0.hasPrefix("200 GET /forged") })
        }
    }
}
