// SPDX-License-Identifier: Apache-2.0

/// A push service's response to a message.
public enum PushOutcome: Hashable, Sendable {
    /// The service accepted the message for delivery.
    case taken
    /// The subscription was ended by the phone's browser or the push service.
    case ended
    /// The service refuses this message, and further messages for `pause` seconds; nil if it requests no pause.
    case refused(status: Int, pause: Int?)

    /// The maximum pause in seconds: a day.
    public static let longestPause = 86_400

    /// Interprets a response (RFC 8030, sections 5 and 7.3).
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - retryAfter: the value of `Retry-After` (RFC 9110, section 10.2.3); nil if absent. Only a number of seconds,
    ///     which is what push services send, is supported, not a date.
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
