// SPDX-License-Identifier: Apache-2.0

/// The answer of a push service to a message.
public enum PushOutcome: Hashable, Sendable {
    /// It will deliver the message.
    case taken
    /// The subscription has ended: the phone's browser or the push service has ended it.
    case ended
    /// It refuses this message, and others for `pause` seconds; nil if it names no pause.
    case refused(status: Int, pause: Int?)

    /// The maximum pause in seconds: a day.
    public static let longestPause = 86_400

    /// Reads an answer (RFC 8030, sections 5 and 7.3).
    ///
    /// - Parameters:
    ///   - status: its status.
    ///   - retryAfter: its field `Retry-After` (RFC 9110, section 10.2.3); nil if it has none. Only a number of seconds
    ///     is supported, which is what push services send, not a date.
    public init(status: Int, retryAfter: String? = nil) {
        switch status {
        case 200..<300: self = .taken
        case 404, 410: self = .ended
        default: self = .refused(status: status, pause: retryAfter.flatMap(Self.seconds))
        }
    }

    private static func seconds(_ text: String) -> Int? {
        let digits = text.utf8
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? longestPause, longestPause)
    }
}
