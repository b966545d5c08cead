// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginProtocol

/// A section of `Protocol.md`, the text that says what holds between a host and a plugin.
public enum ProtocolRule: String, Hashable, Sendable, CaseIterable {
    case messages = "Messages"
    case conversation = "The conversation"
    case asked = "What the host asks"
    case told = "What the plugin asks and tells"
    case changes = "Changes"
    case errors = "Errors"
    case manifest = "plugin.json"
    case holding = "What holds a plugin"

    /// Where it stands, in words.
    public var words: String { "the protocol's section “\(rawValue)”" }

    /// The section that says why something is wrong; nil where the error alone does not tell.
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
