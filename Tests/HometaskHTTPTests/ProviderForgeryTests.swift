// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Synchronization
import Testing

@testable import HometaskHTTP

/// What somebody would try who wants to be a member that they are not (RFC 9700, section 4).
@Suite("Forged sign-ins")
struct ProviderForgeryTests {
    private func expectRefused(
        _ answer: RawClient.Answer, _ status: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == status, sourceLocation: sourceLocation)
        #expect(answer.header("location") == nil, sourceLocation: sourceLocation)
    }

    @Test("A sign-in that was begun in another browser cannot be ended in this one: no session is fixed")
    func fixation() async throws {
        try await TestProvider.serving { server, provider in
            let evil = try await TestBrowser(server, provider)
            let victim = try await TestBrowser(server, provider)
            for cookie in [victim.cookie, "", "__Host-sign-in=", "\(evil.cookie); \(victim.cookie)"] {
                let attacker = try await TestBrowser(server, provider)
                let (code, state) = try provider.signIn(at: attacker.location)
                expectRefused(try await attacker.comeBack([("code", code), ("state", state)], cookie: cookie), 403)
            }
            // Of two cookies, somebody may have planted either.
            let browser = try await TestBrowser(server, provider)
            let (code, state) = try provider.signIn(at: browser.location)
            let both = "\(browser.cookie); \(victim.cookie)"
            expectRefused(try await browser.comeBack([("code", code), ("state", state)], cookie: both), 403)
            // Only the metadata was asked for: no code was exchanged.
            #expect(provider.requests.count == 1)
            #expect(try await victim.finish().status == 303)
        }
    }

    @Test("A state is good once, whatever has come of it")
    func replay() async throws {
        try await TestProvider.serving { server, provider in
            let browser = try await TestBrowser(server, provider)
            let (code, state) = try provider.signIn(at: browser.location)
            #expect(try await browser.comeBack([("code", code), ("state", state)]).status == 303)
            let (another, _) = try provider.signIn(at: browser.location)
            expectRefused(try await browser.comeBack([("code", another), ("state", state)]), 403)
            // After a code that the provider has refused, too.
            let failing = try await TestBrowser(server, provider)
            let (good, open) = try provider.signIn(at: failing.location)
            expectRefused(try await failing.comeBack([("code", "wrong"), ("state", open)]), 502)
            expectRefused(try await failing.comeBack([("code", good), ("state", open)]), 403)
        }
    }

    @Test(
        "A state that was never begun, is missing, or is there twice, is refused before the provider is asked",
        arguments: [nil, "", "a", String(repeating: "a", count: 32), "twice"])
    func states(state: String?) async throws {
        try await TestProvider.serving { server, provider in
            let browser = try await TestBrowser(server, provider)
            let (code, own) = try provider.signIn(at: browser.location)
            let states = state == "twice" ? [own, own] : [state].compactMap(\.self)
            expectRefused(try await browser.comeBack([("code", code)] + states.map { ("state", $0) }), 403)
            #expect(provider.requests.count == 1)
        }
    }

    @Test("A code of another sign-in does not fit: the provider sees that by PKCE, and the server by the nonce")
    func injection() async throws {
        for checksVerifier in [true, false] {
            try await TestProvider.serving {
                $0.checksVerifier = checksVerifier
            } body: { server, provider in
                let (evil, victim) = (
                    try await TestBrowser(server, provider), try await TestBrowser(server, provider)
                )
                let (stolen, _) = try provider.signIn(at: victim.location)
                let (_, state) = try provider.signIn(at: evil.location)
                expectRefused(try await evil.comeBack([("code", stolen), ("state", state)]), 502)
                let reason = checksVerifier ? "answered with the status 400" : "the ID token is of another sign-in"
                #expect(server.log.all.contains { $0.contains(reason) })
            }
        }
    }

    @Test(
        "The answer of another provider is refused before its code is shown to anybody: no mix-up",
        arguments: [("https://evil.example", false), ("https://id.example/", true), ("", true), (nil, true)])
    func mixUp(issuer: String?, namesItself: Bool) async throws {
        try await TestProvider.serving {
            $0.metadata["authorization_response_iss_parameter_supported"] = .bool(namesItself)
        } body: { server, provider in
            let browser = try await TestBrowser(server, provider)
            expectRefused(try await browser.finish(issuer.map { [("iss", $0)] } ?? []), 502)
            #expect(provider.requests.count == 1)
            let again = try await TestBrowser(server, provider)
            #expect(try await again.finish([("iss", "https://id.example")]).status == 303)
        }
    }

    static let claims: [(String, JSON?)] = [
        ("iss", "https://evil.example"), ("iss", "https://id.example/"), ("iss", .null), ("aud", "another"),
        ("aud", ["home", "another"]), ("aud", []), ("aud", .null), ("azp", "another"), ("azp", 1), ("exp", 1000),
        ("exp", "4102444800"), ("exp", .null), ("iat", 4_102_444_800), ("iat", .null),
        ("nonce", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), ("nonce", ""), ("nonce", .null),
    ]

    @Test(
        "A token that is not by this provider, for this server, of this sign-in and of now is refused",
        arguments: claims)
    func tokens(name: String, value: JSON?) async throws {
        try await TestProvider.serving {
            $0.claims[name] = value
        } body: { server, provider in
            expectRefused(try await TestBrowser(server, provider).finish(), 502)
            #expect(server.log.all.contains { $0.hasPrefix("fault: sign-in: the ID token ") })
        }
    }

    @Test("A list with this server alone is an audience, and so is this server as the authorized party")
    func audience() async throws {
        try await TestProvider.serving {
            $0.claims["aud"] = ["home"]
            $0.claims["azp"] = "home"
        } body: { server, provider in
            let answer = try await TestBrowser(server, provider).finish()
            #expect(answer.status == 303)
        }
    }

    @Test("A token that was used once is not good for another sign-in: its nonce is another one")
    func nonceReplay() async throws {
        try await TestProvider.serving { server, provider in
            let first = try await TestBrowser(server, provider)
            let nonce = try #require(
                URLComponents(string: first.location)?.queryItems?.first { $0.name == "nonce" }?.value)
            #expect(try await first.finish().status == 303)
            provider.behaviour.withLock { $0.claims["nonce"] = .string(nonce) }
            expectRefused(try await TestBrowser(server, provider).finish(), 502)
        }
    }

    @Test("A token that is not signed is refused", arguments: ["none", "None", "", "-"])
    func unsigned(algorithm: String) async throws {
        try await TestProvider.serving {
            if algorithm == "-" { $0.signature = "" }
            if algorithm != "-" { $0.head["alg"] = algorithm.isEmpty ? nil : .string(algorithm) }
        } body: { server, provider in
            expectRefused(try await TestBrowser(server, provider).finish(), 502)
        }
    }

    @Test("What a provider declines is told without its words, which may be anybody's")
    func declined() async throws {
        try await TestProvider.serving { server, provider in
            let browser = try await TestBrowser(server, provider)
            let (code, state) = try provider.signIn(at: browser.location)
            let answer = try await browser.comeBack([
                ("error", "<script>alert(1)</script>"), ("error_description", "<b>Call 555</b>"), ("state", state),
                ("code", code),
            ])
            expectRefused(answer, 403)
            let page = String(decoding: answer.body, as: UTF8.self)
            #expect(page.contains("Example has not signed you in") && !page.contains("script") && !page.contains("555"))
            #expect(provider.requests.count == 1)
        }
    }

    static let metadata: [(String, JSON)] = [
        ("issuer", "https://evil.example"), ("issuer", "https://id.example/"), ("issuer", .null),
        ("authorization_endpoint", "http://id.example/authorize"), ("authorization_endpoint", "javascript:alert(1)"),
        ("authorization_endpoint", .null), ("token_endpoint", "http://127.0.0.1/token"),
        ("token_endpoint", "https://u:p@id.example/token"), ("token_endpoint", "file:///etc/passwd"),
        ("token_endpoint", "https://id.example/\r\nX: y"), ("token_endpoint", "https:///token"),
        ("token_endpoint_auth_methods_supported", ["private_key_jwt"]), ("token_endpoint_auth_methods_supported", []),
    ]

    @Test("Metadata of another issuer, or with what is not an address with HTTPS, is refused", arguments: metadata)
    func wrongMetadata(name: String, value: JSON) async throws {
        try await TestProvider.serving {
            $0.metadata[name] = value
        } body: { server, provider in
            let answer = try await server.client.send("GET", "/sign-in/oidc")
            expectRefused(answer, 502)
            #expect(answer.header("set-cookie") == nil && server.log.all.contains { $0.contains("sign-in: ") })
        }
    }

    @Test("A provider that fails is told on a page, and the reason is in the log alone")
    func failing() async throws {
        try await TestProvider.serving { server, provider in
            let browser = try await TestBrowser(server, provider)
            provider.behaviour.withLock { $0.fault = WebFault("(7) Failed to connect to 10.0.0.1") }
            let answer = try await browser.finish()
            expectRefused(answer, 502)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("10.0.0.1"))
            #expect(server.log.all.contains { $0.contains("gives no token: (7) Failed to connect to 10.0.0.1") })
            provider.behaviour.withLock { ($0.fault, $0.status) = (nil, 500) }
            expectRefused(try await TestBrowser(server, provider).finish(), 502)
        }
    }
}
