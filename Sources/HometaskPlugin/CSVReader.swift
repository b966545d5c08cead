// SPDX-License-Identifier: Apache-2.0

/// A reader of CSV (RFC 4180) that tolerates the deviations of common programs.
///
/// A byte order mark at the beginning is skipped. A row ends with CR, LF or CRLF; empty lines are skipped. In an
/// unquoted cell, a quotation mark is an ordinary character. Text after a closing quotation mark belongs to the cell.
/// Reading takes time linear in the length of the file.
public struct CSVReader: Sequence, IteratorProtocol {
    /// A row of the table.
    public struct Record: Sendable {
        /// The line of the file in which the row begins, counted from 1.
        public let line: Int
        /// The contents of the cells, without enclosing quotation marks; at least one cell.
        public let cells: [String]
        /// Whether the file ends inside quotation marks.
        public let isCutOff: Bool

        /// Creates a row of the given cells.
        public init(line: Int, cells: [String], isCutOff: Bool = false) {
            self.line = line
            self.cells = cells
            self.isCutOff = isCutOff
        }
    }

    /// The separator between cells.
    public let separator: CSVSeparator
    private let bytes: [UInt8]
    private var place: Int
    private var line = 1

    /// Creates a reader of a file.
    ///
    /// A first line such as `sep=;`, which declares the separator to spreadsheets, is not part of the table.
    ///
    /// - Parameters:
    ///   - text: the content of the file.
    ///   - separator: the separator between cells; if nil, the one that the file declares, or else the one that occurs
    ///     most often in the first row.
    public init(_ text: String, separator: CSVSeparator? = nil) {
        bytes = Array(text.utf8)
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let named = Self.named(bytes[place...]) {
            self.separator = separator ?? named.separator
            place += named.length
            line += 1
        } else {
            self.separator = separator ?? Self.detected(bytes[place...])
        }
    }

    /// Returns the next row; nil at the end of the file.
    public mutating func next() -> Record? {
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

    /// Reads the cell at the current place, up to the separator or the end of the line.
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

    /// Reads a quoted string and its closing quotation mark.
    ///
    /// - Returns: false if there is no closing quotation mark.
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

    private static func named(_ bytes: ArraySlice<UInt8>) -> (separator: CSVSeparator, length: Int)? {
        guard String(decoding: bytes.prefix(4), as: UTF8.self).lowercased() == "sep=",
            let separator = bytes.dropFirst(4).first.flatMap(CSVSeparator.init(rawValue:))
        else { return nil }
        let rest = bytes.dropFirst(5)
        if rest.starts(with: [0x0D, 0x0A]) { return (separator, 7) }
        return rest.first == 0x0A || rest.first == 0x0D ? (separator, 6) : nil
    }

    /// Finds the separator that occurs most often, outside of quotation marks, in the first line that is not empty.
    private static func detected(_ bytes: ArraySlice<UInt8>) -> CSVSeparator {
        var counts: [CSVSeparator: Int] = [:]
        var isQuoted = false
        // The previous byte: a quotation mark opens only at the beginning of a cell, or directly after a closing one
        // (escape).
        var before: UInt8 = CSVSeparator.comma.rawValue
        for byte in bytes.drop(while: { $0 == 0x0A || $0 == 0x0D }) {
            let opens = before == 0x22 || CSVSeparator(rawValue: before) != nil
            if byte == 0x22, isQuoted || opens { isQuoted.toggle() }
            before = byte
            if isQuoted { continue }
            if byte == 0x0A || byte == 0x0D { break }
            if let separator = CSVSeparator(rawValue: byte) { counts[separator, default: 0] += 1 }
        }
        // If counts are equal, the first case wins, so that the same file is always read in the same way.
        return CSVSeparator.allCases.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .comma
    }
}

/// The character between two cells of a row of CSV.
public enum CSVSeparator: UInt8, CaseIterable, Sendable {
    /// A comma, as RFC 4180 has it.
    case comma = 0x2C
    /// A semicolon, which spreadsheets use where the comma is the decimal mark.
    case semicolon = 0x3B
    /// A horizontal tab, as in tab-separated values.
    case tab = 0x09

    /// Creates a separator from its name (`comma`, `semicolon`, `tab`) or from the character itself.
    public init?(_ text: String) {
        switch text.lowercased() {
        case "comma", ",": self = .comma
        case "semicolon", ";": self = .semicolon
        case "tab", "\t", "\\t": self = .tab
        default: return nil
        }
    }

    /// The separator as a one-character string.
    public var text: String { String(Unicode.Scalar(rawValue)) }
}
