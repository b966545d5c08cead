// SPDX-License-Identifier: Apache-2.0

/// Bars of block characters that represent numbers, exact to an eighth of a column (Unicode, Block Elements: U+2588 to
/// U+258F).
public enum Bar {
    /// Returns a bar whose length shows a value in proportion to a maximum.
    ///
    /// - Parameters:
    ///   - value: the number. If it is not positive, the bar is empty; otherwise it takes at least an eighth of a
    ///     column.
    ///   - most: the number that fills all columns.
    ///   - columns: the length of the longest bar.
    public static func text(_ value: Int, of most: Int, columns: Int) -> String {
        guard value > 0, most > 0, columns > 0 else { return "" }
        let part = min(Double(value) / Double(most), 1)
        let eighths = max(Int((part * Double(columns * 8)).rounded()), 1)
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }

    private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
