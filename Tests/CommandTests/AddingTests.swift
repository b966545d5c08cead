// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Adding tasks")
struct AddingTests {
    @Test("unquoted words form the title and may include tags, members, dates and more")
    func words() throws {
        let device = try Family().device
        try device.run("category", "add", "Kitchen").expect()
        try device.run(
            "add", "Take", "out", "the", "bins", "+weekly", "@ben", "due:fri", "category:kitchen", "priority:high"
        )
        .expectQuietly("Added 1: Take out the bins, for Ben, due Fri 27 Nov")
        let task = try #require(try device.run("list", "--json").objects().first)
        #expect(task["title"] as? String == "Take out the bins")
        #expect(task["tags"] as? [String] == ["weekly"])
        #expect((task["assignees"] as? [[String: String]])?.map { $0["name"] } == ["Ben"])
        #expect(task["due"] as? [String: String] == ["date": "2026-11-27"])
        #expect((task["category"] as? [String: String])?["name"] == "Kitchen")
        #expect(task["priority"] as? String == "high")
        #expect(task["number"] as? Int == 1)
        #expect(try device.diary() == ["Mia added 'Take out the bins'"])
        try device.expectClean()
    }

    @Test("options set the same fields as words, and more")
    func options() throws {
        let device = try Family().device
        try device.run(
            "add", "Rake leaves", "--for", "zoë", "--for", "me", "--due", "tomorrow 18:00", "--tag", "garden",
            "--points", "5",
            "--proof", "photo", "--priority", "low", "--description", "All of them.\nThe neighbour's too."
        ).expectQuietly("due tomorrow 18:00")
        let task = try #require(try device.run("list", "--json").objects().first)
        #expect(Set((task["assignees"] as? [[String: String]] ?? []).map { $0["name"] }) == ["Mia", "Zoë"])
        // 18:00 in Amsterdam, in winter.
        #expect(task["due"] as? [String: String] == ["at": "2026-11-22T17:00:00Z"])
        #expect(task["points"] as? Int == 5)
        #expect(task["proof"] as? String == "photo")
        let sheet = try #require(try device.run("show", "1", "--json").objects().first)
        let document = try #require(sheet["document"] as? [String: Any])
        #expect(document["description"] as? [String] == ["All of them.", "The neighbour's too."])
    }

    @Test("every list field may appear in the title words")
    func fields() throws {
        let device = try Family().device
        try device.run("pin", "add", "Library", "52.1,4.3").expect()
        try device.run("category", "add", "Garden").expect()
        try device.run(
            "add", "Books", "at:library", "for:mia,ben", "points:5", "remind:1d", "tag:x", "TAGS:y,z", "Due:fri",
            "item:The blue one", "item:The red one", "description:By tram", "category:gar", "priority=high",
            "proof:photo", "between:07:00-09:00", "within:100m", "approval:adult", "nag:1h", "every:week", "wait:mon"
        ).expectQuietly("Added 1: Books, for Ben, Mia, due Fri 27 Nov, every week, hidden until Mon")
        let sheet = try #require(try device.run("show", "1", "--json").objects().first)
        let document = try #require(sheet["document"] as? [String: Any])
        #expect(document["title"] as? String == "Books")
        #expect(document["tags"] as? [String] == ["x", "y", "z"])
        #expect(document["points"] as? Int == 5)
        #expect(document["priority"] as? String == "high")
        #expect(document["approval"] as? String == "adult")
        #expect(document["reminders"] as? [String] == ["P1D"])
        #expect(document["description"] as? [String] == ["By tram"])
        for key in ["place", "window", "proof", "nag", "repeat", "wait", "category", "items"] {
            #expect(document[key] != nil, "\(key)")
        }
        try device.run(
            "add", "Nothing", "due:none", "category:none", "tag:none", "for:none", "every:none", "remind:none"
        ).expect()
        try device.run("add", "title:Oat milk").expectQuietly("Added 3: Oat milk")
        try device.run("add", "--stdin", input: "Milk points:3 for:zoë\n").expect()
        #expect(try device.run("list", "points:3", "@zoë", "--json").objects().count == 1)
        try device.expectUnchanged {
            try device.run("add", "--stdin", input: "Milk\nBread deu:fri\n").expect(
                status: 64, stderr: ["line 2: there is no field ‘deu’", "Did you mean ‘due:’?"])
        }
    }

