// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The sign-ins that browsers have begun, in memory: after a restart of the server, people start over.
///
/// Space is bounded: at capacity, the oldest is dropped.
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

    /// Ends a sign-in: its state is valid once, even from a wrong browser.
    ///
    /// - Parameters:
    ///   - state: the state in the callback.
    ///   - browser: the value of the browser's cookie.
    /// - Throws: ``ProviderFault`` (`unexpected`) if it was never begun, has ended, has expired, or is another
    ///   browser's.
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
