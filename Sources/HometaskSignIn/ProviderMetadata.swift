// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// What a provider says about itself (OpenID Connect Discovery 1.0, section 3).
public struct ProviderMetadata: Hashable, Sendable {
    /// Where people sign in.
    public let authorization: ProviderURL
    /// Where codes are exchanged.
    public let token: ProviderURL
    /// Where the provider can be asked about somebody; nil if nowhere.
    public let person: ProviderURL?
    /// Whether the client's secret is sent as HTTP Basic (`client_secret_basic`), and otherwise in the body.
    public let takesBasic: Bool
    /// Whether it names itself when it sends browsers back (RFC 9207, section 3).
    public let namesItself: Bool

    /// Reads the document of a provider.
    ///
    /// - Throws: ``ProviderFault`` (`untrusted`) if it is another provider's or lacks something.
    public init(_ bytes: [UInt8], of issuer: ProviderURL) throws(ProviderFault) {
        guard let json: JSONObject = try? JSONObject.parse(bytes) else {
            throw Self.fault("the metadata is not an object in JSON")
        }
        // Section 4.3: the very same text, so that no other provider can speak for this one.
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
