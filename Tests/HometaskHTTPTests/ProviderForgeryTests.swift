// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Synchronization
import Testing

@testable import HometaskHTTP

/// Attempts to sign in as another member (RFC 9700, section 4).
@Suite("Forged sign-ins")
struct ProviderForgeryTests {
    private func expectRefused(
        _ answer: RawClient.Answer, _ status: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == status, sourceLocation: sourceLocation)
        #expect(answer.header("location") == nil, sourceLocation: sourceLocation)
    }

    @Test("A sign-in begun in one browser cannot be completed in another (session fixation)")
    func fixation() async throws {
        try await TestProvider.serving { server, provider in
            let evil = try await TestBrowser(server, provider)
            let victim = try await TestBrowser(server, provider)
            for cookie in [victim.cookie, "", "__Host-sign-in=", "\(evil.cookie); \(victim.cookie)"] {
                let attacker = try await TestBrowser(server, provider)
                let (code, state) = try provider.signIn(at: attacker.location)
                expectRefused(try await attacker.comeBack([("code", code), ("state", state)], cookie: cookie), 403)
            }
            // With two cookies, either may have been planted.
            let browser = try await TestBrowser(server, provider)
            let (code, state) = try provider.signIn(at: browser.location)
            let both = "\(browser.cookie); \(victim.cookie)"
            expectRefused(try await browser.comeBack([("code", code), ("state", state)], cookie: both), 403)
            // Only the metadata was requested: no code was exchanged.
            #expect(provider.requests.count == 1)
            #expect(try await victim.finish().status == 303)
        }
    }

    @Test("A state is valid once, regardless of the outcome")
    func replay() async throws {
        try await TestProvider.serving { server, provider in
            let browser = try await TestBrowser(server, provider)
            let (code, state) = try provider.signIn(at: browser.location)
            #expect(try await browser.comeBack([("code", code), ("state", state)]).status == 303)
            let (another, _) = try provider.signIn(at: browser.location)
            expectRefused(try await browser.comeBack([("code", another), ("state", state)]), 403)
            // Also after the provider has refused a code.
            let failing = try await TestBrowser(server, provider)
            let (good, open) = try provider.signIn(at: failing.location)
            expectRefused(try await failing.comeBack([("code", "wrong"), ("state", open)]), 502)
            expectRefused(try await failing.comeBack([("code", good), ("state", open)]), 403)
        }
    }

    @Test(
        "An unknown, missing or repeated state is refused before the provider is contacted",
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

    @Test("A code of another sign-in is refused by the provider through PKCE, and by the server through the nonce")
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
        "Another provider's answer is refused before its code is sent anywhere (mix-up)",
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
        "A token with a wrong issuer, audience, time or nonce is refused",
        arguments: claims)
    func tokens(name: String, value: JSON?) async throws {
        try await TestProvider.serving {
            $0.claims[name] = value
        } body: { server, provider in
            expectRefused(try await TestBrowser(server, provider).finish(), 502)
            #expect(server.log.all.contains { $0.hasPrefix("fault: sign-in: the ID token ") })
        }
    }

    @Test("Accepts a one-element `aud`, or a matching `azp`")
    func audience() async throws {
        try await TestProvider.serving {
            $0.claims["aud"] = ["home"]
            $0.claims["azp"] = "home"
        } body: { server, provider in
            let answer = try await TestBrowser(server, provider).finish()
            #expect(answer.status == 303)
        }
    }

    @Test("A used token is refused for another sign-in because of its nonce")
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

    @Test("An unsigned token is refused", arguments: ["none", "None", "", "-"])
    func unsigned(algorithm: String) async throws {
        try await TestProvider.serving {
            if algorithm == "-" { $0.signature = "" }
            if algorithm != "-" { $0.head["alg"] = algorithm.isEmpty ? nil : .string(algorithm) }
        } body: { server, provider in
            expectRefused(try await TestBrowser(server, provider).finish(), 502)
        }
    }

    @Test("A provider's refusal is reported without the provider's untrusted text")
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

    @Test("Metadata with another issuer or an invalid HTTPS URL is refused", arguments: metadata)
    func wrongMetadata(name: String, value: JSON) async throws {
        try await TestProvider.serving {
            $0.metadata[name] = value
        } body: { server, provider in
            let answer = try await server.client.send("GET", "/sign-in/oidc")
            expectRefused(answer, 502)
            #expect(answer.header("set-cookie") == nil && server.log.all.contains { $0.contains("sign-in: ") })
        }
    }

    @Test("If the provider fails, an error page is shown, and only the log has the reason")
    func failing() async throws {
        try await TestProvider.serving { server, provider in
            let browser = try await TestBrowser(server, provider)
            provider.behaviour.withLock { $0.fault = ServiceFault("(7) Failed to connect to 10.0.0.1") }
            let answer = try await browser.finish()
            expectRefused(answer, 502)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("10.0.0.1"))
            #expect(server.log.all.contains { $0.contains("gives no token: (7) Failed to connect to 10.0.0.1") })
            provider.behaviour.withLock { ($0.fault, $0.status) = (nil, 500) }
            expectRefused(try await TestBrowser(server, provider).finish(), 502)
        }
    }
}
