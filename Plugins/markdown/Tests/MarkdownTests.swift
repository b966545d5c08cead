// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginMarkdown

@Suite("Lists in Markdown")
struct MarkdownTests {
    static func task(_ number: Int, _ title: String, with more: JSONObject = [:]) -> JSONObject {
        var task = more
        let digits = String(String(number + 1000).dropFirst())
        task["id"] = .string("00000000-0000-4000-8000-000000000\(digits)")
        task["kind"] = "task"
        task["title"] = .string(title)
        return task
    }

    private static let mia = "10000000-0000-4000-8000-000000000001"
    private static let tom = "10000000-0000-4000-8000-000000000004"
    private static let garden = "10000000-0000-4000-8000-000000000002"
    private static let shop = "10000000-0000-4000-8000-000000000003"

    private static let family: [JSONObject] = [
        ["id": .string(mia), "kind": "member", "name": "Mia_1"],
        ["id": .string(tom), "kind": "member", "name": "Tom"],
        ["id": .string(garden), "kind": "category", "name": "Garden #2"],
        [
            "id": .string(shop), "kind": "pin", "name": "Shop]",
            "location": ["latitude": 52.5.json, "longitude": (-0.0000004).json],
        ],
        task(
            1, "Mow * the lawn",
            with: [
                "category": .string(garden), "due": ["date": "2025-12-30"], "priority": "high",
                "assignees": [.string(mia)], "tags": ["a`b", "out"], "place": ["pin": .string(shop)],
                "description": ["1. see https://example.org/a_b?c=1.", "", "- [ ] <b>", "> x"],
                "items": [["text": "# one"], ["text": "two", "done": true]], "repeat": "FREQ=WEEKLY;BYDAY=FR",
            ]),
        task(2, "Rake", with: ["due": ["at": "2026-01-01T18:00:00Z"]]),
        task(
            3, "Sow",
            with: [
                "completion": ["at": "2025-12-31T23:30:00Z", "by": .string(mia)], "category": .string(garden),
                "assignees": [.string(tom), .string(mia)],
            ]),
        task(4, "Later", with: ["due": ["date": "2026-02-01"]]),
    ]

