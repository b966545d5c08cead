// SPDX-License-Identifier: Apache-2.0

/// The widths of the columns of a table; a column with the width 0 is not shown.
struct ColumnLayout {
    static let gap = 2
    /// The minimum width of a column; truncated text would be unreadable in a narrower one.
    private static let least = 3
    private(set) var widths: [Int]

    /// - Parameters:
    ///   - natural: the width that each column needs; 0 for an empty column.
    ///   - columns: the columns, as many as `natural` has.
    ///   - width: the width of the terminal.
    init(natural: [Int], columns: [Column], width: Int) {
        widths = natural.map { min($0, Self.least) }
        while excess(over: width) > 0, shown > 1, let last = widths.lastIndex(where: { $0 > 0 }) { widths[last] = 0 }
        widths = zip(widths, natural).map { $0 == 0 ? 0 : min($1, max(width, 0)) }
        level(to: width) { columns[$0].shrinks ? columns[$0].minimum : Int.max }
        level(to: width) { columns[$0].minimum }
        level(to: width) { _ in Self.least }
    }

    /// Makes the widest column above its floor narrower, one column of the terminal at a time, so that wide columns end
    /// up with equal widths.
    private mutating func level(to width: Int, floor: (Int) -> Int) {
        for _ in 0..<max(excess(over: width), 0) {
            let candidates = widths.indices.filter { widths[$0] > floor($0) }
            guard let widest = candidates.max(by: { widths[$0] <= widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    private var shown: Int { widths.count { $0 > 0 } }

    private func excess(over width: Int) -> Int {
        widths.reduce(0, +) + Self.gap * max(shown - 1, 0) - width
    }
}
