// SPDX-License-Identifier: Apache-2.0

/// On which lines of a text in JSON the elements of a list begin, so that what is wrong with one can be named by its
/// line.
public struct ElementLines {
    private var lines: [Int] = []

    /// The lines of the elements of a list: of the whole text, or of a member of the object that the text is.
    ///
    /// The text is one that was found to be JSON; of any other no line is known, or a wrong one.
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
    /// The text that was read last, which may be the name of a member.
    private var name: ArraySlice<UInt8> = []
    /// Whether the list is open, and whether its next value is an element.
    private var isInList = false
    private var isElementNext = false

    init(_ text: String, member: String?) {
        bytes = Array(text.utf8)
        self.member = member.map { Array($0.utf8) }
    }

    /// How deep the list's elements are.
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

    /// Blanks, and what ends a list that is empty.
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
