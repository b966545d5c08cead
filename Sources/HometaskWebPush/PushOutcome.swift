// SPDX-License-Identifier: Apache-2.0

/// What a push service answers to a message.
public enum PushOutcome: Hashable, Sendable {
    /// It will deliver the message.
    case taken
    /// The subscription has ended: the phone's browser has given it up, or the push service has.
    case ended
    /// It does not take this message now.
    case refused(status: Int)

    /// Reads the status of an answer (RFC 8030, sections 5 and 7.3).
    public init(status: Int) {
        switch status {
        case 200..<300: self = .taken
        case 404, 410: self = .ended
        default: self = .refused(status: status)
        }
    }
}
