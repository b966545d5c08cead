// SPDX-License-Identifier: Apache-2.0

/// A regular expression of the documents' own schemas, with an equivalent hand-written matcher.
enum KnownPattern: String, CaseIterable, Sendable {
    case notBlank = #"\S"#
    case control = #"[\u0000-\u001f\u007f-\u009f\u2028\u2029]"#
    case controlButTab = #"[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]"#
    case uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
    case time = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
    case date = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    case timeOfDay = "^[0-9]{2}:[0-9]{2}:[0-9]{2}$"
    case label = #"^[^\s+@#]\S*$"#
    case color = "^#[0-9a-f]{6}$"
    case gitID = "^[0-9a-f]{40}$"
    case sha256 = "^[0-9a-f]{64}$"
    case order = "^[0-9A-Za-z]+$"
    case email = #"^[^\s@<>]+@[^\s@<>]+$"#
    case zone = "^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$"
    case actor = "^[a-z][0-9a-z]{1,31}$"
    case mediaType = "^[a-z]+/[a-z0-9.+-]+$"
    case clock = "^[0-9]{2}:[0-9]{2}$"
    case length = "^P[0-9DHMSTW]+$"
    case reminder = "^(none|P[0-9DHMSTW]+|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)$"
    case pluginID = "^[0-9a-z][0-9a-z.-]*$"
    case plainName = "^[a-z][0-9a-z-]*$"
    case hexadecimal = "^[0-9a-f]*$"
    case base64 = "^[0-9A-Za-z+/=]+$"
    case sshKey = "^[0-9a-z@.-]+ [0-9A-Za-z+/=]+$"
    case sortOrder = "^-?[0-9A-Za-z][0-9A-Za-z._-]*(,-?[0-9A-Za-z][0-9A-Za-z._-]*)*$"

    /// A description of the matching strings, for error messages.
    var words: String {
        switch self {
        case .notBlank: "a text that is not blank"
        case .control, .controlButTab: "a text with a control character"
        case .uuid: "a UUID in lower case"
        case .time: "a time such as 2026-11-27T18:00:00Z"
        case .date: "a date such as 2026-11-27"
        case .timeOfDay: "a time of day such as 18:00:00"
        case .label: "a word without blanks that does not begin with +, @ or #"
        case .color: "a colour such as #3366cc"
        case .gitID: "40 hexadecimal digits in lower case"
        case .sha256: "64 hexadecimal digits in lower case"
        case .order: "letters and digits"
        case .email: "an e-mail address such as mia@example.org"
        case .zone: "the name of a time zone such as Europe/Amsterdam"
        case .actor: "an actor: a letter, then up to 31 letters or digits"
        case .mediaType: "a media type such as image/jpeg"
        case .clock: "a time of day such as 18:00"
        case .length: "a length of time such as P1D or PT30M"
        case .reminder: "a length of time such as PT30M, a time such as 2026-11-27T18:00:00Z, or none"
        case .pluginID: "lower-case letters, digits, dots and dashes"
        case .plainName: "a name of lower-case letters, digits and dashes"
        case .hexadecimal: "hexadecimal digits in lower case"
        case .base64: "base64"
        case .sshKey: "a public key such as ssh-ed25519 AAAA…"
        case .sortOrder: "names of fields such as due,-priority"
        }
    }

