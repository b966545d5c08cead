// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Testing

@testable import HometaskHTTP

@Suite("Signing in with a passkey")
struct PasskeyTests {
    private static func serving(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.with {
            $0.address = ServerAddress("https://home.example")
        } body: {
            try await body($0)
        }
    }

    private func code(of answer: RawClient.Answer) -> String { answer.json["code"]?.stringValue ?? "" }

    @Test("A member adds a passkey, signs in with it on a new phone, sees its last use, and removes it")
    func story() async throws {
        try await Self.serving { server in
            let ways = try await server.client.send("GET", "/api/sign-in")
            #expect(ways.json == ["email": false, "oidc": .null, "passkeys": "home.example"])
            let phone = try await server.phone(of: server.mia)
            #expect(try await phone.send("GET", "/passkeys").json == ["host": "home.example", "passkeys": []])
            let passkey = try await phone.addPasskey()
            let answer = try await server.client.signIn(with: passkey)
            #expect(answer.status == 200 && Array(answer.json.keys) == ["code"])
            let joined = try await server.join(code(of: answer))
            #expect(joined.status == 200 && joined.json["member"]?["name"] == "Mia")
            let list = try #require(try await phone.send("GET", "/passkeys").json["passkeys"]?.arrayValue)
            #expect(list.count == 1 && list[0]["name"] == "phone" && list[0]["used"]?.stringValue != nil)
            let id = try #require(list[0]["id"]?.stringValue)
            #expect(try await phone.send("DELETE", "/passkeys/\(id)").status == 204)
            #expect(try await phone.send("DELETE", "/passkeys/\(id)").status == 404)
            #expect(try await server.client.signIn(with: passkey).status == 403)
            #expect(try await phone.send("GET", "/passkeys").json["passkeys"] == [])
        }
    }

