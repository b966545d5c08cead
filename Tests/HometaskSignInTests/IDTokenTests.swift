// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskSignIn
import TestSupport
import Testing

@Suite("Tokens and metadata of a provider")
struct IDTokenTests {
    private static let nonce = String(repeating: "n", count: 32)
    private static let now = Timestamp(seconds: 1_795_000_000)
    private let client: ProviderClient

    init() throws {
        let issuer = try #require(ProviderURL("https://id.example"))
        client = ProviderClient(of: issuer, id: "Kate", secret: "s", at: "https://home.example")
    }

    private static let good: JSONObject = [
        "iss": "https://id.example", "aud": "Kate", "nonce": .string(nonce), "exp": 1_795_000_300, "iat": 1_795_000_000,
        "email": "Tom@Example.org", "email_verified": true,
    ]

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    /// A provider's response, with changes to the valid claims.
    private static func answer(
        _ changes: JSONObject = [:], head: String = #"{"alg":"RS256"}"#, signature: String = "c2ln"
    ) -> [UInt8] {
        var claims = good
        for (name, value) in changes.members { claims[name] = value == "missing" ? nil : value }
        let token = base64(Array(head.utf8)) + "." + base64(claims.compactBytes()) + "." + signature
        return (["id_token": .string(token)] as JSONObject).compactBytes()
    }

    private func address(_ answer: [UInt8]) throws(ProviderFault) -> SignInAddress {
        guard let nonce = Secret(Self.nonce) else { throw ProviderFault(.unexpected, "no nonce") }
        return try TokenAnswer(answer).token.claims(for: client, nonce: nonce, at: Self.now).address()
    }

