// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The metadata of a provider (OpenID Connect Discovery 1.0, section 3).
public struct ProviderMetadata: Hashable, Sendable {
    /// The authorization endpoint, where people sign in.
    public let authorization: ProviderURL
    /// The token endpoint, where codes are exchanged.
    public let token: ProviderURL
    /// The userinfo endpoint; nil if there is none.
    public let person: ProviderURL?
    /// Whether the client secret is sent as HTTP Basic (`client_secret_basic`) rather than in the body.
    public let takesBasic: Bool
    /// Whether the provider's authorization responses name the issuer (RFC 9207, section 3).
    public let namesItself: Bool

    /// Parses the metadata of a provider.
    ///
    /// - Throws: ``ProviderFault`` (`untrusted`) if the metadata is incomplete or names another provider.
    public init(_ bytes: [UInt8], of issuer: ProviderURL) throws(ProviderFault) {
        guard let json: JSONObject = try? JSONObject.parse(bytes) else {
            throw Self.fault("the metadata is not an object in JSON")
        }
        // Section 4.3: the issuer must match byte-for-byte, so that no other provider can impersonate this one.
        guard let found = json["issuer"]?.stringValue, found.utf8.elementsEqual(issuer.text.utf8) else {
            throw Self.fault("the metadata has another ‘issuer’ than \(issuer): they should be the very same text")
        }
        func url(_ name: String) throws(ProviderFault) -> ProviderURL {
            guard let url = json[ExactString(name)]?.stringValue.flatMap({ ProviderURL($0) }),
                issuer.isLoopback || !url.isLoopback
            else { throw Self.fault("the metadata has no ‘\(name)’ that is a URL with HTTPS") }
            return url
        }
        authorization = try url("authorization_endpoint")
        token = try url("token_endpoint")
        person = json["userinfo_endpoint"] == nil ? nil : try url("userinfo_endpoint")
        let methods = json["token_endpoint_auth_methods_supported"]?.arrayValue?.compactMap(\.stringValue)
        takesBasic = methods?.contains("client_secret_basic") ?? true
        guard takesBasic || methods?.contains("client_secret_post") == true else {
            throw Self.fault("the provider takes neither ‘client_secret_basic’ nor ‘client_secret_post’")
        }
        namesItself = json["authorization_response_iss_parameter_supported"]?.boolValue ?? false
    }

    private static func fault(_ message: String) -> ProviderFault { ProviderFault(.untrusted, message) }
}
