// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskDocuments
import HometaskHashing

@testable import HometaskSignIn

/// An authenticator with one passkey, in a browser controlled by the test.
struct TestAuthenticator {
    static let party = RelyingParty(origin: "https://home.example")
    private static let flagsOfUse: UInt8 = 0x05
    private static let flagsOfCreation: UInt8 = 0x45

    var id = [UInt8](repeating: 7, count: 16)
    var key: P256Key
    var counter: UInt32 = 0
    var handle: [UInt8] = []
    /// The claimed origin, which tests forge, like `host` and `flags`.
    var origin = "https://home.example"
    var host = "home.example"
    var flags: UInt8?
    /// Further members of the client data.
    var more: [(String, JSON)] = []
    var extensions: [UInt8] = []

    init() {
        var generator = SystemRandomNumberGenerator()
        key = .random(using: &generator)
        id = (0..<16).map { _ in .random(in: .min ... .max, using: &generator) }
    }

    func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        var members: JSONObject = [
            "type": .string(type), "challenge": .string(challenge), "origin": .string(origin),
            "crossOrigin": .bool(false),
        ]
        for (name, value) in more { members[ExactString(name)] = value }
        return members.compactBytes()
    }

    /// The authenticator data up to the credential.
    private func head(_ flags: UInt8) -> [UInt8] {
        let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) }
        return SHA256.digest(Array(host.utf8)) + [self.flags ?? flags | (extensions.isEmpty ? 0 : 0x80)] + count
    }

    /// The authenticator data of a new passkey, in CTAP2's format.
    var creation: [UInt8] {
        let (x, y) = (key.point[1..<33], key.point[33...])
        let length = [UInt8(id.count >> 8), UInt8(id.count & 0xFF)]
        let cose: [UInt8] = [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + x + [0x22, 0x58, 32] + y
        return head(Self.flagsOfCreation) + [UInt8](repeating: 0xAA, count: 16) + length + id + cose + extensions
    }

    func registration(_ challenge: String = "any", type: String = "webauthn.create") throws -> PasskeyRegistration {
        PasskeyRegistration(
            clientData: try ClientData(clientData(type, challenge)),
            authenticatorData: try AuthenticatorData(creation))
    }

    /// An assertion; `change` may alter the signed data and the signature.
    func assertion(
        _ challenge: String = "any", type: String = "webauthn.get",
        change: (_ client: inout [UInt8], _ data: inout [UInt8], _ signature: inout [UInt8]) -> Void = { _, _, _ in }
    ) throws -> PasskeyAssertion {
        var client = clientData(type, challenge)
        var data = head(Self.flagsOfUse) + extensions
        var signature = Self.der(key.signature(of: data + SHA256.digest(client)) ?? [])
        change(&client, &data, &signature)
        return PasskeyAssertion(
            credential: id, clientData: try ClientData(client), authenticatorData: try AuthenticatorData(data),
            signature: signature, userHandle: handle)
    }

    /// Two numbers of 32 bytes as an `Ecdsa-Sig-Value` in DER.
    static func der(_ numbers: [UInt8]) -> [UInt8] {
        let parts = [numbers.prefix(32), numbers.dropFirst(32)].flatMap { number -> [UInt8] in
            let short = Array(number.drop { $0 == 0 })
            let bytes = short.first.map { $0 < 0x80 } ?? false ? short : [0] + short
            return [0x02, UInt8(bytes.count)] + bytes
        }
        return [0x30, UInt8(parts.count)] + parts
    }
}
