// SPDX-License-Identifier: Apache-2.0

/// Why something over D-Bus did not work.
public enum DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no bus, or it does not take this process.
    case connection(String)
    /// Nobody answered in time.
    case timeout
    /// What came is not a message of D-Bus, or another than was expected.
    case malformed(String)
    /// Somebody answered with an error: its name and its words.
    case remote(name: String, message: String)

    /// In words, without a full stop.
    public var description: String {
        switch self {
        case .connection(let reason): reason
        case .timeout: "there was no answer in time"
        case .malformed(let reason): "the answer cannot be read: \(reason)"
        case .remote(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        }
    }

    /// The name of the error that somebody answered with; nil for another error.
    public var name: String? {
        if case .remote(let name, _) = self { name } else { nil }
    }
}