    /// Whether the pattern matches anywhere in the text.
    func matches(_ text: String) -> Bool {
        let bytes = text.utf8
        return switch self {
        case .notBlank: text.unicodeScalars.contains { !Self.isBlank($0) }
        case .control: text.unicodeScalars.contains { Self.isControl($0) }
        case .controlButTab: text.unicodeScalars.contains { Self.isControl($0) && $0 != "\t" }
        case .uuid: DocumentID(text) != nil
        case .time: Self.isShaped(bytes, as: "0000-00-00T00:00:00Z")
        case .date: Self.isShaped(bytes, as: "0000-00-00")
        case .timeOfDay: Self.isShaped(bytes, as: "00:00:00")
        case .label: Self.isLabel(text.unicodeScalars)
        case .color: bytes.count == 7 && text.utf8.first == 0x23 && bytes.dropFirst().allSatisfy(Self.isHex)
        case .gitID: bytes.count == 40 && bytes.allSatisfy(Self.isHex)
        case .sha256: bytes.count == 64 && bytes.allSatisfy(Self.isHex)
        case .order: !text.isEmpty && bytes.allSatisfy(Self.isLetterOrDigit)
        case .email: Self.isEmail(text.unicodeScalars)
        case .zone: Self.parts(of: bytes, at: 0x2F).allSatisfy { Self.isWord($0, with: "_+-") }
        case .actor:
            (2...32).contains(bytes.count) && Self.isLower(bytes.first ?? 0) && bytes.allSatisfy(Self.isActorByte)
        case .mediaType: Self.isMediaType(Self.parts(of: bytes, at: 0x2F))
        case .clock: Self.isShaped(bytes, as: "00:00")
        case .length: Self.isLength(bytes)
        case .reminder: text == "none" || Self.isLength(bytes) || Self.isShaped(bytes, as: "0000-00-00T00:00:00Z")
        case .pluginID: Self.isName(bytes, begins: Self.isActorByte, with: "-.")
        case .plainName: Self.isName(bytes, begins: Self.isLower, with: "-")
        case .hexadecimal: bytes.allSatisfy(Self.isHex)
        case .base64: Self.isBase64(bytes[...])
        case .sshKey: Self.isSSHKey(Self.parts(of: bytes, at: 0x20))
        case .sortOrder: Self.parts(of: bytes, at: 0x2C).allSatisfy(Self.isSortKey)
        }
    }
}

/// The character classes, and the matchers built from them.
extension KnownPattern {
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte) }
    private static func isActorByte(_ byte: UInt8) -> Bool { isLower(byte) || isDigit(byte) }
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLower(byte | 0x20) || isDigit(byte) }

    /// Whether a text has a digit wherever the shape has a zero, and the same character as the shape elsewhere.
    private static func isShaped(_ text: String.UTF8View, as shape: String) -> Bool {
        text.count == shape.utf8.count && zip(text, shape.utf8).allSatisfy { $1 == 0x30 ? isDigit($0) : $0 == $1 }
    }

    private static func isLabel(_ text: String.UnicodeScalarView) -> Bool {
        guard let first = text.first, first != "+", first != "@", first != "#" else { return false }
        return !text.contains { isBlank($0) }
    }

    private static func isBase64(_ text: Substring.UTF8View) -> Bool { isWord(text, with: "+/=") }

    private static func isSSHKey(_ parts: [Substring.UTF8View]) -> Bool {
        guard parts.count == 2, let type = parts.first, !type.isEmpty else { return false }
        return type.allSatisfy { isActorByte($0) || "@.-".utf8.contains($0) } && isBase64(parts[1])
    }

    private static func isEmail(_ text: String.UnicodeScalarView) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { !$0.isEmpty && !$0.contains { isBlank($0) || $0 == "<" || $0 == ">" } }
    }

    private static func parts(of text: String.UTF8View, at separator: UInt8) -> [Substring.UTF8View] {
        text.split(separator: separator, omittingEmptySubsequences: false)
    }

    /// Whether a text is non-empty and has only letters, digits and the given characters.
    private static func isWord(_ text: Substring.UTF8View, with others: String) -> Bool {
        !text.isEmpty && text.allSatisfy { isLetterOrDigit($0) || others.utf8.contains($0) }
    }

    /// A first byte of one class, and then bytes of actors and the given characters.
    private static func isName(
        _ text: String.UTF8View, begins isFirst: (UInt8) -> Bool, with others: String
    ) -> Bool {
        guard let first = text.first, isFirst(first) else { return false }
        return text.allSatisfy { isActorByte($0) || others.utf8.contains($0) }
    }

    private static func isMediaType(_ parts: [Substring.UTF8View]) -> Bool {
        parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(isLower)
            && !parts[1].isEmpty && parts[1].allSatisfy { isActorByte($0) || ".+-".utf8.contains($0) }
    }

    private static func isLength(_ text: String.UTF8View) -> Bool {
        text.count > 1 && text.first == UInt8(ascii: "P")
            && text.dropFirst().allSatisfy { isDigit($0) || "DHMSTW".utf8.contains($0) }
    }

    private static func isSortKey(_ text: Substring.UTF8View) -> Bool {
        let name = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard let first = name.first, isLetterOrDigit(first) else { return false }
        return isWord(name, with: "._-")
    }
}
