// SPDX-License-Identifier: Apache-2.0

/// What stands between two cells of a line.
enum Separator: UInt8, CaseIterable {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09

    /// A separator from its name or the character itself.
    init?(_ text: String) {
        switch text.lowercased() {
        case "comma", ",": self = .comma
        case "semicolon", ";": self = .semicolon
        case "tab", "\t", "\\t": self = .tab
        default: return nil
        }
    }

    /// The separator as text: one character.
    var text: String { String(Unicode.Scalar(rawValue)) }
}