    @Test(
        "Text that only resembles a field is part of the title",
        arguments: [
            "Call: Mum", "After: the party", "See https://example.org:80 at home", "Ratio 3:4", "C:\\Users", "a<b",
            "2+2=4",
            "-5 degrees", "- milk", "Re: your letter", "x=5", "Dues: pay the club",
        ])
    func sentences(title: String) throws {
        let device = try Family().device
        for words in [[title], title.split(separator: " ").map { String($0) }]
        where words != ["After:", "the", "party"] {
            try device.run(["add"] + words).expectQuietly(.contains(": \(title)\n"))
        }
    }

    @Test("words after -- and quoted words with blanks are taken literally")
    func literally() throws {
        let device = try Family().device
        try device.run("add", "--", "Ask", "@nobody", "about", "+1", "due:never").expectQuietly()
        try device.run("add", "Say +1 to @somebody").expectQuietly()
        let titles = try device.run("list", "--sort", "title", "--json").objects().map { $0["title"] as? String }
        #expect(titles == ["Ask @nobody about +1 due:never", "Say +1 to @somebody"])
    }

    @Test("a plus followed by a number is not a tag")
    func plusNumber() throws {
        let device = try Family().device
        try device.run("add", "Invite", "Ben", "+1").expectQuietly("Added 1: Invite Ben +1")
    }

    @Test("standard input lines become tasks in one commit; if any line is invalid, no task is added")
    func standardInput() throws {
        let device = try Family().device
        let before = try device.head()
        try device.run("add", "--stdin", input: "One +a\n\nTwo @ben due:fri\nThree\n").expectQuietly("Added 3 tasks.")
        try device.git("rev-list", "--count", "\(before)..HEAD").expect(stdout: .exactly("1\n"))
        #expect(try device.run("list", "--json").objects().count == 3)
        let letters = "abcdefghijklm".map { "Step \($0)" }
        try device.run("add", "--stdin", input: letters.joined(separator: "\n")).expectQuietly("Added 13 tasks.")
        for order in ["created", "manual"] {
            let listed = try device.run("list", "step", "--sort", order, "--json").objects()
            #expect(listed.map { $0["title"] as? String } == letters, "\(order)")
        }
        try device.expectUnchanged {
            try device.run("add", "--stdin", input: "Four\nFive due:never\n").expect(status: 64, stderr: "line 2: ")
        }
    }

    @Test("over 8 MiB of lines become one commit; an invalid line is reported by its number")
    func longInput() throws {
        let device = try Family(isBare: true).device
        let before = try device.head()
        let blanks = String(repeating: " ", count: 60 << 10)
        var lines = (0..<160).map { "Task \($0)\(blanks)+tag" }
        #expect(lines.joined(separator: "\n").utf8.count > 9 << 20)
        let long = "Too long " + String(repeating: "x", count: 70 << 10)
        try device.expectUnchanged {
            // Detected when reading the line, or only when creating the task.
            for (line, message) in [
                (long, "line 161: it is longer than 64 KiB"),
                (String(repeating: "x", count: 501), "line 161: the task's title cannot be"),
                ("Bell \u{7}", "line 161: the task's title cannot be"),
            ] {
                let input = (lines.map { $0.prefix(8) } + [line[...], "Last"]).joined(separator: "\n")
                let result = try device.run("add", "--stdin", input: input)
                #expect(result.status != 0 && result.stderr.contains(message), "\(result.stderr.prefix(200))")
            }
        }
        lines[1] = ""
        let input = "\u{FEFF}" + lines.joined(separator: "\r\n") + "\u{2028}One more\rAnd one\n"
        try device.run("add", "--stdin", input: input).expectQuietly("Added 161 tasks.")
        try device.git("rev-list", "--count", "\(before)..HEAD").expect(stdout: .exactly("1\n"))
        let found = try device.run("list", "--json", "task 0 or more or \"and one\"").objects()
        #expect(Set(found.compactMap { $0["title"] as? String }).isSuperset(of: ["Task 0", "One more", "And one"]))
    }

