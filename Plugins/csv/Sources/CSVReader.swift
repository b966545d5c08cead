// SPDX-License-Identifier: Apache-2.0

/// Reads lines of cells: RFC 4180, and the ways in which programs depart from it.
///
/// Lines end in CR, LF or both. A quote within a cell that does not begin with one is a quote, and what follows a
/// closing quote belongs to the cell. Empty lines are skipped. Each byte is looked at once.
struct CSVReader {
    /// A line of the table.
    struct Record {
        /// The line of the file in which it begins, from 1.
        let line: Int
        /// The texts of its cells, without the quotes around them; at least one.
        let cells: [String]
        /// Whether the file ends within quotes.
        let isCutOff: Bool
    }

    let separator: Separator
    private let bytes: [UInt8]
    private var place: Int
    private var line = 1

    /// A reader of a file.
    ///
    /// - Parameter separator: what separates cells; nil to take the one that the first line has most of.
    init(_ text: String, separator: Separator? = nil) {
        bytes = Array(text.utf8)
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // A first line such as 'sep=;' is for spreadsheets, and no part of the table.
        if let named = Self.named(bytes[place...]) {
            self.separator = separator ?? named.separator
            place += named.length
            line += 1
        } else {
            self.separator = separator ?? Self.detected(bytes[place...])
        }
    }

    /// The next line of the table; nil at the end.
    mutating func next() -> Record? {
        while place < bytes.count {
            if takeLineEnd() { continue }
            return record()
        }
        return nil
    }

    private mutating func record() -> Record {
        let first = line
        var cells: [String] = []
        while true {
            let (cell, isCutOff) = cell()
            cells.append(cell)
            if isCutOff { return Record(line: first, cells: cells, isCutOff: true) }
            if place < bytes.count, bytes[place] == separator.rawValue {
                place += 1
                continue
            }
            _ = takeLineEnd()
            return Record(line: first, cells: cells, isCutOff: false)
        }
    }

    /// The cell that begins here; what ends it is left.
    private mutating func cell() -> (text: String, isCutOff: Bool) {
        var cell: [UInt8] = []
        if place < bytes.count, bytes[place] == 0x22 {
            place += 1
            guard takeQuoted(into: &cell) else { return (String(decoding: cell, as: UTF8.self), true) }
        }
        let start = place
        while place < bytes.count, bytes[place] != separator.rawValue, bytes[place] != 0x0A, bytes[place] != 0x0D {
            place += 1
        }
        cell += bytes[start..<place]
        return (String(decoding: cell, as: UTF8.self), false)
    }

    /// Takes what stands within quotes, and the closing one; false if that is missing.
    private mutating func takeQuoted(into cell: inout [UInt8]) -> Bool {
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 0x22 {
                place += 1
                guard place < bytes.count, bytes[place] == 0x22 else { return true }
                cell.append(byte)
                place += 1
            } else if takeLineEnd(into: &cell) {
                continue
            } else {
                cell.append(byte)
                place += 1
            }
        }
        return false
    }

    private mutating func takeLineEnd() -> Bool {
        var ignored: [UInt8] = []
        return takeLineEnd(into: &ignored)
    }

    private mutating func takeLineEnd(into cell: inout [UInt8]) -> Bool {
        guard bytes[place...].first == 0x0A || bytes[place...].first == 0x0D else { return false }
        let length = bytes[place...].starts(with: [0x0D, 0x0A]) ? 2 : 1
        cell += bytes[place..<(place + length)]
        place += length
        line += 1
        return true
    }

    private static func named(_ bytes: ArraySlice<UInt8>) -> (separator: Separator, length: Int)? {
        guard bytes.starts(with: "sep=".utf8),
            let separator = bytes.dropFirst(4).first.flatMap(Separator.init(rawValue:))
        else { return nil }
        let rest = bytes.dropFirst(5)
        if rest.starts(with: [0x0D, 0x0A]) { return (separator, 7) }
        return rest.first == 0x0A || rest.first == 0x0D ? (separator, 6) : nil
    }

    /// The separator of which the first line that is not empty has most outside of quotes.
    private static func detected(_ bytes: ArraySlice<UInt8>) -> Separator {
        var counts: [Separator: Int] = [:]
        var isQuoted = false
        // What stands before: a quote opens a cell at its beginning, and one behind a closing quote is doubled.
        var before: UInt8 = Separator.comma.rawValue
        for byte in bytes.drop(while: { $0 == 0x0A || $0 == 0x0D }) {
            let opens = before == 0x22 || Separator(rawValue: before) != nil
            if byte == 0x22, isQuoted || opens { isQuoted.toggle() }
            before = byte
            if isQuoted { continue }
            if byte == 0x0A || byte == 0x0D { break }
            if let separator = Separator(rawValue: byte) { counts[separator, default: 0] += 1 }
        }
        // Of equal ones the first of all cases, so that the same file is always read in the same way.
        return Separator.allCases.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .comma
    }
}
