// SPDX-License-Identifier: Apache-2.0

/// An email address (RFC 5322, section 3.4.1), optionally with a name: `me@example.org`, `Mia <me@example.org>`.
///
/// Only the plain form of the standard is accepted: before the `@`, dot-separated words of RFC 5322's `atext`
/// characters, and after it a domain of letters, digits and hyphens. An address is therefore unambiguous.
struct MailAddress: Hashable {
    /// The address without the name: `me@example.org`.
    let address: String
    /// The name; empty if there is none.
    let name: String

    init?(_ text: String) {
        var address = text[...]
        var name = ""
        if text.hasSuffix(">"), let start = text.lastIndex(of: "<") {
            address = text[text.index(after: start)...].dropLast()
            let words = text[..<start].split(whereSeparator: \.isWhitespace).joined(separator: " ")
            name =
                words.hasPrefix("\"") && words.hasSuffix("\"") && words.count > 1
                ? String(words.dropFirst().dropLast()) : words
        }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isLocal(parts[0]), Self.isDomain(parts[1]), address.utf8.count <= 254 else {
            return nil
        }
        self.address = String(address)
        self.name = name
    }

    /// The address as the value of a header field.
    var field: String { name.isEmpty ? address : "\(MailText.phrase(name)) <\(address)>" }

    private static let atom = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~".utf8)

    private static func isLocal(_ text: Substring) -> Bool {
        let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 64 && !text.hasPrefix("-")
            && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(atom.contains) }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
