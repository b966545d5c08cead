// SPDX-License-Identifier: Apache-2.0

/// The form-encoded parameters of an OAuth request or response (RFC 6749, appendix B).
public struct OAuthParameters: Sendable {
    private let fields: [(name: [UInt8], value: String?)]

    /// Parses a query. Malformed values count as missing.
    public init(_ query: String) {
        fields = query.utf8.split(separator: UInt8(ascii: "&")).map { field in
            let halves = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count == 2 ? Self.decoded(halves[1]) : []
            return (Self.decoded(halves[0]) ?? [], value.flatMap { String(validating: $0, as: UTF8.self) })
        }
    }

    /// The value of a field; nil if the field is absent or repeated: parameters must not be repeated (RFC 6749, section
    /// 3.1), because two parsers could choose different values.
    public subscript(_ name: String) -> String? {
        let found = fields.filter { $0.name.elementsEqual(name.utf8) }
        return found.count == 1 ? found[0].value : nil
    }

    /// Returns whether there is a field with this name, even if its value is malformed.
    public func contains(_ name: String) -> Bool { fields.contains { $0.name.elementsEqual(name.utf8) } }

    /// Encodes fields as a query or a body.
    public static func encoded(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// Percent-encodes all bytes of a value except letters, digits and `-._~` (RFC 3986, section 2.3).
    public static func encoded(_ value: String) -> String {
        var text = ""
        for byte in value.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
