// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@Suite("Reading JSON")
struct JSONParsingTests {
    @Test("Every form of value is read")
    func values() throws {
        #expect(try JSON.parse("null") == .null)
        #expect(try JSON.parse(" [ true , false ] \r\n\t") == [true, false])
        #expect(try JSON.parse("{}") == [:])
        #expect(try JSON.parse("[]") == [])
        #expect(try JSON.parse(#"{"b": -12, "a": {"": [[]]}}"#) == ["a": ["": [[]]], "b": -12])
        #expect(try JSON.parse(#""\u20ac\u0041\ud83d\ude02\/\b\f\n\r\t\"\\""#) == "€A😂/\u{8}\u{C}\n\r\t\"\\")
        #expect(try JSON.parse("\"a long string without anything special, é€😂, and more\"").stringValue?.count == 53)
    }

    @Test(
        "A number keeps its exact lexeme",
        arguments: ["0", "-0", "1.50", "1e-07", "1E+5", "12345678901234567890123"])
    func numbers(lexeme: String) throws {
        guard case .number(let number) = try JSON.parse(lexeme) else {
            Issue.record("\(lexeme) is no number")
            return
        }
        #expect(number.lexeme == lexeme)
    }

    @Test("Keys that differ only in normalisation are distinct")
    func normalisation() throws {
        let object = try JSON.parse("{\"\u{E9}\": 1, \"e\u{301}\": 2}").objectValue
        #expect(object?.count == 2)
        #expect(object?["\u{E9}"] == 1)
        #expect(object?["e\u{301}"] == 2)
    }

    private static let refusalCases: [(text: String, code: JSONError.Code)] = [
        ("", JSONError.Code.unexpectedEnd), ("  ", .unexpectedEnd), ("[1,]", .syntax), ("[1 2]", .syntax),
        ("{\"a\" 1}", .syntax), ("{\"a\":1,}", .syntax), ("{a:1}", .syntax), ("{1:1}", .syntax),
        ("[", .unexpectedEnd),
        ("{", .unexpectedEnd), ("{\"a\"", .unexpectedEnd), ("{\"a\":", .unexpectedEnd),
        ("{\"a\":1", .unexpectedEnd),
        ("\"abc", .unexpectedEnd), ("\"abc\\", .unexpectedEnd), ("\"\\u12", .unexpectedEnd),
        ("[1]]", .trailingText),
        ("1 2", .trailingText), ("01", .invalidNumber), ("-", .unexpectedEnd), ("-a", .invalidNumber),
        ("+1", .syntax),
        (".5", .syntax), ("1.", .unexpectedEnd), ("[1.]", .invalidNumber), ("[1e]", .invalidNumber),
        ("[1e+]", .invalidNumber), ("-01", .invalidNumber), ("0x10", .trailingText), ("NaN", .syntax),
        ("Infinity", .syntax), ("tru", .syntax), ("nul", .syntax), ("truE", .syntax), ("'a'", .syntax),
        ("// a\n1", .syntax), ("\"\\x\"", .invalidEscape), ("\"\\u12g4\"", .invalidEscape),
        ("\"\\U0041\"", .invalidEscape),
        ("\"a\tb\"", .controlCharacter), ("\"a\nb\"", .controlCharacter), ("\"a\0b\"", .controlCharacter),
        ("\0", .syntax), ("1\0", .trailingText), ("\"\\ud800\"", .loneSurrogate),
        ("\"\\ud800\\u0041\"", .loneSurrogate),
        ("\"\\udc00\\ud800\"", .loneSurrogate), ("\"\\ud800x\"", .loneSurrogate), ("\u{FEFF}1", .byteOrderMark),
        ("{\"a\":1,\"a\":1}", .duplicateKey), ("{\"b\":1,\"a\":2,\"b\":3}", .duplicateKey),
        ("{\"a\":1,\"\\u0061\":1}", .duplicateKey), ("\u{A0}1", .syntax),
    ]

    @Test(
        "Text that violates RFC 8259 is refused",
        arguments: refusalCases)
    func refusals(text: String, code: JSONError.Code) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
        #expect(error?.code == code, "\(text): \(error?.description ?? "")")
    }

    @Test(
        "Invalid UTF-8 is refused",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        for padding in [0, 3, 9] {
            let text = [0x22] + Array(repeating: 0x61, count: padding) + bytes + [0x22]
            let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
            #expect(error?.code == .invalidUTF8)
            #expect(error?.column == padding + 2)
        }
    }

    @Test("Nesting is read to 64 levels and refused beyond, without a stack overflow")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(throws: Never.self) { try JSON.parse(nested(64)) }
        for levels in [65, 1_000_000] {
            let error = #expect(throws: JSONError.self) { try JSON.parse(nested(levels)) }
            #expect(error?.code == .tooDeep)
            #expect(error?.column == 65)
        }
        let objects = String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65)
        #expect(#expect(throws: JSONError.self) { try JSON.parse(objects) }?.code == .tooDeep)
    }

    @Test("Input over 8 MiB is refused without being parsed")
    func size() {
        let bytes = Array(repeating: UInt8(ascii: " "), count: (8 << 20) - 1)
        #expect(throws: Never.self) { try JSON.parse(bytes + [0x31]) }
        let error = #expect(throws: JSONError.self) { try JSON.parse(bytes + [0x31, 0x20]) }
        #expect(error?.code == .tooLarge)
    }

    @Test("An error names line, column in code points, the expectation and the text found")
    func places() {
        let error = #expect(throws: JSONError.self) { try JSON.parse("{\n  \"é\": \"ok\",\n  \"ü\": tru\n}") }
        #expect(error?.description == "line 3, column 8: expected a JSON value, found \"t\"")
        let duplicate = #expect(throws: JSONError.self) { try JSON.parse("{\"b\":1,\n\"a\":2,\n \"b\":3}") }
        #expect(duplicate?.description == "line 3, column 2: expected each key once, found a second \"b\"")
    }

    @Test("An object with many keys in reverse order is parsed and sorted in reasonable time")
    func manyKeys() throws {
        let keys = (0..<100_000).reversed().map { "\"k\(1_000_000 + $0)\":\($0)" }
        let object = try JSONObject.parse(Array("{\(keys.joined(separator: ","))}".utf8))
        #expect(object.count == 100_000)
        #expect(object["k1000007"] == 7)
        #expect(zip(object.keys, object.keys.dropFirst()).allSatisfy { $0 < $1 })
    }
}
