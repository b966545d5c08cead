// SPDX-License-Identifier: Apache-2.0

public import HometaskWebPush

/// A transport for requests to push services.
public protocol PushTransport: Sendable {
    /// Sends a request, and returns its outcome.
    ///
    /// - Throws: the reason there is no response.
    func send(_ request: PushRequest) async throws(PushFault) -> PushOutcome
}

/// The reason a message could not be delivered to a push service.
public struct PushFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one sentence, without the address.
    public let description: String

    /// Creates a fault; the description must not contain the address of a phone's subscription.
    public init(_ description: String) { self.description = description }
}
