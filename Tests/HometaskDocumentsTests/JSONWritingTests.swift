// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@Suite("Writing JSON")
struct JSONWritingTests {
    @Test("Canonical bytes have sorted keys, two spaces of indentation and one newline at the end")
    func layout() {
        let value: JSON = [
            "~merge": ["seen": [:], "format": 1], "title": "Milk", "tags": ["a", "b"], "empty": [], "Z": .null,
            "nested": [["deep": true]],
        ]
        #expect(
            value.canonicalText == """
                {
                  "Z": null,
                  "empty": [],
                  "nested": [
                    {
                      "deep": true
                    }
                  ],
                  "tags": [
                    "a",
                    "b"
                  ],
                  "title": "Milk",
                  "~merge": {
                    "format": 1,
                    "seen": {}
                  }
                }

                """)
        #expect(
            value.compactText
                == #"{"Z":null,"empty":[],"nested":[{"deep":true}],"tags":["a","b"],"title":"Milk","~merge":{"format":1,"seen":{}}}"#
        )
    }

    @Test("Only quotation mark, backslash and control characters are escaped")
    func escapes() {
        let text = "\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1B}\u{1F}\u{7F}\u{80}é\u{2028}😂 and some plain text after it"
        #expect(
            JSON.string(text).compactText
                == #""\"\\/\b\t\n\f\r\u0000\u001b\u001f"# + "\u{7F}\u{80}é\u{2028}😂 and some plain text after it\"")
    }

    @Test("Keys are ordered by their UTF-8 bytes, not by UTF-16")
    func order() {
        let value: JSON = ["😂": 1, "\u{FB33}": 2, "\u{20AC}": 3, "1": 4, "\r": 5, "\u{80}": 6, "ö": 7]
        #expect(
            value.compactText == "{\"\\r\":5,\"1\":4,\"\u{80}\":6,\"ö\":7,\"\u{20AC}\":3,\"\u{FB33}\":2,\"😂\":1}")
    }

    @Test("Values and canonical bytes round-trip")
    func fixedPoint() throws {
        var random = RandomJSON(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<2_000 {
            let value = random.value(depth: 5)
            let canonical = value.canonicalBytes()
            #expect(try JSON.parse(canonical) == value, "\(SeededGenerator.note)")
            #expect(try JSON.parse(value.compactBytes()) == value, "\(SeededGenerator.note)")
            #expect(try JSON.parse(canonical).canonicalBytes() == canonical, "\(SeededGenerator.note)")
        }
    }

    @Test("Input with a corrupted byte is refused or still round-trips, and never crashes the parser")
    func damage() {
        var random = RandomJSON(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<2_000 {
            var bytes = random.value(depth: 4).canonicalBytes()
            let place = Int.random(in: bytes.indices, using: &random.generator)
            bytes[place] = UInt8.random(in: 0...255, using: &random.generator)
            if let value = try? JSON.parse(bytes) {
                #expect((try? JSON.parse(value.canonicalBytes())) == value, "\(SeededGenerator.note)")
            }
            _ = try? JSON.parse(Array(bytes[..<place]))
        }
    }

    @Test("An excerpt is short and free of control characters")
    func excerpt() {
        #expect(JSON.string("a\u{1B}[31m\u{9B}\u{202E}b").excerpt() == #""a\u001b[31m\u{9b}\u{202e}b""#)
        #expect(JSON.string(String(repeating: "x", count: 100)).excerpt(limit: 10) == "\"xxxxxxxxx…")
    }
}
