// SPDX-License-Identifier: Apache-2.0

import CQRCode

/// A QR code for terminals, by libqrencode.
struct QRCode {
    private let width: Int
    private let isDark: [Bool]
    /// The quiet zone around a code (ISO/IEC 18004 asks for four modules; two are enough on a screen).
    private static let margin = 2

    /// The code of a text; nil if the text is too long for one.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Two rows of modules per line, in half blocks. Dark modules are black on bright white, so that the code looks the
    /// same in every terminal.
    var text: String {
        let range = -Self.margin..<width + Self.margin
        var text = ""
        for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            text += "\u{1B}[30;107m"
            for column in range {
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return isDark[row * width + column]
    }
}
