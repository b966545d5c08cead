// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A provider's token response (OpenID Connect Core 1.0, section 3.1.3.3).
public struct TokenAnswer: Sendable {
    /// The ID token, which identifies the signed-in person.
    public let token: IDToken
    /// The bearer token for the userinfo endpoint (RFC 6750, section 2.1); nil if there is none.
    public let access: String?

    /// The maximum size of an access token in bytes.
    private static let longest = 8 << 10

    /// Parses a token response.
    ///
    /// - Throws: ``ProviderFault`` (`untrusted`) if the ID token is missing or malformed.
    public init(_ bytes: [UInt8]) throws(ProviderFault) {
        guard let json: JSONObject = try? JSONObject.parse(bytes), let text = json["id_token"]?.stringValue else {
            throw ProviderFault(.untrusted, "the answer has no ID token")
        }
        token = try IDToken(text)
        let access = json["access_token"]?.stringValue ?? ""
        let isToken = (1...Self.longest).contains(access.utf8.count) && access.utf8.allSatisfy(Self.isPart)
        let isBearer = json["token_type"]?.stringValue?.lowercased() == "bearer"
        self.access = isToken && isBearer ? access : nil
    }

    /// Returns whether a byte is permitted in a token (RFC 6750, section 2.1).
    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~+/=".utf8.contains(byte)
        }
    }
}
