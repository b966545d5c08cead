// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

/// The published examples of RFC 8785. The RFC orders keys by UTF-16, hometask by UTF-8; the orders differ only beyond
/// U+FFFF.
@Suite("RFC 8785")
struct RFC8785Tests {
    @Test(
        "The doubles of appendix B are written as listed there",
        arguments: [
            (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
            (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
            (0xC340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
            (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
            (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
            (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
            (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
            (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
            (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
            (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
        ] as [(UInt64, String)])
    func numbers(bits: UInt64, text: String) {
        #expect(JSONNumber(Double(bitPattern: bits))?.lexeme == text)
    }

    @Test("NaN and infinities are not written")
    func notANumber() {
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(-Double.infinity) == nil)
    }

    @Test("A double round-trips")
    func roundTrip() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<20_000 {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            let lexeme = JSONNumber(double)?.lexeme ?? ""
            #expect(JSONNumber(lexeme: lexeme)?.double == double, "\(SeededGenerator.note)")
        }
    }

    @Test("The example of section 3.2.2 is reproduced after rewriting its numbers as doubles")
    func primitives() throws {
        let text = #"""
            {
              "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
              "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
              "literals": [null, true, false]
            }
            """#
        let expected =
            #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
            + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        #expect(try doublesRewritten(JSON.parse(text)).compactText == expected)
    }

    @Test("The sample of section 3.2.3 is sorted, by code point")
    func sorting() throws {
        let text = #"""
            {
              "\u20ac": "Euro Sign",
              "\r": "Carriage Return",
              "\ufb33": "Hebrew Letter Dalet With Dagesh",
              "1": "One",
              "\ud83d\ude00": "Emoji: Grinning Face",
              "\u0080": "Control",
              "\u00f6": "Latin Small Letter O With Diaeresis"
            }
            """#
        let names = try JSONObject.parse(Array(text.utf8)).members.map { $1.stringValue ?? "" }
        #expect(
            names == [
                "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
                "Hebrew Letter Dalet With Dagesh", "Emoji: Grinning Face",
            ])
    }

    private static let sampleCases: [(text: String, expected: String)] = [
        (#"[56, {"d": true, "10": null, "1": [ ]}]"#, #"[56,{"1":[],"10":null,"d":true}]"#),
        (
            #"{"peach": "This sorting order", "péché": "is wrong according to French", "pêche": "but canonicalization MUST", "sin": "ignore locale"}"#,
            #"{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}"#
        ),
        (
            #"{"1": {"f": {"f": "hi", "F": 5}, "\n": 56.0}, "10": { }, "": "empty", "a": { }, "111": [{"e": "yes", "E": "no"}], "A": { }}"#,
            #"{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}"#
        ),
        ("{\"Unnormalized Unicode\":\"A\\u030a\"}", "{\"Unnormalized Unicode\":\"A\u{30A}\"}"),
        (
            #"{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\u000a": "Newline", "1": "One", "\u0080": "Control\u007f", "\ud83d\ude02": "Smiley", "\u00f6": "Latin Small Letter O With Diaeresis", "\ufb33": "Hebrew Letter Dalet With Dagesh", "</script>": "Browser Challenge"}"#,
            "{\"\\n\":\"Newline\",\"\\r\":\"Carriage Return\",\"1\":\"One\",\"</script>\":\"Browser Challenge\","
                + "\"\u{80}\":\"Control\u{7F}\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
                + "\"\u{FB33}\":\"Hebrew Letter Dalet With Dagesh\",\"😂\":\"Smiley\"}"
        ),
    ]

    @Test(
        "The samples published with the RFC yield its canonical form",
        arguments: sampleCases)
    func samples(text: String, expected: String) throws {
        #expect(try doublesRewritten(JSON.parse(text)).compactText.utf8.elementsEqual(expected.utf8))
    }

    /// Rewrites numbers as doubles, as RFC 8785 does; documents keep the lexeme.
    private func doublesRewritten(_ value: JSON) -> JSON {
        switch value {
        case .number(let number): .number(JSONNumber(number.double) ?? number)
        case .array(let elements): .array(elements.map(doublesRewritten))
        case .object(let object): .object(JSONObject(object.members.map { ($0.string, doublesRewritten($1)) }))
        default: value
        }
    }
}
