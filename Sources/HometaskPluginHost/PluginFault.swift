// SPDX-License-Identifier: Apache-2.0

import HometaskPluginProtocol

/// A fault of a plugin. After three in a row, the plugin is suspended until it is enabled again.
public struct PluginFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a plugin's fault, as far as the host can tell.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The program could not be started.
        case start
        /// It supports no protocol version that the host supports.
        case version
        /// It sent nothing for longer than its limit.
        case hang
        /// It sent more than its limit.
        case flood
        /// It ended before it had answered.
        case crash
        /// It sent an invalid message, or an invalid answer.
        case garbage
        /// It answered a request twice.
        case answeredTwice = "answered-twice"
        /// It left processes behind.
        case leftProcesses = "left-processes"
        /// It did not end when asked to.
        case ignoredTermination = "ignored-termination"
        /// It requested or proposed something that was not granted.
        case forbidden
        /// It reported an internal error.
        case internalFault = "internal-fault"
    }

    /// The kind of the fault.
    public let kind: Kind
    /// The event, as a phrase to follow the plugin's name: `sent nothing for 500 ms`.
    public let message: String

    /// Creates a fault; the message follows the plugin's name.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message, without the kind.
    public var description: String { message }
}
