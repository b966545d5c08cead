// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import Testing

@testable import HometaskHTTP

@Suite("Phones and invitations of former members")
struct FormerMemberTests {
    @Test("A former member's phone can read and write nothing, but can be signed out")
    func requests() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.tom)
            let id = try await server.replica.write(command: "add") {
                try $0.tasks.add(TaskDraft(title: "Buy milk"))
            }.result
            #expect(try await phone.send("GET", "/history/task/\(id)").status == 200)
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            let digest = String(repeating: "a", count: 64)
            let requests = [
                ("GET", ""), ("PUT", "/name"), ("POST", "/exchange"), ("GET", "/events"), ("POST", "/photos"),
                ("PUT", "/uploads/\(digest)?bytes=1&from=0"), ("GET", "/photos/\(id)/thumbnail"),
                ("GET", "/photos/\(id)/original"), ("GET", "/history/task/\(id)"), ("GET", "/reminders"),
                ("PUT", "/reminders"), ("DELETE", "/reminders"), ("GET", "/passkeys"), ("DELETE", "/passkeys/\(id)"),
            ]
            for (method, rest) in requests {
                let answer = try await phone.send(method, rest, body: method == "GET" ? nil : phone.request())
                #expect(answer.status == 403 && answer.json["code"] == "forbidden", "\(method) \(rest)")
            }
            #expect(try await phone.send("DELETE").status == 204)
            #expect(try await phone.send("GET").status == 401)
        }
    }

    @Test("A merged member's phone continues as a phone of the remaining member")
    func merged() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.tom)
            _ = try await server.replica.write(command: "merge") {
                try $0.members.merge(keeping: server.mia, server.tom)
            }
            let answer = try await phone.send("GET")
            #expect(answer.status == 200)
            #expect(answer.json["member"]?["id"]?.stringValue == server.mia.description)
            #expect(try await phone.send("POST", "/exchange", body: phone.request()).status == 200)
        }
    }

    @Test("Cached membership is valid only for the version at which it was read")
    func known() throws {
        let known = KnownMembers()
        var random = SystemRandomNumberGenerator()
        let (tom, mia) = (DocumentID.random(using: &random), DocumentID.random(using: &random))
        #expect(known.isPresent(tom, asOf: "a") == nil)
        known.note(tom, true, asOf: "a")
        known.note(mia, false, asOf: "a")
        #expect(known.isPresent(tom, asOf: "a") == true && known.isPresent(mia, asOf: "a") == false)
        #expect(known.isPresent(tom, asOf: "b") == nil)
        known.note(tom, false, asOf: "b")
        #expect(known.isPresent(tom, asOf: "b") == false && known.isPresent(mia, asOf: "b") == nil)
        #expect(known.isPresent(tom, asOf: "a") == nil)
    }

    @Test("A former member's plain pages show nothing, and can sign the phone out")
    func plain() async throws {
        try await TestServer.with { server in
            let tom = try await PlainClient(of: server.tom, at: server)
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            let page = try await tom.open()
            #expect(page.status == 403 && page.has("sign-out\"") && page.has("href=\"/plain/join\""))
            #expect(try await tom.send("sign-out", []).status == 303)
            #expect(try await tom.open().status == 401)
        }
    }

    @Test("A former member's invitation is refused, and valid again if the member returns before it expires")
    func joining() async throws {
        try await TestServer.with { server in
            let code = try await server.phones.invite(server.tom, to: server.family).code.text
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            let answer = try await server.join(code)
            #expect(answer.status == 403 && answer.json["code"] == "forbidden" && answer.header("set-cookie") == nil)
            let plain = try await server.client.send(
                "POST", "/plain/join", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("code=\(code)&name=phone".utf8))
            #expect(plain.status == 403 && plain.header("set-cookie") == nil)
            #expect(try await server.phones.phones(of: server.family).isEmpty)
            _ = try await server.replica.write(command: "restore") { try $0.members.restore(server.tom) }
            #expect(try await server.join(code).status == 200)
        }
    }

    @Test("A phone that joined before its member left does not receive its secret again")
    func joiningAgain() async throws {
        try await TestServer.with { server in
            let code = try await server.phones.invite(server.tom, to: server.family).code.text
            #expect(try await server.join(code).status == 200)
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            let answer = try await server.join(code)
            #expect(answer.status == 403 && answer.header("set-cookie") == nil)
        }
    }
}
