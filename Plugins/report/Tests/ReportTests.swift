// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginReport

@Suite("The report")
struct ReportTests {
    private static let mia = "10000000-0000-4000-8000-000000000001"
    private static let ben = "10000000-0000-4000-8000-000000000002"
    private static let garden = "10000000-0000-4000-8000-000000000003"

    private static func task(_ number: Int, _ title: String, with more: JSONObject) -> JSONObject {
        var task = more
        task["id"] = .string("00000000-0000-4000-8000-" + String(String(1_000_000_000_000 + number).dropFirst()))
        task["kind"] = "task"
        task["title"] = .string(title)
        return task
    }

    private static func done(_ at: String, by member: String? = nil) -> JSON {
        var done: JSONObject = ["at": .string(at)]
        done["by"] = member.map { .string($0) }
        return .object(done)
    }

    /// A family on Thursday, 1 January 2026, 00:00 UTC.
    private static let documents: [JSONObject] = [
        ["id": .string(mia), "kind": "member", "name": "Mia", "color": "#cc3366"],
        ["id": .string(ben), "kind": "member", "name": "Ben", "color": "red\" onload=\"x"],
        ["id": .string(garden), "kind": "category", "name": "Garden"],
        // 23:30 in UTC on Sunday is Monday in Amsterdam: the week of 29 December, and one day late.
        task(
            1, "Mow",
            with: ["completion": done("2025-12-28T23:30:00Z", by: mia), "due": ["date": "2025-12-28"], "points": 5]),
        task(2, "Rake", with: ["completion": done("2025-12-28T22:30:00Z", by: mia), "due": ["date": "2025-12-28"]]),
        task(3, "Sow", with: ["completion": done("2025-12-30T12:00:00Z", by: ben), "category": .string(garden)]),
        task(4, "Long ago", with: ["completion": done("2025-01-01T00:00:00Z", by: ben)]),
        task(5, "Pay", with: ["due": ["at": "2025-12-31T18:00:00Z"], "assignees": [.string(mia)], "priority": "high"]),
        task(6, "Today", with: ["due": ["date": "2026-01-01"], "category": .string(garden)]),
        task(7, "Someday", with: [:]),
        task(8, "Hidden", with: ["wait": ["date": "2026-01-02"]]),
        task(9, "Not hidden", with: ["wait": ["date": "2026-01-01"], "priority": "low"]),
    ]

    private func page(_ documents: [JSONObject] = documents, weeks: Int = 4) throws -> String {
        let trial = PluginTrial(ReportPlugin(), documents: documents)
        trial.zone = "Europe/Amsterdam"
        return try trial.export("html", options: ["weeks": .number(JSONNumber(weeks))]).text
    }

    /// The table rows of a page by heading, and the faults found by a parser.
    private func read(_ page: String) throws -> (tables: JSON, faults: [String]) {
        let result = try Tool("python3").run(["-c", Self.program], input: page)
        #expect(result.status == 0)
        let read = try JSON.parse(result.output)
        return (read["tables"] ?? .null, read["faults"]?.arrayValue?.compactMap(\.stringValue) ?? ["nothing was read"])
    }

