// SPDX-License-Identifier: Apache-2.0

/// The character between two cells of a row of CSV.
public enum CSVSeparator: UInt8, CaseIterable, Sendable {
    /// A comma, as RFC 4180 has it.
    case comma = 0x2C
    /// A semicolon, which spreadsheets use where the comma is the decimal mark.
    case semicolon = 0x3B
    /// A horizontal tab, as in tab-separated values.
    case tab = 0x09

    /// Creates a separator from its name (`comma`, `semicolon`, `tab`) or from the character itself.
    public init?(_ text: String) {
        switch text.lowercased() {
        case "comma", ",": self = .comma
        case "semicolon", ";": self = .semicolon
        case "tab", "\t", "\\t": self = .tab
        default: return nil
        }
    }

    /// The separator as a one-character string.
    public var text: String { String(Unicode.Scalar(rawValue)) }
}