    @Test("Tasks are grouped by category, with all their details")
    func category() throws {
        let trial = PluginTrial(MarkdownPlugin(), documents: Self.family)
        trial.zone = "Europe/Amsterdam"
        let map = "https://www.openstreetmap.org/?mlat=52.500000&mlon=0.000000#map=17/52.500000/0.000000"
        let text = try trial.export("markdown").text
        #expect(
            text == """
                # Trial

                Thu 1 Jan 2026: 3 to do, 1 of them overdue, 1 done.

                ## Garden \\#2

                - [ ] Mow \\* the lawn — **overdue**, due Tue 30 Dec 2025, high priority, for Mia\\_1, every Fri, at [Shop\\]](\(map)), `` #a`b ``, `#out`\\
                  1\\. see <https://example.org/a_b?c=1>.

                  \\- \\[ \\] \\<b\\>\\
                  \\> x
                  - [ ] \\# one
                  - [x] two
                - [x] Sow — done Thu 1 Jan 2026 by Mia\\_1, for Tom, Mia\\_1

                ## No category

                - [ ] Rake — due Thu 1 Jan 2026 19:00
                - [ ] Later — due Sun 1 Feb 2026

                """)
    }

    @Test("Proof, approval and the time of the photo are shown")
    func demands() throws {
        var task = Self.task(1, "Bins", with: ["window": ["from": "07:00", "to": "09:00", "zone": "Asia/Ho_Chi_Minh"]])
        let all = DeclaredField.all.filter(\.isFlag)
        for flag in all { task[flag.name] = .string(flag.example) }
        let text = try PluginTrial(MarkdownPlugin(), documents: [task]).export("markdown").text
        let flags = all.map { "\($0.name): \($0.example)" }.joined(separator: ", ")
        #expect(flags.contains("approval: adult, ") && flags.contains("proof: photo"))
        #expect(text.contains("- [ ] Bins — \(flags), time of the photo: 07:00-09:00 Asia/Ho\\_Chi\\_Minh\n"))
    }

    @Test("Tasks are grouped by member, by due date, or not at all")
    func groups() throws {
        let trial = PluginTrial(MarkdownPlugin(), documents: Self.family)
        func lines(_ group: String) throws -> [String] {
            try trial.export("markdown", options: ["group": .string(group)]).text.split(separator: "\n").compactMap {
                line in
                if line.hasPrefix("## ") { return String(line) }
                return line.hasPrefix("- ") ? String(line.split(separator: " ")[line.hasPrefix("- [x") ? 2 : 3]) : nil
            }
        }
        #expect(try lines("member") == ["## Mia\\_1", "Mow", "Sow", "## Tom", "Sow", "## Nobody", "Rake", "Later"])
        #expect(try lines("due") == ["## Overdue", "Mow", "## Today", "Rake", "## Later", "Later", "## Done", "Sow"])
        #expect(try lines("none") == ["Mow", "Rake", "Later", "Sow"])
        #expect(throws: RPCError.self) { try lines("colour") }
    }

    @Test("cmark-gfm renders every text unchanged", .enabled(if: Tool("cmark-gfm").isInstalled))
    func cmark() throws {
        var random = SeededGenerator(usually: 61)
        let parts = [
            "a", "*", "_", "`", "``", "~~", "[x]", "](y)", "<b>", "&amp;", "&#35;", "\\", "#", "|", "1.", "2)", "-",
            "+",
            "=", "---", "===", "!", "$", "{", ":", "www.a.org", "http://a.b/?c&d", "http://a.b/c_d",
            "https://é.org/(x)", "<!--", ">",
            "    ",
            "\t", "日本", "e\u{301}", "\u{338}", "\u{202E}", "&", "a@b.org", "``` x", "https://",
        ]
        func text() -> String {
            var text = (0..<Int.random(in: 1...6, using: &random)).map { _ in random.pick(parts) }
                .joined(separator: Bool.random(using: &random) ? " " : "")
            if PlainText.line(text).line.isEmpty { text = "x" }
            return text
        }
        let tasks = (0..<SeededGenerator.runs(300)).map { number in
            let items = JSON.array([["text": .string(text()), "done": .bool(Bool.random(using: &random))]])
            return Self.task(
                number, text(), with: ["description": .array([.string(text()), .string(text())]), "items": items])
        }
        let written = try PluginTrial(MarkdownPlugin(), documents: tasks).export("markdown", options: ["group": "none"])
        let extensions = ["tasklist", "table", "strikethrough"].flatMap { ["-e", $0] }
        let xml = try Tool("cmark-gfm").run(extensions + ["--to", "xml"], input: written.text).output
        #expect(
            !["html_inline", "html_block", "code", "code_block", "strong", "emph", "strikethrough", "table", "image"]
                .contains { xml.contains("<\($0)") })
        let read = try Self.items(xml)
        func shown(_ value: JSON?) -> String {
            let text = PlainText.line(value?.stringValue ?? "").line
            return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != " " && $0.value != 0x202E }))
        }
        let expected = tasks.flatMap { task in
            let lines = [task["title"]] + (task["description"]?.arrayValue ?? [])
            let item = task["items"]?.arrayValue?.first
            return [
                "false " + lines.map { shown($0) }.joined(), "\(item?["done"] == true) " + shown(item?["text"]),
            ]
        }
        let different = Set(read).symmetricDifference(expected)
        #expect(different.isEmpty, "\(different.sorted().prefix(4)) \(random.note)")
        #expect(read.count == expected.count)
    }

    /// The checkboxes of a page with their texts, without blanks.
    private static func items(_ xml: String) throws -> [String] {
        let program = """
            import json, sys, xml.etree.ElementTree as tree
            space = "{http://commonmark.org/xml/1.0}"
            for item in tree.fromstring(sys.stdin.buffer.read()).iter(space + "tasklist"):
                text = "".join("".join(p.itertext()) for p in item if p.tag == space + "paragraph")
                words = "".join(text.split())
                print(json.dumps([item.get("completed"), words]))
            """
        return try Tool("python3").run(["-c", program], input: xml).output.split(separator: "\n").map { line in
            let parts = try JSON.parse(String(line)).arrayValue ?? []
            return parts.compactMap(\.stringValue).joined(separator: " ")
        }
    }

    @Test("A line break in a hand-edited tag starts no block")
    func lineBreak() throws {
        let task = Self.task(1, "Mow", with: ["tags": ["a\n\n# b"]])
        #expect(try PluginTrial(MarkdownPlugin(), documents: [task]).export("markdown").text.contains(" `#a  # b`\n"))
    }

    @Test("A family without tasks gives a valid page")
    func empty() throws {
        #expect(
            try PluginTrial(MarkdownPlugin()).export("markdown").text == "# Trial\n\nThu 1 Jan 2026: 0 to do, 0 done.\n"
        )
    }

    @Test("The manifest is valid, and names the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(MarkdownPlugin.manifest)
        #expect(manifest.id == "markdown" && manifest.arguments == ["plugin-serve", "markdown"])
        #expect(manifest.offers.exporters.map(\.name) == ["markdown"])
        #expect(manifest.offers.exporters.first?.fileExtension == "md")
        #expect(manifest.offers.exporters.first?.options.first?.choices == TaskGroups.Kind.allCases.map(\.rawValue))
    }
}

extension Double {
    /// The number as a JSON value.
    var json: JSON { JSONNumber(self).map { .number($0) } ?? .null }
}
