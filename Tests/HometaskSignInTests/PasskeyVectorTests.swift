// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import Testing

@testable import HometaskSignIn

/// The examples of Web Authentication Level 3, section 16, for the host `example.org`.
@Suite("Published examples of passkeys")
struct PasskeyVectorTests {
    /// Section 16.1.2, "ES256 Credential with No Attestation".
    private static let creation = """
        bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020\
        f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb6\
        4098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220
        """
    private static let use = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000"
    private static let client = """
        7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e55685158756c5455506f334a555854\
        3049393770767a7a59425039745a63685879617630314167222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267\
        222c2263726f73734f726967696e223a66616c73657d
        """
    private static let signature = """
        3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd\
        5d78c6e486013f937295ea13653e331e87
        """

    @Test("The passkey is parsed and its signature verifies, but without user verification it is refused")
    func example() throws {
        let party = try #require(RelyingParty(origin: "https://example.org"))
        let data = try AuthenticatorData(bytes(ofHex: Self.creation))
        let made = try #require(data.credential)
        #expect(made.id == bytes(ofHex: "f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4"))
        let client = try ClientData(bytes(ofHex: Self.client))
        #expect(client.challenge == "OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag")
        try client.check(.signIn, at: party)
        let assertion = PasskeyAssertion(
            credential: made.id, clientData: client, authenticatorData: try AuthenticatorData(bytes(ofHex: Self.use)),
            signature: bytes(ofHex: Self.signature), userHandle: [])
        try assertion.check(by: made.key, handle: [], after: 0)
        let error = #expect(throws: PasskeyFault.self) { try assertion.check(at: party) }
        #expect(error?.message == "the authenticator has not verified who was there")
    }
}
