// SPDX-License-Identifier: Apache-2.0

/// Keeps spreadsheets from taking a cell of comma-separated values for a formula, which could fetch and send things.
///
/// OWASP ("CSV Injection") names the characters that begin a formula: `=`, `+`, `-`, `@`, tab, CR and LF, and the forms
/// of the signs in full width; its ASVS (1.2.10) adds NUL. A cell that begins with one gets an apostrophe before it,
/// which spreadsheets take for the mark of a text. Blanks and what cannot be seen do not hide the sign, since some
/// programs drop them; and a cell that begins with apostrophes and then such a sign gets one more, so that exactly the
/// cells that got one begin so, and reading can take it off again.
public enum FormulaGuard {
    /// The text with an apostrophe in front if a spreadsheet would take it for a formula.
    public static func defused(_ text: String) -> String { isRisky(text.unicodeScalars[...]) ? "'" + text : text }

    /// The text of a cell that ``defused(_:)`` made.
    public static func restored(_ cell: String) -> String {
        // By scalars: an apostrophe with an accent behind it is another character.
        let rest = cell.unicodeScalars.dropFirst()
        return cell.unicodeScalars.first == "'" && isRisky(rest) ? String(rest) : cell
    }

    private static func isRisky(_ scalars: Substring.UnicodeScalarView) -> Bool {
        for scalar in scalars {
            if signs.contains(scalar) { return true }
            guard scalar == "'" || isUnseen(scalar) else { return false }
        }
        return false
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || [.format, .control].contains(scalar.properties.generalCategory)
    }

    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\0",
        // In full width, in small forms, and the sign of minus itself.
        "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}", "\u{FE6B}", "\u{2212}",
    ]
}
