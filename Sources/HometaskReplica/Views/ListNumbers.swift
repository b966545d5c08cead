// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The small numbers by which people name tasks on this device: a task keeps its number until it is done.
///
/// Kept as lines of equal length, line n holding the id that has number n, so that one number is found without reading
/// the others.
public struct ListNumbers: Sendable {
    /// The name under which a replica keeps them.
    public static let localName = "numbers"

    private var lines: [UInt8]
    private static let lineLength = 37

    /// The numbers as they were kept; damaged ones are dropped, since a list gives new ones.
    public init(_ bytes: [UInt8]?) {
        lines = bytes.flatMap { $0.count % Self.lineLength == 0 ? $0 : nil } ?? []
    }

    /// What to keep.
    public var bytes: [UInt8] { lines }

    /// The task with a number.
    public func id(of number: Int) -> DocumentID? {
        guard number >= 1, number <= lines.count / Self.lineLength else { return nil }
        let start = (number - 1) * Self.lineLength
        return DocumentID(String(decoding: lines[start..<start + Self.lineLength - 1], as: UTF8.self))
    }

    /// The number of a task; nil where it has none.
    public func number(of task: DocumentID) -> Int? { number(of: task.description) }

    /// The first number whose line holds a text of the length of an id.
    private func number(of text: String) -> Int? {
        let wanted = Array(text.utf8)
        return lines.withUnsafeBufferPointer { lines in
            for number in 0..<(lines.count / Self.lineLength) {
                let line = lines[(number * Self.lineLength)...]
                if line.starts(with: wanted) { return number + 1 }
            }
            return nil
        }
    }

    /// Gives a task the smallest free number, if it has none yet. All others keep theirs, and are not looked at.
    ///
    /// - Returns: its number, and whether it is new.
    public mutating func give(_ task: DocumentID) -> (number: Int, isNew: Bool) {
        if let number = number(of: task) { return (number, false) }
        let line = Array("\(task)\n".utf8)
        guard let free = number(of: Self.blank) else {
            lines += line
            return (lines.count / Self.lineLength, true)
        }
        lines.replaceSubrange((free - 1) * Self.lineLength..<free * Self.lineLength, with: line)
        return (free, true)
    }

    /// What stands in the line of a number that is free.
    private static let blank = String(repeating: "-", count: lineLength - 1)

    /// The numbers by task.
    public var numbers: [DocumentID: Int] {
        var numbers: [DocumentID: Int] = [:]
        for number in 1..<(lines.count / Self.lineLength + 1) {
            if let id = id(of: number) { numbers[id] = number }
        }
        return numbers
    }

    /// Gives the smallest free numbers to tasks that have none, in their order, after freeing those of tasks that
    /// neither `keeps` nor the tasks name.
    ///
    /// - Returns: whether anything changed.
    public mutating func assign(_ tasks: [DocumentID], keeping keeps: (DocumentID) -> Bool) -> Bool {
        var slots = (0..<lines.count / Self.lineLength).map { id(of: $0 + 1) }
        let wanted = Set(tasks)
        for (index, id) in slots.enumerated() {
            if let id, !wanted.contains(id), !keeps(id) { slots[index] = nil }
        }
        let numbered = Set(slots.compactMap { $0 })
        var free = 0
        for task in tasks where !numbered.contains(task) {
            while free < slots.count, slots[free] != nil { free += 1 }
            if free < slots.count { slots[free] = task } else { slots.append(task) }
        }
        while let last = slots.last, last == nil { slots.removeLast() }
        let new = Array(slots.map { ($0?.description ?? Self.blank) + "\n" }.joined().utf8)
        defer { lines = new }
        return new != lines
    }
}
