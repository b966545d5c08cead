// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskDocuments
import Testing

@testable import HometaskSignIn

@Suite("Passkeys, as values")
struct PasskeyTests {
    private let party: RelyingParty
    private var authenticator = TestAuthenticator()

    init() throws { party = try #require(TestAuthenticator.party) }

    private func expect(
        _ code: PasskeyFault.Code, sourceLocation: SourceLocation = #_sourceLocation, body: () throws -> Void
    ) {
        let error = #expect(throws: PasskeyFault.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
    }

    // MARK: The server

    @Test(
        "Passkeys require a host name, over HTTPS or on localhost",
        arguments: [
            ("https://home.example", "home.example"), ("https://home.example:8443", "home.example"),
            ("http://localhost:8420", "localhost"), ("http://localhost", "localhost"), ("https://nas", "nas"),
            ("http://home.example", nil), ("http://localhost.example", nil), ("https://127.0.0.1", nil),
            ("http://127.0.0.1:8420", nil), ("https://[::1]:8420", nil), ("https://192.0.2.1:1", nil),
            ("https://0x7f000001", nil), ("https://3232235777", nil), ("ftp://home.example", nil), ("https://", nil),
        ])
    func party(origin: String, id: String?) {
        let party = RelyingParty(origin: origin)
        #expect(party?.id == id && (party == nil || party?.origin == origin))
    }

    // MARK: Client data

    @Test("Client data must match its use and origin byte for byte, and come from no frame")
    mutating func clientData() throws {
        func check(_ change: (inout TestAuthenticator) -> Void, _ type: String = "webauthn.get") throws {
            var changed = authenticator
            change(&changed)
            try changed.assertion(type: type).check(at: party)
        }
        try check { _ in }
        try check { $0.more = [("other_keys_can_be_added_here", "yes"), ("extraData", ["a": 1])] }
        expect(.untrusted) { try check({ _ in }, "webauthn.create") }
        expect(.untrusted) { try check({ _ in }, "payment.get") }
        for origin in [
            "https://evil.example", "http://home.example", "https://home.example:8443", "https://home.example.",
            "https://home.example/", "https://sub.home.example", "https://HOME.example", "https://home.e\u{301}xample",
            "null", "",
        ] {
            expect(.untrusted) { try check { $0.origin = origin } }
        }
        expect(.untrusted) { try check { $0.more = [("crossOrigin", true)] } }
        expect(.untrusted) { try check { $0.more = [("crossOrigin", "false")] } }
        expect(.untrusted) { try check { $0.more = [("topOrigin", "https://home.example")] } }
        expect(.untrusted) { try check { $0.more = [("type", .null)] } }
        expect(.untrusted) { _ = try authenticator.registration(type: "webauthn.get").credential(at: party) }
    }

    @Test(
        "Malformed client data is refused",
        arguments: [
            "", "{}", "[]", "null", #"{"challenge":1}"#, #"{"challenge":"a","challenge":"b"}"#,
            "\u{FEFF}" + #"{"challenge":"a"}"#, #"{"challenge":"a"}x"#,
            #"{"challenge":"a","x":""# + String(repeating: "x", count: 5000) + #""}"#,
        ])
    func malformedClientData(text: String) {
        expect(.malformed) { _ = try ClientData(Array(text.utf8)) }
    }

    // MARK: Authenticator data

    @Test("User presence and verification are required, for this host; each flag and each byte is checked")
    mutating func authenticatorData() throws {
        func check(_ change: (inout TestAuthenticator) -> Void) throws {
            var changed = authenticator
            change(&changed)
            try changed.assertion().check(at: party)
        }
        // Present and verified; also if the passkey may be backed up, and is.
        for flags in [0x05, 0x0D, 0x1D] as [UInt8] { try check { $0.flags = flags } }
        for flags in [0x00, 0x01, 0x04, 0x0C, 0x15, 0x19] as [UInt8] {
            expect(.untrusted) { try check { $0.flags = flags } }
        }
        for host in ["evil.example", "example", "sub.home.example", "HOME.example", ""] {
            expect(.untrusted) { try check { $0.host = host } }
        }
        try check { $0.extensions = [0xA0] }
        expect(.malformed) { try check { ($0.extensions, $0.flags) = ([0xA0], 0x05) } }
        expect(.malformed) { try check { $0.flags = 0x85 } }
        expect(.malformed) { try check { $0.flags = 0x45 } }
        expect(.malformed) { try check { $0.extensions = [UInt8](repeating: 0, count: 5000) } }
        expect(.malformed) { _ = try AuthenticatorData([]) }
        expect(.malformed) { _ = try AuthenticatorData([UInt8](repeating: 0, count: 36)) }
        // The data of a new passkey does not prove that one was used.
        let data = try AuthenticatorData(authenticator.creation)
        let client = try ClientData(authenticator.clientData("webauthn.get", "any"))
        let mixed = PasskeyAssertion(
            credential: authenticator.id, clientData: client, authenticatorData: data, signature: [], userHandle: [])
        expect(.malformed) { try mixed.check(at: party) }
    }

    @Test("A new passkey is parsed with or without extensions, and refused if truncated anywhere")
    mutating func creation() throws {
        for extensions in [[], [0xA1, 0x6B]] as [[UInt8]] {
            authenticator.extensions = extensions
            authenticator.counter = 0x0102_0304
            let (made, counter) = try authenticator.registration().credential(at: party)
            #expect(made.id == authenticator.id && made.key.point == authenticator.key.point)
            #expect(counter == 0x0102_0304)
        }
        authenticator.extensions = []
        let whole = authenticator.creation
        for count in 0..<whole.count { expect(.malformed) { _ = try AuthenticatorData(Array(whole.prefix(count))) } }
        expect(.malformed) { _ = try AuthenticatorData(whole + [0]) }
        // Present and verified, but without a new credential.
        authenticator.flags = 0x05
        expect(.malformed) { _ = try authenticator.registration() }
        let use = PasskeyRegistration(
            clientData: try ClientData(authenticator.clientData("webauthn.create", "any")),
            authenticatorData: try AuthenticatorData(Array(whole[..<32]) + [0x05, 0, 0, 0, 0]))
        expect(.malformed) { _ = try use.credential(at: party) }
    }

    @Test(
        "The id of a credential has 16 to 1023 bytes",
        arguments: [(15, false), (16, true), (1023, true), (1024, false)])
    mutating func idLength(count: Int, isGood: Bool) throws {
        authenticator.id = [UInt8](repeating: 1, count: count)
        if isGood {
            #expect(try authenticator.registration().credential(at: party).made.id.count == count)
        } else {
            expect(.malformed) { _ = try authenticator.registration() }
        }
    }

    @Test("Every byte around the key's coordinates is checked, and the coordinates must be a point on the curve")
    func keys() throws {
        let whole = authenticator.creation
        let cose = whole.count - 77
        for place in Array(cose..<cose + 10) + Array(cose + 42..<cose + 45) {
            var other = whole
            other[place] ^= 1
            expect(.malformed) { _ = try AuthenticatorData(other) }
        }
        for place in [cose + 10, whole.count - 1] {
            var other = whole
            other[place] ^= 1
            expect(.malformed) { _ = try AuthenticatorData(other) }
        }
    }

    // MARK: Signatures

    @Test("An assertion is valid only unchanged, for its signing key and for its member")
    mutating func signatures() throws {
        authenticator.handle = [1, 2, 3]
        let key = try #require(P256PublicKey(point: authenticator.key.point))
        let other = try #require(P256PublicKey(point: TestAuthenticator().key.point))
        func check(_ assertion: PasskeyAssertion, by key: P256PublicKey, handle: [UInt8] = [1, 2, 3]) throws {
            try assertion.check(by: key, handle: handle, after: 0)
        }
        try check(authenticator.assertion(), by: key)
        expect(.unknown) { try check(authenticator.assertion(), by: other) }
        expect(.unknown) { try check(authenticator.assertion(), by: key, handle: [1, 2, 4]) }
        expect(.unknown) { try check(authenticator.assertion(), by: key, handle: []) }
        expect(.unknown) { try check(authenticator.assertion { _, _, signature in signature = [] }, by: key) }
        expect(.unknown) { try check(authenticator.assertion { _, data, _ in data[36] += 1 }, by: key) }
        expect(.unknown) { try check(authenticator.assertion { client, _, _ in client += [0x20] }, by: key) }
        let changed = try authenticator.assertion("one") { [authenticator] client, _, _ in
            client = authenticator.clientData("webauthn.get", "two")
        }
        expect(.unknown) { try check(changed, by: key) }
    }

    @Test("A counter that does not increase indicates a copy; a counter that stays zero is ignored")
    mutating func counters() throws {
        let key = try #require(P256PublicKey(point: authenticator.key.point))
        for (counter, before, isGood) in [
            (0, 0, true), (1, 0, true), (6, 5, true), (5, 5, false), (4, 5, false), (0, 5, false),
            (UInt32.max, Int64(UInt32.max) - 1, true), (1, Int64(UInt32.max), false),
        ] as [(UInt32, Int64, Bool)] {
            authenticator.counter = counter
            let assertion = try authenticator.assertion()
            if isGood {
                try assertion.check(by: key, handle: [], after: before)
            } else {
                expect(.unknown) { try assertion.check(by: key, handle: [], after: before) }
            }
        }
    }
}
