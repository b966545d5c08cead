// SPDX-License-Identifier: Apache-2.0

import Schemas
import TestSupport
import Testing

@testable import HometaskDocuments

@Suite("Hand-written pattern matchers")
struct KnownPatternTests {
    /// Characters that patterns distinguish, or that a careless matcher might confuse.
    private static let scalars: [Unicode.Scalar] = [
        "0", "7", "9", "a", "f", "g", "z", "A", "F", "Z", "-", "_", "+", ".", ",", "/", ":", "#", "@", "<", ">", "T",
        "t",
        " ", "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{0}", "\u{1C}", "\u{1F}", "\u{7F}", "\u{85}", "\u{9F}", "\u{A0}",
        "\u{1680}", "\u{180E}", "\u{2003}", "\u{200B}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{3000}", "\u{FEFF}",
        "\u{301}",
        "\u{FE0F}", "\u{200D}", "é", "٣", "０", "\u{212A}", "😂",
    ]

    /// A matching string for each pattern.
    private static let seeds: [KnownPattern: String] = [
        .notBlank: "a", .control: "\u{7F}", .controlButTab: "\u{85}", .uuid: "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3d",
        .time: "2026-11-27T18:00:00Z", .date: "2026-11-27", .label: "home", .color: "#3366cc",
        .gitID: String(repeating: "a0", count: 20), .sha256: String(repeating: "0f", count: 32), .order: "a0V",
        .email: "mia@example.org", .zone: "America/Argentina/Buenos_Aires", .actor: "d4k2", .mediaType: "image/svg+xml",
        .sortOrder: "due,-priority", .timeOfDay: "18:00:00", .clock: "18:00", .length: "P1DT30M", .reminder: "PT30M",
        .pluginID: "org.example.hello-2", .plainName: "todo-txt",
        .hexadecimal: "00ff", .base64: "AAAA+/09==", .sshKey: "sk-ssh-ed25519@openssh.com AAAAGnNr+/==",
    ]

    @Test("Each matcher agrees with a Regex of the same source on random strings", arguments: KnownPattern.allCases)
    func random(pattern: KnownPattern) throws {
        let regex = try Regex(pattern.rawValue).matchingSemantics(.unicodeScalar)
        let linear = try LinearPattern(pattern.rawValue)
        let seed = try #require(Self.seeds[pattern])
        #expect(pattern.matches(seed))
        #expect(pattern.matches("") == ("".firstMatch(of: regex) != nil))
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        var found = 0
        for _ in 0..<1_500 {
            var text = Array(Bool.random(using: &generator) ? seed.unicodeScalars : "".unicodeScalars)
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: 0...text.count, using: &generator)
                let scalar = Self.scalars.randomElement(using: &generator) ?? "x"
                if place < text.count, Bool.random(using: &generator) {
                    text[place] = scalar
                } else {
                    text.insert(scalar, at: place)
                }
            }
            let string = String(String.UnicodeScalarView(text))
            let expected = string.firstMatch(of: regex) != nil
            found += expected ? 1 : 0
            #expect(linear.matches(string) == expected, "\(string.debugDescription), \(SeededGenerator.note)")
            #expect(pattern.matches(string) == expected, "\(string.debugDescription), \(SeededGenerator.note)")
        }
        #expect(found > 20, "the texts should match now and then")
    }

    @Test("A newline after a matching string prevents the match", arguments: KnownPattern.allCases)
    func trailingNewline(pattern: KnownPattern) throws {
        let text = try #require(Self.seeds[pattern]) + "\n"
        let findsAnywhere = [.notBlank, .control, .controlButTab].contains(pattern)
        #expect(pattern.matches(text) == findsAnywhere)
    }

    @Test("Every pattern in the documents' schemas has a hand-written matcher")
    func coverage() throws {
        var sources: Set<String> = []
        let kinds = try SchemaFiles.kinds.map { try #require(SchemaFiles.bytes(of: $0)) }
        for bytes in kinds + [SchemaFiles.pluginManifest, SchemaFiles.pluginProtocol] {
            collect(try JSON.parse(bytes), into: &sources)
        }
        for source in sources { #expect(try StringPattern(source).isMatchedByHand, "\(source)") }
        #expect(sources == Set(KnownPattern.allCases.map(\.rawValue)))
    }

    private func collect(_ value: JSON, into sources: inout Set<String>) {
        if let source = value["pattern"]?.stringValue { sources.insert(source) }
        for (_, member) in value.objectValue?.members ?? JSONObject().members { collect(member, into: &sources) }
        for element in value.arrayValue ?? [] { collect(element, into: &sources) }
    }

    @Test("Any other pattern works on code points, with ASCII classes of digits and words")
    func others() throws {
        #expect(try StringPattern("^K$").matches("K"))
        #expect(try !StringPattern("^K$").matches("\u{212A}"))
        #expect(try StringPattern("^e").matches("e\u{301}"))
        #expect(try !StringPattern(#"^\d$"#).matches("٣"))
        #expect(try !StringPattern(#"^\w$"#).matches("é"))
        #expect(try !StringPattern("^a$").matches("a\n"))
        #expect(throws: SchemaError.self) { try StringPattern("[") }
    }
}