    private static let program = """
        import base64, hashlib, html.parser, json, re, sys
        text = sys.stdin.buffer.read().decode("utf-8", "strict")
        allowed = set("html head meta title style body header h1 h2 p bdi main section dl div dt dd figure svg line text"
                      " rect details summary table thead tbody tr th td footer".split())
        attributes = set("lang charset http-equiv content name id class aria-label aria-labelledby scope viewbox role"
                         " x y x1 x2 y1 y2 dy width height fill fill-opacity text-anchor".split())
        class Reader(html.parser.HTMLParser):
            stack, faults, tables, heading, row, cell, ids, refs = [], [], {}, "", None, None, [], []
            def handle_starttag(self, tag, attrs):
                if tag not in allowed: self.faults.append("tag " + tag)
                for name, value in attrs:
                    if name not in attributes: self.faults.append("attribute " + name)
                    if name == "id": self.ids.append(value)
                    if name == "aria-labelledby": self.refs.append(value)
                    if name == "fill" and not re.fullmatch("#[0-9a-f]{6}", value): self.faults.append("fill " + value)
                if tag not in ("meta", "line"): self.stack.append(tag)
                if tag == "h2": self.heading, self.cell = "", []
                if tag == "tr": self.row = []
                if tag in ("td", "th"): self.cell = []
            def handle_startendtag(self, tag, attrs):
                self.handle_starttag(tag, attrs)
                if self.stack and self.stack[-1] == tag: self.stack.pop()
            def handle_endtag(self, tag):
                if not self.stack or self.stack.pop() != tag: self.faults.append("end of " + tag)
                if tag == "h2": self.heading, self.cell = "".join(self.cell), None
                if tag in ("td", "th"): self.row.append("".join(self.cell)); self.cell = None
                if tag == "tr": self.tables.setdefault(self.heading, []).append(self.row)
            def handle_data(self, data):
                if self.cell is not None: self.cell.append(data)
            def handle_comment(self, data): self.faults.append("comment")
        reader = Reader()
        reader.feed(text)
        reader.close()
        if reader.stack: reader.faults.append("open: " + " ".join(reader.stack))
        if len(set(reader.ids)) != len(reader.ids): reader.faults.append("an id twice")
        reader.faults += ["no id " + ref for ref in reader.refs if ref not in reader.ids]
        style = re.search("<style>(.*?)</style>", text, re.S).group(1)
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        if "style-src 'sha256-" + digest + "'" not in text: reader.faults.append("the style has " + digest)
        if re.search("url\\\\(|@import|expression", style): reader.faults.append("the style loads something")
        print(json.dumps({"tables": reader.tables, "faults": reader.faults}))
        """

