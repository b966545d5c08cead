// SPDX-License-Identifier: Apache-2.0

/// The author or committer of a commit, with the time.
public struct Signature: Hashable, Sendable {
    /// The name, without `<`, `>`, line ends and NUL.
    public let name: String
    /// The email address, cleaned like the name.
    public let email: String
    /// Seconds since 1970-01-01 00:00 UTC.
    public let seconds: Int64
    /// The local time's offset from UTC in minutes, positive to the east, at most a day either way.
    public let offsetMinutes: Int

    /// Creates a signature. Removes characters from the name and the address that a commit cannot contain, as git does.
    public init(name: String, email: String, seconds: Int64, offsetMinutes: Int = 0) {
        self.name = Self.cleaned(name)
        self.email = Self.cleaned(email)
        self.seconds = max(0, seconds)
        self.offsetMinutes = min(max(offsetMinutes, -1439), 1439)
    }

    /// The form in a commit: `name <email> seconds +hhmm`.
    var line: String {
        let offset = abs(offsetMinutes)
        let zone = (offsetMinutes < 0 ? "-" : "+") + Self.twoDigits(offset / 60) + Self.twoDigits(offset % 60)
        return "\(name) <\(email)> \(seconds) \(zone)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Cleans a name or an address for use in a commit: git allows no angle brackets and line ends in it, and no white
    /// space or punctuation at its ends. Empty if nothing is left.
    public static func cleaned(_ text: String) -> String {
        let kept = text.utf8.filter { byte in
            byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\n") && byte != 0
        }
        guard let first = kept.firstIndex(where: { !isCrud($0) }), let last = kept.lastIndex(where: { !isCrud($0) })
        else { return "" }
        return String(decoding: kept[first...last], as: UTF8.self)
    }

    private static func isCrud(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...32: true
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "\""),
            UInt8(ascii: "\\"), UInt8(ascii: "'"):
            true
        default: false
        }
    }
}
