// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension PasskeyRegistration {
    /// Reads a `RegistrationResponseJSON`.
    ///
    /// - Throws: ``PasskeyFault`` (`malformed`).
    public init(_ json: JSONObject) throws(PasskeyFault) {
        let response = PasskeyResponse(json)
        self.init(
            clientData: try ClientData(response.bytes("clientDataJSON")),
            authenticatorData: try AuthenticatorData(response.bytes("authenticatorData")))
    }
}
