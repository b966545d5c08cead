// SPDX-License-Identifier: Apache-2.0

/// A diff between two lists of lines: which lines stayed, and which were edited, cut or added.
///
/// The algorithm is part of the format, because every replica must derive the same edit from the same two texts. The
/// common head and tail are trimmed. The middle is matched by a longest common subsequence: equal lines match;
/// otherwise the old side advances if `length[i + 1][j] >= length[i][j + 1]`, else the new side. If the table would
/// exceed four million cells, the middle counts as unmatched. In a gap, lines are paired in order as edits, and the
/// remaining ones are cut or added.
struct LineDiff {
    enum Step: Hashable {
        /// The old line stayed.
        case keep(old: Int, new: Int)
        /// The old line became the new one.
        case edit(old: Int, new: Int)
        /// The old line is gone.
        case cut(old: Int)
        /// The new line has no old counterpart.
        case add(new: Int)
    }

    static let largestTable = 4_000_000

    static func steps<Line: Hashable>(from old: [Line], to new: [Line]) -> [Step] {
        var numbers: [Line: Int32] = [:]
        let numbered = { (line: Line) -> Int32 in
            if let number = numbers[line] { return number }
            let number = Int32(truncatingIfNeeded: numbers.count)
            numbers[line] = number
            return number
        }
        return steps(between: old.map(numbered), and: new.map(numbered))
    }

    /// Returns the steps between two texts whose lines are represented by numbers, for fast comparison.
    private static func steps(between old: [Int32], and new: [Int32]) -> [Step] {
        var head = 0
        while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < min(old.count, new.count) - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
            tail += 1
        }
        var steps = (0..<head).map { Step.keep(old: $0, new: $0) }
        let oldMiddle = head..<(old.count - tail)
        let newMiddle = head..<(new.count - tail)
        var oldStart = oldMiddle.lowerBound
        var newStart = newMiddle.lowerBound
        for match in matches(old, in: oldMiddle, with: new, in: newMiddle) {
            steps += gap(oldStart..<match.old, newStart..<match.new)
            steps.append(.keep(old: match.old, new: match.new))
            (oldStart, newStart) = (match.old + 1, match.new + 1)
        }
        steps += gap(oldStart..<oldMiddle.upperBound, newStart..<newMiddle.upperBound)
        steps += (0..<tail).map { Step.keep(old: old.count - tail + $0, new: new.count - tail + $0) }
        return steps
    }

    private static func gap(_ old: Range<Int>, _ new: Range<Int>) -> [Step] {
        let paired = min(old.count, new.count)
        return (0..<paired).map { .edit(old: old.lowerBound + $0, new: new.lowerBound + $0) }
            + old.dropFirst(paired).map { .cut(old: $0) } + new.dropFirst(paired).map { .add(new: $0) }
    }

    private static func matches(
        _ old: [Int32], in oldRange: Range<Int>, with new: [Int32], in newRange: Range<Int>
    ) -> [(old: Int, new: Int)] {
        let (rows, columns) = (oldRange.count, newRange.count)
        guard rows > 0, columns > 0, (rows + 1) * (columns + 1) <= largestTable else { return [] }
        let width = columns + 1
        var length = [Int32](repeating: 0, count: (rows + 1) * width)
        for i in stride(from: rows - 1, through: 0, by: -1) {
            for j in stride(from: columns - 1, through: 0, by: -1) {
                length[i * width + j] =
                    old[oldRange.lowerBound + i] == new[newRange.lowerBound + j]
                    ? length[(i + 1) * width + j + 1] + 1
                    : max(length[(i + 1) * width + j], length[i * width + j + 1])
            }
        }
        var found: [(old: Int, new: Int)] = []
        var (i, j) = (0, 0)
        while i < rows, j < columns {
            if old[oldRange.lowerBound + i] == new[newRange.lowerBound + j] {
                found.append((oldRange.lowerBound + i, newRange.lowerBound + j))
                (i, j) = (i + 1, j + 1)
            } else if length[(i + 1) * width + j] >= length[i * width + j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return found
    }
}
