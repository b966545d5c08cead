// SPDX-License-Identifier: Apache-2.0

/// Numbers as bars of block characters, exact to an eighth of a column (Unicode, Block Elements: U+2588 to U+258F).
public enum Bar {
    /// A bar that says how much a value is of the most there is.
    ///
    /// - Parameters:
    ///   - value: the number; nothing is drawn of one that is not above 0, and an eighth of a column at least of
    ///     others.
    ///   - most: the number that fills all columns.
    ///   - columns: how long the longest bar may be.
    public static func text(_ value: Int, of most: Int, columns: Int) -> String {
        guard value > 0, most > 0, columns > 0 else { return "" }
        let part = min(Double(value) / Double(most), 1)
        let eighths = max(Int((part * Double(columns * 8)).rounded()), 1)
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }

    private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
