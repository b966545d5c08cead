// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The lines of a text while the steps of an edit are applied to them, from top to bottom.
struct LineCursor {
    private(set) var lines: [Position: Siblings]
    /// The original lines below the last step.
    private var below: ArraySlice<Position>
    /// The line of the last step.
    private var left: Position?

    init(_ lines: [Position: Siblings]) {
        self.lines = lines
        below = lines.keys.sorted()[...]
    }

    /// Moves the cursor to a line.
    mutating func moveTo(_ place: Position?) {
        if let place { left = place }
    }

    /// Writes at a position, over the writes in an extent. If the line no longer exists, it becomes a new line.
    mutating func replace(_ place: Position?, _ extent: Extent, by write: Write) {
        guard let place, let siblings = lines[place] else { return add(write) }
        lines[place] = siblings.replacing(extent, by: write)
        left = place
    }

    /// Removes the writes of one value from a line, except some events. Other values stay.
    mutating func cut(_ place: Position?, _ value: JSON, sparing spared: Set<Dot>) {
        guard let place, let siblings = lines[place] else { return }
        let rest = siblings.writes.filter { $0.value != value || spared.contains($0.dot) }
        lines[place] = rest.isEmpty ? nil : Siblings(rest)
    }

    /// Adds a line after the last step.
    mutating func add(_ write: Write) {
        while let first = below.first, let left, first <= left { below.removeFirst() }
        let place = Position.between(left, below.first, dot: write.dot)
        lines[place] = Siblings(write)
        left = place
    }
}
