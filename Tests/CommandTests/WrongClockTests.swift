// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The family's date is Saturday, 21 November 2026; the clocks of some devices differ.
@Suite("A device with a wrong clock")
struct WrongClockTests {
    private let family: Family
    private var phone: Device { family.device }

    init() throws {
        family = try Family(members: ["Mia", "Ben"])
    }

    @Test(
        "A wrong clock does not advance a series without --late",
        arguments: [
            ["every:day", "due:today"], ["every:day at 7:30", "due:2026-11-20 7:30"], ["every:week", "due:2026-11-25"],
            ["every:month on the last day"], ["every:3 days after done", "due:today"],
        ],
        // The family was changed a moment ago, or long ago.
        [true, false])
    func jump(words: [String], isLively: Bool) throws {
        try phone.run(["add", "Feed the fish"] + words).expect()
        let wrong = phone.at("2028-03-12T10:00:00Z")
        if isLively { try wrong.run("add", "Buy milk").expect() }
        let before = try phone.head()
        try wrong.run("done", "fish").expect(
            status: 75,
            stderr: [
                "‘Feed the fish’ was due 2026-11-", "done on 2028-03-12, it is due again on 2028-0",
                "nothing was changed", "If this device's clock is right, do it with --late.",
            ])
        #expect(try phone.head() == before)
        try wrong.run("done", "fish", "--late").expect(stdout: ["Done: Feed the fish", "Next: Feed the fish, due"])
        try phone.expectClean()
    }

    @Test("At a terminal, a wrong clock prompts for confirmation")
    func asked() throws {
        try phone.run("add", "Feed the fish", "every:day", "due:today").expect()
        let wrong = phone.at("2028-03-12T10:00:00Z")
        let refused = try Terminal(wrong, "done", "fish")
        try refused.answer("it is due again on 2028-03-13. Mark it as done? [y/N]", "n\n")
        refused.finish().expect(stdout: .contains("Nothing was changed."))
    }

    @Test(
        "A correct clock and rare tasks need no confirmation",
        arguments: [
            // Overdue for five months; yearly and missed twice; a rule that catches up.
            (["every:day", "due:2026-06-25"], "2026-11-21T10:00:00Z"),
            (["every:year", "due:2026-11-21"], "2028-11-22T10:00:00Z"),
            (["every:day catching up", "due:today"], "2028-03-12T10:00:00Z"),
            (["due:today"], "2028-03-12T10:00:00Z"),
        ])
    func right(words: [String], time: String) throws {
        try phone.run(["add", "Feed the fish"] + words).expect()
        try phone.at(time).run("done", "fish").expect(stdout: .contains("Done: Feed the fish"))
    }

    @Test("‘done’ prints a note if, and only if, the clock is far from the family's last change")
    func noted() throws {
        for title in ["Cat", "Dog", "Cow", "Hen"] { try phone.run("add", title).expect() }
        try phone.at("2026-11-20T10:00:00Z").run("done", "Cat").expectQuietly("Done: Cat")
        try phone.run("done", "Dog").expectQuietly("Done: Dog")
        try phone.at("2020-01-01T00:00:00Z").run("done", "Cow").expect(
            stdout: .contains("Done: Cow"),
            stderr: [
                "note: this device's clock says 2020-01-01 01:00, but the family was changed on 2026-11-21 10:00",
                "one of them is wrong",
            ])
        try phone.at("2028-03-12T10:00:00Z").run("done", "Hen").expect(
            stderr: ["note: this device's clock says 2028-03-12 11:00", "was last changed on", "is the clock right?"])
    }

    @Test("‘sync’ prints a note if the clock is far from the last change that other devices made at the remote")
    func synced() throws {
        try family.hub()
        let tablet = try family.join("tablet", as: "Ben")
        try phone.run("add", "Feed the fish").expect()
        try phone.run("sync").expect()
        let doubt = "note: this device's clock says"
        try tablet.at("2020-01-01T00:00:00Z").run("sync").expect(stderr: .contains(doubt))
        let wrong = tablet.at("2028-03-12T10:00:00Z")
        try wrong.run("add", "Buy milk").expect()
        try wrong.run("sync").expect(stderr: .contains(doubt))
        // Writes made with the wrong clock are in other devices' future.
        try phone.run("sync").expect(stderr: .contains("but the family was changed on 2028-03-12 11:00"))
        try phone.run("add", "Water the roses").expect()
        try phone.run("sync").expect()
        try tablet.run("sync").expect(stderr: .lacks(doubt))
    }
}
