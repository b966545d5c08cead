// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A writer of lines of cells in the format of RFC 4180; each line ends with CRLF.
struct CSVWriter {
    let separator: CSVSeparator

    /// Returns a line with the given cells.
    func line(_ cells: [String]) -> String {
        // Without quotes, a single empty cell would be an empty line, which is not a row of the table.
        if cells == [""] { return "\"\"\r\n" }
        return cells.map(field).joined(separator: separator.text) + "\r\n"
    }

    /// Returns a cell, quoted if it contains any separator, a quote or a line break. Quotes in the cell are doubled.
    private func field(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D].contains($0) }) else { return text }
        // Scans bytes: a quote and a combining accent form one `Character`, but a reader sees the quote.
        var bytes: [UInt8] = [0x22]
        for byte in text.utf8 {
            if byte == 0x22 { bytes.append(byte) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [0x22], as: UTF8.self)
    }
}