    @Test("The options request a passkey of this host and member, with ES256 only and user verification")
    func options() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.tom)
            let first = try await phone.passkeyOptions()
            #expect(first["rp"] == ["id": "home.example", "name": "Berg"])
            #expect(first["pubKeyCredParams"] == [["alg": -7, "type": "public-key"]])
            #expect(first["authenticatorSelection"]?["userVerification"] == "required")
            #expect(first["attestation"] == "none" && first["excludeCredentials"] == [])
            #expect(first["user"]?["name"] == "Tom")
            #expect(first["user"]?["id"]?.stringValue?.count == 43)
            // Children may have passkeys too.
            let passkey = try await phone.addPasskey()
            let second = try await phone.passkeyOptions()
            #expect(second["challenge"] != first["challenge"] && second["user"] == first["user"])
            #expect(
                second["excludeCredentials"]?.arrayValue?.first?["id"]?.stringValue == TestPasskey.base64URL(passkey.id)
            )
            let signIn = try await server.client.signInOptions()
            #expect(signIn["rpId"] == "home.example" && signIn["userVerification"] == "required")
            #expect(signIn["allowCredentials"] == nil)
        }
    }

    @Test("A challenge is valid once, for its purpose and its member")
    func replay() async throws {
        try await Self.serving { server in
            let (mia, tom) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            let new = try TestPasskey()
            let registration = try new.registration(await mia.passkeyOptions())
            #expect(try await tom.add(registration).json["code"] == "challenge")
            // The failed attempt has used up the challenge.
            #expect(try await mia.add(registration).json["code"] == "challenge")
            let passkey = try await mia.addPasskey()
            let assertion = try passkey.assertion(await server.client.signInOptions())
            #expect(try await server.client.signIn(assertion).status == 200)
            let again = try await server.client.signIn(assertion)
            #expect(again.status == 403 && again.json["code"] == "challenge")
            let other = try passkey.assertion(await mia.passkeyOptions())
            #expect(try await server.client.signIn(other).json["code"] == "challenge")
            let made = try new.registration(await server.client.signInOptions().merging(["user": ["id": "eA"]]))
            #expect(try await mia.add(made).json["code"] == "challenge")
            let guessed = try passkey.assertion(["challenge": "eA"])
            #expect(try await server.client.signIn(guessed).json["code"] == "challenge")
        }
    }

    @Test("Another site, another host, or missing user verification is refused")
    func untrusted() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.mia)
            let passkey = try await phone.addPasskey()
            for change in [
                { $0.origin = "https://evil.example" }, { $0.origin = "http://localhost" },
                { $0.host = "evil.example" },
                { $0.flags = 0x04 }, { $0.flags = 0x01 },
            ] as [(TestPasskey) -> Void] {
                let new = try TestPasskey()
                change(new)
                let added = try await phone.add(new.registration(phone.passkeyOptions()))
                #expect(added.status == 403 && added.json["code"] == "untrusted")
                change(passkey)
                let answer = try await server.client.signIn(with: passkey)
                #expect(answer.status == 403 && answer.json["code"] == "untrusted")
                (passkey.origin, passkey.host, passkey.flags) = ("https://home.example", "home.example", 0x05)
            }
            #expect(try await server.client.signIn(with: passkey).status == 200)
        }
    }

    @Test("The refusal is identical for an unknown, removed or copied passkey and a former member's")
    func unknown() async throws {
        try await Self.serving { server in
            let (mia, tom) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            let (removed, copied, left) = (
                try await mia.addPasskey(), try await mia.addPasskey(), try await tom.addPasskey()
            )
            copied.counter = 9
            #expect(try await server.client.signIn(with: copied).status == 200)
            copied.counter = 8
            let kept = try await server.phones.passkeys(of: server.mia, in: server.family)
            let first = try #require(kept.first { $0.credential == removed.id })
            #expect(try await server.phones.removePasskey(first.id))
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            let stranger = try TestPasskey()
            stranger.handle = copied.handle
            var bodies: Set<[UInt8]> = []
            for passkey in [stranger, removed, copied, left] {
                let answer = try await server.client.signIn(with: passkey)
                #expect(answer.status == 403 && answer.json["code"] == "passkey")
                bodies.insert(answer.body)
            }
            #expect(bodies.count == 1)
            // Refusals that need no key reveal nothing either.
            for passkey in [stranger, removed, copied, left] {
                passkey.origin = "https://evil.example"
                #expect(try await server.client.signIn(with: passkey).json["code"] == "untrusted")
            }
            #expect(try await tom.send("POST", "/passkeys/options").status == 403)
            #expect(server.log.all.contains { $0.contains("its counter has gone back") })
        }
    }

    @Test("A member merged into another cannot sign in")
    func merged() async throws {
        try await Self.serving { server in
            let passkey = try await server.phone(of: server.tom).addPasskey()
            _ = try await server.replica.write(command: "merge") {
                try $0.members.merge(keeping: server.mia, server.tom)
            }
            #expect(try await server.client.signIn(with: passkey).json["code"] == "passkey")
        }
    }

    @Test("A passkey of a family that is not served is refused")
    func otherFamily() async throws {
        try await Self.serving { server in
            var generator = SystemRandomNumberGenerator()
            let (family, member) = (DocumentID.random(using: &generator), DocumentID.random(using: &generator))
            let code = try await server.phones.invite(member, to: family).code
            let joined = try await server.phones.join(
                with: code, attempt: .random(using: &generator), as: "a neighbour's phone")
            let phone = try #require(try await server.phones.phone(with: joined.secret))
            let party = try #require(RelyingParty(origin: "https://home.example"))
            let passkey = try TestPasskey()
            let handle = TestPasskey.base64URL(Passkey.handle(of: member, in: family))
            let made = try passkey.registration(["challenge": "eA", "user": ["id": .string(handle)]])
            _ = try await server.phones.add(PasskeyRegistration(made), on: phone, at: party)
            #expect(try await server.client.signIn(with: passkey).json["code"] == "passkey")
        }
    }

    @Test("Only the member's own phones can list, add and remove passkeys; cross-site changes are refused")
    func rights() async throws {
        try await Self.serving { server in
            let (mia, tom) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            _ = try await mia.addPasskey()
            let list = try await mia.send("GET", "/passkeys").json["passkeys"]
            let id = try #require(list?.arrayValue?.first?["id"]?.stringValue)
            #expect(try await tom.send("GET", "/passkeys").json["passkeys"] == [])
            #expect(try await tom.send("DELETE", "/passkeys/\(id)").status == 404)
            #expect(try await mia.send("DELETE", "/passkeys/nothing").status == 404)
            for (method, rest) in [
                ("GET", "/passkeys"), ("POST", "/passkeys"), ("POST", "/passkeys/options"),
                ("DELETE", "/passkeys/\(id)"),
            ] {
                let body = method == "GET" ? nil : Array("{}".utf8)
                #expect(try await mia.send(method, rest, headers: ["Cookie": tom.cookie], body: body).status == 401)
                for headers in [["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"]] {
                    let isRefused = method != "GET" || headers["Origin"] == nil
                    let answer = try await mia.send(method, rest, headers: headers, body: body)
                    #expect((answer.status == 403) == isRefused)
                }
            }
            let answer = try await server.client.signIn([:], ["Origin": "https://evil.example"])
            #expect(answer.status == 403 && answer.json["code"] == "origin")
            #expect(try await server.client.signIn([:], ["Content-Type": "text/plain"]).status == 415)
            #expect(try await mia.send("GET", "/passkeys").json["passkeys"] == list)
        }
    }

    @Test("Malformed and oversized messages are refused")
    func malformed() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.mia)
            let bodies: [JSONObject] = [
                [:], ["response": "x"], ["response": ["clientDataJSON": 1]],
                ["response": ["authenticatorData": "AA", "clientDataJSON": "%%%"]],
                ["id": "AA", "response": ["authenticatorData": "AA", "clientDataJSON": "e30"]],
            ]
            for body in bodies {
                #expect(try await phone.add(body).status == 400)
                #expect(try await server.client.signIn(body).status == 400)
            }
            let large: JSONObject = ["x": .string(String(repeating: "x", count: 20_000))]
            #expect(try await phone.add(large).status == 413)
            #expect(try await server.client.signIn(large).status == 413)
        }
    }

    @Test("Sign-ins and failures are limited to ten per network, then rate-limited; a member has at most ten passkeys")
    func limits() async throws {
        try await Self.serving { server in
            // A few more on slow machines, since another is allowed every half minute.
            func refusal(_ request: () async throws -> RawClient.Answer) async throws -> RawClient.Answer {
                for _ in 0..<10 { #expect(try await request().status != 429) }
                for _ in 0..<10 {
                    let answer = try await request()
                    if answer.status == 429 { return answer }
                }
                return try await request()
            }
            let busy = try await refusal { try await server.client.send("POST", "/api/sign-in/passkey/options") }
            let wrong = try await refusal { try await server.client.signIn([:]) }
            for answer in [busy, wrong] {
                #expect(answer.status == 429 && Int(answer.header("retry-after") ?? "") ?? 0 > 0)
            }
            let phone = try await server.phone(of: server.mia)
            for _ in 0..<10 { _ = try await phone.addPasskey() }
            let full = try await phone.send("POST", "/passkeys/options")
            #expect(full.status == 409 && full.json["message"]?.stringValue?.contains("remove one first") == true)
        }
    }

    @Test("A member's failed sign-ins are limited to ten across all networks, then to one a minute")
    func failuresOfMember() async throws {
        try await TestServer.with {
            $0.address = ServerAddress("https://home.example")
            $0.isBehindProxy = true
        } body: { server in
            let (mia, tom) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            let (passkey, other) = (try await mia.addPasskey(), try await mia.addPasskey())
            let toms = try await tom.addPasskey()
            var network = 0
            func signIn(with passkey: TestPasskey) async throws -> RawClient.Answer {
                network += 1
                return try await server.client.signIn(with: passkey, from: "192.0.2.\(network)")
            }
            // Another member's handle is wrong, regardless of the signature.
            passkey.handle = toms.handle
            for _ in 0..<10 { #expect(try await signIn(with: passkey).status == 403) }
            // A few more on slow machines, since another is allowed every minute.
            var answer = try await signIn(with: passkey)
            for _ in 0..<5 where answer.status == 403 { answer = try await signIn(with: passkey) }
            #expect(answer.status == 429 && Int(answer.header("retry-after") ?? "") ?? 0 > 0)
            #expect(try await signIn(with: other).status == 429)
            #expect(try await signIn(with: toms).status == 200)
        }
    }

    @Test(
        "Without a host name or HTTPS, the server offers no passkeys",
        arguments: [nil, "http://home.example", "https://192.0.2.1", "http://127.0.0.1:8420"])
    func off(address: String?) async throws {
        try await TestServer.with {
            $0.address = address.flatMap { ServerAddress($0) }
        } body: { server in
            #expect(try await server.client.send("GET", "/api/sign-in").json["passkeys"] == .null)
            let phone = try await server.phone(of: server.mia)
            #expect(try await phone.send("GET", "/passkeys").json == ["host": .null, "passkeys": []])
            #expect(try await phone.send("POST", "/passkeys/options").status == 404)
            #expect(try await server.client.signIn([:]).status == 404)
        }
    }

    @Test("The log records the outcome without passkey ids, challenges and codes")
    func log() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.mia)
            let passkey = try await phone.addPasskey()
            let options = try await server.client.signInOptions()
            let answer = try await server.client.signIn(passkey.assertion(options))
            _ = try await server.client.signIn(with: TestPasskey())
            let log = server.log.all.joined(separator: "\n")
            #expect(
                log.contains("a passkey was added") && log.contains("sign-in: a passkey was shown that is not known"))
            let challenge = try #require(options["challenge"]?.stringValue)
            for secret in [code(of: answer), challenge, TestPasskey.base64URL(passkey.id), passkey.handle ?? ""] {
                #expect(secret.count > 20 && !log.contains(secret))
            }
        }
    }
}

extension JSONObject {
    fileprivate func merging(_ others: JSONObject) -> JSONObject {
        var merged = self
        for (key, value) in others.members { merged[key] = value }
        return merged
    }
}
