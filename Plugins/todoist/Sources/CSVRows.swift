// SPDX-License-Identifier: Apache-2.0

/// The rows of a file of values that commas part (RFC 4180), each with the line on which it begins.
struct CSVRows: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index: Int
    private var line = 1
    private static let quote = UInt8(ascii: "\"")

    init(_ text: String) {
        bytes = Array(text.utf8)
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next row and the line on which it begins, from 1; nil at the end of the file. An empty line is a row
    /// with one empty cell.
    mutating func next() -> (line: Int, cells: [String])? {
        guard index < bytes.count else { return nil }
        let first = line
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A || (byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A)) { line += 1 }
            if isQuoted {
                if byte != Self.quote {
                    cell.append(byte)
                } else if index < bytes.count, bytes[index] == Self.quote {
                    cell.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == Self.quote && cell.isEmpty {
                isQuoted = true
            } else if byte == UInt8(ascii: ",") {
                cells.append(String(decoding: cell, as: UTF8.self))
                cell.removeAll(keepingCapacity: true)
            } else if byte == 0x0A || byte == 0x0D {
                if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A {
                    index += 1
                    line += 1
                }
                break
            } else {
                cell.append(byte)
            }
        }
        return (first, cells + [String(decoding: cell, as: UTF8.self)])
    }
}
