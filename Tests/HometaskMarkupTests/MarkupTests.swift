// SPDX-License-Identifier: Apache-2.0

import HometaskMarkup
import Testing

@Suite("Text in HTML and XML")
struct MarkupTests {
    private func escaped(_ text: String) -> [Unicode.Scalar] { Array(Markup.escaped(text).unicodeScalars) }

    private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

    @Test("Text is never parsed as markup, whatever combining accents follow")
    func markup() {
        #expect(
            escaped("<a href='x'>&\"</a>\u{338} <\u{338}b &lt;")
                == scalars("&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;\u{338} &lt;\u{338}b &amp;lt;"))
    }

    @Test(
        "Characters invalid in HTML and XML are replaced, and all others stay",
        arguments: [
            ("\u{0}\u{1B}[2J\u{7F}\u{9F}", "\u{FFFD}\u{FFFD}[2J\u{FFFD}\u{FFFD}"),
            ("\u{FFFE}\u{FFFF}\u{1FFFE}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("a\tb\nc\rd\r\n", "a\tb\nc&#13;d&#13;\n"),
            ("\u{2028}\u{FEFF}\u{FFFD}\u{202E}𝕏 é", "\u{2028}\u{FEFF}\u{FFFD}\u{202E}𝕏 é"),
        ])
    func controls(text: String, expected: String) {
        #expect(escaped(text) == scalars(expected))
    }
}
