// SPDX-License-Identifier: Apache-2.0

/// A phone's new passkey, as registered by the browser.
///
/// The authenticator's make is irrelevant (attestation "none"). The id and the key of the passkey are taken from the
/// authenticator data, not from the copies that the page sends.
public struct PasskeyRegistration: Sendable {
    /// The client data of the browser.
    public let clientData: ClientData
    private let authenticatorData: AuthenticatorData

    /// Creates a registration from a browser's `clientDataJSON` and `getAuthenticatorData()`.
    public init(clientData: ClientData, authenticatorData: AuthenticatorData) {
        (self.clientData, self.authenticatorData) = (clientData, authenticatorData)
    }

    /// Returns the passkey after checking that it was made for this server by its own page (Web Authentication Level 3,
    /// section 7.1).
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
