// SPDX-License-Identifier: Apache-2.0

/// The progress of an exchange.
public struct TransportProgress: Hashable, Sendable {
    /// Called with the progress while objects are transferred, on a thread of the transport.
    public typealias Handler = @Sendable (TransportProgress) -> Void

    /// The current step, as named by git, such as `Receiving objects`.
    public let phase: String
    /// The amount that is done.
    public let done: Int
    /// The total amount; a correct remote never reports less than done.
    public let total: Int

    /// Creates the progress of a step.
    public init(phase: String, done: Int, total: Int) {
        self.phase = phase
        self.done = done
        self.total = total
    }
}