    private func code(_ answer: [UInt8]) -> ProviderFault.Code? {
        do throws(ProviderFault) {
            _ = try address(answer)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A valid token gives the address, also with a one-element `aud`, a matching `azp` or clock skew")
    func accepted() throws {
        #expect(try address(Self.answer()) == SignInAddress("tom@example.org"))
        let others: [JSONObject] = [
            ["aud": ["Kate"]], ["azp": "Kate"], ["exp": 1_794_999_941, "iat": 1_795_000_059],
        ]
        for changes in others { #expect(code(Self.answer(changes)) == nil, "\(changes)") }
    }

    static let wrong: [JSONObject] = [
        ["iss": "https://evil.example"], ["iss": "missing"], ["aud": "\u{212A}ate"], ["aud": "missing"], ["aud": []],
        ["aud": ["Kate", "other"]], ["aud": ["other"]], ["azp": "other"], ["azp": .null], ["nonce": "missing"],
        ["nonce": "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"], ["exp": 1_794_999_940], ["exp": "missing"],
        ["exp": "1795000300"],
        ["iat": 1_795_000_060], ["iat": "missing"],
    ]

    @Test("A token with a wrong or missing claim is refused", arguments: wrong)
    func refused(changes: JSONObject) {
        #expect(code(Self.answer(changes)) == .untrusted)
    }

    @Test(
        "An address counts only if the provider reports it as verified",
        arguments: [
            ["email_verified": false], ["email_verified": "missing"], ["email_verified": "true"],
            ["email_verified": 1], ["email": "missing"], ["email": "tom"], ["email": ["tom@example.org"]],
        ] as [JSONObject])
    func unconfirmed(changes: JSONObject) {
        #expect(code(Self.answer(changes)) == .unconfirmed)
    }

    @Test("An unsigned or malformed token is refused")
    func malformed() {
        for head in [#"{"alg":"none"}"#, #"{"alg":"NONE"}"#, "{}", #"{"alg":1}"#, "[]", "x"] {
            #expect(code(Self.answer(head: head)) == .untrusted, "\(head)")
        }
        #expect(code(Self.answer(signature: "")) == .untrusted)
        for text in [
            "", "{}", #"{"id_token":1}"#, #"{"id_token":"a.b"}"#, #"{"id_token":"a.b.c.d"}"#, #"{"id_token":"é.é.é"}"#,
        ] { #expect(code(Array(text.utf8)) == .untrusted, "\(text)") }
        let long: JSONObject = ["more": .string(String(repeating: "x", count: 20_000))]
        #expect(code(Self.answer(long)) == .untrusted)
    }

    // MARK: User info

    @Test("A user-info response counts only for the same person")
    func person() throws {
        let claims = try #require(
            Secret(Self.nonce).map { nonce in
                try TokenAnswer(Self.answer(["email": "missing", "sub": "Kate"])).token
                    .claims(for: client, nonce: nonce, at: Self.now)
            })
        #expect(claims.lacksAddress)
        func asked(_ members: JSONObject) throws(ProviderFault) -> SignInAddress {
            try claims.merging(userInfo: members.compactBytes()).address()
        }
        let good: JSONObject = ["sub": "Kate", "email": "tom@example.org", "email_verified": true]
        #expect(try asked(good) == SignInAddress("tom@example.org"))
        for (name, value, code) in [
            ("sub", "\u{212A}ate", .untrusted), ("sub", .null, .untrusted), ("email_verified", .null, .unconfirmed),
        ] as [(String, JSON, ProviderFault.Code)] {
            var other = good
            other[name] = value
            let error = #expect(throws: ProviderFault.self) { try asked(other) }
            #expect(error?.code == code)
        }
        #expect(throws: ProviderFault.self) { try claims.merging(userInfo: Array("x.y.z".utf8)) }
    }

    @Test("An access token must be valid in an HTTP header")
    func access() throws {
        func access(_ token: String, type: String = "Bearer") throws -> String? {
            var json = try JSONObject.parse(Self.answer())
            (json["access_token"], json["token_type"]) = (.string(token), .string(type))
            return try TokenAnswer(json.compactBytes()).access
        }
        #expect(try access("aB1-._~+/=") == "aB1-._~+/=" && access("a", type: "bearer") == "a")
        for token in ["", "a b", "a\r\nX: y", "a\"b", "é", String(repeating: "a", count: 9000)] {
            #expect(try access(token) == nil)
        }
        #expect(try access("a", type: "DPoP") == nil)
    }

    // MARK: Metadata

    private static let metadata: JSONObject = [
        "issuer": "https://id.example", "authorization_endpoint": "https://id.example/a",
        "token_endpoint": "https://id.example/t",
    ]

    private func metadata(_ changes: JSONObject) throws(ProviderFault) -> ProviderMetadata {
        var all = Self.metadata
        for (name, value) in changes.members { all[name] = value == "missing" ? nil : value }
        return try ProviderMetadata(all.compactBytes(), of: client.issuer)
    }

    @Test("Metadata gives the endpoints and the method of client authentication")
    func places() throws {
        let usual = try metadata([:])
        #expect(usual.authorization.text == "https://id.example/a" && usual.token.text == "https://id.example/t")
        #expect(usual.takesBasic && !usual.namesItself)
        let other = try metadata([
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "authorization_response_iss_parameter_supported": true,
        ])
        #expect(!other.takesBasic && other.namesItself)
    }

    @Test(
        "Metadata of another issuer, or with a URL without HTTPS, is refused",
        arguments: [
            ["issuer": "https://id.example/"], ["issuer": "missing"], ["token_endpoint": "http://localhost/t"],
            ["token_endpoint": "missing"], ["authorization_endpoint": "http://id.example/a"],
            ["userinfo_endpoint": "http://id.example/u"],
            ["authorization_endpoint": "javascript:a"], ["token_endpoint_auth_methods_supported": ["none"]],
        ] as [JSONObject])
    func wrongMetadata(changes: JSONObject) {
        let error = #expect(throws: ProviderFault.self) { try metadata(changes) }
        #expect(error?.code == .untrusted)
    }

    // MARK: Requests

    @Test("The sign-in request has the verifier's challenge of RFC 7636, and the exchange has the verifier")
    func requests() throws {
        var (pending, generator) = (PendingSignIns(), SystemRandomNumberGenerator())
        let signIn = pending.begin(at: Self.now, using: &generator)
        let address = signIn.address(at: try metadata([:]), for: client)
        let fields = OAuthParameters(try #require(address.split(separator: "?", maxSplits: 1).last.map { String($0) }))
        let digest = try Python.digest(of: signIn.verifier)
        #expect(fields["code_challenge"] == digest && fields["code_challenge_method"] == "S256")
        #expect(fields["state"] == signIn.state.text && fields["nonce"] == signIn.nonce.text)
        #expect(fields["redirect_uri"] == "https://home.example/sign-in/oidc/callback")
        #expect(!address.contains(signIn.verifier) && !address.contains(signIn.browser.text))
        let exchange = OAuthParameters(signIn.exchange(of: "a/b", at: try metadata([:]), for: client))
        #expect(exchange["code"] == "a/b" && exchange["code_verifier"] == signIn.verifier)
        #expect(exchange["client_secret"] == nil && exchange["grant_type"] == "authorization_code")
    }

    /// SHA-256 in base64url, computed by Python.
    private enum Python {
        static func digest(of text: String) throws -> String {
            let script = """
                import base64, hashlib, sys
                print(base64.urlsafe_b64encode(hashlib.sha256(sys.argv[1].encode()).digest()).decode().rstrip("="), end="")
                """
            return try Tool("python3").run(["-c", script, text]).output
        }
    }
}
