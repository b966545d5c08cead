// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The date is Saturday, 21 November 2026.
@Suite("Recurring tasks")
struct RecurringTests {
    private let family: Family
    private var phone: Device { family.device }

    init() throws {
        family = try Family(members: ["Mia", "Ben"])
    }

    @Test("A recurring task is due on the first day of its rule; completing it creates the next one")
    func followedByTheNext() throws {
        try phone.run("add", "Take", "out", "the", "bins", "--every", "2 weeks on tue, fri").expectQuietly(
            "Added 1: Take out the bins, due Tue 24 Nov, every 2 weeks on Tue, Fri\n")
        try phone.run("done", "bins").expectQuietly(
            "Done: Take out the bins\nNext: Take out the bins, due Fri 27 Nov\n")
        #expect(try phone.diary() == ["Mia completed 'Take out the bins'"])
        try phone.run("done", "bins", "--early").expectQuietly(["Next: Take out the bins, due Tue 8 Dec"])
        try phone.run("list").expectQuietly(["Take out the bins", "Tue 8 Dec", "every 2 weeks on Tue, Fri"])
        try phone.run("show", "bins").expectQuietly(["Recurs  every 2 weeks on Tue, Fri"])
        let tasks = try phone.run("list", "--all", "--json").objects()
        #expect(tasks.count == 3)
        #expect(Set(tasks.compactMap { $0["repeat"] as? String }) == ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR"])
        #expect(tasks.compactMap { $0["previous"] as? String }.count == 2)
        try phone.expectClean()
    }

