// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Layout of lists")
struct ListPageTests {
    let device: Device

    init() throws {
        device = try Family().device
        let lines = [
            "Sweep the yard due:2026-11-10 @mia", "Pay the rent due:2026-11-19", "Feed the cat due:today @ben",
            "Water the plants due:today", "Cut the hedge due:sun", "Book the train due:2026-12-12 @mia", "Read a book",
            "Plan the party due:2027-01-08 wait:2027-01-01",
        ]
        try device.run("add", "--stdin", input: lines.joined(separator: "\n")).expect()
    }

    /// The headings and titles of a list, in order.
    private func parts(_ words: String...) throws -> [String] {
        try device.run(words).expect().lines.map { line in
            let words = line.split(separator: " ")
            return ["○", "✔"].contains(words.dropFirst().first) ? words[2..<5].joined(separator: " ") : line
        }
    }

    @Test("A list has a section for each period, and counts hidden tasks")
    func sections() throws {
        #expect(
            try parts("list") == [
                "Overdue", "Sweep the yard", "Pay the rent", "Today", "Feed the cat", "Water the plants", "This week",
                "Cut the hedge", "Later", "Book the train", "No date", "Read a book",
                "1 hidden until later: 'hometask list waiting'",
            ])
        try device.run("list").expectQuietly(["  11 days ago", "2 days ago", .lacks("10 Nov")])
        try device.run("list", "--sort", "title").expectQuietly([.lacks("Overdue"), "1 hidden until later"])
        try device.run("list", "book").expectQuietly([.lacks("hidden"), "Later", "No date"])
        try device.run("list", "plan", "or", "book").expectQuietly("1 more hidden until later: add the word waiting")
        try device.run("list", "waiting").expectQuietly([.lacks("hidden"), "Plan the party", "8 Jan 2027"])
    }

    @Test("Words name days and weeks; quoted words are searched for")
    func days() throws {
        let titles = { (words: String...) in
            try device.run(["list", "--json"] + words).expect().objects().compactMap { $0["title"] as? String }
        }
        #expect(try Set(titles("today")) == ["Feed the cat", "Water the plants"])
        #expect(try titles("today", "@ben") == ["Feed the cat"])
        #expect(try titles("tomorrow") == ["Cut the hedge"])
        #expect(try Set(titles("this week")) == ["Pay the rent", "Feed the cat", "Water the plants", "Cut the hedge"])
        #expect(try titles("next", "week").isEmpty)
        try device.run("add", "--", "Ring up today").expect()
        #expect(try titles("\"today\"") == ["Ring up today"])
        try device.run("add", "Finish this").expect()
        #expect(try titles("this") == ["Finish this"])
    }

    @Test("hometask alone shows my and unassigned tasks due today, then the next ones")
    func home() throws {
        #expect(
            try parts() == [
                "Mia: 2 overdue, 1 due today (8 open in the family)", "Overdue", "Sweep the yard", "Pay the rent",
                "Today", "Water the plants", "Next", "Cut the hedge", "Book the train", "Read a book", "Never synced.",
            ])
        try device.run("done", "sweep").expect()
        try device.run("done", "rent").expect()
        try device.run("done", "plants").expect()
        #expect(
            try parts().first
                == "Mia: nothing of yours is due today; others have 1 ('hometask list \"due<=today\"') (5 open in the family)"
        )
        try device.run("done", "cat").expect()
        #expect(try parts().first?.hasPrefix("Mia: nothing to do today") == true)
    }

    @Test("Done tasks show when and by whom, latest first")
    func done() throws {
        try device.at("2026-11-21T10:00:00Z").run("done", "sweep").expect()
        try device.at("2026-11-21T11:00:00Z").run("done", "cat", "--by", "zoë").expect()
        let later = device.at("2026-11-21T11:05:00Z")
        let lines = try later.run("list", "--done").expect().lines
        #expect(lines.count == 2)
        #expect(lines[0].contains("Feed the cat") && lines[0].contains("5 minutes ago  Zoë"))
        #expect(lines[1].contains("Sweep the yard") && lines[1].contains("1 hour ago") && lines[1].contains("Mia"))
    }

    @Test("Output to a file or pipe is not truncated; a narrow terminal marks omissions")
    func width() throws {
        let title = "A title of a great many words that has no room at all on any terminal of eighty columns"
        try device.run("add", title, "+alpha", "+beta", "category:none", "for:mia,ben,zoë").expect()
        var wide = device
        wide.environment["COLUMNS"] = nil
        try wide.run("list").expectQuietly([.contains(title), "Ben, Mia, Zoë", "+alpha +beta", .lacks("…")])
        try wide.run("show", "great").expectQuietly(.contains(title))
        try device.with(["COLUMNS": "40"]).run("list", "+alpha").expectQuietly(["A title", "… …"])
    }

    @Test("Output longer than the terminal is paged, shorter output is not")
    func pager() throws {
        let paged = device.with(["HOMETASK_PAGER": "sed s/^/page:/", "TERM": "xterm", "NO_COLOR": "1"])
        try Terminal(paged, "list", rows: 8).finish().expect(stdout: ["page:Overdue", "page:Today"])
        try Terminal(paged, "list", rows: 50).finish().expect(stdout: ["Overdue", .lacks("page:")])
        try Terminal(paged.with(["HOMETASK_PAGER": "cat"]), "list", rows: 8).finish().expect(stdout: "Overdue")
        try Terminal(paged.with(["HOMETASK_PAGER": "no-such-pager"]), "list", rows: 8).finish().expect(
            stdout: "Overdue")
        try Terminal(paged.with(["HOMETASK_PAGER": "head -n 1"]), "list", rows: 8).finish().expect(stdout: "Overdue")
        try device.run("add", "Pack", "--description", "a\nb\nc\nd\ne\nf").expect()
        for command in ["show", "history"] {
            try Terminal(paged, command, "Pack", rows: 4).finish().expect(stdout: "page:")
            try Terminal(paged, command, "Pack", rows: 90).finish().expect(stdout: ["Pack", .lacks("page:")])
        }
    }
}
