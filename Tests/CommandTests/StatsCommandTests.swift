// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Statistics on the command line")
struct StatsCommandTests {
    /// Mia did three tasks of House, one of them late, and Ben one without a category; two are open.
    private func family() throws -> Device {
        let device = try Family().device
        try device.run("category", "add", "House").expect()
        for (title, due) in [("Bins", "2026-11-19"), ("Dishes", "2026-11-21"), ("Laundry", "2026-11-20")] {
            try device.at("2026-11-18T09:00:00Z").run(
                "add", title, "--category", "House", "--due", due, "--points", "5"
            ).expect()
        }
        try device.run("add", "Mow", "@ben").expect()
        try device.run("add", "Sweep", "@ben", "@zoë").expect()
        try device.run("add", "Rest").expect()
        for (title, at) in [("bins", "2026-11-18"), ("dishes", "2026-11-20"), ("laundry", "2026-11-21")] {
            try device.run("done", title, "--by", "Mia", "--at", "\(at)T08:00:00Z").expect()
        }
        try device.run("done", "mow", "--by", "Ben", "--at", "2026-11-09T08:00:00Z").expect()
        return device
    }

    @Test("the page shows tasks by member, category and week, with bars")
    func page() throws {
        let outcome = try family().run("stats").expectQuietly()
        #expect(
            outcome.stdout == """
                Berg: 2 open, 4 done

                    Member        Open  Done                    Points  On time  Streak  Longest
                1.  Mia              0     3  ████████████████      15     67 %       2        2
                    Ben              1     1  █████▍                 0        –       0        1
                    Zoë              1     0                         0        –       0        0
                    no one named     1     0                         0        –

                Category     Open  Done                                          Points  On time
                House           0     3  ██████████████████████████████████████      15     67 %
                no category     2     1  ████████████▋                                0        –

                Week from  Done
                    9 Nov     1  ████████████████████
                   16 Nov     3  ████████████████████████████████████████████████████████████

                On time: 67 % (2 of 3 that had a due date).
                Done after they were added: half within an hour, 1 day 5 hours on average.

                """)
    }

    @Test(
        "no line is wider than the terminal; colour is used only on request", arguments: [20, 40, 56, 60, 80, 200])
    func widths(columns: Int) throws {
        let device = try family().with(["COLUMNS": "\(columns)"])
        try device.run("member", "add", "Somebody with a name that is longer than most").expect()
        for by in ["day", "week", "month"] {
            let lines = try device.run("stats", "--by", by).expectQuietly(.lacks("\u{1B}")).lines
            #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
            #expect(lines.contains { $0.contains("Mia") && $0.contains("3") })
        }
        let colored = device.with(["COLORTERM": "truecolor"])
        let text = try colored.run("stats", "--color", "always").expectQuietly("\u{1B}[38;2;").stdout
        let plain = text.replacingOccurrences(of: "\u{1B}\\[[0-9;]*m", with: "", options: .regularExpression)
        #expect(try colored.run("stats").stdout == plain)
        try colored.with(["NO_COLOR": "1", "FORCE_COLOR": "3"]).run("stats").expectQuietly(.lacks("\u{1B}"))
    }

    @Test("at 40 columns the counts and points remain")
    func narrow() throws {
        let outcome = try family().with(["COLUMNS": "40"]).run("stats", "--by", "month").expectQuietly()
        #expect(
            outcome.lines.prefix(5) == [
                "Berg: 2 open, 4 done", "    Member        Open  Done  Points", "1.  Mia              0     3      15",
                "    Ben              1     1       0", "    Zoë              1     0       0",
            ])
        #expect(outcome.lines.contains("Nov 2026     4  ████████████████████████"))
    }

    @Test("results can be filtered by date range, member and category")
    func questions() throws {
        let device = try family()
        func done(_ words: String...) throws -> Int? {
            let object = try device.run(["stats", "--json"] + words).expectQuietly().object()
            return (object["done"] as? [String: Any])?["count"] as? Int
        }
        #expect(try done("--since", "2026-11-20") == 2)
        #expect(try done("--until", "2026-11-18") == 2)
        #expect(try done("--since", "yesterday", "--until", "yesterday") == 1)
        #expect(try done("--since", "last week", "--until", "last week") == 1)
        #expect(try done("--for", "ben") == 1)
        #expect(try done("--for", "me", "--category", "house") == 3)
        #expect(try done("--for", "ben", "--category", "house") == 0)
        try device.run("stats", "--for", "zoë", "--since", "2026-11-20", "--until", "today").expectQuietly(
            .contains("Berg: 1 open, 0 done (for Zoë, 20 Nov 2026 to 21 Nov 2026)"))
        try device.run("stats", "--for", "zoë", "--category", "house").expectQuietly("No tasks match")
    }

    @Test("weeks start on the family's first day of the week")
    func weeks() throws {
        let device = try family()
        try device.run("config", "set", "week-start", "sunday").expect()
        try device.run("stats").expectQuietly(["   15 Nov     3", "    8 Nov     1"])
        let periods = try device.run("stats", "--json", "--since", "2026-11-18").object()["periods"]
        let first = try #require(periods as? [[String: Any]]).first
        #expect(first?["from"] as? String == "2026-11-18")
        #expect(first?["to"] as? String == "2026-11-21")
    }

    @Test("a task completed again counts once, for the last member; a deleted task does not count")
    func again() throws {
        let device = try family()
        try device.run("reopen", "mow").expect()
        try device.run("stats").expectQuietly("Berg: 3 open, 3 done")
        try device.run("done", "mow", "--by", "Zoë").expect()
        let lines = try device.run("stats").expectQuietly("Berg: 2 open, 4 done").lines
        #expect(lines.contains { $0.contains("Zoë              1     1") })
        #expect(lines.contains { $0.contains("Ben              1     0") })
        try device.run("delete", "bins").expect()
        try device.run("stats").expectQuietly("Berg: 2 open, 3 done")
        try device.run("restore", "bins").expect()
        try device.run("stats").expectQuietly("Berg: 2 open, 4 done")
    }

    @Test("a task completed concurrently counts once, for one member")
    func apart() throws {
        let (family, laptop) = try Family.pair(prepared: [["add", "Bins", "--points", "5"]])
        try family.device.run("done", "bins").expect()
        try laptop.at("2026-11-21T10:00:00Z").run("done", "bins").expect()
        try family.device.run("sync").expect()
        for device in [laptop, family.device] { try device.run("sync").expect() }
        var members: [[String: Any]] = []
        for device in [family.device, laptop] {
            let object = try device.run("stats", "--json").expectQuietly().object()
            let done = try #require(object["done"] as? [String: Any])
            #expect(done["count"] as? Int == 1)
            #expect(done["points"] as? Int == 5)
            members += try #require(object["members"] as? [[String: Any]]).prefix(1)
        }
        #expect(members[0]["name"] as? String == members[1]["name"] as? String)
    }

    @Test("merged members count as one; removed members are shown")
    func merged() throws {
        let device = try family()
        try device.run("member", "merge", "Zoë", "Ben").expect()
        let lines = try device.run("stats").expectQuietly("Berg: 2 open, 4 done").lines
        let members = try #require(device.run("stats", "--json").object()["members"] as? [[String: Any]])
        #expect(
            members.map { $0["name"] as? String }.contains("Zoë")
                != members.map { $0["name"] as? String }.contains("Ben"))
        #expect(members.compactMap { $0["open"] as? Int } == [0, 1, 1], "\(lines)")
        try device.run("member", "remove", "Mia").expect()
        try device.run("stats").expectQuietly("Mia (removed)")
    }

    @Test("an unreadable document is left out and reported")
    func damaged() throws {
        let device = try family()
        let file = try #require(try device.git("grep", "-l", "Rest", "--", "tasks").lines.first)
        try Data("<<<<<<< HEAD\n".utf8).write(to: URL(fileURLWithPath: "\(device.folder)/\(file)"))
        try device.git("commit", "--quiet", "--all", "--no-verify", "-m", "x").expect()
        for _ in 0..<2 {
            try device.run("stats").expect(
                stdout: "Berg: 1 open, 4 done", stderr: .contains("warning: \(file) cannot be read"))
        }
    }

    @Test("results from the index and from the documents are equal")
    func withoutIndex() throws {
        let device = try family()
        let words = [[], ["--by", "month"], ["--csv"], ["--since", "2026-11-10", "--json"]]
        let indexed = try words.map { try device.run(["stats"] + $0).expectQuietly().stdout }
        let folder =
            try device.git("rev-parse", "--absolute-git-dir").stdout.trimmingCharacters(in: .newlines) + "/hometask"
        #expect(FileManager.default.fileExists(atPath: folder + "/index.sqlite"))
        for name in ["index.sqlite", "index.state", "index.lock"] {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        #expect(try words.map { try device.run(["stats"] + $0).expectQuietly().stdout } == indexed)
    }
}
