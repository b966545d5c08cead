// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskHashing

/// A browser's client data for a passkey ceremony, whose digest the authenticator signs (Web Authentication Level 3,
/// section 5.8.1).
public struct ClientData: Hashable, Sendable {
    /// The ceremony: registration or sign-in.
    enum Use: String {
        case registration = "webauthn.create"
        case signIn = "webauthn.get"
    }

    private let bytes: [UInt8]
    private let members: JSONObject
    /// The answered challenge, as ``PasskeyChallenge/text``; not verified yet.
    public let challenge: String

    private static let limits = JSONLimits(bytes: 4096, depth: 8)

    /// Parses the signed bytes of client data.
    ///
    /// - Throws: ``PasskeyFault`` (`malformed`).
    public init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard let members = try? JSON.parse(bytes, limits: Self.limits).objectValue,
            let challenge = members["challenge"]?.stringValue
        else { throw PasskeyFault(.malformed, "the client data is not an object in JSON with a challenge") }
        (self.bytes, self.members, self.challenge) = (bytes, members, challenge)
    }

    /// Checks that this server's page made the request (section 7.1, steps 7 to 11, or section 7.2, steps 10 to 14).
    ///
    /// - Throws: ``PasskeyFault`` (`untrusted`).
    func check(_ use: Use, at party: RelyingParty) throws(PasskeyFault) {
        guard has("type", use.rawValue) else {
            throw PasskeyFault(.untrusted, "the client data is for another use than \(use.rawValue)")
        }
        guard has("origin", party.origin) else {
            throw PasskeyFault(.untrusted, "a page of another origin than \(party.origin) has used the passkey")
        }
        // The page is never framed: frame-ancestors forbids it.
        guard [nil, .bool(false)].contains(members["crossOrigin"]), members["topOrigin"] == nil else {
            throw PasskeyFault(.untrusted, "the passkey was used in a frame of another site")
        }
    }

    /// Returns whether a member is a string with the same bytes: Swift's `==` treats `K` (U+212A) as equal to `K`.
    private func has(_ name: ExactString, _ value: String) -> Bool {
        members[name]?.stringValue?.utf8.elementsEqual(value.utf8) ?? false
    }

    /// The SHA-256 of the signed bytes.
    var digest: [UInt8] { SHA256.digest(bytes) }
}
