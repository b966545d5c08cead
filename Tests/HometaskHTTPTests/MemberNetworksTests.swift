// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Testing

@testable import HometaskHTTP

@Suite("The networks that members are known to use")
struct MemberNetworksTests {
    private static func serving(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.with {
            ($0.address, $0.isBehindProxy) = (ServerAddress("https://home.example"), true)
        } body: {
            try await body($0)
        }
    }

    @Test("However much fails elsewhere, a member signs in from a network of a phone, or of a sign-in, of that member")
    func known() async throws {
        try await Self.serving { server in
            let (mia, tom) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            let (wrong, right) = (try await mia.addPasskey(), try await mia.addPasskey())
            wrong.handle = "AA"
            for (phone, address) in [(mia, "198.51.100.1"), (tom, "198.51.100.2")] {
                #expect(try await phone.send("GET", headers: ["X-Forwarded-For": address]).status == 200)
            }
            #expect(try await server.client.signIn(with: right, from: "198.51.100.3").status == 200)
            // Ten, and a few more where the tests are slow, since one is free every minute.
            var statuses: [Int] = []
            while statuses.last != 429, statuses.count < 20 {
                let address = "192.0.2.\(statuses.count)"
                statuses.append(try await server.client.signIn(with: wrong, from: address).status)
            }
            #expect(statuses.last == 429)
            #expect(try await server.client.signIn(with: right, from: "198.51.100.2").status == 429)
            #expect(try await server.client.signIn(with: right, from: "198.51.100.1").status == 200)
            #expect(try await server.client.signIn(with: right, from: "198.51.100.3").status == 200)
        }
    }

    @Test("Sign-ins that are right do not count, from however many networks")
    func right() async throws {
        try await Self.serving { server in
            let passkey = try await server.phone(of: server.mia).addPasskey()
            for network in 0..<20 {
                #expect(try await server.client.signIn(with: passkey, from: "192.0.2.\(network)").status == 200)
            }
        }
    }

    @Test("What a known network fails is bounded for it alone, and counts against the member nowhere else")
    func failures() async throws {
        try await Self.serving { server in
            let mia = try await server.phone(of: server.mia)
            let (wrong, right) = (try await mia.addPasskey(), try await mia.addPasskey())
            wrong.handle = "AA"
            #expect(try await mia.send("GET", headers: ["X-Forwarded-For": "198.51.100.1"]).status == 200)
            var statuses: [Int] = []
            while statuses.last != 429, statuses.count < 20 {
                // The options come from elsewhere, so that only failures are counted.
                let headers = ["X-Forwarded-For": "192.0.2.\(statuses.count)"]
                let options = try await server.client.send("POST", "/api/sign-in/passkey/options", headers: headers)
                let known = ["X-Forwarded-For": "198.51.100.1"]
                statuses.append(try await server.client.signIn(wrong.assertion(options.json), known).status)
            }
            #expect(statuses.prefix(10).allSatisfy { $0 == 403 } && statuses.last == 429, "\(statuses)")
            #expect(try await server.client.signIn(with: right, from: "203.0.113.1").status == 200)
        }
    }

    @Test("Of each member the networks are kept that were used last")
    func bound() {
        let networks = MemberNetworks()
        var random = SystemRandomNumberGenerator()
        let (family, mia, tom) = (
            DocumentID.random(using: &random), DocumentID.random(using: &random), DocumentID.random(using: &random)
        )
        let names = (0..<MemberNetworks.most).map { "\($0)" }
        for name in names + ["0"] { networks.note(name, of: mia, in: family) }
        networks.note("new", of: mia, in: family)
        networks.note("other", of: tom, in: family)
        let kept = (names + ["new", "other"]).filter { networks.contains($0, of: mia, in: family) }
        #expect(kept == names.filter { $0 != "1" } + ["new"])
        #expect(!networks.contains("other", of: tom, in: tom))
        #expect(networks.contains("other", of: tom, in: family) && !networks.contains("0", of: tom, in: family))
    }
}
