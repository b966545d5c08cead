// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Testing

@testable import HometaskHTTP

/// Known external attacks, in tables: a new attack is a new row. The number of attacks repelled is printed for each
/// table.
@Suite("Attacks from outside")
struct AttackTests {
    /// Prints how many attacks of a table were repelled, and expects all of them to be.
    static func report(_ area: String, _ outcomes: [(name: String, isHeld: Bool)]) {
        let broken = outcomes.filter { !$0.isHeld }.map(\.name)
        print("attacks, \(area): \(outcomes.count - broken.count) of \(outcomes.count) held off")
        #expect(broken.isEmpty, "\(area)")
    }

    // MARK: HTTP

    /// Heads and bodies that two parsers could interpret differently, or that are invalid. `HOST` and `COOKIE` stand
    /// for those of a joined phone, and `SMUGGLED` for a request that only counts if parsed as a separate request.
    private static let requests: [(name: String, text: String)] = {
        let post = "POST /api/join HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nContent-Type: application/json\r\n"
        return [
            ("both lengths", post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nSMUGGLED"),
            ("two lengths", post + "Content-Length: 0\r\nContent-Length: 60\r\n\r\nSMUGGLED"),
            ("two lengths in one", post + "Content-Length: 0, 60\r\n\r\nSMUGGLED"),
            ("length with a sign", post + "Content-Length: +0\r\n\r\nSMUGGLED"),
            ("negative length", post + "Content-Length: -1\r\n\r\nSMUGGLED"),
            ("length in hexadecimal", post + "Content-Length: 0x0\r\n\r\nSMUGGLED"),
            ("length without end", post + "Content-Length: 99999999999999999999\r\n\r\nSMUGGLED"),
            ("unknown coding", post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nSMUGGLED"),
            (
                "coding twice",
                post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\nSMUGGLED"
            ),
            ("coding with a tab", post + "Transfer-Encoding:\u{B}chunked\r\nContent-Length: 0\r\n\r\nSMUGGLED"),
            ("space before the colon", post + "Content-Length : 0\r\n\r\nSMUGGLED"),
            ("name with a control", post + "Content\u{1}-Length: 0\r\n\r\nSMUGGLED"),
            ("value with a null", post + "X: a\u{0}b\r\nContent-Length: 0\r\n\r\nSMUGGLED"),
            ("folded line", post + "X: a\r\n Content-Length: 60\r\nContent-Length: 0\r\n\r\nSMUGGLED"),
            ("bare line feeds in chunks", post + "Transfer-Encoding: chunked\r\n\r\n1;\nx\r\n0\r\n\r\nSMUGGLED"),
            ("size of a chunk without end", post + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nSMUGGLED"),
            ("negative size of a chunk", post + "Transfer-Encoding: chunked\r\n\r\n-1\r\nSMUGGLED"),
            ("no host", "GET /api/phones HTTP/1.1\r\nCookie: COOKIE\r\n\r\n"),
            ("two hosts", "GET /api/phones HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\nCookie: COOKIE\r\n\r\n"),
            ("one host twice", "GET /api/phones HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\nCookie: COOKIE\r\n\r\n"),
            ("another host", "GET /api/phones HTTP/1.1\r\nHost: evil.example\r\nCookie: COOKIE\r\n\r\n"),
            ("host with a user", "GET /api/phones HTTP/1.1\r\nHost: HOST@evil.example\r\nCookie: COOKIE\r\n\r\n"),
            ("a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\n\r\n"),
            ("a trace", "TRACE /api/phones HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\n\r\n"),
            ("version 2 by prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
            ("version 0.9", "GET /api/phones\r\n"),
            (
                "a hundred and one fields",
                "GET / HTTP/1.1\r\nHost: HOST\r\n" + (0..<101).map { "X\($0): x\r\n" }.joined() + "\r\n"
            ),
            (
                "a field without end",
                "GET / HTTP/1.1\r\nHost: HOST\r\nX: " + String(repeating: "x", count: 20_000) + "\r\n\r\n"
            ),
            ("a path without end", "GET /" + String(repeating: "x", count: 20_000) + " HTTP/1.1\r\nHost: HOST\r\n\r\n"),
            ("a path out of the files", "GET /../../../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n"),
            ("an escaped path out of the files", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n"),
            ("a path with a null", "GET /page.css%00.html HTTP/1.1\r\nHost: HOST\r\n\r\n"),
        ]
    }()

    @Test("Requests that a proxy and the server could parse differently are refused (request smuggling)")
    func http() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            let host = "localhost:\(server.client.port)"
            let smuggled = "DELETE \(phone.path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(phone.cookie)\r\n\r\n"
            var outcomes: [(String, Bool)] = []
            for (name, text) in Self.requests {
                let request = text.replacing("HOST", with: host).replacing("COOKIE", with: phone.cookie)
                    .replacing("SMUGGLED", with: smuggled)
                let connection = try await server.client.open()
                try? await connection.write(Array(request.utf8))
                // Ends the input, so that the server does not wait for more.
                connection.shutDown()
                let answer = String(decoding: (try? await connection.readAll()) ?? [], as: UTF8.self)
                connection.close()
                let isThere = try await phone.send("GET").status == 200
                let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 400
                outcomes.append((name, isThere && status >= 400 && !answer.contains("root:")))
            }
            Self.report("HTTP", outcomes)
        }
    }

    // MARK: Joining

    @Test("Joining requires a valid code")
    func joining() async throws {
        try await TestServer.with({ $0.isBehindProxy = true }) { server in
            let used = try await server.phones.invite(server.mia, to: server.family).code.text
            #expect(try await server.join(used).status == 200)
            let good = try await server.phones.invite(server.mia, to: server.family).code.text
            let known = try await server.phones.phones(of: server.family).count
            let code = JSON.string(good)
            let (attempt, name): (JSON, JSON) = (.string(String(repeating: "c", count: 32)), "phone")
            let full: JSONObject = ["attempt": attempt, "code": code, "name": name]
            func with(_ member: String, _ value: JSON?) -> [UInt8] {
                var body = full
                body[member] = value
                return body.compactBytes()
            }
            let bodies: [(String, [UInt8])] = [
                ("used code, other attempt", with("code", .string(used))), ("no code", with("code", nil)),
                ("empty code", with("code", "")), ("code as a list", with("code", [code])),
                ("code as an object", with("code", ["$ne": ""])), ("code of a number", with("code", 1)),
                ("code true", with("code", true)), ("half a code", with("code", .string(String(good.prefix(16))))),
                ("code and more", with("code", .string(good + "a"))),
                ("code and null", with("code", .string(good + "\u{0}"))),
                ("code with spaces", with("code", .string(" \(good)"))),
                ("wildcards", with("code", "%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%")),
                ("a quotation mark", with("code", "' or 1=1 --aaaaaaaaaaaaaaaaaaaaa")),
                ("no attempt", with("attempt", nil)),
                ("short attempt", with("attempt", "a")), ("no name", with("name", nil)),
                ("no object", Array("[]".utf8)),
                ("no JSON", Array("code".utf8)),
                ("deep JSON", Array(String(repeating: "[", count: 2000).utf8)),
                ("large", [UInt8](repeating: 0x20, count: 5000)),
            ]
            var outcomes: [(String, Bool)] = []
            func isHeld(_ headers: [String: String], _ body: [UInt8], method: String = "POST") async throws -> Bool {
                let standard = ["Content-Type": "application/json", "X-Forwarded-For": "10.\(outcomes.count).0.1"]
                let answer = try await server.client.send(
                    method, "/api/join", headers: standard.merging(headers) { $1 }, body: body)
                let phones = try await server.phones.phones(of: server.family)
                return answer.status >= 400 && answer.header("set-cookie") == nil && phones.count == known
            }
            for (name, body) in bodies { outcomes.append((name, try await isHeld([:], body))) }
            let right = full.compactBytes()
            for (name, headers) in [
                ("another site", ["Origin": "https://evil.example"]),
                ("another site's frame", ["Sec-Fetch-Site": "cross-site"]),
                ("no origin", ["Origin": "null"]), ("a form", ["Content-Type": "application/x-www-form-urlencoded"]),
                ("text", ["Content-Type": "text/plain"]), ("another host", ["Host": "evil.example"]),
            ] { outcomes.append((name, try await isHeld(headers, right))) }
            outcomes.append(("by GET", try await isHeld([:], right, method: "GET")))
            outcomes.append(("by PUT", try await isHeld([:], right, method: "PUT")))
            Self.report("joining", outcomes)
            // The code is still valid.
            #expect(try await server.join(good, headers: ["X-Forwarded-For": "192.0.2.1"]).status == 200)
        }
    }

    // MARK: Script

    private static let payloads = [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "'><b>", "</title><b>",
        "</textarea><b>", "</bdi><b>", "<!--", "--><b>", "<![CDATA[<b>]]>", "&lt;b&gt;<b>",
        "<a href=javascript:alert(1)>x</a>",
        "javascript:alert(1)", "\" autofocus onfocus=\"alert(1)", "' onmouseover='alert(1)", "<iframe srcdoc='<b>'>",
        "<style>@import'//evil'</style>", "<base href=//evil>", "<meta http-equiv=refresh content=0>",
        "<form action=//evil>",
        "{{7*7}}", "${alert(1)}", "<b/onclick=alert(1)>", "\u{FF1C}script\u{FF1E}<b>",
    ]

    @Test("A family's texts are escaped everywhere on the plain pages")
    func script() async throws {
        try await TestServer.with { server in
            let client = try await PlainClient(of: server.mia, at: server)
            var outcomes: [(String, Bool)] = []
            for payload in Self.payloads {
                let id = try await server.replica.write(command: "add") { transaction in
                    var draft = TaskDraft(title: payload)
                    (draft.description, draft.items) = ([payload], [payload])
                    return try transaction.tasks.add(draft)
                }.result
                let page = try await client.open("tasks/\(id)")
                _ = try await client.send(
                    "tasks/\(id)/comments", [("id", page.hidden("id")), ("text", payload)])
                for (place, rest) in [
                    ("a list", "?list=all"), ("a task", "tasks/\(id)"),
                    ("a search", "?search=\(FormFields.encoded(payload))"),
                    ("a refused line", "?list=all"),
                ] {
                    let line = [("id", "x"), ("line", payload), ("list", payload)]
                    let shown =
                        place == "a refused line" ? try await client.send("tasks", line) : try await client.open(rest)
                    let text = shown.text
                    let tags = [
                        "<script", "<img", "<svg", "<b>", "<b/", "<a href=javascript", "<iframe", "<style>@",
                        "<base", "<meta http", "<form action=//", "<!--", "<![CDATA", "onfocus=\"", "onmouseover='",
                    ]
                    outcomes.append(("\(payload) in \(place)", !tags.contains { text.contains($0) }))
                }
                _ = try await server.replica.write(command: "delete") {
                    try $0.trash.delete(Transaction.path(of: .task, id), called: "a task")
                }
            }
            Self.report("script", outcomes)
        }
    }
}
