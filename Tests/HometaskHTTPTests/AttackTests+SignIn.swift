// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Testing

@testable import HometaskHTTP

extension AttackTests {
    // MARK: Passkeys

    /// Manipulations of an authenticator and its browser before signing.
    private static let authenticators: [(String, @Sendable (TestPasskey) -> Void)] = [
        ("nobody verified", { $0.flags = 0x01 }), ("nobody present", { $0.flags = 0x04 }),
        ("no flags", { $0.flags = 0 }),
        ("another site", { $0.origin = "https://evil.example" }), ("no TLS", { $0.origin = "http://home.example" }),
        ("a site below", { $0.origin = "https://evil.home.example" }),
        ("a site above", { $0.origin = "https://example" }),
        ("a name that goes on", { $0.origin = "https://home.example.evil.example" }),
        ("another port", { $0.origin = "https://home.example:444" }), ("no origin", { $0.origin = "null" }),
        ("empty origin", { $0.origin = "" }), ("another host", { $0.host = "evil.example" }),
        ("host above", { $0.host = "example" }),
        ("empty host", { $0.host = "" }), ("a registration", { $0.type = "webauthn.create" }),
        ("no type", { $0.type = "" }),
        ("a payment", { $0.type = "payment.get" }), ("a page within another", { $0.isCrossOrigin = true }),
        ("another member", { $0.handle = TestPasskey.base64URL(Array("somebody else".utf8)) }),
    ]

    /// Manipulations after signing: a member of the response, and its new bytes.
    private static let changes: [(String, String, @Sendable ([UInt8]) -> [UInt8])] = [
        ("a bit of the signature", "signature", { TestPasskey.flipped($0) }),
        ("no signature", "signature", { _ in [] }),
        ("half a signature", "signature", { Array($0.prefix(36)) }),
        ("a signature and more", "signature", { $0 + [0] }),
        ("a signature of zeros", "signature", { _ in [0x30, 6, 2, 1, 0, 2, 1, 0] }),
        ("a signature of ones", "signature", { _ in [0x30, 6, 2, 1, 1, 2, 1, 1] }),
        ("lengths of two bytes", "signature", { [0x30, 0x81] + $0.dropFirst() }),
        ("the other form, of other bytes", "signature", { TestPasskey.otherForm(of: TestPasskey.flipped($0)) }),
        ("data and more", "authenticatorData", { $0 + [0] }),
        ("half the data", "authenticatorData", { Array($0.prefix(20)) }),
        ("no data", "authenticatorData", { _ in [] }),
        ("a bit of the host", "authenticatorData", { [$0[0] ^ 1] + $0.dropFirst() }),
        ("the counter", "authenticatorData", { $0.dropLast() + [9] }), ("a space", "clientDataJSON", { $0 + [0x20] }),
        ("no client", "clientDataJSON", { _ in [] }), ("no object", "clientDataJSON", { _ in Array("[]".utf8) }),
    ]

