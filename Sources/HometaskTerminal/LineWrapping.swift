// SPDX-License-Identifier: Apache-2.0

/// Greedy line breaking by grapheme clusters. Unicode allows clusters that are wider than any line (a letter and emoji
/// modifiers that do not apply to it); only these are cut.
struct LineWrapping {
    let columns: Int
    private var lines: [String] = []
    private var line: [(character: Character, columns: Int, isBlank: Bool)] = []
    private var used = 0
    /// The number of characters in `line` before the last position where a break is allowed; 0 if there is no such
    /// position.
    private var breakCount = 0

    init(columns: Int) {
        self.columns = columns
    }

    /// - Parameter keepsTogether: whether the line must not break at the character even if it is a space.
    mutating func add(_ character: Character, keepsTogether: Bool = false) {
        let width = character.columns
        if width > columns { return character.pieces.forEach { add($0) } }
        let isBlank = character == " " && !keepsTogether
        while !isBlank, !line.isEmpty, used + width > columns { breakLine(before: width) }
        if !isBlank, let last = line.last, last.isBlank || !keepsTogether && (last.columns >= 2 || width >= 2) {
            breakCount = line.count
        }
        line.append((character, width, isBlank))
        used += width
    }

    mutating func finished() -> [String] {
        if !line.isEmpty || lines.isEmpty { emit(line.count) }
        return lines
    }

    /// Emits the line up to the last position where a break is allowed; up to its end if a break is allowed there or
    /// nowhere else.
    private mutating func breakLine(before width: Int) {
        guard let last = line.last else { return }
        let endsAtOpportunity = last.isBlank || last.columns >= 2 || width >= 2
        emit(endsAtOpportunity || breakCount == 0 ? line.count : breakCount)
    }

    private mutating func emit(_ count: Int) {
        var kept = line[..<count]
        while kept.last?.isBlank ?? false { kept.removeLast() }
        lines.append(String(kept.map(\.character)))
        line.removeFirst(count)
        used = line.reduce(0) { $0 + $1.columns }
        breakCount = 0
    }
}
