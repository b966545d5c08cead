// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Missed recurring tasks. The device's clock stands at Saturday 21 November 2026, 09:00 UTC.
@Suite("Missed recurring tasks")
struct MissedTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    /// A task's due date or time, from `--json`.
    private func due(_ title: String, on device: Device? = nil) throws -> String {
        let tasks = try (device ?? phone).run("list", "title:\"\(title)\"", "--json").expect().objects()
        let due = try #require(tasks.first?["due"] as? [String: Any])
        return try #require(due["date"] as? String ?? due["at"] as? String)
    }

    @Test(
        "One completion covers all missed occurrences; after a single missed one, the next occurrence remains",
        arguments: [
            // Weekly on Tuesdays: missed three times, twice, once, and not at all; then on Saturdays.
            ("week", "2026-11-03", "2026-11-24"), ("week", "2026-11-10", "2026-11-24"),
            ("week", "2026-11-17", "2026-11-24"),
            ("week", "2026-11-24", "2026-12-01"), ("week", "2026-11-14", "2026-11-21"),
            ("week", "2026-11-07", "2026-11-28"),
            // Daily: after a missed fortnight nothing remains for today; if only yesterday was missed, today's remains.
            ("day", "2026-11-07", "2026-11-22"), ("day", "2026-11-20", "2026-11-21"),
            ("day", "2026-11-21", "2026-11-22"),
            ("2 weeks", "2026-10-06", "2026-12-01"), ("month", "2026-07-31", "2026-11-30"),
            ("weekdays", "2026-11-09", "2026-11-23"), ("day", "1901-01-01", "2026-11-22"),
            ("day catching up", "2026-11-07", "2026-11-08"), ("week catching up", "2026-11-03", "2026-11-10"),
        ])
    func done(rule: String, due: String, next: String) throws {
        try phone.run("add", "Bins", "--every", rule, "--due", due).expect()
        try phone.run("done", "Bins", "--late").expectQuietly("Next: Bins")
        #expect(try self.due("Bins") == next)
    }

    @Test("Skipped occurrences use up a rule's count, and may end the series")
    func counted() throws {
        try phone.run("add", "Swim", "--every", "week, 5 times", "--due", "2026-11-03").expect()
        try phone.run("done", "Swim").expectQuietly("Next: Swim, due Tue 24 Nov")
        try phone.run("show", "Swim").expectQuietly("every week, 2 times")
        try phone.run("add", "Course", "--every", "week, 3 times", "--due", "2026-11-03").expect()
        try phone.run("done", "Course").expectQuietly("That was the last one.")
        try phone.run("add", "Term", "--every", "week until 22 nov 2026", "--due", "2026-11-03").expect()
        try phone.run("done", "Term").expectQuietly("That was the last one.")
    }

    @Test("The next due date follows the day of completion and keeps the time of day")
    func at() throws {
        try phone.run("add", "Cat", "--every", "day", "--due", "2026-11-10 07:30").expect()
        try phone.run("done", "Cat", "--at", "2026-11-11 08:00").expectQuietly("Next: Cat")
        #expect(try due("Cat") == "2026-11-12T06:30:00Z")
        // Today's due time has not come at six, and has passed at nine.
        try phone.at("2026-11-21T05:00:00Z").run("done", "Cat").expectQuietly("Next: Cat, due today 07:30")
        try phone.run("skip", "Cat", "--to-now").expectQuietly("now due tomorrow 07:30")
        try phone.run("undo").expect()
        try phone.run("done", "Cat").expectQuietly("Next: Cat, due tomorrow 07:30")
    }

    @Test("Concurrent completions on two days give one next task and date, in either order", arguments: [false, true])
    func apart(isTurned: Bool) throws {
        try phone.run("add", "Bins", "--every", "day", "--due", "2026-11-07").expect()
        try family.hub()
        let tablet = try family.join("tablet", as: "Ben").at("2026-11-24T09:00:00Z")
        try phone.run("done", "Bins").expect()
        try tablet.run("done", "Bins").expect()
        let devices = isTurned ? [phone, tablet] : [tablet, phone]
        for device in devices + devices { try device.run("sync").expect() }
        for device in devices {
            try device.run("conflicts").expectQuietly(["1  done by Mia", "2  done by Ben", .lacks("due")])
            #expect(try device.run("list", "Bins", "--json").objects().count == 1)
        }
        #expect(try due("Bins") == due("Bins", on: tablet))
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == tablet.git("rev-parse", "HEAD^{tree}").stdout)
    }

    @Test("skip advances by one occurrence, or with --to-now to the first occurrence that is not past")
    func skip() throws {
        try phone.run("add", "Bins", "--every", "week", "--due", "2026-11-03").expect()
        try phone.run("skip", "Bins").expectQuietly("now due Tue 10 Nov")
        try phone.run("skip", "Bins", "--to-now").expectQuietly("now due Tue 24 Nov")
        try phone.run("skip", "Bins", "--to-now").expect(
            status: 64, stderr: ["is not overdue", "'hometask skip' skips to the next occurrence"])
        try phone.run("add", "Cat", "--every", "day", "--due", "2026-11-03").expect()
        try phone.run("skip", "Cat", "--to-now").expectQuietly("now due today")
        try phone.run("add", "Plants", "--every", "3 days after done", "--due", "2026-11-03").expect()
        try phone.run("skip", "Plants", "--to-now").expectQuietly("now due Tue 24 Nov")
    }

    @Test("A setting makes new rules catch up unless a rule says otherwise")
    func setting() throws {
        try phone.run("config", "set", "--family", "missed", "catch-up").expect()
        try phone.run("add", "Bins", "--every", "week", "--due", "2026-11-03").expect()
        try phone.run("show", "Bins").expectQuietly("every week catching up")
        try phone.run("add", "Cat", "--every", "day not catching up", "--due", "2026-11-03").expect()
        try phone.run("add", "Plants", "--every", "3 days after done").expect()
        try phone.run("done", "Bins").expectQuietly("due Tue 10 Nov")
        try phone.run("done", "Cat").expectQuietly("due tomorrow")
        try phone.run("config", "unset", "--family", "missed").expect()
        try phone.run("show", "Bins").expectQuietly("every week catching up")
        try phone.run("show", "Cat").expectQuietly(["every day", .lacks("catching")])
        try phone.run("config", "set", "missed", "later").expect(
            status: 64, stderr: ["‘later’", "skip (", ") or catch-up ("])
        try phone.run("add", "X", "--every", "day catching up not catching up").expect(
            status: 64, stderr: "already says whether it catches up")
        try phone.run("add", "X", "--every", "2 days after done catching up").expect(
            status: 64, stderr: "no missed times")
    }

    @Test("'weekdays' means Monday to Friday; a rule's time of day sets that of the due date")
    func words() throws {
        try phone.run("add", "Lunch", "every:weekdays").expectQuietly("due Mon 23 Nov, every weekday")
        try phone.run("add", "Lunch too", "--every", "weekends").expectQuietly("due today, every Sat, Sun")
        // 07:30 in Amsterdam is past by 10:00.
        try phone.run("add", "Cat", "every:day at 7:30").expectQuietly("due tomorrow 07:30, every day")
        try phone.run("add", "Dog", "--every", "day at 6pm, 3 times").expectQuietly(
            "due today 18:00, every day, 3 times")
        try phone.run("add", "Fish", "every:day at 7:30", "due:fri").expectQuietly("due Fri 27 Nov 07:30, every day")
        try phone.expectUnchanged {
            try phone.run("add", "Hen", "every:day at 7:30", "--due", "fri 08:00").expect(
                status: 64, stderr: ["different times of day", "Leave out one of the two"])
            try phone.run("add", "Hen", "--every", "day at 25:00").expect(status: 64, stderr: "no such time")
            try phone.run("edit", "Cat", "--every", "week at 8:00").expect(
                status: 64, stderr: ["but the due date sets the time", "due:08:00"])
        }
    }

    @Test("delete reports the effect on the series, and done reports open items")
    func told() throws {
        try phone.run("add", "Bins", "--every", "week", "--due", "2026-11-24").expect()
        try phone.run("done", "Bins").expect()
        try phone.run("delete", "Bins").expectQuietly([
            "It recurs every week: while it is in the trash, no next occurrence", "hometask skip",
        ])
        try phone.run("add", "Pack", "--item", "Socks", "--item", "Hat").expect()
        try phone.run("item", "done", "Pack", "Socks").expect()
        try phone.run("done", "Pack").expect(
            stdout: "Done: Pack", stderr: "note: ‘Pack’ still has 1 open item of 2")
        try phone.run("add", "Eggs").expect()
        try phone.run("delete", "Eggs").expectQuietly(.lacks("recurs"))
    }

    @Test("All starter chores recur")
    func starter() throws {
        let device = try Device("laptop", in: TemporaryFolder())
        try device.run(
            ["init", device.folder, "--name", "Berg", "--email", "b@example.org", "--zone", "UTC", "--me", "Mia"]
                + ["--starter", "chores"]
        ).expect()
        let tasks = try device.run("list", "--json").objects()
        #expect(tasks.count >= 8 && tasks.allSatisfy { ($0["every"] as? String)?.hasPrefix("every ") == true })
    }
}
