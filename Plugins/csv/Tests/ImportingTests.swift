// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import Testing

@Suite("Texts and documents of importers")
struct ImportingTests {
    @Test("A line has no control characters, line ends or surrounding blanks, and is cut at its limit")
    func line() {
        #expect(PlainText.line(" a\u{0}\tb\r\nc\u{2028}d\u{9B} ").line == "a b c d")
        #expect(PlainText.line("\u{FEFF} \n").line.isEmpty)
        let words = PlainText.line(String(repeating: "word ", count: 101))
        #expect(words.line.hasSuffix("word") && words.rest == "word")
        let family = PlainText.line(String(repeating: "👨‍👩‍👧", count: 200))
        #expect(family.line.unicodeScalars.count <= 500 && family.line.allSatisfy { $0 == "👨‍👩‍👧" })
        #expect(PlainText.line("e" + String(repeating: "\u{301}", count: 2000)).line.unicodeScalars.count <= 500)
    }

    @Test("Line breaks are kept, and an overlong line is split")
    func lines() {
        #expect(PlainText.lines("") == [])
        #expect(PlainText.lines("a\r\n\r\nb\tc\u{7}\n") == ["a", "", "b\tc", ""])
        #expect(
            PlainText.lines(String(repeating: "x", count: 20_001)).map(\.unicodeScalars.count) == [10_000, 10_000, 1])
    }

    @Test("A label is a single word without a leading sign")
    func label() {
        #expect(PlainText.label(" #shop ") == "shop")
        #expect(PlainText.label("@+#") == nil)
        #expect(PlainText.label("a b") == nil)
        #expect(PlainText.label(String(repeating: "x", count: 61)) == nil)
    }

    @Test("Large texts and many proposals are split into messages within the host's limit")
    func messages() throws {
        struct Large: Plugin {
            let offers: [Offer] = [
                .command("large") { call in
                    try call.writeText(String(repeating: "\u{1}é", count: 1_200_000))
                    for number in 0..<160 {
                        let text = JSON.array([.string(String(repeating: "\u{1}", count: 10_000))])
                        try call.propose(.create(.note, key: "\(number)", fields: ["text": text]))
                    }
                }
            ]
        }
        let outcome = try PluginTrial(Large()).run("large")
        #expect(outcome.text == String(repeating: "\u{1}é", count: 1_200_000))
        #expect(outcome.changes.count == 160)
    }

    @Test("A name finds present documents before removed ones, and none if ambiguous")
    func names() throws {
        struct Names: Plugin {
            let offers: [Offer] = [
                .command("find") { call in
                    let members = try NamedDocuments(.member, of: call)
                    for name in call.arguments { try call.print("\(members.find(name))") }
                    try call.print(members.reference(to: "00000000-0000-4000-8000-000000000004"))
                }
            ]
        }
        func member(_ number: Int, _ name: String, with more: JSONObject = [:]) -> JSONObject {
            var member = more
            member["id"] = .string("00000000-0000-4000-8000-00000000000\(number)")
            member["kind"] = "member"
            member["name"] = .string(name)
            return member
        }
        let trial = PluginTrial(
            Names(),
            documents: [
                member(1, "Mia"), member(2, "mia", with: ["removed": true]),
                member(3, "Ben", with: ["email": "b@example.org"]),
                member(4, "BEN"), member(5, "Gone", with: ["removed": true]),
            ])
        let found = try trial.run("find", ["MIA", "ben", "B@example.org", " gone\n", "x"]).text.split(separator: "\n")
        func one(_ number: Int) -> Substring { "one(00000000-0000-4000-8000-00000000000\(number))" }
        #expect(found == [one(1), "several", one(3), one(5), "none", "00000000-0000-4000-8000-000000000004"])
    }

    @Test(
        "Existing rows are looked up in batches of a thousand; a category precedes its first new row",
        arguments: [(nil, 3), (0, 1), (1500, 2)] as [(Int?, Int)])
    func reads(new: Int?, batches: Int) throws {
        struct Rows: Plugin {
            let offers: [Offer] = [
                .command("rows") { call in
                    var categories = try NamedDocuments(.category, of: call)
                    for number in 0..<2100 {
                        let category = try categories.findOrPropose("House", for: call)
                        var fields: JSONObject = ["title": "Mow"]
                        fields["category"] = category.map { .string($0.description) }
                        try call.propose(.create(.task, key: "\(number)", fields: fields))
                    }
                }
            ]
        }
        let trial = PluginTrial(Rows())
        func id(_ number: Int) -> JSON {
            .string(PluginChange.id(ofKey: "\(number)", plugin: trial.plugin, family: trial.family).description)
        }
        let known = (0..<2100).filter { $0 != new }.map { ["id": id($0), "kind": "task"] as JSONObject }
        trial.documents = Array(known.prefix(1000))
        trial.deleted = Array(known.dropFirst(1000))
        let outcome = try trial.run("rows")
        #expect(outcome.reads == 1 + batches, "the categories, and the rows")
        let categories = outcome.changes.indices.filter { outcome.changes[$0].kind == .category }
        #expect(categories == (new.map { [$0] } ?? []))
        let keys = outcome.changes.compactMap { change -> String? in
            guard case .create(.task, let key, _) = change else { return nil }
            return key
        }
        #expect(keys == (0..<2100).map { "\($0)" })
    }
}
