// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The pending sign-ins, kept in memory: after a server restart, people start over.
///
/// Space is bounded: at capacity, the oldest sign-in is dropped.
public struct PendingSignIns: Sendable {
    /// The open sign-ins, keyed by state.
    private var open: OpenRequests<Secret, PendingSignIn>

    /// - Parameter capacity: the maximum number of sign-ins that are kept.
    public init(capacity: Int = 1000) { open = OpenRequests(capacity: capacity) }

    /// Begins a sign-in.
    ///
    /// - Parameters:
    ///   - now: the current time, from which the sign-in's lifetime is counted.
    ///   - generator: the source of secrets; it must be unpredictable.
    public mutating func begin(at now: Timestamp, using generator: inout some RandomNumberGenerator) -> PendingSignIn {
        let new = PendingSignIn(at: now, using: &generator)
        open.begin(new, as: new.state, at: now, until: new.expires)
        return new
    }

    /// Ends a sign-in, whose state is valid only once, even if the wrong browser presents it.
    ///
    /// - Parameters:
    ///   - state: the state in the callback.
    ///   - browser: the value of the browser's cookie.
    ///   - now: the current time; a sign-in whose lifetime is over is rejected.
    /// - Throws: ``ProviderFault`` (`unexpected`) if the sign-in was never begun, has ended, has expired, or belongs to
    ///   another browser.
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
