// SPDX-License-Identifier: Apache-2.0

/// A canvas for dots and lines in braille patterns (Unicode, U+2800 to U+28FF). Each character has two columns and four
/// rows of dots.
public struct BrailleCanvas: Sendable {
    /// The width in characters.
    public let columns: Int
    /// The height in characters.
    public let rows: Int
    private var patterns: [UInt8]
    private var inks: [UInt8]

    /// Creates an empty canvas, at least one character wide and high.
    public init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        patterns = [UInt8](repeating: 0, count: self.columns * self.rows)
        inks = patterns
    }

    /// Sets a dot; a dot outside the canvas is ignored.
    ///
    /// - Parameter ink: a number that identifies what is drawn. A character has one colour: that of its dot with the
    ///   highest ink.
    public mutating func set(_ x: Int, _ y: Int, ink: UInt8 = 0) {
        guard x >= 0, y >= 0, x < 2 * columns, y < 4 * rows else { return }
        // The dots of a pattern are numbered down the left column, down the right one, then along the lowest row.
        let bits: [[UInt8]] = [[0, 1, 2, 6], [3, 4, 5, 7]]
        let place = y / 4 * columns + x / 2
        patterns[place] |= 1 << bits[x % 2][y % 4]
        inks[place] = max(inks[place], ink)
    }

    /// Draws a straight line. The cost depends only on the part of the line that is on the canvas.
    public mutating func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), ink: UInt8 = 0
    ) {
        guard let (start, end) = clipped(start, end) else { return }
        let steps = max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)
        for step in 0...Int(steps) {
            let share = steps == 0 ? 0 : Double(step) / steps
            set(
                Int((start.x + share * (end.x - start.x)).rounded(.down)),
                Int((start.y + share * (end.y - start.y)).rounded(.down)), ink: ink)
        }
    }

    /// Returns the part of a line that is on the canvas (Liang and Barsky, 1984); nil if there is none.
    private func clipped(
        _ start: (x: Double, y: Double), _ end: (x: Double, y: Double)
    ) -> ((x: Double, y: Double), (x: Double, y: Double))? {
        guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return nil }
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let sides = [
            (-dx, start.x), (dx, Double(2 * columns) - start.x), (-dy, start.y), (dy, Double(4 * rows) - start.y),
        ]
        var (first, last) = (0.0, 1.0)
        for (step, room) in sides {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                first = max(first, room / step)
            } else {
                last = min(last, room / step)
            }
        }
        guard first <= last else { return nil }
        return ((start.x + first * dx, start.y + first * dy), (start.x + last * dx, start.y + last * dy))
    }

    /// Returns the character in a cell, and the ink that determines its colour; nil if it has no dot.
    public func character(column: Int, row: Int) -> (character: Character, ink: UInt8)? {
        let place = row * columns + column
        guard patterns[place] != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(patterns[place])) else { return nil }
        return (Character(scalar), inks[place])
    }
}
