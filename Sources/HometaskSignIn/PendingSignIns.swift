// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The sign-ins that browsers have begun, in memory: after a restart of the server, people begin anew.
///
/// It takes bounded space. If more are begun than fit, the oldest is forgotten.
public struct PendingSignIns: Sendable {
    /// The sign-ins by their states.
    private var open: OpenRequests<Secret, PendingSignIn>

    /// - Parameter capacity: the largest number of sign-ins that are kept.
    public init(capacity: Int = 1000) { open = OpenRequests(capacity: capacity) }

    /// Begins a sign-in.
    ///
    /// - Parameter generator: must be unpredictable.
    public mutating func begin(at now: Timestamp, using generator: inout some RandomNumberGenerator) -> PendingSignIn {
        let new = PendingSignIn(at: now, using: &generator)
        open.begin(new, as: new.state, at: now, until: new.expires)
        return new
    }

    /// Ends a sign-in: it is good once, whether it is the right browser or not.
    ///
    /// - Parameters:
    ///   - state: what the request to come back names.
    ///   - browser: what the cookie of the browser has.
    /// - Throws: ``ProviderFault`` (`unexpected`) if it was never begun, was ended, is too old, or is another browser's.
    public mutating func end(
        _ state: Secret?, from browser: Secret?, at now: Timestamp
    ) throws(ProviderFault) -> PendingSignIn {
        guard let state, let found = open.end(state) else {
            throw ProviderFault(.unexpected, "a browser came back from the provider with a state that is not open")
        }
        guard found.expires > now else {
            throw ProviderFault(.unexpected, "a browser came back from the provider too late")
        }
        guard let browser, browser == found.browser else {
            throw ProviderFault(.unexpected, "another browser came back from the provider than was sent there")
        }
        return found
    }
}
