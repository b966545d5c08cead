// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import NIOCore
import Testing

@testable import HometaskHTTP

@Suite("Exchanges over HTTP")
struct ExchangeTests {
    @Test("A phone joins by an invitation and gets the family; its additions are committed in its member's name")
    func add() async throws {
        try await TestServer.with { server in
            var phone = try await server.phone(of: server.tom)
            let first = try await phone.exchange()
            #expect(first.status == 200)
            #expect((first.json["docs"]?.arrayValue?.count ?? 0) >= 3)
            let second = try await phone.exchange([try phone.task("Buy milk")])
            #expect(second.status == 200 && second.json["refused"]?.arrayValue == [])
            #expect(try await server.replica.list("milk").tasks.map(\.title) == ["Buy milk"])
            let entry = try #require(try await server.replica.history(since: nil, path: nil, limit: 1).first)
            #expect(entry.author == "Tom")
        }
    }

    @Test("A phone can look up its member, and is unknown after signing out")
    func signOut() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            let who = try await phone.send("GET")
            #expect(who.json["member"]?["name"] == "Mia" && who.json["family"]?["name"] == "Berg")
            let out = try await phone.send("DELETE")
            #expect(out.status == 204 && out.header("set-cookie")?.contains("Max-Age=0") == true)
            #expect(try await phone.send("GET").status == 401)
            #expect(try await phone.send("POST", "/exchange", body: phone.request()).status == 401)
            #expect(try await phone.send("GET", "/events").status == 401)
        }
    }

    @Test("A browser that has only its cookies can list its phones, and start over as one of them")
    func recovery() async throws {
        try await TestServer.with { server in
            func phones(_ cookies: [String]) async throws -> [JSONObject] {
                let headers = cookies.isEmpty ? [:] : ["Cookie": cookies.joined(separator: "; ")]
                let answer = try await server.client.send("GET", "/api/phones", headers: headers)
                #expect(answer.status == 200 && answer.header("cache-control") == "no-store")
                return try #require(answer.json["phones"]?.arrayValue).compactMap(\.objectValue)
            }
            var mia = try await server.phone(of: server.mia)
            let tom = try await server.phone(of: server.tom)
            #expect(try await mia.exchange([try mia.task("Buy milk")]).status == 200)
            #expect(try await phones([]).isEmpty)
            let stolen = "__Host-phone-\(mia.device)=\(tom.cookie.split(separator: "=")[1])"
            #expect(try await phones([stolen]).isEmpty)
            let both = try await phones([mia.cookie, tom.cookie])
            #expect(both.map { $0["member"]?["name"]?.stringValue } == ["Mia", "Tom"])
            let own = try #require(try await phones([mia.cookie]).first)
            #expect(try await phones([mia.cookie]).count == 1 && own["device"]?.stringValue == mia.device)
            #expect(own["lease"] == nil && own["actor"] == nil && own["zone"]?["name"] == "Europe/Amsterdam")
            let unknown = mia.request(lease: String(repeating: "0", count: 32))
            let anew = try await mia.send("POST", "/exchange", body: unknown)
            #expect(anew.status == 410 && anew.json["actor"]?.stringValue != mia.actor)
            mia.lease = try #require(anew.json["lease"]?.stringValue)
            mia.since = nil
            let all = try await mia.exchange()
            #expect(all.status == 200 && String(decoding: all.body, as: UTF8.self).contains("Buy milk"))
            // Signed-out phones and those of former members are not listed.
            #expect(try await mia.send("DELETE").status == 204)
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            #expect(try await phones([mia.cookie, tom.cookie]).isEmpty)
        }
    }

    @Test("A revoked phone gets 401, and another phone's cookie is not accepted for it")
    func revoked() async throws {
        try await TestServer.with { server in
            let (mine, other) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            #expect(try await mine.send("GET", "", headers: headers(other.cookie)).status == 401)
            let value = other.cookie.split(separator: "=")[1]
            #expect(
                try await mine.send("GET", "", headers: headers("__Host-phone-\(mine.device)=\(value)")).status == 401)
            #expect(try await mine.send("GET", "", headers: headers("\(other.cookie); \(mine.cookie)")).status == 200)
            let device = try #require(DocumentID(mine.device))
            #expect(try await server.phones.signOut(device))
            #expect(try await mine.send("POST", "/exchange", body: mine.request()).status == 401)
            #expect(try await other.send("GET").status == 200)
        }
    }

    @Test("A request that is still being sent when its phone is revoked is refused")
    func revokedMeanwhile() async throws {
        try await TestServer.with({ ($0.limits.body, $0.limits.idle) = (.hours(1), .hours(1)) }) { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            let (upload, digest) = (try await server.phone(of: server.mia), String(repeating: "a", count: 64))
            var generator = SystemRandomNumberGenerator()
            let id = DocumentID.random(using: &generator)
            let requests = [
                (mia.phone, "POST \(mia.root)tasks", "application/x-www-form-urlencoded", "id=\(id)&line=Milk"),
                (upload, "PUT \(upload.path)/uploads/\(digest)?bytes=9&from=0", "application/octet-stream", "photo"),
            ]
            var connections: [Connection] = []
            for (phone, line, type, body) in requests {
                connections.append(try await server.client.open())
                let head = """
                    \(line) HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\nConnection: close\r\n\
                    Cookie: \(phone.cookie)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n
                    """
                try await connections.last?.write(Array(head.utf8))
            }
            // These are the phones' first requests: the server has identified the phones, and waits for the bodies.
            #expect(
                try await TestServer.eventually {
                    try await server.phones.phones(of: server.family).allSatisfy { $0.seen != nil }
                })
            for (phone, _, _, _) in requests {
                #expect(try await server.phones.signOut(try #require(DocumentID(phone.device))))
            }
            for (connection, (_, line, _, body)) in zip(connections, requests) {
                try await connection.write(Array(body.utf8))
                let answer = try RawClient.answer(in: try await connection.readAll())
                #expect(answer.status == 401, "\(line)")
                connection.close()
            }
            #expect(try await server.replica.list("").tasks.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: server.folder + "/uploads/\(upload.device)"))
        }
    }

    private func headers(_ cookie: String) -> [String: String] { ["Cookie": cookie] }

    @Test("A phone with an old lease has to start over: 410, with a new lease and actor")
    func startOver() async throws {
        try await TestServer.with { server in
            var phone = try await server.phone(of: server.mia)
            let old = phone.lease
            _ = try await phone.exchange()
            _ = try await phone.exchange()
            let actor = phone.actor
            let answer = try await phone.send("POST", "/exchange", body: phone.request(lease: old))
            #expect(answer.status == 410 && answer.json["version"] == nil)
            #expect(answer.json["actor"]?.stringValue != actor && answer.json["lease"]?.stringValue != phone.lease)
        }
    }

    @Test("A repeated request gets the same answer, without a second commit")
    func again() async throws {
        try await TestServer.with { server in
            var phone = try await server.phone(of: server.mia)
            _ = try await phone.exchange()
            let request = phone.request([try phone.task("Buy milk")])
            let first = try await phone.send("POST", "/exchange", body: request)
            let commits = try await server.replica.history(since: nil, path: nil, limit: 100).count
            let second = try await phone.send("POST", "/exchange", body: request)
            #expect(first.status == 200 && second.status == 200)
            #expect(first.json["version"] == second.json["version"] && first.json["lease"] == second.json["lease"])
            #expect(try await server.replica.history(since: nil, path: nil, limit: 100).count == commits)
        }
    }

    @Test("A child's edit reserved for adults is refused by field, with a reason")
    func refused() async throws {
        try await TestServer.with { server in
            var phone = try await server.phone(of: server.tom)
            _ = try await phone.exchange()
            var task = try phone.task("Bins")
            let author = Author(actor: try #require(ActorID(phone.actor)), time: .present)
            _ = task.writeValue(50, to: "points", rule: .register, by: author)
            let answer = try await phone.exchange([task])
            let refusal = try #require(answer.json["refused"]?.arrayValue?.first)
            #expect(refusal["field"] == "points" && refusal["why"]?.stringValue?.contains("Tom is a child") == true)
            #expect(try await server.replica.list("bins").tasks.count == 1)
        }
    }

    @Test("A phone can rename itself, but no other phone")
    func rename() async throws {
        try await TestServer.with { server in
            let (mine, other) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            let body = Array(#"{"name": " The\nkitchen\u0000 "}"#.utf8)
            let named = try await other.send("PUT", "/name", body: body)
            #expect(named.status == 200 && named.json["name"] == "The kitchen")
            #expect(try await other.send("GET").json["name"] == "The kitchen")
            #expect(try await server.phones.phones(of: server.family).map(\.name).sorted() == ["The kitchen", "phone"])
            #expect(try await mine.send("PUT", "/name", headers: headers(other.cookie), body: body).status == 401)
            #expect(try await mine.send("GET").json["name"] == "phone")
            for text in ["[]", "{}", #"{"name": 1}"#] {
                #expect(try await other.send("PUT", "/name", body: Array(text.utf8)).status == 400)
            }
            #expect(try await other.send("GET").json["name"] == "The kitchen")
        }
    }

    @Test("Changes by phones reach the family's remote, and changes pushed there reach phones")
    func remote() async throws {
        try await TestServer.with({ $0.syncInterval = 1 }, remote: true) { server in
            var phone = try await server.phone(of: server.mia)
            _ = try await phone.exchange()
            _ = try await phone.exchange([try phone.task("Buy milk")])
            #expect(
                try await TestServer.eventually {
                    server.log.all.contains { $0.hasPrefix("synced: ") && !$0.hasSuffix("sent 0") }
                })
            let other = try await GitReplicaProvider().join(
                url: server.folder + "/remote.git", at: server.folder + "/other", isBare: true, timeout: 30,
                progress: { _ in }, settle: { _ in })
            #expect(
                try await TestServer.eventually {
                    _ = try await other.sync(.both, remote: nil) { _ in }
                    return try await other.list("milk").tasks.count == 1
                })
            _ = try await other.write(command: "add") { try $0.tasks.add(TaskDraft(title: "Buy eggs")) }
            _ = try await other.sync(.both, remote: nil) { _ in }
            #expect(try await TestServer.eventually { try await phone.exchange().body.contains(text: "Buy eggs") })
        }
    }

    @Test("A phone's change is pushed soon, regardless of the sync interval")
    func remoteAfterChange() async throws {
        try await TestServer.with({ $0.syncInterval = 3600 }, remote: true) { server in
            // The initial sync; without changes, the next one is an hour away.
            #expect(try await TestServer.eventually { server.log.all.contains { $0.hasPrefix("synced: ") } })
            let other = try await GitReplicaProvider().join(
                url: server.folder + "/remote.git", at: server.folder + "/other", isBare: true, timeout: 30,
                progress: { _ in }, settle: { _ in })
            var phone = try await server.phone(of: server.mia)
            _ = try await phone.exchange()
            _ = try await phone.exchange([try phone.task("Buy milk")])
            #expect(
                try await TestServer.eventually {
                    _ = try await other.sync(.both, remote: nil) { _ in }
                    return try await other.list("milk").tasks.count == 1
                })
        }
    }
}

extension [UInt8] {
    fileprivate func contains(text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}
