// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// Writes lines of cells as RFC 4180 has them: each ends in CR LF.
struct CSVWriter {
    let separator: CSVSeparator

    /// A line of cells as they are.
    func line(_ cells: [String]) -> String {
        // A single empty cell would be an empty line, which is no line of the table.
        if cells == [""] { return "\"\"\r\n" }
        return cells.map(field).joined(separator: separator.text) + "\r\n"
    }

    /// A cell, in quotes where it has a separator of any kind, a quote or a line end; a quote in it is doubled.
    private func field(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D].contains($0) }) else { return text }
        // By bytes: a quote with an accent behind it is a quote to whoever reads this.
        var bytes: [UInt8] = [0x22]
        for byte in text.utf8 {
            if byte == 0x22 { bytes.append(byte) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [0x22], as: UTF8.self)
    }
}
