// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Repeated imports of one file")
struct ImportAgainTests {
    private static func calendar(_ todos: String...) -> String {
        let components = todos.map { "BEGIN:VTODO\n\($0)\nEND:VTODO\n" }.joined()
        return "BEGIN:VCALENDAR\nVERSION:2.0\n\(components)END:VCALENDAR\n"
    }

    private static let call = "UID:call@there\nSUMMARY:Call\nDUE;VALUE=DATE:20261127"

    /// A device with a to-do imported from a calendar.
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("import", "ics", "-", input: Self.calendar(Self.call)).expectQuietly("Added 1 task.")
        return device
    }

    private func task(_ device: Device, _ words: String...) throws -> [String: Any] {
        try #require(try device.run(["list", "--json"] + words).objects().first)
    }

    @Test("Differences in the file are reported, and applied with --update as an edit that undo reverts")
    func differs() throws {
        let device = try device()
        let changed = Self.calendar(
            Self.call.replacing("20261127", with: "20261128") + "\nPRIORITY:1\nDESCRIPTION:At home")
        try device.expectUnchanged {
            try device.run("import", "ics", "-", input: changed).expectQuietly([
                "Changed nothing; 1 is already here.", "1 task here differs from the file; --update applies",
                "standard input:3: Call (description, due, priority)",
            ])
            try device.run("import", "ics", "-", "--update", "--dry-run", input: changed).expectQuietly([
                "Would have: changed 1 document", "1 task would be changed to the values in the file:",
                "standard input:3: Call (description, due, priority)",
            ])
            let json = try device.run("import", "ics", "-", "--update", "--dry-run", "--json", input: changed).object()
            let difference = try #require((json["differences"] as? [[String: Any]])?.first)
            #expect(difference["fields"] as? [String] == ["description", "due", "priority"])
            #expect(difference["title"] as? String == "Call" && difference["taken"] as? Bool == true)
        }
        try device.run("import", "ics", "-", "--update", input: changed).expectQuietly([
            "Changed 1 document; 1 is already here", "1 task was changed to the values in the file:",
            "standard input:3: Call (description, due, priority)",
        ])
        let task = try task(device)
        #expect((task["due"] as? [String: String]) == ["date": "2026-11-28"])
        #expect(task["priority"] as? String == "high" && task["description"] as? [String] == ["At home"])
        try device.expectUnchanged {
            try device.run("import", "ics", "-", "--update", input: changed).expectQuietly(
                .exactly("Changed nothing; 1 is already here.\n"))
        }
        try device.run("undo").expect()
        #expect((try self.task(device)["due"] as? [String: String]) == ["date": "2026-11-27"])
    }

    @Test("Without --update, local changes and fields missing from the file are kept")
    func changedHere() throws {
        let device = try device()
        try device.run("edit", "Call", "--title", "Call mum", "--tag", "family").expect()
        let file = Self.calendar(Self.call.replacing("\nDUE;VALUE=DATE:20261127", with: ""))
        try device.run("import", "ics", "-", input: file).expectQuietly("Call mum (due, title)")
        #expect(try openTitles(device) == ["Call mum"])
        try device.run("import", "ics", "-", "--update", input: file).expectQuietly("Changed 1 document")
        let task = try task(device)
        #expect(task["title"] as? String == "Call" && task["due"] == nil)
        #expect(task["tags"] as? [String] == ["family"], "the calendar says nothing of tags")
    }

    @Test("A to-do completed in the other program is completed here, and a task done here stays done")
    func completed() throws {
        let device = try device()
        let done = Self.calendar(Self.call + "\nSTATUS:COMPLETED\nCOMPLETED:20261120T120000Z")
        try device.run("import", "ics", "-", input: done).expectQuietly("Completed 1 task; 1 is already here.")
        #expect(
            (try task(device, "done:any")["completion"] as? [String: Any])?["at"] as? String == "2026-11-20T12:00:00Z")
        for words in [[], ["--update"]] {
            try device.expectUnchanged {
                try device.run(["import", "ics", "-"] + words, input: Self.calendar(Self.call)).expectQuietly(
                    .exactly("Changed nothing; 1 is already here.\n"))
            }
        }
        try device.run("reopen", "Call").expect()
        try device.expectUnchanged {
            try device.run("import", "ics", "-", input: done).expectQuietly("Call (done)")
        }
        try device.run("import", "ics", "-", "--update", input: done).expectQuietly("Completed 1 task")
    }

    @Test("A recurring to-do completed elsewhere has one next occurrence")
    func series() throws {
        let device = try Family().device
        let bins = "UID:bins\nSUMMARY:Bins\nDTSTART;VALUE=DATE:20261120\nDUE;VALUE=DATE:20261120\nRRULE:FREQ=WEEKLY"
        try device.run("import", "ics", "-", input: Self.calendar(bins)).expectQuietly()
        let done = Self.calendar(bins + "\nSTATUS:COMPLETED\nCOMPLETED:20261120T120000Z")
        try device.run("import", "ics", "-", input: done).expectQuietly("Completed 1 task")
        let open = try device.run("list", "--json").objects()
        #expect(open.map { $0["due"] as? [String: String] } == [["date": "2026-11-27"]])
        try device.expectUnchanged {
            try device.run("import", "ics", "-", input: done).expectQuietly("Changed nothing")
        }
        let file = device.home + "/all.ics"
        try device.run("export", "ics", "-o", file).expectQuietly()
        try device.expectUnchanged {
            try device.run("import", "ics", file).expectQuietly(.exactly("Changed nothing; 2 are already here.\n"))
        }
        let other = try Family(isAnother: true).device
        try other.run("import", "ics", file).expectQuietly("Added 2 tasks")
        try other.run("add", "Sweep").expect()
        try other.run("done", "Sweep").expect()
        #expect(try openTitles(other) == ["Bins"], "the one that is done has its successor in the file")
    }

    @Test("A task that requires a photo is not completed by an import")
    func proof() throws {
        let device = try device()
        try device.run("edit", "Call", "--proof", "photo").expect()
        let done = Self.calendar(Self.call + "\nSTATUS:COMPLETED")
        try device.expectUnchanged { try device.run("import", "ics", "-", input: done).expectQuietly("Call (done)") }
    }

    @Test(
        "Importing again after an undo restores tasks and categories, but not deleted tasks")
    func undone() throws {
        let device = try Family().device
        let file = "Bins +Home due:2026-11-27\nMow +Garden\n"
        try device.run("import", "todotxt", "-", input: file).expectQuietly("Added 2 categories, added 2 tasks.")
        try device.run("undo").expect()
        #expect(try openTitles(device) == [])
        try device.run("import", "todotxt", "-", input: file).expectQuietly("Restored 2 categories, restored 2 tasks.")
        #expect(Set(try openTitles(device)) == ["Bins", "Mow"])
        #expect(try device.run("category", "list", "--json").objects().count == 2)
        try device.run("undo").expectQuietly("Took back 'import'")
        #expect(try openTitles(device) == [])
        try device.run("import", "todotxt", "-", input: file).expectQuietly("Restored 2 categories, restored 2 tasks.")
        try device.run("delete", "Bins", "--yes").expect()
        try device.expectUnchanged {
            try device.run("import", "todotxt", "-", input: file).expectQuietly("1 of them in the trash")
        }
        try device.run("doctor").expect(stdout: "No problems")
    }

    @Test("An undone import of any size can be imported again without confirmation")
    func manyUndone() throws {
        let device = try Family().device
        let file = (1...30).map { "Task \($0)\n" }.joined()
        try device.run("import", "todotxt", "-", input: file).expectQuietly("Added 30 tasks.")
        try device.run("undo").expect()
        try device.run("import", "todotxt", "-", input: file).expectQuietly("Restored 30 tasks.")
    }

    @Test("Importing a full export reports later changes, and reverts them with --update")
    func copyOfEverything() throws {
        let device = try Family().device
        try device.run("add", "Bins").expect()
        let file = device.home + "/all.jsonl"
        try device.run("export", "jsonl", "-o", file).expectQuietly()
        try device.run("edit", "Bins", "--due", "2026-11-27", "--title", "The bins").expect()
        try device.run("import", "jsonl", file).expectQuietly("The bins (due, title)")
        try device.run("import", "jsonl", file, "--update").expectQuietly("Changed 1 document")
        let task = try task(device)
        #expect(task["title"] as? String == "Bins" && task["due"] == nil)
    }

    @Test("A todo.txt line completed in the other program is the same task")
    func lineDone() throws {
        let device = try Family().device
        try device.run("import", "todotxt", "-", input: "(A) 2026-11-01 Bins due:2026-11-27\nMow\n").expectQuietly()
        try device.run(
            "import", "todotxt", "-", input: "x 2026-11-20 2026-11-01 Bins due:2026-11-27 pri:A\nx 2026-11-21 Mow\n"
        ).expectQuietly(.exactly("Completed 2 tasks; 2 are already here.\n"))
        #expect(try openTitles(device) == [])
    }

    @Test(
        "A row without an id completed in the other program is the same task",
        arguments: [
            (
                "title,status,due\nBins,open,2026-11-27\nMow,open,\n",
                "title,status,due\nBins,done,2026-11-27\nMow,open,\n"
            ),
            ("Task,Done,Done by\nBins,,\nMow,no,\n", "Task,Done,Done by\nBins,2026-11-20,Ben\nMow,no,\n"),
        ])
    func rowDone(before: String, after: String) throws {
        let device = try Family().device
        try device.run("import", "csv", "-", input: before).expectQuietly("Added 2 tasks.")
        try device.run("import", "csv", "-", input: after).expectQuietly(
            .exactly("Completed 1 task; 2 are already here.\n"))
        #expect(try openTitles(device) == ["Mow"])
    }

    @Test(
        "Each of several equal lines is recognised",
        arguments: [
            ("todotxt", "Milky\nMilky\n", ["Milky\nx 2026-11-20 Milky\n", "x 2026-11-20 Milky\nMilky\n"]),
            ("todotxt", "Milky\nMilky\nMilky\n", ["Milky\nx 2026-11-20 Milky\nx 2026-11-21 Milky\n"]),
            ("csv", "title,done\nMilky,\nMilky,\n", ["title,done\nMilky,\nMilky,2026-11-20\n"]),
            (
                "csv", "title,done\nMilky,\nMilky,\nMilky,\n",
                ["title,done\nMilky,\nMilky,2026-11-20\nMilky,2026-11-21\n"]
            ),
        ])
    func equalLines(format: String, before: String, after: [String]) throws {
        let count = before.components(separatedBy: "Milky").count - 1
        for after in after {
            let done = count == 2 ? "1 task" : "2 tasks"
            let device = try Family().device
            try device.run("import", format, "-", input: before).expectQuietly("Added \(count) tasks.")
            try device.run("import", format, "-", input: after).expectQuietly(
                .exactly("Completed \(done); \(count) are already here.\n"))
            try device.expectUnchanged {
                try device.run("import", format, "-", input: after).expectQuietly(
                    "Changed nothing; \(count) are already here")
            }
            let other = try Family(isAnother: true).device
            try other.run("import", format, "-", input: after).expectQuietly("Added \(count) tasks.")
            try other.expectUnchanged {
                try other.run("import", format, "-", input: after).expectQuietly(
                    "Changed nothing; \(count) are already here")
            }
        }
    }

    @Test(
        "Reordering equal lines completes no other task",
        arguments: [
            ("todotxt", "", "x 2026-11-20 Milky", "Milky"), ("csv", "title,done\n", "Milky,2026-11-20", "Milky,"),
        ])
    func equalLinesInAnotherOrder(format: String, head: String, done: String, open: String) throws {
        let device = try Family().device
        func file(_ lines: [String]) -> String { head + lines.map { $0 + "\n" }.joined() }
        try device.run("import", format, "-", input: file([open, open, open])).expectQuietly("Added 3 tasks.")
        try device.run("import", format, "-", input: file([open, done, open])).expectQuietly("Completed 1 task;")
        for lines in [[done, open, open], [open, open, done], [open, done, open]] {
            try device.expectUnchanged {
                try device.run("import", format, "-", input: file(lines)).expectQuietly(
                    "Changed nothing; 3 are already here")
            }
        }
        // An additional line before it is a new task.
        try device.run("import", format, "-", input: file([open, open, open, done])).expectQuietly(
            "Added 1 task; 3 are already here")
    }

    @Test("A row without an id is recognised after an empty column is added or columns are reordered")
    func columns() throws {
        let device = try Family().device
        try device.run("import", "csv", "-", input: "title,due\nBins,2026-11-27\nMow,\n").expectQuietly()
        for file in ["title,due,notes\nBins,2026-11-27,\nMow,,\n", "due,title\n2026-11-27,Bins\n,Mow\n"] {
            try device.expectUnchanged {
                try device.run("import", "csv", "-", input: file).expectQuietly(
                    .exactly("Changed nothing; 2 are already here.\n"))
            }
        }
    }

    @Test(
        "Importing a fresh export reports no differences",
        arguments: ["ics", "taskwarrior", "todotxt", "csv", "jsonl"])
    func ownExport(format: String) throws {
        let device = try Family().device
        try device.run("pin", "add", "Shop", "52.37,4.89").expect()
        try device.run("category", "add", "Garden").expect()
        let words = [
            "--due", "2026-11-27 18:00", "--category", "Garden", "--tag", "out", "--every", "week", "--points", "3",
            "@Ben", "--at", "Shop", "--within", "200", "--item", "one", "--item", "two", "--remind", "1h",
            "--nag", "10m", "--description", "First\n\nthen", "--priority", "high",
        ]
        try device.run(["add", "Mow"] + words).expect()
        try device.run("add", "Rake", "--due", "tomorrow").expect()
        try device.run("done", "Rake").expect()
        try device.run("done", "Mow").expect()
        let file = device.home + "/export"
        try device.run("export", format, "-o", file).expectQuietly()
        try device.expectUnchanged {
            let outcome = try device.run("import", format, file).expectQuietly("Changed nothing")
            #expect(!outcome.stdout.contains("differ"), "\(outcome)")
        }
        try device.run("delete", "Rake", "--yes").expect()
        try device.expectUnchanged {
            try device.run("import", format, file).expectQuietly("1 of them in the trash")
        }
    }

    /// The titles of the open tasks.
    private func openTitles(_ device: Device) throws -> [String] {
        try device.run("list", "--json").objects().compactMap { $0["title"] as? String }
    }
}
