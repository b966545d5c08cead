// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

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