    @Test(
        "A rule is given in words, on its own or within the title, or in RFC 5545 syntax",
        arguments: [
            (["Bins", "every:fri"], "FREQ=WEEKLY;BYDAY=FR", "due Fri 27 Nov"),
            (["Bins", "every:month on the last day"], "FREQ=MONTHLY;BYMONTHDAY=-1", "due Mon 30 Nov"),
            (
                ["Bins", "--every", "FREQ=MONTHLY;BYDAY=-1FR"], "FREQ=MONTHLY;BYDAY=-1FR",
                "due Fri 27 Nov, every month on the last Fri"
            ),
            (["Bins", "--every", "daily", "due:2026-12-01"], "FREQ=DAILY", "due Tue 1 Dec, every day"),
            (
                ["Bins", "--every", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13"], "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
                "due 13 Aug 2027, FREQ=MONTHLY"
            ),
            (
                ["Bins", "--every", "3 days after done"], "FREQ=DAILY;INTERVAL=3;X-FROM=DONE",
                "due today, every 3 days after done"
            ),
        ])
    func given(words: [String], rule: String, said: String) throws {
        try phone.run(["add"] + words).expectQuietly(.contains(said))
        let task = try #require(phone.run("list", "--json").objects().first)
        #expect(task["repeat"] as? String == rule)
    }

    @Test("A monthly rule without a day keeps the end of the month; a rule with a day says which months it skips")
    func monthEnd() throws {
        let august = phone.at("2026-08-31T09:00:00Z")
        try august.run("add", "Boiler", "--every", "6 months").expectQuietly(
            ["Added 1: Boiler, due today, every 6 months on the 31st or last day"])
        try august.run("done", "Boiler").expectQuietly(["Next: Boiler, due Sun 28 Feb 2027"])
        try phone.at("2027-02-28T09:00:00Z").run("done", "Boiler").expect(stdout: ["Next: Boiler, due 31 Aug"])
        try august.run("add", "Rent", "every:month", "due:2026-10-31").expectQuietly([
            "every month on the 31st or last day"
        ])
        // The series moves to another day and back.
        try phone.run("edit", "Rent", "--series", "--due", "2026-12-15").expect()
        try phone.run("show", "Rent").expectQuietly(["Recurs  every month\n"])
        try phone.run("edit", "Rent", "--series", "--due", "2026-11-30").expect()
        try phone.run("show", "Rent").expectQuietly(["every month on the 30th or last day"])
        // A single occurrence moves.
        try phone.run("edit", "Rent", "--due", "2026-12-02").expect()
        try phone.run("show", "Rent").expectQuietly(["every month on the 30th or last day"])
        try phone.run("edit", "Boiler", "--every", "month on the 31st").expect(
            stderr: "note: ‘Boiler’ skips months with fewer than 31 days")
        try phone.run("add", "Meter", "--every", "FREQ=MONTHLY", "due:2026-12-31").expect(
            stdout: .contains("Added"), stderr: "note: ‘Meter’ skips months with fewer than 31 days")
    }

    @Test("An invalid rule is refused with the expected syntax")
    func refusals() throws {
        for use in [
            WrongUse(
                "add", "Bins", "--every", "2 weks", status: 64, message: "‘every 2 weks’ does not say when: at ‘weks’"),
            WrongUse(
                "add", "Bins", "--every", "day until 2020-01-01", status: 64,
                message: "the rule ‘every day until 1 Jan 2020’ has no day from today on"),
            WrongUse("add", "Bins", "--every", "evry fri", status: 64, message: "evry"),
            WrongUse(
                "add", "Bins", "--every", "FREQ=HOURLY", status: 64,
                message: "is not a rule: expected DAILY, WEEKLY, MONTHLY or YEARLY, found ‘HOURLY’"),
            WrongUse(
                "add", "Bins", "--every", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31", status: 64, message: "has no day"),
        ] { try phone.expectRefusal(use) }
    }

    @Test("A rule ‘after done’ counts from the completion, not from the due date")
    func afterDone() throws {
        try phone.run("add", "Water", "the", "plants", "due:2026-11-10", "every:3 days after done").expect()
        try phone.run("done", "plants", "--at", "2026-11-20 20:00").expectQuietly(
            "Next: Water the plants, due Mon 23 Nov")
    }

    @Test("The local time of day is kept, also across a night without that time")
    func timesOfDay() throws {
        let device = phone.at("2026-03-20T09:00:00Z")
        try device.run("add", "Feed the cat", "--due", "2026-03-28 02:30", "--every", "day").expect()
        func due() throws -> String? {
            let task = try device.run("list", "--json").objects().first
            return (task?["due"] as? [String: Any])?["at"] as? String
        }
        var found = [try due()]
        for _ in 0..<3 {
            try device.run("done", "cat", "--early").expect()
            found.append(try due())
        }
        #expect(
            found == ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z", "2026-03-31T00:30:00Z"])
    }

    @Test("A count or an end date ends the series")
    func ends() throws {
        try phone.run("add", "Pill", "--every", "day, 2 times").expect()
        try phone.run("done", "Pill").expectQuietly(["Next: Pill, due tomorrow"])
        try phone.run("show", "Pill").expectQuietly(["every day, 1 time"])
        try phone.run("done", "Pill", "--early").expectQuietly("Done: Pill\nThat was the last one.\n")
        try phone.run("add", "Drops", "--every", "day until 2026-11-22").expect()
        try phone.run("done", "Drops").expectQuietly(["Next: Drops, due tomorrow"])
        try phone.run("done", "Drops", "--early").expectQuietly(["That was the last one."])
        try phone.run("list").expectQuietly([.lacks("Pill"), .lacks("Drops")])
    }

    @Test("A change to one occurrence does not affect the series")
    func oneOccurrence() throws {
        try phone.run("add", "Take out the bins", "--every", "tue", "+home").expect()
        try phone.run("edit", "bins", "--due", "wed", "--title", "Take out all bins", "--tag", "quick", "--for", "Ben")
            .expect()
        try phone.run("show", "bins").expectQuietly(["Wed 25 Nov", "This once  assignees, due date, tags, title"])
        try phone.run("history", "bins").expectQuietly(["series", "this once: "])
        try phone.run("done", "bins").expectQuietly(["Next: Take out the bins, due Tue 1 Dec"])
        let next = try #require(phone.run("list", "--json").objects().first)
        #expect(next["tags"] as? [String] == ["home"])
        #expect((next["assignees"] as? [Any])?.isEmpty == true)
    }

    @Test("An occurrence changed back matches the series again")
    func changedBack() throws {
        try phone.run("add", "Bins", "--every", "tue").expect()
        try phone.run("edit", "Bins", "--due", "wed").expect()
        try phone.run("edit", "Bins", "--due", "2026-11-24").expect()
        try phone.run("show", "Bins").expectQuietly(.lacks("This once"))
    }

    @Test("A change to the series affects this task and all later ones")
    func wholeSeries() throws {
        try phone.run("add", "Take out the bins", "--every", "tue").expect()
        try phone.run("edit", "bins", "--due", "thu").expect()
        try phone.run("edit", "bins", "--series", "--title", "Take out the glass", "--every", "2 weeks on wed")
            .expectQuietly(
                "Changed the due date, recurrence and title: Take out the glass")
        try phone.run("done", "glass").expectQuietly(["Next: Take out the glass, due Wed 9 Dec"])
        try phone.run("edit", "glass", "--series", "--due", "2026-12-10").expect()
        try phone.run("done", "glass", "--early").expectQuietly(["due Wed 23 Dec"])
        try phone.run("edit", "glass", "--every", "none").expect()
        try phone.run("done", "glass").expectQuietly("Done: Take out the glass\n")
        try phone.run("add", "Once").expect()
        try phone.expectRefusal(
            WrongUse("edit", "Once", "--series", "--title", "Twice", status: 64, message: "does not recur"))
    }

    @Test("A task can become recurring, also in an editor")
    func beginsToRecur() throws {
        try phone.run("add", "Bins").expect()
        try phone.run("edit", "Bins", "--every", "fri").expect()
        try phone.run("list").expectQuietly(["Fri 27 Nov", "every Fri"])
        try phone.run("add", "Glass").expect()
        try phone.run("edit", "Glass", "--from", "-", input: "title: Glass\nevery: 2 weeks on mon\n").expect()
        try phone.run("show", "Glass").expectQuietly(["Mon 23 Nov", "every 2 weeks on Mon"])
    }

    @Test("The next task has the same checklist, unticked")
    func checklist() throws {
        try phone.run("add", "Clean", "--every", "week", "--item", "bath", "--item", "stairs").expect()
        try phone.run("item", "done", "Clean", "1").expect()
        try phone.run("done", "Clean").expect()
        let items = try #require(phone.run("list", "--json").objects().first?["items"] as? [[String: Any]])
        #expect(items.compactMap { $0["text"] as? String } == ["bath", "stairs"])
        #expect(items.compactMap { $0["done"] as? Bool } == [false, false])
    }

    @Test("Skipping moves a task to its next date, earns no points, and can be undone")
    func skipping() throws {
        try phone.run("add", "Bins", "--every", "tue, 3 times", "--points", "5", "--item", "glass").expect()
        try phone.run("edit", "Bins", "--title", "Bins and paper", "--due", "wed").expect()
        try phone.run("item", "done", "Bins", "glass").expect()
        try phone.run("skip", "Bins").expectQuietly("Skipped: Bins, now due Tue 1 Dec\n")
        #expect(try phone.diary() == ["Mia skipped 'Bins and paper'"])
        try phone.run("show", "Bins").expectQuietly(["every Tue, 2 times"])
        try phone.run("list", "--all", "--json").expectQuietly(.lacks("completion"))
        try phone.run("undo").expectQuietly("Took back 'skip'")
        try phone.run("show", "Bins").expectQuietly(["Bins and paper", "Wed 25 Nov", "every Tue, 3 times"])
        for _ in 0..<2 { try phone.run("skip", "Bins").expect() }
        try phone.expectRefusal(WrongUse("skip", "Bins", status: 64, message: "is the last of its series"))
        try phone.run("add", "Once").expect()
        try phone.expectRefusal(WrongUse("skip", "Once", status: 64, message: "does not recur"))
        try phone.run("done", "Once").expect()
        try phone.expectRefusal(
            WrongUse("skip", "Once", status: 64, message: "‘Once’ is done and does not recur", hint: nil))
    }

    @Test("Reopening removes an untouched next task; completing again restores it")
    func reopening() throws {
        func ids() throws -> [String] { try phone.run("list", "--json").objects().compactMap { $0["id"] as? String } }
        try phone.run("add", "Bins", "--every", "tue").expect()
        let first = "#\(try ids()[0])"
        try phone.run("done", first).expect()
        let id = try ids()[0]
        try phone.run("reopen", first).expectQuietly("Open again: Bins")
        #expect(try ids().map { "#\($0)" } == [first])
        try phone.run("done", first).expectQuietly(["Next: Bins, due Tue 1 Dec"])
        #expect(try ids() == [id])
        try phone.run("edit", "#\(id)", "--title", "Bins, all of them").expect()
        try phone.run("reopen", first).expect()
        try phone.run("done", first).expectQuietly(["Next: Bins, all of them, due Tue 1 Dec"])
        #expect(try ids() == [id])
        try phone.run("delete", "#\(id)").expect()
        try phone.run("reopen", first).expect()
        try phone.run("done", first).expectQuietly("Done: Bins\n")
        #expect(try ids().isEmpty)
    }

    @Test("The derived ids of a series match the documentation")
    func derivedIDs() throws {
        let page = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                "../../Sources/HometaskFamily/HometaskFamily.docc/Recurrence.md"), encoding: .utf8)
        let rows = page.matches(of: #/\| `([0-9a-f-]{36})` \| `([0-9a-f-]{36})` \|/#)
        let ids = rows.map { (String($0.1), String($0.2)) }
        try #require(ids.count == 2)
        let folder = "\(phone.folder)/tasks/\(ids[0].0.prefix(2))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = """
            {"id": "\(ids[0].0)", "kind": "task", "title": "Bins", "due": {"date": "2026-11-24"}, "repeat": "FREQ=DAILY"}
            """
        try text.write(toFile: "\(folder)/\(ids[0].0).json", atomically: true, encoding: .utf8)
        try phone.run("status").expect()
        for next in ids.map(\.1) {
            try phone.run("done", "Bins", "--early").expect()
            #expect(try phone.run("list", "--json").objects().first?["id"] as? String == next)
        }
    }

    @Test("Undoing a completion removes the next task; the original task can be completed again")
    func undoing() throws {
        try phone.run("add", "Bins", "--every", "3 days after done").expect()
        try phone.run("done", "Bins").expectQuietly(["due Tue 24 Nov"])
        try phone.run("undo").expect()
        let open = try phone.run("list", "--json").objects()
        #expect(open.count == 1 && open[0]["previous"] == nil)
        try phone.at("2026-11-22T09:00:00Z").run("done", "Bins").expectQuietly(["Next: Bins, due Wed 25 Nov"])
        try phone.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("Marking a task as done in its file creates the next task, too")
    func doneByHand() throws {
        try phone.run("add", "Bins", "--every", "tue").expect()
        let file = try phone.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacingOccurrences(
            of: "\n  \"created\": {",
            with: "\n  \"completion\": {\n    \"at\": \"2026-11-21T08:00:00Z\"\n  },\n  \"created\": {"
        ).write(toFile: file, atomically: true, encoding: .utf8)
        try phone.run("status").expect()
        let open = try phone.run("list", "--json").objects()
        #expect(open.count == 1 && open[0]["previous"] != nil)
        try phone.expectClean()
    }

    @Test("doctor finds no problem in a repository with a series")
    func health() throws {
        try phone.run("add", "Bins", "--every", "tue", "--description", "green\nblue").expect()
        for _ in 0..<3 { try phone.run("done", "Bins", "--early").expect() }
        try phone.run("reopen", "#\(try phone.run("list", "--json").objects()[0]["previous"] as? String ?? "")")
            .expect()
        let findings = try phone.run("doctor", "--json").objects()
        #expect(findings.allSatisfy { $0["severity"] as? String != "problem" }, "\(findings)")
    }

    @Test("An unreadable rule does not prevent completing the task")
    func unreadableRule() throws {
        try phone.run("add", "Bins", "--every", "tue").expect()
        let file = try phone.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacingOccurrences(of: "FREQ=WEEKLY;BYDAY=TU", with: "FREQ=LUNARLY").write(
            toFile: file, atomically: true, encoding: .utf8)
        try phone.run("done", "Bins").expect(stdout: "Done: Bins", stderr: ["no next occurrence of", "LUNARLY"])
        try phone.run("list", "--all").expectQuietly("Bins")
    }

    @Test("done --json includes the next task")
    func json() throws {
        try phone.run("add", "Bins", "--every", "tue").expect()
        let done = try #require(phone.run("done", "Bins", "--json").objects().first)
        #expect(done["done"] as? Bool == true && done["every"] as? String == "every Tue")
        let next = try #require(done["next"] as? [String: Any])
        #expect(next["previous"] as? String == done["id"] as? String)
        #expect((next["due"] as? [String: Any])?["date"] as? String == "2026-12-01")
    }
}
