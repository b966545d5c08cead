// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginProtocol

/// A section of `Protocol.md`, the specification of the plugin protocol.
public enum ProtocolRule: String, Hashable, Sendable, CaseIterable {
    case messages = "Messages"
    case conversation = "The conversation"
    case hostRequests = "Requests from the host"
    case pluginMessages = "Messages from the plugin"
    case changes = "Changes"
    case errors = "Errors"
    case manifest = "plugin.json"
    case sandbox = "Sandbox and limits"

    /// The name of the section, for messages.
    public var words: String { "the protocol's section “\(rawValue)”" }

    /// Returns the section that an error violates; nil if unknown.
    static func broken(by error: any Error) -> ProtocolRule? {
        switch error {
        case let error as ConformanceFailure: error.rule
        case is ReplicaError: .changes
        case is RPCError: .errors
        case let fault as PluginFault:
            switch fault.kind {
            case .version, .hang, .ignoredTermination, .leftProcesses, .crash: .conversation
            case .garbage, .answeredTwice, .flood: .messages
            case .forbidden: .changes
            case .internalFault: .errors
            case .start: .manifest
            }
        default: nil
        }
    }
}
