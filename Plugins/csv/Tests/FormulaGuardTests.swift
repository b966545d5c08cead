// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMarkup
import TestSupport
import Testing

@Suite("Cells that could be formulas")
struct FormulaGuardTests {
    /// The examples of OWASP's "CSV Injection" and testing guide, and further known ones.
    static let formulas = [
        "=1+2\";=1+2", "=1+2'\" ;,=1+2", "=cmd|'/C calc.exe'!A0", "=HYPERLINK(\"https://example.org\"&A1,\"look\")",
        "+1+1", "-1+1", "@SUM(1+1)*cmd|' /C calc'!A0", "\t=1+1", "\r=1+1", "\n=1+1", "＝1+1", "＋1+1", "－1+1", "＠SUM(1)",
        "+31612345678", "-5", "  =1+1", "\u{FEFF}=1", "\u{200B}=1", "\u{A0}@A1", "'=1", "''=1", "' =1", "−1", "﹦1",
        "\0=1", "=\u{301}1",
    ]

    @Test("A formula gets an apostrophe, which is removed on import", arguments: formulas)
    func formula(_ text: String) {
        let cell = FormulaGuard.defused(text)
        #expect(cell.unicodeScalars.elementsEqual(("'" + text).unicodeScalars))
        #expect(FormulaGuard.restored(cell).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(
        "Harmless cells are unchanged",
        arguments: ["", "a=1", "'tis", "''", "it's = that", "#1", "1-2", "\u{200B}", "'a =", "(=1)"])
    func harmless(_ text: String) {
        #expect(FormulaGuard.defused(text) == text)
        #expect(FormulaGuard.restored(text) == text)
    }

    @Test("Every cell round-trips, and none starts with an operator")
    func random() {
        var random = SeededGenerator(usually: 41)
        let letters: [Unicode.Scalar] = Array("'' =+-@a\t\"\u{301}＝\u{200B}".unicodeScalars)
        for _ in 0..<SeededGenerator.runs(5000) {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...5, using: &random) { view.append(letters.randomElement(using: &random)!) }
            let text = String(view)
            let cell = FormulaGuard.defused(text)
            #expect(FormulaGuard.restored(cell).utf8.elementsEqual(text.utf8), "\(random.note)")
            let first = cell.unicodeScalars.first { !$0.properties.isWhitespace && $0.value != 0x200B }
            #expect(!["=", "+", "-", "@", "＝"].contains(first), "\(random.note)")
        }
    }
}
