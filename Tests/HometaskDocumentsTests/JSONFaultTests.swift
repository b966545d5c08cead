// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@Suite("Positions of JSON errors")
struct JSONFaultTests {
    private static let placeCases: [(text: String, description: String)] = [
        ("", "line 1, column 1: expected a JSON value, found the end of the text"),
        ("\n\n ", "line 3, column 2: expected a JSON value, found the end of the text"),
        ("[\r\n1,\r\n]", "line 3, column 1: expected a JSON value, found \"]\""),
        ("[1\n 2]", "line 2, column 2: expected \",\" or \"]\", found \"2\""),
        ("{\"a\": 1\n\"b\": 2}", "line 2, column 1: expected \",\" or \"}\", found \"\"\""),
        ("{\"a\"\n 1}", "line 2, column 2: expected \":\", found \"1\""),
        ("{\n  a: 1}", "line 2, column 3: expected a key in quotation marks, found \"a\""),
        ("{\"é😂\": 1, 2: 3}", "line 1, column 11: expected a key in quotation marks, found \"2\""),
        ("[1, 2", "line 1, column 6: expected \",\" or \"]\", found the end of the text"),
        ("1\n2", "line 2, column 1: expected the end of the text after the value, found \"2\""),
        ("[1,\n 007]", "line 2, column 3: expected no digit after a leading zero, found \"0\""),
        ("[-]", "line 1, column 3: expected a digit, found \"]\""),
        ("[1.e5]", "line 1, column 4: expected a digit, found \"e\""),
        ("[1e]", "line 1, column 4: expected a digit, found \"]\""),
        ("1e", "line 1, column 3: expected a digit, found the end of the text"),
        (
            "[\"a\tb\"]",
            "line 1, column 4: expected a character, or control characters as escapes, found the byte 0x09"
        ),
        (
            "[\"é\nb\"]",
            "line 1, column 4: expected a character, or control characters as escapes, found the end of the line"
        ),
        ("[\"éa", "line 1, column 5: expected a quotation mark that ends the string, found the end of the text"),
        ("[\"\\q\"]", "line 1, column 4: expected one of \" \\ / b f n r t u after the backslash, found \"q\""),
        (
            "[\"\\",
            "line 1, column 4: expected one of \" \\ / b f n r t u after the backslash, found the end of the text"
        ),
        ("[\"\\u00g0\"]", "line 1, column 7: expected four hexadecimal digits after \\u, found \"g\""),
        ("\"\\u00", "line 1, column 6: expected four hexadecimal digits after \\u, found the end of the text"),
        ("[\n\"é\\ud83dx\"]", "line 2, column 3: expected a pair of surrogates, found half of one, \\ud83d"),
        ("\"\\udc00\"", "line 1, column 2: expected a pair of surrogates, found half of one, \\udc00"),
        ("\u{FEFF}{}", "line 1, column 1: expected a JSON value, found a byte-order mark"),
        ("[\u{FEFF}1]", "line 1, column 2: expected a JSON value, found the byte 0xEF"),
        ("[\u{A0}1]", "line 1, column 2: expected a JSON value, found the byte 0xC2"),
        (
            "{\"a\": 1,\n \"b\": {\"c\": 1,\n  \"c\": 2}}",
            "line 3, column 3: expected each key once, found a second \"c\""
        ),
        (
            "{\"b\": 1, \"a\": 2, \"b\": 3, \"a\": 4}",
            "line 1, column 26: expected each key once, found a second \"a\""
        ),
        (
            "{\"a\\u001b\": 1, \"a\\u001B\": 2}",
            "line 1, column 16: expected each key once, found a second \"a\\u001b\""
        ),
        ("tru", "line 1, column 1: expected a JSON value, found \"t\""),
    ]

    @Test(
        "Each error names its line, its column and the text found",
        arguments: placeCases)
    func places(text: String, description: String) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
        #expect(error?.description == description)
    }

    @Test(
        "Overlong forms, surrogates and other invalid UTF-8 are reported at their position",
        arguments: [
            ([0xC0, 0xAF], "0xC0"), ([0xE0, 0x80, 0xAF], "0xE0"), ([0xED, 0xA0, 0x80], "0xED"),
            ([0xF4, 0x90, 0x80, 0x80], "0xF4"), ([0x80], "0x80"), ([0xE2, 0x82], "0xE2"),
        ] as [([UInt8], String)])
    func bytes(bytes: [UInt8], name: String) {
        let key = Array("{\n \"é".utf8) + bytes + Array("\": 1}".utf8)
        let error = #expect(throws: JSONError.self) { try JSON.parse(key) }
        #expect(error?.description == "line 2, column 4: expected UTF-8, found the byte \(name)")
        #expect(error?.code == .invalidUTF8)
    }

    @Test("An unescaped control character is refused anywhere in a string", arguments: UInt8(0)..<0x20)
    func controlCharacters(_ byte: UInt8) {
        for (before, after) in [("", ""), ("é", ""), ("a long beginning", ""), ("", "a long end"), ("\\n", "\\n")] {
            let text = Array("[\"\(before)".utf8) + [byte] + Array("\(after)\"]".utf8)
            let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
            #expect(error?.code == .controlCharacter && error?.offset == before.utf8.count + 2)
        }
        #expect(throws: Never.self) { try JSON.parse("\"\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))\"") }
    }

    @Test("Exceeding the depth or size limit is refused, and the error states the limit")
    func limits() {
        let deep = String(repeating: "[\n", count: 65)
        let error = #expect(throws: JSONError.self) { try JSON.parse(deep) }
        #expect(
            error?.description == "line 65, column 1: expected at most 64 levels of arrays and objects, found one more")
        let long = #expect(throws: JSONError.self) { try JSON.parse("[ ]", limits: JSONLimits(bytes: 2, depth: 1)) }
        #expect(long?.description == "line 1, column 1: expected at most 2 bytes, found 3 bytes")
        #expect(throws: Never.self) { try JSON.parse("[ ]", limits: JSONLimits(bytes: 3, depth: 1)) }
    }

    @Test(
        "A truncated object is refused at the cut, or at the start of the character or word cut through"
    )
    func truncations() throws {
        var random = RandomJSON(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<50 {
            let bytes = random.object(depth: 2).compactBytes()
            for end in 0..<bytes.count {
                do throws(JSONError) {
                    _ = try JSON.parse(Array(bytes[..<end]))
                    Issue.record("a text cut off at \(end) was read, \(SeededGenerator.note)")
                } catch  where (end - 4...end).contains(error.offset) {
                } catch {
                    Issue.record("\(error), \(SeededGenerator.note)")
                }
            }
        }
    }
}
