// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskDocuments

@Suite("Untrusted regular expressions")
struct LinearPatternTests {
    /// All strings of up to four characters from an alphabet of three.
    private static let texts: [String] = {
        var texts = [""]
        var last = texts
        for _ in 1...4 {
            last = last.flatMap { text in ["a", "b", " "].map { text + $0 } }
            texts += last
        }
        return texts
    }()

    /// A random regular expression of at most the given depth.
    private static func expression(_ depth: Int, _ random: inout SeededGenerator) -> String {
        let atoms = [
            "a", "b", ".", "[ab]", "[^a]", "\\s", "\\S", "\\w", "\\W", "[\\sb]", "[^\\Wa]", "[\\S]", " ", "\\x61",
            "\\u0062",
        ]
        // Swift misses matches of repeated anchors, so anchors appear only at the top level.
        switch depth == 0 ? 0 : Int.random(in: 0...(depth == 4 ? 6 : 4), using: &random) {
        case 1: return "(" + expression(depth - 1, &random) + "|" + expression(depth - 1, &random) + ")"
        case 2:
            let times = ["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "*?"].randomElement(using: &random) ?? "*"
            return "(?:" + expression(depth - 1, &random) + ")" + times
        case 3, 4: return expression(depth - 1, &random) + expression(depth - 1, &random)
        case 5: return "^(?:" + expression(depth - 1, &random) + ")"
        case 6: return "(?:" + expression(depth - 1, &random) + ")$"
        default: return atoms.randomElement(using: &random) ?? "a"
        }
    }

    @Test("Matches agree with Swift's Regex, for random expressions on all short strings")
    func agreement() throws {
        var random = SeededGenerator(seed: SeededGenerator.runSeed)
        var found = 0
        for _ in 0..<400 {
            let source = Self.expression(4, &random)
            let linear = try LinearPattern(source)
            let regex = try Regex(source).matchingSemantics(.unicodeScalar).asciiOnlyWordCharacters()
            for text in Self.texts {
                let expected = text.firstMatch(of: regex) != nil
                found += expected ? 1 : 0
                #expect(linear.matches(text) == expected, "\(source) in ‘\(text)’, \(SeededGenerator.note)")
            }
        }
        #expect(found > 1000, "some should match")
    }

    @Test(
        "Expressions with catastrophic backtracking elsewhere run in linear time",
        arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(a*)*b", "^((a?){20}){20}$", "(.*)*(.*)*(.*)*!"])
    func hostile(source: String) throws {
        let pattern = try LinearPattern(source)
        #expect(!pattern.matches(String(repeating: "a", count: 5_000) + "c"))
    }

    @Test(
        "An unsupported expression is refused with the reason",
        arguments: [
            ("(", "not closed"), (")", "closes nothing"), ("[a", "not closed"), ("a{2", "not closed"),
            ("a{3,2}", "more than"), ("a{}", "a number"), ("*a", "means itself"), ("a**", "means itself"),
            ("(?=a)", "lookahead and lookbehind"), ("(?<!a)", "lookahead and lookbehind"),
            ("(a)\\1", "‘\\1’ is not supported"),
            ("\\p{L}", "‘\\p’ is not supported"), ("[b-a]", "a later one"), ("\\u12", "missing"),
            ("\\uZZZZ", "no character's number"), ("\\u{110000}", "no character's number"), ("a\\", "nothing follows"),
            ("^*", "assertion"), ("(a{1000}){1000}", "too large"), ("(((){2000}){2000}){2000}", "too large"),
            ("a{99999999999999999999}", "a number up to"), (String(repeating: "(", count: 9_000), "deep"),
        ])
    func refused(source: String, reason: String) throws {
        let error = try #require(throws: SchemaError.self) { try LinearPattern(source) }
        #expect("\(error)".contains(reason), "\(error)")
    }

    @Test("Word boundaries follow ECMA-262")
    func words() throws {
        let pattern = try LinearPattern(#"\bmia\b"#)
        #expect(["mia", "for mia.", "mia-2"].allSatisfy { pattern.matches($0) })
        #expect(!["mias", "amia", "mia_2"].contains { pattern.matches($0) })
        #expect(try LinearPattern(#"a\Bb"#).matches("ab"))
    }

    @Test("Repeated groups may contain anchors")
    func repeatedAssertions() throws {
        #expect(try LinearPattern("(?:^b*){2,}b$").matches("bb"))
        #expect(try !LinearPattern("(?:^b){2}").matches("bb"))
    }
}
