// SPDX-License-Identifier: Apache-2.0

/// How far an exchange has come.
public struct TransportProgress: Hashable, Sendable {
    /// Called with the progress while objects are transferred, on a thread of the transport.
    public typealias Handler = @Sendable (TransportProgress) -> Void

    /// What is being done, in git's words, such as `Receiving objects`.
    public let phase: String
    /// How much is done.
    public let done: Int
    /// Of how much; never less than done in a proper remote.
    public let total: Int

    /// A step with all its parts.
    public init(phase: String, done: Int, total: Int) {
        self.phase = phase
        self.done = done
        self.total = total
    }
}
