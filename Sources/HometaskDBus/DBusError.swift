// SPDX-License-Identifier: Apache-2.0

/// The reason why an operation on D-Bus failed.
public enum DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bus is missing or refuses this process, or the connection was closed.
    case connection(String)
    /// No answer arrived in time.
    case timeout
    /// The bytes are not a D-Bus message, or an answer does not have the expected values.
    case malformed(String)
    /// The answer to a call is an error with this name and message.
    case remote(name: String, message: String)

    /// The error as text, without a full stop.
    public var description: String {
        switch self {
        case .connection(let reason): reason
        case .timeout: "there was no answer in time"
        case .malformed(let reason): "the answer cannot be read: \(reason)"
        case .remote(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        }
    }

    /// The name of the error in an answer; nil for any other error.
    public var name: String? {
        if case .remote(let name, _) = self { name } else { nil }
    }
}
