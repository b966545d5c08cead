// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Searching")
struct SearchTests {
    /// A family with notes, pins and tasks, one of them done and one deleted.
    private func device() throws -> Device {
        let device = try Family(members: ["Mia"]).device
        let lines = """
            Book the Café Müller for the party
            Buy coffee
            Old café bill
            Wrong café

            """
        try device.run("add", "--stdin", input: lines).expect()
        try device.run("item", "add", "coffee", "--", "Café beans").expect()
        try device.run("edit", "coffee", "--description", "Only if the corner shop has the good ones").expect()
        try device.run("done", "old café").expect()
        try device.run("delete", "wrong").expect()
        try device.run("pin", "add", "Café Zentral", "52.37,4.89", "--address", "Quay 12").expect()
        try device.run("note", "add", "Rings twice, then the cafe opens", "--pin", "Zentral").expect()
        return device
    }

    private func names(_ device: Device, _ arguments: String...) throws -> [String] {
        try device.run(["search"] + arguments + ["--json"]).expectQuietly().objects().map {
            $0["title"] as? String ?? $0["name"] as? String ?? ($0["text"] as? [String])?.first ?? ""
        }
    }

    @Test("a prefix finds tasks, notes and pins, best match first, ignoring accents")
    func finding() throws {
        let device = try device()
        let note = "Rings twice, then the cafe opens"
        #expect(
            try Set(names(device, "caf").prefix(3))
                == ["Café Zentral", "Book the Café Müller for the party", "Old café bill"])
        #expect(try names(device, "caf").suffix(2) == ["Buy coffee", note])
        #expect(try names(device, "CAFE", "mull") == ["Book the Café Müller for the party"])
        #expect(try names(device, "caf", "--kind", "note", "--kind", "pin") == ["Café Zentral", note])
        #expect(try names(device, "caf", "--kind", "task", "--open").last == "Buy coffee")
        #expect(try names(device, "caf", "--kind", "task").count == 3)
        #expect(try names(device, "caf", "--trash") == ["Wrong café"])
        #expect(try names(device, "\"good ones\"") == ["Buy coffee"])
        #expect(try names(device, "\"ones good\"") == [])
        #expect(try names(device, "quay") == ["Café Zentral"])
        #expect(try names(device, "caf", "--limit", "2").count == 2)
    }

    @Test("each result has a number, and shows the matching line if the title does not match")
    func lines() throws {
        let device = try device()
        let lines = try device.run("search", "caf").expectQuietly().lines
        let coffee = try #require(lines.firstIndex { $0.contains("Buy coffee") })
        #expect(lines[coffee + 1].contains("Café beans"))
        #expect(lines.contains { $0.contains("✔  Old café bill") })
        #expect(lines.contains { $0.contains("Rings twice") && $0.contains("note about Café Zentral") })
        #expect(lines.count == 6)
        let number = try #require(lines[coffee].split(separator: " ").first)
        try device.run("done", String(number)).expect(
            stdout: "Done: Buy coffee", stderr: "‘Buy coffee’ still has 1 open item")
        try device.run("search", "caf", "--limit", "1").expectQuietly("1 of 5 found")
    }

    @Test("tasks that were never listed get new numbers")
    func numbers() throws {
        let device = try Family(members: ["Mia"]).device
        try device.run("add", "--stdin", input: "Alpha\nBeta\n").expect()
        let hit = try device.run("search", "be", "--json").expectQuietly().objects()[0]
        let number = try #require(hit["number"] as? Int)
        try device.run("done", "\(number)").expectQuietly("Done: Beta")
    }

    @Test("the JSON has the kind, the document and the position of the match")
    func json() throws {
        let device = try device()
        let hits = try device.run("search", "caf", "--json").expectQuietly().objects()
        let coffee = try #require(hits.first { $0["title"] as? String == "Buy coffee" })
        let match = try #require(coffee["match"] as? [String: Any])
        #expect(coffee["kind"] as? String == "task")
        #expect(match["field"] as? String == "items" && match["line"] as? String == "Café beans")
        #expect(match["ranges"] as? [[Int]] == [[0, 4]])
        #expect(match["title"] as? [[Int]] == [])
        let pin = try #require(hits.first { $0["kind"] as? String == "pin" })
        #expect((pin["match"] as? [String: Any])?["title"] as? [[Int]] == [[0, 4]])
    }

    @Test("matches are highlighted in coloured output only")
    func marks() throws {
        let device = try device()
        let colored = try device.run("search", "caf", "mull", "--color", "always").expectQuietly().lines.joined()
        #expect(colored.contains("Book the \u{1B}[1;4mCafé\u{1B}[0m \u{1B}[1;4mMüller\u{1B}[0m for the party"))
        let plain = try device.run("search", "caf", "mull").expectQuietly().lines.joined()
        #expect(plain.contains("Book the Café Müller for the party"))
    }

    @Test("a search without results succeeds; an empty query is an error")
    func nothing() throws {
        let device = try device()
        try device.run("search", "zebra").expectQuietly("Nothing matches.")
        try device.run("search", "afe", "--trash").expectQuietly("Nothing in the trash matches.")
        try device.run("search", "zebra", "--json").expectQuietly(.exactly("[]\n"))
        try device.run("search", "+").expect(status: 64, stderr: "no word to search for")
        try device.run("search").expect(status: 64)
        try device.run("search", "caf", "--limit", "0").expect(status: 64, stderr: "at least 1")
        try device.run("search", "caf", "--kind", "view").expect(status: 64)
    }

    @Test("control characters in results do not reach the terminal; matches are still marked")
    func hostile() throws {
        let device = try Family(members: ["Mia"]).device
        try device.run("add", "Wat\u{200D}er \u{202E}reversed").expect()
        let shown = try device.run("search", "rever", "--color", "always").expectQuietly().lines.joined()
        #expect(!shown.unicodeScalars.contains("\u{202E}") && shown.contains("reversed"))
    }
}
