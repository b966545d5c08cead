// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskHashing
import HometaskKit
import HometaskSignIn
import Synchronization
import Testing

@testable import HometaskHTTP

/// An OpenID Connect provider that conforms to the specification, unless a test changes its behaviour.
final class TestProvider: WebClient {
    static let issuer = "https://id.example"

    /// The behaviour that a test can change.
    struct Behaviour: Sendable {
        var metadata: JSONObject = [
            "issuer": .string(TestProvider.issuer), "authorization_endpoint": "https://id.example/authorize?v=2",
            "token_endpoint": "https://id.example/token",
        ]
        var claims: JSONObject = ["email": "Tom@example.org", "email_verified": true]
        var head: JSONObject = ["alg": "RS256"]
        var signature = "c2lnbmF0dXJl"
        var checksVerifier = true
        /// The response to a userinfo request; nil if there is no such endpoint.
        var person: JSONObject?
        var fault: ServiceFault?
        var status = 200
    }

    let behaviour = Mutex(Behaviour())
    /// The requests that the server has made.
    private let asked = Mutex<[WebRequest]>([])
    private let codes = Mutex<[String: [String: String]]>([:])
    var requests: [WebRequest] { asked.withLock { $0 } }

    func answer(to request: WebRequest) async throws(ServiceFault) -> WebAnswer {
        asked.withLock { $0.append(request) }
        let behaviour = behaviour.withLock { $0 }
        if let fault = behaviour.fault { throw fault }
        if request.url == Self.issuer + "/.well-known/openid-configuration" {
            return WebAnswer(status: behaviour.status, body: behaviour.metadata.compactBytes())
        }
        if request.url == "https://id.example/person", request.bearer == "access", let person = behaviour.person {
            return WebAnswer(status: behaviour.status, body: person.compactBytes())
        }
        guard request.url == "https://id.example/token", let form = request.form.map({ OAuthParameters($0) }),
            let known = codes.withLock({ $0.removeValue(forKey: form["code"] ?? "") }),
            form["grant_type"] == "authorization_code", form["redirect_uri"] == known["redirect_uri"],
            !behaviour.checksVerifier || Self.challenge(of: form["code_verifier"] ?? "") == known["code_challenge"],
            request.basic?.password == "s%2Fecret" || form["client_secret"] == "s/ecret"
        else { return WebAnswer(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8)) }
        let body: JSONObject = [
            "id_token": .string(token(known["nonce"] ?? "", behaviour)), "token_type": "Bearer",
            "access_token": "access",
        ]
        return WebAnswer(status: behaviour.status, body: body.compactBytes())
    }

    private func token(_ nonce: String, _ behaviour: Behaviour) -> String {
        let now = Int(Date().timeIntervalSince1970)
        var claims: JSONObject = [
            "iss": .string(Self.issuer), "aud": "home", "sub": "1", "nonce": .string(nonce),
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 300)),
        ]
        for (name, value) in behaviour.claims.members { claims[name] = value }
        return [behaviour.head, claims].map { Self.base64($0.compactBytes()) + "." }.joined() + behaviour.signature
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    private static func challenge(of verifier: String) -> String { base64(SHA256.digest(Array(verifier.utf8))) }

    /// Signs in the user redirected here: returns a code for the request, and its state.
    func signIn(at location: String) throws -> (code: String, state: String) {
        let items = try #require(URLComponents(string: location)?.queryItems)
        let fields = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
        let code = "4/" + UUID().uuidString
        codes.withLock { $0[code] = fields }
        return (code, try #require(fields["state"]))
    }
}

/// A browser that signs in.
struct TestBrowser: Sendable {
    let server: TestServer
    let provider: TestProvider
    /// The provider's address to which the browser was redirected.
    let location: String
    let cookie: String

    /// Begins a sign-in, which redirects the browser to the provider.
    init(_ server: TestServer, _ provider: TestProvider) async throws {
        (self.server, self.provider) = (server, provider)
        let answer = try await server.client.send("GET", "/sign-in/oidc")
        try #require(answer.status == 303, "\(String(decoding: answer.body, as: UTF8.self)) \(server.log.all)")
        location = try #require(answer.header("location"))
        cookie = try #require(answer.header("set-cookie")?.split(separator: ";").first.map { String($0) })
    }

    /// Returns from the provider to the server.
    func comeBack(_ fields: [(String, String)], cookie: String? = nil) async throws -> RawClient.Answer {
        let query = OAuthParameters.encoded(fields.map { (name: $0.0, value: $0.1) })
        return try await server.client.send(
            "GET", "\(ProviderClient.callbackPath)?\(query)", headers: ["Cookie": cookie ?? self.cookie])
    }

    /// Signs in, and returns to the server.
    func finish(_ more: [(String, String)] = []) async throws -> RawClient.Answer {
        let (code, state) = try provider.signIn(at: location)
        return try await comeBack([("code", code), ("state", state)] + more)
    }
}

extension TestProvider {
    /// Runs a server where Tom and Mia can sign in through the provider.
    static func serving(
        _ change: (inout Behaviour) -> Void = { _ in }, body: (TestServer, TestProvider) async throws -> Void
    ) async throws {
        let provider = TestProvider()
        provider.behaviour.withLock { change(&$0) }
        let issuer = try #require(ProviderURL(issuer))
        try await TestServer.with {
            $0.address = ServerAddress("https://home.example")
            $0.isBehindProxy = true
            $0.provider = ProviderClient(
                of: issuer, name: "Example", id: "home", secret: "s/ecret", at: "https://home.example")
            $0.web = provider
        } body: { server in
            try await server.setAddress("tom@Example.org", of: server.tom)
            try await server.setAddress("mia@example.org", of: server.mia)
            try await body(server, provider)
        }
    }
}
