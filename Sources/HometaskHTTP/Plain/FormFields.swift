// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit

/// The fields of a form or a query (`application/x-www-form-urlencoded`, URL Standard 5).
///
/// A field may occur several times. Unlike a browser, the parser rejects invalid UTF-8: otherwise replacement
/// characters would be written into a task.
struct FormFields: Sendable {
    /// The maximum body size in bytes: enough for a long description with every byte percent-encoded.
    static let longest = 1 << 20
    /// The maximum number of fields: a checklist has at most 10,000 items, and each ticked item is a field.
    static let most = 12_000

    private var values: [String: [String]] = [:]

    /// Parses the fields of a body or a query.
    ///
    /// - Throws: ``ServerFault`` (400) if there are too many fields, or one is not UTF-8.
    init(_ bytes: some Collection<UInt8>) throws(ServerFault) {
        let fields = bytes.split(separator: UInt8(ascii: "&"))
        guard fields.count <= Self.most else {
            throw ServerFault(
                .badRequest, "form", message: "a form has at most \(Self.most) fields, and this one has more")
        }
        for field in fields {
            let halves = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(halves[0])
            values[name, default: []].append(halves.count == 2 ? try Self.decoded(halves[1]) : "")
        }
    }

    /// The first value of a field; nil if it is not in the form.
    subscript(name: String) -> String? { values[name]?.first }

    /// Returns all values of a field.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Returns the id in a field.
    ///
    /// - Throws: ``ServerFault`` (400) if the field has no valid id.
    func id(_ name: String) throws(ServerFault) -> DocumentID {
        guard let id = self[name].flatMap({ DocumentID($0) }) else { throw Self.expected(name, "an id") }
        return id
    }

    /// Returns the family version from which the form was generated.
    ///
    /// - Throws: ``ServerFault`` (400) if the field is not a version.
    func version() throws(ServerFault) -> String {
        let text = self["version"] ?? ""
        guard (40...64).contains(text.utf8.count), text.utf8.allSatisfy({ Self.digit($0) != nil }) else {
            throw Self.expected("version", "the version that the form was shown with, in hexadecimal digits")
        }
        return text
    }

    static func expected(_ name: String, _ what: String) -> ServerFault {
        ServerFault(
            .badRequest, "form", message: "the field ‘\(name)’ of the form should be \(what): open the page again")
    }

    private static func decoded(_ bytes: some Collection<UInt8>) throws(ServerFault) -> String {
        let bytes = Array(bytes)
        var found: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count, let high = digit(bytes[place + 1]),
                let low = digit(bytes[place + 2])
            {
                found.append(high << 4 | low)
                place += 3
            } else {
                found.append(bytes[place] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[place])
                place += 1
            }
        }
        guard let text = String(validating: found, as: UTF8.self) else {
            throw ServerFault(.badRequest, "form", message: "a field of the form is not UTF-8")
        }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Percent-encodes a string as a field value in a URL: every byte except letters and digits becomes `%XX`.
    static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += byte < 16 ? "%0" : "%"
                encoded += String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
