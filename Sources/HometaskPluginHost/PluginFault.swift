// SPDX-License-Identifier: Apache-2.0

import HometaskPluginProtocol

/// A fault of a plugin. After three in a row, the plugin is suspended until it is enabled again.
public struct PluginFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a plugin's fault, as far as the host can tell.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The program could not be started.
        case start
        /// The plugin supports no protocol version that the host supports.
        case version
        /// The plugin sent nothing within the time limit.
        case hang
        /// The plugin sent more than its limit.
        case flood
        /// The plugin ended before it had answered.
        case crash
        /// The plugin sent an invalid message or answer.
        case garbage
        /// The plugin answered a request twice.
        case answeredTwice = "answered-twice"
        /// The plugin left processes behind.
        case leftProcesses = "left-processes"
        /// The plugin did not end when asked to.
        case ignoredTermination = "ignored-termination"
        /// The plugin requested or proposed something that was not granted.
        case forbidden
        /// The plugin reported an internal error.
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
