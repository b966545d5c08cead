// SPDX-License-Identifier: Apache-2.0

/// Keeps spreadsheets from taking a name for a formula, which could fetch and send things: one that begins with a sign of
/// formulas gets an apostrophe before it, as the `csv` export has it (OWASP, "CSV Injection"; ASVS 1.2.10).
enum SpreadsheetCell {
    /// The text as a cell that is no formula.
    static func defused(_ text: String) -> String { isRisky(text) ? "'" + text : text }

    /// Blanks, apostrophes and what cannot be seen do not hide a sign: some programs drop them.
    private static func isRisky(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
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
