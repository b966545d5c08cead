// SPDX-License-Identifier: Apache-2.0

/// A new passkey of a phone, as its browser hands it over.
///
/// The authenticator's make is irrelevant (attestation "none"), so only its own data counts: the id and the key of the
/// passkey come from there, not from copies that the page sends.
public struct PasskeyRegistration: Sendable {
    /// The client data of the browser.
    public let clientData: ClientData
    private let authenticatorData: AuthenticatorData

    /// Creates a registration from `clientDataJSON` and `getAuthenticatorData()` of a browser.
    public init(clientData: ClientData, authenticatorData: AuthenticatorData) {
        (self.clientData, self.authenticatorData) = (clientData, authenticatorData)
    }

    /// The passkey, if it was made for this server by its page (Web Authentication Level 3, section 7.1).
    ///
    /// - Throws: ``PasskeyFault``.
    func credential(at party: RelyingParty) throws(PasskeyFault) -> (made: AttestedCredential, counter: Int64) {
        try clientData.check(.registration, at: party)
        try authenticatorData.check(at: party)
        guard let made = authenticatorData.credential else {
            throw PasskeyFault(.malformed, "the authenticator data has no passkey in it")
        }
        return (made, authenticatorData.counter)
    }
}