    @Test("Only the holder of a passkey can sign in with it, only at this server and with a fresh challenge")
    func passkeys() async throws {
        try await TestServer.with {
            ($0.address, $0.isBehindProxy) = (ServerAddress("https://home.example"), true)
        } body: { server in
            var outcomes: [(String, Bool)] = []
            func attack(
                _ name: String, _ change: (TestPasskey) -> Void, editing edit: (JSONObject) -> JSONObject = { $0 },
                again: Bool = false
            ) async throws {
                // Each attempt has its own network and its own member, so that no rate limit applies.
                let called = "Member \(outcomes.count)"
                let member = try await server.replica.write(command: "join") {
                    try $0.members.add(MemberDraft(name: called))
                }.result
                let headers = ["X-Forwarded-For": "10.\(outcomes.count).0.1", "Content-Type": "application/json"]
                let passkey = try await server.phone(of: member).addPasskey()
                let options = try await server.client.send("POST", "/api/sign-in/passkey/options", headers: headers)
                    .json
                change(passkey)
                let assertion = try passkey.assertion(options)
                if again { #expect(try await server.client.signIn(assertion, headers).status == 200) }
                let answer = try await server.client.signIn(edit(assertion), headers)
                outcomes.append((name, [400, 403].contains(answer.status)))
            }
            for (name, change) in Self.authenticators { try await attack(name, change) }
            for (name, member, change) in Self.changes {
                try await attack(name, { _ in }) { TestPasskey.changing(member, of: $0, by: change) }
            }
            try await attack("the same again", { _ in }, again: true)
            // Both are valid signatures by the key (FIPS 186-5), and authenticators make either: a challenge is
            // single-use.
            try await attack(
                "the other form of the same", { _ in },
                editing: { TestPasskey.changing("signature", of: $0) { TestPasskey.otherForm(of: $0) } }, again: true)
            try await attack("another passkey's id", { _ in }) {
                var assertion = $0
                assertion["id"] = .string(TestPasskey.base64URL([UInt8](repeating: 7, count: 32)))
                return assertion
            }
            try await attack("an empty challenge", { _ in }) { _ in
                (try? TestPasskey().assertion(["challenge": ""])) ?? [:]
            }
            Self.report("passkeys", outcomes)
        }
    }

    // MARK: A provider

    @Test("Only a token that the provider issued for this sign-in is accepted")
    func provider() async throws {
        var outcomes: [(String, Bool)] = []
        func attack(_ name: String, _ change: (inout TestProvider.Behaviour) -> Void) async throws {
            try await TestProvider.serving(change) { server, provider in
                let answer = try await TestBrowser(server, provider).finish()
                outcomes.append((name, answer.status == 502 && answer.header("location") == nil))
            }
        }
        for (name, value) in ProviderForgeryTests.claims {
            try await attack("\(name): \(value ?? .null)") { $0.claims[name] = value }
        }
        for algorithm in ["none", "None"] {
            try await attack("signed by \(algorithm)") { $0.head["alg"] = .string(algorithm) }
        }
        try await attack("no signature") { $0.signature = "" }
        for (name, value) in ProviderForgeryTests.metadata {
            try await TestProvider.serving {
                $0.metadata[name] = value
            } body: { server, _ in
                let answer = try await server.client.send("GET", "/sign-in/oidc")
                outcomes.append(
                    ("metadata, \(name): \(value)", answer.status == 502 && answer.header("set-cookie") == nil))
            }
        }
        for state in ["", "a", String(repeating: "a", count: 32)] {
            try await TestProvider.serving { server, provider in
                let browser = try await TestBrowser(server, provider)
                let (code, _) = try provider.signIn(at: browser.location)
                let answer = try await browser.comeBack([("code", code), ("state", state)])
                outcomes.append(("the state \(state)", answer.status == 403 && provider.requests.count == 1))
            }
        }
        Self.report("a provider", outcomes)
    }
}

extension TestPasskey {
    /// Returns the bytes with the last bit flipped.
    static func flipped(_ bytes: [UInt8]) -> [UInt8] { bytes.dropLast() + bytes.suffix(1).map { $0 ^ 1 } }

    /// The order of the curve P-256 (SEC 2, section 2.4.2).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD,
        0xA7,
        0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// Returns the equivalent signature of the same bytes by the same key: n - s in place of s.
    static func otherForm(of signature: [UInt8]) -> [UInt8] {
        let count = Int(signature[3])
        let (first, second) = (signature[4..<(4 + count)], signature[(6 + count)...])
        let number = [UInt8](repeating: 0, count: max(0, 32 - second.count)) + second.suffix(32)
        var (result, borrow) = ([UInt8](repeating: 0, count: 32), 0)
        for place in stride(from: 31, through: 0, by: -1) {
            let difference = Int(order[place]) - Int(number[place]) - borrow
            (result[place], borrow) = (UInt8(difference & 0xFF), difference < 0 ? 1 : 0)
        }
        var other = Array(result.drop { $0 == 0 })
        if (other.first ?? 0) > 0x7F || other.isEmpty { other.insert(0, at: 0) }
        let body = [2, UInt8(first.count)] + first + [2, UInt8(other.count)] + other
        return [0x30, UInt8(body.count)] + body
    }

    /// Returns the browser's message with the bytes of one member of its response changed.
    static func changing(_ member: String, of assertion: JSONObject, by change: ([UInt8]) -> [UInt8]) -> JSONObject {
        var assertion = assertion
        var response = assertion["response"]?.objectValue ?? [:]
        let text = (response[member]?.stringValue ?? "").replacing("-", with: "+").replacing("_", with: "/")
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        response[member] = .string(base64URL(change(Array(Data(base64Encoded: padded) ?? Data()))))
        assertion["response"] = .object(response)
        return assertion
    }
}
