// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// On Saturday, 21 November 2026.
@Suite("A chore already done in its period")
struct EarlyCompletionTests {
    private let family: Family
    private var phone: Device { family.device }

    init() throws {
        family = try Family(members: ["Mia", "Ben"])
    }

    @Test(
        "is not done a second time without --early",
        arguments: [
            ["every:day"],
            ["every:day at 7:30"],
            // Due later this week, and done early.
            ["every:week", "due:2026-11-25"],
            ["every:2 weeks on tue, fri"],
            ["every:month on the last day"],
            ["every:3 days after done"],
            ["every:year", "due:2026-11-21"],
            // The only missed occurrence is now done, and the next one is due on a later day.
            ["every:week", "due:2026-11-18"],
            ["every:day catching up", "due:2026-11-21"],
        ])
    func twice(words: [String]) throws {
        try phone.run(["add", "Feed the fish"] + words).expect()
        try phone.run("done", "fish").expect()
        try phone.expectRefusal(
            WrongUse(
                "done", "fish", status: 75,
                message: [
                    "‘Feed the fish’ was done by Mia today 10:00, and the next occurrence is due",
                    "nothing was changed",
                ],
                hint: .contains("Do it ahead of time with --early.")))
        try phone.run("done", "fish", "--early").expectQuietly(["Done: Feed the fish"])
        try phone.expectClean()
    }

    @Test("prompts at a terminal, and the command's other tasks are done regardless")
    func asked() throws {
        try phone.run("add", "Feed the fish", "every:day").expect()
        try phone.run("done", "fish").expect()
        try phone.run("add", "Buy milk", "due:today").expect()
        try phone.run("list").expect(stdout: ["1", "Buy milk", "2", "Feed the fish"])
        let refused = try Terminal(phone, "done", "1", "2")
        try refused.answer("is due tomorrow. Mark that one as done, too? [y/N]", "n\n")
        refused.finish().expect(stdout: ["Done: Buy milk"])
        try phone.run("list", "--json").expectQuietly(.contains("Feed the fish"))
        let alone = try Terminal(phone, "done", "fish")
        try alone.answer("Mark that one as done, too? [y/N]", "\n")
        alone.finish().expect(stdout: .contains("Nothing was changed."))
        let agreed = try Terminal(phone, "done", "fish")
        try agreed.answer("Mark that one as done, too? [y/N]", "y\n")
        agreed.finish().expect(stdout: ["Done: Feed the fish", "Next: Feed the fish, due Mon 23 Nov"])
    }

    @Test("is not done by a proof photo, either", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
    func photo() throws {
        let file = try SamplePhotos.make("plain.jpg", on: phone)[0]
        try phone.run("add", "Feed the fish", "every:day", "--proof", "photo").expect()
        try phone.run("done", "fish", "--photo", file).expect()
        try phone.run("photo", "add", file, "--task", "fish").expect(status: 75, stderr: .contains("--early"))
        try phone.run("photo", "add", file, "--task", "fish", "--early").expect(
            stdout: .contains("Done: Feed the fish"))
    }

    @Test(
        "A task that is due by now is done without confirmation",
        arguments: [
            // The next day, the next week, and a day before the next due date.
            ("every:day", "2026-11-22T09:00:00Z"), ("every:week", "2026-11-28T09:00:00Z"),
            ("every:week", "2026-11-27T09:00:00Z"), ("every:3 days after done", "2026-11-22T09:00:00Z"),
        ])
    func next(rule: String, time: String) throws {
        try phone.run("add", "Feed the fish", rule, "due:today").expect()
        try phone.run("done", "fish").expect()
        try phone.at(time).run("done", "fish").expectQuietly(["Done: Feed the fish"])
    }

    @Test("Missed occurrences can be done late without confirmation, up to today's period")
    func missed() throws {
        try phone.run("add", "Feed the fish", "every:day", "due:2026-11-20").expect()
        try phone.run("done", "fish").expectQuietly(["Next: Feed the fish, due today"])
        try phone.run("done", "fish").expectQuietly(["Next: Feed the fish, due tomorrow"])
        try phone.run("done", "fish").expect(status: 75)
        // An occurrence moved to today is due.
        try phone.run("edit", "fish", "--due", "today").expect()
        try phone.run("done", "fish").expectQuietly(["Done: Feed the fish"])
    }

    @Test("A reopened occurrence counts as not done")
    func reopened() throws {
        try phone.run("add", "Feed the fish", "every:day").expect()
        try phone.run("done", "fish").expect()
        try phone.run("reopen", "fish").expect()
        try phone.run("done", "fish").expectQuietly(["Done: Feed the fish"])
    }
}
