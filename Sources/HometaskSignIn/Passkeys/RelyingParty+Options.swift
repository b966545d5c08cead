// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Options for a browser in the JSON forms of Web Authentication Level 3, sections 5.1.8 and 5.1.9.
extension RelyingParty {
    /// The lifetime of a challenge in milliseconds, for the member `timeout`.
    private static let timeout = JSON.number(JSONNumber(Int(PasskeyChallenge.lifetime) * 1000))

    /// Returns the creation options of a passkey: ES256, discoverable, with user verification.
    ///
    /// - Parameters:
    ///   - challenge: a new challenge, begun for the phone on which the passkey is to be added.
    ///   - member: the owner of the passkey; its user handle is derived from this id and the family's.
    ///   - name: the member's name, which the browser shows.
    ///   - family: the id and the name of the family.
    ///   - known: the member's passkeys; an authenticator that already has one of them does not create another.
    public func creationOptions(
        _ challenge: PasskeyChallenge, for member: DocumentID, named name: String,
        of family: (id: DocumentID, name: String), besides known: [Passkey]
    ) -> JSONObject {
        let handle = Base64.urlSafe.encoded(Passkey.handle(of: member, in: family.id))
        return [
            "attestation": "none",
            "authenticatorSelection": [
                "requireResidentKey": true, "residentKey": "required", "userVerification": "required",
            ],
            "challenge": .string(challenge.text),
            "excludeCredentials": .array(
                known.map { ["id": .string(Base64.urlSafe.encoded($0.credential)), "type": "public-key"] }),
            "pubKeyCredParams": [["alg": -7, "type": "public-key"]],
            "rp": ["id": .string(id), "name": .string(family.name)],
            "timeout": Self.timeout,
            "user": ["displayName": .string(name), "id": .string(handle), "name": .string(name)],
        ]
    }

    /// Returns the request options, which accept any passkey for this server.
    public func requestOptions(_ challenge: PasskeyChallenge) -> JSONObject {
        [
            "challenge": .string(challenge.text), "rpId": .string(id), "timeout": Self.timeout,
            "userVerification": "required",
        ]
    }
}
