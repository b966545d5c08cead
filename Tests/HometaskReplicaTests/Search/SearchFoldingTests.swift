// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskQueries
import TestSupport
import Testing

@Suite("The words of a search")
struct SearchFoldingTests {
    private func words(_ text: String) -> [String] {
        SearchTokenizer(text).map { String(decoding: $0.folded, as: UTF8.self) }
    }

    @Test("are letters and digits, without case, accents and invisible characters")
    func words() {
        #expect(words("Café, CAFE — cafe\u{301}!") == ["cafe", "cafe", "cafe"])
        #expect(words("Müll mull muell") == ["mull", "mull", "muell"])
        #expect(
            words("Łódź Smørrebrød Straße STRASSE Æsop ﬂ") == [
                "lodz", "smorrebrod", "strasse", "strasse", "aesop", "ﬂ",
            ])
        #expect(words("Ὀδυσσεύς ΟΔΥΣΣΕΥΣ") == ["οδυσσευσ", "οδυσσευσ"])
        #expect(words("ЙОГУРТ Ёлка") == ["иогурт", "елка"])
        #expect(words("soft\u{AD}hyphen zero\u{200D}width") == ["softhyphen", "zerowidth"])
        #expect(words("o'clock e-mail 3.50 a_b%") == ["o", "clock", "e", "mail", "3", "50", "a", "b"])
        #expect(words("٣ ＡＢ２") == ["3", "ab2"])
        #expect(words("") == [] && words(" …\u{301} ") == [])
    }

    @Test("are single characters in scripts without spaces, and for emoji")
    func singles() {
        #expect(words("日本語ab") == ["日", "本", "語", "ab"])
        #expect(words("がぎ") == words("か\u{3099}き\u{3099}") && words("がぎ").count == 2)
        #expect(words("🌲🌳 tree🌲") == ["🌲", "🌳", "tree", "🌲"])
    }

    @Test("keep vowel signs that are letters, and lose optional points")
    func signs() {
        #expect(words("किताब") == ["किताब"])
        #expect(words("שָׁלוֹם") == ["שלום"])
        #expect(words("مُحَمَّد") == ["محمد"])
        #expect(words("한글") == words("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"))
    }

    @Test("have source ranges that include their accents")
    func ranges() {
        let text = "A cafe\u{301} é日x"
        let found = SearchTokenizer(text).map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
        #expect(
            found.map { Array($0.unicodeScalars) }
                == ["A", "cafe\u{301}", "é", "日", "x"].map { Array($0.unicodeScalars) })
    }

    @Test("are truncated to a maximum length")
    func length() {
        let long = String(repeating: "ab", count: 400)
        #expect(words(long + " c") == [String(long.prefix(120)), "c"])
        #expect(words(String(repeating: "é日", count: 3)).count == 6)
    }

    /// Prints each letter, digit and mark known to Python, in three forms separated by tabs: unchanged, canonically
    /// decomposed, and decomposed in lower case.
    private static let program = """
        import sys
        import unicodedata as u
        for value in range(0x80, 0x110000):
            if 0xF900 <= value < 0xFB00 or 0x2F800 <= value < 0x2FA20 or u.category(chr(value))[0] not in "LNM":
                continue
            forms = [chr(value), u.normalize("NFD", chr(value)), u.normalize("NFD", chr(value).lower())]
            sys.stdout.buffer.write(("\\t".join(forms) + "\\n").encode())
        """

    @Test("are the same for every form of a letter: composed, decomposed, in lower case, for all of Unicode")
    func canonical() throws {
        let process = Process("python3", ["-c", Self.program])
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = [UInt8](output.fileHandleForReading.readDataToEndOfFile()).split(separator: UInt8(ascii: "\n"))
        process.waitUntilExit()
        #expect(lines.count > 100_000)
        var faults: [String] = []
        for line in lines {
            let forms = line.split(separator: UInt8(ascii: "\t")).map {
                words("x" + String(decoding: $0, as: UTF8.self))
            }
            if forms.count != 3 || forms[0] != forms[1] || forms[0] != forms[2] {
                faults.append(line.map { String($0, radix: 16) }.joined(separator: " "))
            }
        }
        #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(20))")
    }
}
