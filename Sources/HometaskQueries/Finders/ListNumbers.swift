// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The short numbers by which users refer to tasks on this device. A task keeps its number until it is done.
///
/// Stored as lines of equal length, with the id for number n in line n, so that a number can be looked up without
/// reading the whole list.
public struct ListNumbers: Sendable {
    /// The name under which a replica stores the numbers.
    public static let localName = "numbers"

    private var lines: [UInt8]
    private static let lineLength = 37

    /// Reads stored numbers; damaged data is discarded, because the next list assigns new numbers.
    public init(_ bytes: [UInt8]?) {
        lines = bytes.flatMap { $0.count % Self.lineLength == 0 ? $0 : nil } ?? []
    }

    /// The bytes to store under ``localName``; ``init(_:)`` reads them.
    public var bytes: [UInt8] { lines }

    /// The number of lines, including free ones.
    public var count: Int { lines.count / Self.lineLength }

    /// Returns the task with a number; nil if the number is free.
    public func id(of number: Int) -> DocumentID? {
        guard number >= 1, number <= count else { return nil }
        return lines.withUnsafeBufferPointer { lines in
            DocumentID(utf8: UnsafeBufferPointer(rebasing: lines[range(of: number).dropLast()]))
        }
    }

    private func range(of number: Int) -> Range<Int> {
        (number - 1) * Self.lineLength..<number * Self.lineLength
    }

    /// Returns the numbers of the given tasks, where assigned. For all other ids, only the first digits are compared,
    /// so that the lookup takes milliseconds with a hundred thousand tasks.
    public func numbers(of tasks: some Sequence<DocumentID>) -> [DocumentID: Int] {
        let wanted = Set(tasks)
        let beginnings = Set(wanted.map { Self.beginning(of: Array($0.description.utf8), at: 0) })
        var numbers: [DocumentID: Int] = [:]
        for number in 1..<count + 1
        where beginnings.contains(Self.beginning(of: lines, at: (number - 1) * Self.lineLength)) {
            if let id = id(of: number), wanted.contains(id) { numbers[id] = number }
        }
        return numbers
    }

    private static func beginning(of line: [UInt8], at place: Int) -> UInt64 {
        line.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
    }

    /// The numbers by task.
    public var numbers: [DocumentID: Int] {
        var numbers: [DocumentID: Int] = [:]
        numbers.reserveCapacity(count)
        for number in 1..<count + 1 {
            if let id = id(of: number) { numbers[id] = number }
        }
        return numbers
    }

    /// Assigns the smallest free numbers, in order, to the tasks without a number.
    ///
    /// - Parameters:
    ///   - tasks: the tasks in the order in which they get numbers; those that have a number keep it.
    ///   - freed: the numbers to free first, except those of the given tasks.
    /// - Returns: whether anything changed.
    public mutating func assign(_ tasks: [DocumentID], freeing freed: [Int] = []) -> Bool {
        let known = numbers(of: tasks)
        let kept = Set(known.values)
        var hasChanged = false
        for number in freed where number >= 1 && number <= count && !kept.contains(number) {
            lines.replaceSubrange(range(of: number), with: Self.blank)
            hasChanged = true
        }
        var given = Set(known.keys)
        var free = 1
        for task in tasks where given.insert(task).inserted {
            while free <= count, lines[range(of: free).lowerBound] != Self.blank[0] { free += 1 }
            let line = Array("\(task)\n".utf8)
            if free > count { lines += line } else { lines.replaceSubrange(range(of: free), with: line) }
            hasChanged = true
        }
        while count > 0, lines[range(of: count).lowerBound] == Self.blank[0] {
            lines.removeLast(Self.lineLength)
        }
        return hasChanged
    }

    /// The line of a free number.
    private static let blank = Array((String(repeating: "-", count: lineLength - 1) + "\n").utf8)
}
