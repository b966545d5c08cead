// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import Testing

@Suite("The progress line")
struct WorkingLineTests {
    @Test(
        "clears the previous line, and has no control characters from names",
        arguments: ["\u{1B}]0;owned\u{7}", "\u{1B}[2J", "\n\r", "\u{9B}31m", "\u{202E}", "\u{8}\u{8}", "\u{7F}"])
    func isSafe(_ hostile: String) {
        let line = WorkingLine.line("Sending to hub\(hostile) …")
        #expect(line.hasPrefix("\(WorkingLine.clearing)Sending to hub"))
        let shown = line.unicodeScalars.dropFirst(WorkingLine.clearing.unicodeScalars.count)
        #expect(
            !shown.contains { [.control, .format].contains($0.properties.generalCategory) }, "\(line.debugDescription)")
    }

    @Test("is no wider than the terminal")
    func width() {
        let line = WorkingLine.line(String(repeating: "Sending to hub ", count: 100))
        #expect(line.count - WorkingLine.clearing.count <= WorkingLine.width)
    }
}
