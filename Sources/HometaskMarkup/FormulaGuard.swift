// SPDX-License-Identifier: Apache-2.0

/// Prevents spreadsheets from interpreting a cell of comma-separated values as a formula, which could fetch and send
/// data.
///
/// OWASP ("CSV Injection") lists the characters that begin a formula: `=`, `+`, `-`, `@`, tab, CR and LF, and the
/// full-width forms of the signs; its ASVS (1.2.10) adds NUL. A cell that begins with one of them gets a leading
/// apostrophe, which marks a text in spreadsheets. Spaces and invisible characters before the sign are ignored in this
/// check, since some programs remove them. A cell that begins with apostrophes and then such a sign gets one more
/// apostrophe. Reading can therefore remove it from exactly the cells that begin in this way.
public enum FormulaGuard {
    /// The text, with a leading apostrophe if a spreadsheet would interpret it as a formula.
    public static func defused(_ text: String) -> String { isRisky(text.unicodeScalars[...]) ? "'" + text : text }

    /// The original text of a cell that ``defused(_:)`` returned.
    public static func restored(_ cell: String) -> String {
        // Compares scalars: an apostrophe followed by a combining accent is another character.
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
        // Full-width forms, small forms, and the minus sign itself.
        "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}", "\u{FE6B}", "\u{2212}",
    ]
}
