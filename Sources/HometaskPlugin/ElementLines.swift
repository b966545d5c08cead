// SPDX-License-Identifier: Apache-2.0

/// The lines on which the elements of a list in a JSON text begin, so that an error in an element can be reported with
/// its line.
public struct ElementLines {
    private var lines: [Int] = []

    /// Finds the lines of a list's elements. The list is the whole text, or a member of the object that the text
    /// contains.
    ///
    /// The text must be valid JSON; for other texts the lines are missing or wrong.
    public init(of text: String, in member: String? = nil) {
        var scan = Scan(text, member: member)
        lines = scan.run()
    }

    /// The line on which an element begins, from 1; nil if there is no element with that index.
    public subscript(index: Int) -> Int? { lines.indices.contains(index) ? lines[index] : nil }
}

/// One pass over the bytes.
private struct Scan {
    private let bytes: [UInt8]
    private let member: [UInt8]?
    private var place = 0
    private var line = 1
    private var depth = 0
    /// The string read last, possibly the name of a member.
    private var name: ArraySlice<UInt8> = []
    /// Whether the list has begun; the next property tells whether the next value is an element of it.
    private var isInList = false
    private var isElementNext = false

    init(_ text: String, member: String?) {
        bytes = Array(text.utf8)
        self.member = member.map { Array($0.utf8) }
    }

    /// The nesting depth of the list's elements.
    private var level: Int { member == nil ? 1 : 2 }

    mutating func run() -> [Int] {
        var lines: [Int] = []
        while place < bytes.count {
            let byte = bytes[place]
            if isElementNext, !Self.isBetween(byte) {
                lines.append(line)
                isElementNext = false
            }
            switch byte {
            case 0x0A: line += 1
            case UInt8(ascii: "\""): skipText()
            case UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if isInList, depth < level { return lines }
            case UInt8(ascii: ",") where isInList && depth == level: isElementNext = true
            default: break
            }
            place += 1
        }
        return lines
    }

    /// White space, or the end of an empty list.
    private static func isBetween(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "]") }

    private mutating func open(_ byte: UInt8) {
        depth += 1
        guard !isInList, byte == UInt8(ascii: "["), depth == level, member == nil || name.elementsEqual(member ?? [])
        else { return }
        (isInList, isElementNext) = (true, true)
    }

    private mutating func skipText() {
        let start = place + 1
        place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] == 0x0A { line += 1 }
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1 { name = bytes[min(start, bytes.count)..<min(place, bytes.count)] }
    }
}
