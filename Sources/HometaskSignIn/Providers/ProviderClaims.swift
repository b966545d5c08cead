// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A provider's claims about a signed-in person (OpenID Connect Core 1.0, section 5.1).
public struct ProviderClaims: Sendable {
    private let members: JSONObject

    init(_ members: JSONObject) { self.members = members }

    /// Whether the `email` claim is absent. Some providers return it only from the userinfo endpoint (section 5.4).
    public var lacksAddress: Bool { members["email"] == nil }

    /// Parses the claims from the userinfo endpoint (section 5.3.2).
    ///
    /// - Parameter answer: the response to a request with the access token that was issued with the ID token.
    /// - Throws: ``ProviderFault`` (`untrusted`) if the response is not about the same person.
    public func merging(userInfo answer: [UInt8]) throws(ProviderFault) -> ProviderClaims {
        guard let more: JSONObject = try? JSONObject.parse(answer) else {
            throw ProviderFault(.untrusted, "what the provider says about the person is not an object in JSON")
        }
        guard let subject = members["sub"]?.stringValue, let other = more["sub"]?.stringValue,
            subject.utf8.elementsEqual(other.utf8)
        else { throw ProviderFault(.untrusted, "the provider says something about another person") }
        return ProviderClaims(more)
    }

    /// Returns the email address, which the provider must have verified.
    ///
    /// - Throws: ``ProviderFault`` (`unconfirmed`) if there is no verified address.
    public func address() throws(ProviderFault) -> SignInAddress {
        // Only the value `true` counts: some providers accept any address, and send `false` or nothing.
        guard members["email_verified"]?.boolValue == true,
            let address = members["email"]?.stringValue.flatMap({ SignInAddress($0) })
        else { throw ProviderFault(.unconfirmed, "the provider has confirmed no e-mail address") }
        return address
    }
}