    @Test("Done tasks are counted by week, member, category and timeliness", .enabled(if: Tool("python3").isInstalled))
    func figures() throws {
        let (tables, faults) = try read(page())
        #expect(faults.isEmpty, "\(faults)")
        #expect(
            tables["Done by week"] == [
                ["Week from", "Done"], ["Mon 8 Dec 2025", "0"], ["Mon 15 Dec 2025", "0"], ["Mon 22 Dec 2025", "1"],
                ["Mon 29 Dec 2025", "2"],
            ])
        #expect(
            tables["Done and open by member"] == [
                ["Member", "Done", "Open", "Points"], ["Mia", "2", "1", "5"], ["Ben", "1", "0", "0"],
                ["Nobody", "0", "4", "0"],
            ])
        #expect(
            tables["Done and open by category"] == [
                ["Category", "Done", "Open", "Points"], ["No category", "2", "4", "5"], ["Garden", "1", "1", "0"],
            ])
        #expect(
            tables["On time"] == [["Tasks", "Done"], ["On time", "1"], ["Late", "1"], ["Without a date", "1"]])
    }

    @Test(
        "A task done by its due time or by the end of its due day is on time; a second later it is late",
        arguments: [
            ("2025-12-28T22:59:58Z", true), ("2025-12-28T22:59:59Z", true), ("2025-12-28T23:00:00Z", false),
        ])
    func deadlines(at: String, isOnTime: Bool) throws {
        for due: JSON in [["date": "2025-12-28"], ["at": "2025-12-28T22:59:59Z"]] {
            let page = try page([Self.task(1, "Mow", with: ["completion": Self.done(at), "due": due])])
            #expect(page.contains("on time</dt><dd>\(isOnTime ? 100 : 0) %</dd>"))
        }
    }

    @Test("Tasks done outside of the report's weeks are not counted, future ones included")
    func otherWeeks() throws {
        let page = try page()
        for at in ["2025-12-07T22:59:59Z", "2026-01-04T23:00:00Z", "2026-01-09T12:00:00Z", "2027-06-01T12:00:00Z"] {
            let other = Self.task(
                10, "Of another week", with: ["completion": Self.done(at, by: Self.mia), "points": 3])
            #expect(try self.page(Self.documents + [other]) == page, "\(at)")
        }
    }

    @Test("Overdue tasks and those to do are listed, the most urgent first", .enabled(if: Tool("python3").isInstalled))
    func lists() throws {
        let page = try page()
        let tables = try read(page).tables
        let head: JSON = ["Task", "Due", "For", "Category", "Priority"]
        #expect(tables["Overdue"] == [head, ["Pay", "Wed 31 Dec 2025 19:00", "Mia", "", "high"]])
        #expect(
            tables["To do"] == [
                head, ["Today", "Thu 1 Jan 2026", "", "Garden", ""], ["Not hidden", "", "", "", "low"],
                ["Someday", "", "", "", ""],
            ])
        #expect(page.contains("<p>One more task waits until later.</p>"))
        #expect(page.contains("<dt>Of those with a date, on time</dt><dd>50 %</dd>"))
    }

    @Test("The page is valid and loads nothing, whatever the texts", .enabled(if: Tool("python3").isInstalled))
    func hostile() throws {
        let names = [
            "<script>alert(1)</script>", "\" onload=\"x", "' x='", "</bdi></td></table>", "<!-- ", "]]>", "&lt;b&gt;",
            "&",
            "</style><img src=x onerror=y>", "\u{202E}abc", "<\u{338}b>", "\u{FFFE}\u{1}", "</svg>", "javascript:x",
        ]
        var documents: [JSONObject] = []
        for (number, name) in names.enumerated() {
            let member = "10000000-0000-4000-8000-00000000\(1000 + number)"
            let category = "20000000-0000-4000-8000-00000000\(1000 + number)"
            for (kind, id) in [("member", member), ("category", category)] {
                documents.append([
                    "id": .string(id), "kind": .string(kind), "name": .string(name), "color": .string(name),
                ])
            }
            let fields: JSONObject = [
                "assignees": [.string(member)], "category": .string(category), "priority": .string(name),
            ]
            documents.append(Self.task(number * 3, name, with: fields))
            var done = fields
            done["completion"] = Self.done("2025-12-30T12:00:00Z", by: member)
            documents.append(Self.task(number * 3 + 1, name, with: done))
            var late = fields
            late["due"] = ["date": "2025-12-01"]
            documents.append(Self.task(number * 3 + 2, name, with: late))
        }
        let (tables, faults) = try read(page(documents))
        #expect(faults.isEmpty, "\(faults)")
        let shown = Set(
            (tables["To do"]?.arrayValue ?? []).compactMap { $0.arrayValue?.first?.stringValue }.map { Array($0.utf8) })
        let expected = names.map { $0 == "\u{FFFE}\u{1}" ? "\u{FFFD}\u{FFFD}" : $0 } + ["Task"]
        #expect(shown == Set(expected.map { Array($0.utf8) }))
        for heading in ["Overdue", "Done and open by member", "Done and open by category"] {
            #expect(tables[heading]?.arrayValue?.count == names.count + 1)
        }
    }

    @Test("An empty report and the maximum number of weeks are valid", .enabled(if: Tool("python3").isInstalled))
    func extremes() throws {
        #expect(try read(page([])).faults.isEmpty)
        let (tables, faults) = try read(page(weeks: 104))
        #expect(faults.isEmpty)
        #expect(tables["Done by week"]?.arrayValue?.count == 105)
        #expect(try read(page(weeks: 1)).faults.isEmpty)
        for weeks in [0, 105, -1] { #expect(throws: RPCError.self) { try page(weeks: weeks) } }
    }

    @Test("The contrast meets WCAG, light, dark and in print")
    func contrast() {
        func luminance(_ color: Substring) -> Double {
            let channels = stride(from: 1, to: 7, by: 2).map { start -> Double in
                let digits = color.dropFirst(start).prefix(2)
                let value = Double(Int(digits, radix: 16) ?? 0) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
        }
        let schemes = Stylesheet.text.split(separator: "\n").filter { $0.hasPrefix(":root") }
        #expect(schemes.count == 3)
        for scheme in schemes {
            var colors: [Substring: Substring] = [:]
            for part in scheme.split(separator: ";") {
                let words = part.split { " {:".contains($0) }.suffix(2)
                if let name = words.first, let color = words.last, color.hasPrefix("#") { colors[name] = color }
            }
            #expect(colors.count == 6)
            for (name, least) in [("--ink", 7.0), ("--faint", 4.5), ("--late", 4.5), ("--bar", 3)] {
                let pair = [colors["--paper"] ?? "", colors[name[...]] ?? ""].map(luminance).sorted()
                #expect((pair[1] + 0.05) / (pair[0] + 0.05) >= least, "\(name) in \(scheme)")
            }
        }
    }

    @Test("The manifest is valid, and names the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(ReportPlugin.manifest)
        #expect(manifest.id == "report" && manifest.arguments == ["plugin-serve", "report"])
        #expect(manifest.offers.exporters.map(\.name) == ["html"])
    }
}
