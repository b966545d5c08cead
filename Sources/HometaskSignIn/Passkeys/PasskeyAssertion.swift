// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments

/// An assertion from a browser: the proof of possession of a passkey.
public struct PasskeyAssertion: Sendable {
    /// The credential id that the browser claims was used.
    public let credential: [UInt8]
    /// The client data of the browser.
    public let clientData: ClientData
    let authenticatorData: AuthenticatorData
    private let signature: [UInt8]
    private let userHandle: [UInt8]

    /// Creates an assertion from a browser's response, with the signature in DER.
    public init(
        credential: [UInt8], clientData: ClientData, authenticatorData: AuthenticatorData, signature: [UInt8],
        userHandle: [UInt8]
    ) {
        (self.credential, self.clientData, self.authenticatorData) = (credential, clientData, authenticatorData)
        (self.signature, self.userHandle) = (signature, userHandle)
    }

    /// Checks that the assertion was made for this server by its own page (Web Authentication Level 3, section 7.2,
    /// steps 10 to 18), for any member.
    ///
    /// - Throws: ``PasskeyFault``.
    public func check(at party: RelyingParty) throws(PasskeyFault) {
        try clientData.check(.signIn, at: party)
        try authenticatorData.check(at: party)
        guard authenticatorData.credential == nil else {
            throw PasskeyFault(.malformed, "an assertion has the data of a new passkey")
        }
    }

    /// Checks the user handle, signature and counter (steps 6, 20, 21 and 22).
    ///
    /// - Parameters:
    ///   - handle: the user handle of the member whose passkey it is.
    ///   - counter: the signature counter at the last use of the passkey.
    /// - Throws: ``PasskeyFault`` (`unknown`).
    func check(by key: P256PublicKey, handle: [UInt8], after counter: Int64) throws(PasskeyFault) {
        guard userHandle == handle else { throw PasskeyFault(.unknown, "a passkey was shown for another member") }
        guard key.hasSigned(authenticatorData.bytes + clientData.digest, with: signature) else {
            throw PasskeyFault(.unknown, "a passkey was shown with a wrong signature")
        }
        let isCounted = authenticatorData.counter != 0 || counter != 0
        guard !isCounted || authenticatorData.counter > counter else {
            throw PasskeyFault(
                .unknown, "a passkey was refused, since its counter has gone back: there may be a copy of it")
        }
    }
}

extension PasskeyAssertion {
    /// Reads an `AuthenticationResponseJSON`.
    ///
    /// - Throws: ``PasskeyFault`` (`malformed`).
    public init(_ json: JSONObject) throws(PasskeyFault) {
        let response = PasskeyResponse(json)
        self.init(
            credential: try PasskeyResponse.bytes("id", of: json),
            clientData: try ClientData(response.bytes("clientDataJSON")),
            authenticatorData: try AuthenticatorData(response.bytes("authenticatorData")),
            signature: try response.bytes("signature"), userHandle: try response.bytes("userHandle"))
    }
}

/// A browser's response in the JSON forms of Web Authentication Level 3, sections 5.1.8 and 5.1.9. Unneeded members are
/// ignored.
struct PasskeyResponse {
    private let members: JSONObject

    init(_ json: JSONObject) { members = json["response"]?.objectValue ?? [:] }

    /// Decodes a base64url member; throws `malformed` if the member is missing or not valid base64url.
    func bytes(_ name: String) throws(PasskeyFault) -> [UInt8] { try Self.bytes(name, of: members) }

    static func bytes(_ name: String, of members: JSONObject) throws(PasskeyFault) -> [UInt8] {
        guard let bytes = members[ExactString(name)]?.stringValue.flatMap({ Base64.urlSafe.decoded($0) }) else {
            throw PasskeyFault(.malformed, "‘\(name)’ should be bytes in base64url")
        }
        return bytes
    }
}
