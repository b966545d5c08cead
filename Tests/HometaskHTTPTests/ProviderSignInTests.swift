// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Synchronization
import Testing

@testable import HometaskHTTP

@Suite("Signing in through a provider")
struct ProviderSignInTests {
    private func text(_ answer: RawClient.Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test("A member signs in at the provider, and the phone joins by the resulting link")
    func story() async throws {
        try await TestProvider.serving { server, provider in
            let ways = try await server.client.send("GET", "/api/sign-in")
            #expect(ways.json["email"] == false && ways.json["oidc"] == "Example")
            let browser = try await TestBrowser(server, provider)
            let answer = try await browser.finish()
            #expect(answer.status == 303 && answer.header("cache-control") == "no-store")
            let link = try #require(answer.header("location"))
            let code = try #require(link.wholeMatch(of: /https:\/\/home\.example\/join#([a-z2-7]{32})/)?.1)
            let joined = try await server.join(String(code))
            #expect(joined.status == 200 && joined.json["member"]?["name"] == "Tom")
            #expect(answer.header("set-cookie")?.contains("Max-Age=0") == true)
        }
    }

    @Test("The request follows the standards, and the cookie is restricted to this host and the callback")
    func request() async throws {
        try await TestProvider.serving { server, provider in
            let (first, second) = (
                try await TestBrowser(server, provider), try await TestBrowser(server, provider)
            )
            #expect(first.location.hasPrefix("https://id.example/authorize?v=2&response_type=code&client_id=home&"))
            let items = try #require(URLComponents(string: first.location)?.queryItems)
            let fields = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
            #expect(fields["redirect_uri"] == "https://home.example/sign-in/oidc/callback")
            #expect(fields["scope"] == "openid email" && fields["code_challenge_method"] == "S256")
            #expect(fields["code_challenge"]?.count == 43 && fields["state"] != fields["nonce"])
            let others = try #require(URLComponents(string: second.location)?.queryItems)
            for name in ["state", "nonce", "code_challenge"] {
                #expect(others.first { $0.name == name }?.value != fields[name])
            }
            let answer = try await server.client.send("GET", "/sign-in/oidc")
            let cookie = try #require(answer.header("set-cookie"))
            #expect(cookie.hasPrefix("__Host-sign-in=") && !cookie.contains("Domain"))
            #expect(cookie.hasSuffix("; Max-Age=600; Path=/; Secure; HttpOnly; SameSite=Lax"))
            _ = try await first.finish()
            let exchange = try #require(provider.requests.last)
            #expect(exchange.basic?.user == "home" && exchange.basic?.password == "s%2Fecret")
            #expect(exchange.form?.contains("secret") == false && !exchange.isPlain)
            // The metadata is requested once.
            #expect(provider.requests.count == 2)
        }
    }

    @Test("If the provider expects the secret in the body, it is sent there")
    func secretInBody() async throws {
        try await TestProvider.serving {
            $0.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
        } body: { server, provider in
            let answer = try await TestBrowser(server, provider).finish()
            let exchange = try #require(provider.requests.last)
            #expect(answer.status == 303 && exchange.basic == nil)
            #expect(exchange.form?.hasSuffix("&client_id=home&client_secret=s%2Fecret") == true)
        }
    }

    @Test("An unknown and an unverified address get the same page, which mentions neither")
    func unknown() async throws {
        let cases: [JSONObject] = [
            ["email": "eve@example.org", "email_verified": true],
            ["email": "tom@example.org", "email_verified": false],
            ["email": "tom@example.org", "email_verified": "true"], ["email": "tom@example.org", "email_verified": 1],
            ["email": "tom@example.org", "email_verified": .null], ["email": .null, "email_verified": true],
            ["email": ["tom@example.org"], "email_verified": true],
            ["email": "tom@example.org@evil.example", "email_verified": true],
            ["email": "t\u{043E}m@example.org", "email_verified": true],
        ]
        var pages: Set<String> = []
        for claims in cases {
            try await TestProvider.serving {
                for (name, value) in claims.members { $0.claims[name] = value }
            } body: { server, provider in
                let answer = try await TestBrowser(server, provider).finish()
                #expect(answer.status == 403 && answer.header("location") == nil, "\(claims)")
                pages.insert(text(answer))
            }
        }
        #expect(pages.count == 1)
        let page = try #require(pages.first)
        #expect(page.contains("No member has an e-mail address that Example confirms") && !page.contains("@"))
    }

    @Test("Without an address in the token, userinfo is requested, and must be for the same subject")
    func person() async throws {
        for (subject, status) in [("1", 303), ("2", 502)] {
            try await TestProvider.serving {
                $0.claims = [:]
                $0.metadata["userinfo_endpoint"] = "https://id.example/person"
                $0.person = ["sub": .string(subject), "email": "tom@example.org", "email_verified": true]
            } body: { server, provider in
                let answer = try await TestBrowser(server, provider).finish()
                #expect(answer.status == status && provider.requests.count == 3)
            }
        }
    }

    @Test("A former member is refused")
    func former() async throws {
        try await TestProvider.serving { server, provider in
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            #expect(try await TestBrowser(server, provider).finish().status == 403)
        }
    }

    @Test("If members share an address, a page without scripts has a link for each, with escaped names")
    func shared() async throws {
        try await TestProvider.serving { server, provider in
            try await server.setAddress("TOM@example.org", of: server.mia)
            _ = try await server.replica.write(command: "rename") {
                try $0.members.rename(server.mia, to: "<b>\"Mia\" & 'co'")
            }
            let answer = try await TestBrowser(server, provider).finish()
            #expect(answer.status == 200 && answer.header("content-type") == "text/html; charset=utf-8")
            let policy = try #require(answer.header("content-security-policy"))
            #expect(policy.hasPrefix("default-src 'none'; style-src 'self';"))
            let page = text(answer)
            #expect(page.contains("&lt;b&gt;&quot;Mia&quot; &amp; &#39;co&#39; (Berg)") && !page.contains("<b>"))
            var names: Set<String> = []
            for match in page.matches(of: /href="https:\/\/home\.example\/join#([a-z2-7]{32})"/) {
                names.insert(try await server.join(String(match.1)).json["member"]?["name"]?.stringValue ?? "")
            }
            #expect(names == ["<b>\"Mia\" & 'co'", "Tom"])
        }
    }

    @Test("Navigation from the provider's site or a link is accepted; other cross-site requests are not")
    func sites() async throws {
        try await TestProvider.serving { server, provider in
            let browser = try await TestBrowser(server, provider)
            let (code, state) = try provider.signIn(at: browser.location)
            let path = "\(ProviderClient.callbackPath)?code=\(OAuthParameters.encoded(code))&state=\(state)"
            let headers = ["Cookie": browser.cookie, "Sec-Fetch-Site": "cross-site"]
            let image = try await server.client.send(
                "GET", path, headers: headers.merging(["Sec-Fetch-Mode": "no-cors"]) { $1 })
            #expect(image.status == 403)
            let posted = try await server.client.send("POST", path, headers: ["Cookie": browser.cookie], body: [])
            #expect([404, 405].contains(posted.status))
            let opened = try await server.client.send(
                "GET", path, headers: headers.merging(["Sec-Fetch-Mode": "navigate"]) { $1 })
            #expect(opened.status == 303)
        }
    }

    @Test("A network may begin ten sign-ins, and is then rate-limited")
    func limit() async throws {
        try await TestProvider.serving { server, provider in
            for _ in 0..<10 { _ = try await TestBrowser(server, provider) }
            // On a slow machine, another sign-in may be allowed by now.
            var answer = try await server.client.send("GET", "/sign-in/oidc")
            for _ in 0..<20 where answer.status == 303 { answer = try await server.client.send("GET", "/sign-in/oidc") }
            #expect(answer.status == 429 && answer.header("retry-after") != nil && answer.header("set-cookie") == nil)
            let other = try await server.client.send("GET", "/sign-in/oidc", headers: ["X-Forwarded-For": "192.0.2.7"])
            #expect(other.status == 303)
        }
    }

    @Test("Without a provider, its routes are not found")
    func off() async throws {
        try await TestServer.with { server in
            for path in ["/sign-in/oidc", "/sign-in/oidc/callback?code=a&state=b"] {
                let answer = try await server.client.send("GET", path)
                #expect(answer.status == 404)
            }
        }
    }

    @Test("The log contains no codes, states, secrets or addresses")
    func log() async throws {
        try await TestProvider.serving { server, provider in
            let browser = try await TestBrowser(server, provider)
            let (code, state) = try provider.signIn(at: browser.location)
            let link = try #require(
                try await browser.comeBack([("code", code), ("state", state)]).header("location"))
            provider.behaviour.withLock { $0.claims["email"] = "eve@example.org" }
            _ = try await TestBrowser(server, provider).finish()
            let log = server.log.all.joined(separator: "\n")
            #expect(log.contains("303 GET /sign-in/oidc/callback ") && log.contains("no member has the address"))
            let secret = browser.cookie.split(separator: "=")[1]
            for word in [code, state, String(secret), "s/ecret", "@example", String(link.suffix(32))] {
                #expect(!log.contains(word))
            }
        }
    }
}