    @Test("lines parsed in parallel become tasks in order; the first invalid one is reported")
    func manyLines() throws {
        let device = try Family(isBare: true).device
        let lines = (1...1200).map { "Task \($0) due:2031-01-01 +tag" }
        try device.expectUnchanged {
            // Detected when parsing the words, when creating the task, and when reading the line.
            let wrong = ["Bread due:never"] + [501, 70 << 10].map { String(repeating: "x", count: $0) }
            for (early, late) in [(0, 1), (1, 0), (0, 2), (1, 2), (0, 0)] {
                var input = lines
                (input[776], input[1033]) = (wrong[early], wrong[late])
                let result = try device.run("add", "--stdin", input: input.joined(separator: "\n"))
                // Read and parse errors are reported before errors in creating tasks.
                let first = (early, late) == (1, 0) || (early, late) == (1, 2) ? 1034 : 777
                #expect(result.status != 0 && result.stderr.contains("line \(first): "), "\(result.stderr.prefix(200))")
            }
        }
        try device.run("add", "--stdin", input: lines.joined(separator: "\n")).expectQuietly("Added 1200 tasks.")
        let listed = try device.run("list", "--sort", "created", "--json", "--limit", "2000").objects()
        #expect(listed.compactMap { $0["title"] as? String } == (1...1200).map { "Task \($0)" })
    }

    @Test("wide, combining and right-to-left characters keep their columns, and controls never reach the terminal")
    func unusualCharacters() throws {
        let device = try Family().device
        for title in ["買い物 牛乳とパン", "👨‍👩‍👧‍👦 dinner", "שלום עולם", "e\u{301}te\u{301}"] {
            try device.run("add", title, "--due", "today").expectQuietly()
        }
        let lines = try device.run("list", "--sort", "title").expectQuietly().lines
        // The due dates align after the widest title, 17 columns wide.
        let starts = lines.map { line in
            let title = line.prefix(upTo: line.range(of: "today")?.lowerBound ?? line.startIndex)
            return title.reduce(0) { $0 + ($1.unicodeScalars.contains { $0.value > 0x2E80 } ? 2 : 1) }
        }
        #expect(starts == Array(repeating: starts[0], count: 4), "\(lines)")
        try device.run("add", "Turn\u{202E}ed").expectQuietly(.lacks("\u{202E}"))
        try device.run("list").expectQuietly(.all([.contains("Turn\\u{202e}ed"), .lacks("\u{202E}")]))
    }

    @Test("other tools' tag and priority markers stay in the title, and a hint gives hometask's syntax")
    func foreignMarks() throws {
        let device = try Family().device.with(["COLUMNS": "200"])
        try device.run("add", "Milk", "#shop", "!1").expect(
            stdout: .exactly("Added 1: Milk #shop !1\n"),
            stderr: .exactly(
                """
                hint: ‘#shop’ is part of the title; a tag is written '+shop'.
                hint: ‘!1’ is part of the title; a priority is written 'priority:high'.

                """))
        try device.run("add", "Bread #shop !3").expect(stderr: ["'+shop'", "'priority:low'"])
        try device.run("add", "Fix", "#12", "C#", "#", "!", "!4", "Hey!").expectQuietly("Added 3")
        try device.run("add", "--", "Milk", "#shop", "!high").expectQuietly("Added 4")
        try device.run("add", "Milk", "#shop", "!high", "--json").expectQuietly()
    }

    @Test("adding and completing work in a bare repository")
    func bare() throws {
        let device = try Family(isBare: true).device
        try device.run("add", "Feed the cat", "@ben").expectQuietly("Added 1")
        try device.run("done", "cat").expectQuietly("Done: Feed the cat")
        try device.run("log", "--limit", "1").expectQuietly("Mia completed 'Feed the cat'")
    }
}
