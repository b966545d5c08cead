// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Testing

@testable import HometaskHTTP

@Suite("Known networks of members")
struct MemberNetworksTests {
    private static func serving(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.with {
            ($0.address, $0.isBehindProxy) = (ServerAddress("https://home.example"), true)
        } body: {
            try await body($0)
        }
    }

    @Test("A member can sign in from a known network, of a phone or an earlier sign-in, despite failures elsewhere")
    func known() async throws {
        try await Self.serving { server in
            let (mia, tom) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            let (wrong, right) = (try await mia.addPasskey(), try await mia.addPasskey())
            wrong.handle = "AA"
            for (phone, address) in [(mia, "198.51.100.1"), (tom, "198.51.100.2")] {
                #expect(try await phone.send("GET", headers: ["X-Forwarded-For": address]).status == 200)
            }
            #expect(try await server.client.signIn(with: right, from: "198.51.100.3").status == 200)
            // Ten, plus a few on slow machines, since another is allowed every minute.
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

    @Test("Successful sign-ins are not limited, from any number of networks")
    func right() async throws {
        try await Self.serving { server in
            let passkey = try await server.phone(of: server.mia).addPasskey()
            for network in 0..<20 {
                #expect(try await server.client.signIn(with: passkey, from: "192.0.2.\(network)").status == 200)
            }
        }
    }

    @Test("Failures from a known network are limited there, and do not count against the member on other networks")
    func failures() async throws {
        try await Self.serving { server in
            let mia = try await server.phone(of: server.mia)
            let (wrong, right) = (try await mia.addPasskey(), try await mia.addPasskey())
            wrong.handle = "AA"
            #expect(try await mia.send("GET", headers: ["X-Forwarded-For": "198.51.100.1"]).status == 200)
            var statuses: [Int] = []
            while statuses.last != 429, statuses.count < 20 {
                // The options are requested from other networks, so that only failures count.
                let headers = ["X-Forwarded-For": "192.0.2.\(statuses.count)"]
                let options = try await server.client.send("POST", "/api/sign-in/passkey/options", headers: headers)
                let known = ["X-Forwarded-For": "198.51.100.1"]
                statuses.append(try await server.client.signIn(wrong.assertion(options.json), known).status)
            }
            #expect(statuses.prefix(10).allSatisfy { $0 == 403 } && statuses.last == 429, "\(statuses)")
            #expect(try await server.client.signIn(with: right, from: "203.0.113.1").status == 200)
        }
    }

    @Test("The most recently used networks of each member are kept")
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
