// SPDX-License-Identifier: Apache-2.0

/// Checks whether a text is visible.
public enum VisibleText {
    /// Whether a text contains a character other than white space, control characters and characters that are invisible
    /// by default (`Default_Ignorable_Code_Point` of the Unicode Character Database), such as a zero-width space.
    public static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            if scalar.value < 0x80 { return scalar.value > 0x20 && scalar.value != 0x7F }
            let properties = scalar.properties
            if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
            // U+2800 is a cell of braille without dots.
            return ![.control, .format, .nonspacingMark, .enclosingMark].contains(properties.generalCategory)
                && scalar.value != 0x2800
        }
    }
}
