// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Reminding")
struct RemindTests {
    let family: Family
    let phone: Device

    /// Mia's family; her phone has been sending reminders since nine in the morning (UTC).
    init() throws {
        family = try Family()
        phone = family.device
        try phone.run("remind").expectQuietly(.empty)
    }

    /// The titles of the reminders that a device shows.
    private func remind(_ device: Device, at time: String, with options: String...) throws -> [String] {
        try device.at("2026-11-21T\(time)Z").run(["remind"] + options).expectQuietly().lines
            .filter { $0.hasPrefix("● ") }.map { String($0.dropFirst(2)) }
    }

    @Test("A reminder is shown once, when due, with the task's due date; otherwise nothing is shown")
    func once() throws {
        try phone.run("add", "Bins", "due:2026-11-21 18:00", "--remind", "1h").expect()
        #expect(try remind(phone, at: "15:59:59").isEmpty)
        try phone.at("2026-11-21T16:00:00Z").run("remind")
            .expectQuietly(.exactly("● Bins\n  It is due today 18:00.\n"))
        #expect(try remind(phone, at: "16:00:00").isEmpty)
        #expect(try remind(phone, at: "20:00:00").isEmpty)
        try phone.expectClean()
    }

    @Test("Missed reminders form one message per task; done, hidden, blocked and deleted tasks have none")
    func meanwhile() throws {
        for title in ["Bins", "Done", "Hidden", "Blocked", "Deleted"] {
            try phone.run("add", title, "due:2026-11-21 18:00", "--remind", "3h,1h,0").expect()
        }
        try phone.run("add", "First", "--remind", "none").expect()
        try phone.run("done", "Done").expect()
        try phone.run("edit", "Hidden", "--wait", "2026-11-21 22:00").expect()
        try phone.run("edit", "Blocked", "--after", "First").expect()
        try phone.run("delete", "Deleted").expect()
        #expect(try remind(phone, at: "18:00:00") == ["Bins"])
        try phone.run("done", "First").expect()
        #expect(try remind(phone, at: "18:05:00") == ["Blocked"])
        #expect(try remind(phone, at: "21:00:00") == ["Hidden"])
        #expect(try remind(phone, at: "23:00:00").isEmpty)
    }

    @Test("Reminders due before the device's first run are dropped, but an overdue nag is sent and repeats")
    func beginning() throws {
        try phone.run("add", "Old", "due:2026-11-20 18:00").expect()
        try phone.run("add", "Older", "due:2026-11-19", "--nag", "2h").expect()
        #expect(try remind(phone, at: "09:00:00") == ["Older"])
        #expect(try remind(phone, at: "09:30:00").isEmpty)
        #expect(try remind(phone, at: "10:00:00") == ["Older"])
        #expect(try remind(phone, at: "17:59:00") == ["Older"])
        try phone.run("done", "Older").expect()
        #expect(try remind(phone, at: "20:00:00").isEmpty)
    }

    @Test("A new due date and the next task of a series get new reminders, as set for the series")
    func again() throws {
        try phone.run("add", "Swim", "due:2026-11-21 18:00", "every:day", "--remind", "2h", "--nag", "1d").expect()
        #expect(try remind(phone, at: "15:00:00") == ["Swim"])
        try phone.run("edit", "Swim", "--due", "2026-11-21 20:00").expect()
        #expect(try remind(phone, at: "15:30:00").isEmpty)
        #expect(try remind(phone, at: "17:00:00") == ["Swim"])
        try phone.at("2026-11-21T17:30:00Z").run("done", "Swim").expect()
        let sheets = try phone.run("show", "Swim", "--json").expect().objects()
        let next = try #require(sheets.first?["document"] as? [String: Any])
        #expect(next["reminders"] as? [String] == ["PT2H"] && next["nag"] as? String == "P1D")
        #expect(try remind(phone, at: "23:00:00").isEmpty)
        #expect(
            try phone.at("2026-11-22T15:00:00Z").run("remind").expectQuietly().lines.first == "● Swim")
    }

    @Test("Quiet hours delay reminders to their end; all-day tasks are due at the member's time of day")
    func habits() throws {
        try phone.run("member", "edit", "Mia", "--quiet", "21:00-07:00", "--remind-at", "8:30", "--remind", "0,1d")
            .expectQuietly("Changed Mia.")
        try phone.with(["COLUMNS": "120"]).run("remind", "channel").expectQuietly(
            "1 day before, when it is due, days at 08:30, quiet 21:00-07:00")
        try phone.run("add", "Late", "due:2026-11-21 22:00").expect()
        try phone.run("add", "Rent", "due:2026-11-22").expect()
        #expect(try remind(phone, at: "09:00:00").isEmpty, "a day before is older than the device's first reminding")
        #expect(try remind(phone, at: "22:00:00").isEmpty)
        #expect(try phone.at("2026-11-22T05:59:59Z").run("remind").expectQuietly().lines.isEmpty)
        #expect(try phone.at("2026-11-22T06:00:00Z").run("remind").expectQuietly().lines.first == "● Late")
        #expect(try phone.at("2026-11-22T07:30:00Z").run("remind").expectQuietly().lines.first == "● Rent")
        try phone.run("member", "edit", "Mia", "--quiet", "none", "--remind", "none").expect()
        try phone.run("add", "Silent", "due:2026-11-23 10:00").expect()
        #expect(try phone.at("2026-11-23T12:00:00Z").run("remind").expectQuietly().lines.isEmpty)
    }

    @Test("The family's reminders are the default; a snooze delays a task for everyone")
    func familyAndSnooze() throws {
        try phone.run("config", "set", "reminders", "2h").expect()
        try phone.run("config", "get", "reminders").expectQuietly("2 hours")
        try phone.run("add", "Bins", "due:2026-11-21 18:00").expect()
        try phone.run("remind", "snooze", "Bins", "7h30min").expectQuietly("Snoozed until today 17:30: Bins")
        #expect(try remind(phone, at: "15:00:00").isEmpty)
        #expect(try remind(phone, at: "16:30:00") == ["Bins"])
        #expect(try phone.diary() == ["Mia snoozed 'Bins'"])
        try phone.run("remind", "snooze", "Bins", "none").expectQuietly("No longer snoozed: Bins")
    }

    @Test("--dry-run and list show due and upcoming reminders and change nothing")
    func looking() throws {
        try phone.run("add", "Bins", "due:2026-11-21 18:00", "--remind", "1h,0", "--nag", "1h").expect()
        try phone.run("remind", "--dry-run").expectQuietly("No reminders are due.")
        try phone.run("remind", "list").expectQuietly(
            .exactly("today 17:00  Mia  terminal  Bins\ntoday 18:00  Mia  terminal  Bins\n"))
        let later = phone.at("2026-11-21T16:00:00Z")
        for _ in 0..<2 { try later.run("remind", "--dry-run").expectQuietly("now  Mia  terminal  Bins") }
        let objects = try later.run("remind", "list", "--json").expect().objects()
        #expect(objects.map { $0["at"] as? String } == ["2026-11-21T16:00:00Z", "2026-11-21T17:00:00Z"])
        #expect(try remind(phone, at: "16:00:00") == ["Bins"])
    }

    @Test("--json prints the reminders, which then count as sent")
    func json() throws {
        try phone.run("add", "Bins", "due:2026-11-21 18:00").expect()
        let later = phone.at("2026-11-21T17:00:00Z")
        let sent = try later.run("remind", "--json").expect().objects()
        #expect(sent.count == 1 && sent.first?["title"] as? String == "Bins" && sent.first?["sent"] as? Bool == true)
        #expect(sent.first?["kind"] as? String == "due" && sent.first?["instant"] as? String == "2026-11-21T17:00:00Z")
        #expect(try later.run("remind", "--json").expect().objects().isEmpty)
        #expect(try remind(phone, at: "17:00:00").isEmpty)
    }

    @Test("A missing channel is an error that names the channel; the reminder stays due and is retried")
    func missingChannel() throws {
        try phone.run("remind", "channel", "add", "pigeon", "loft 3").expect(stderr: "no enabled channel ‘pigeon’")
        try phone.run("add", "Bins", "due:2026-11-21 18:00").expect()
        let due = phone.at("2026-11-21T17:00:00Z")
        try due.run("remind").expect(
            status: 78, stdout: .empty,
            stderr: ["‘Bins’", "pigeon loft 3", "there is no enabled channel ‘pigeon’ on this device", "hint: "])
        try due.run("remind").expect(stdout: .empty, stderr: "1 reminder by pigeon loft 3 could not be sent")
        try phone.at("2026-11-21T17:01:00Z").run("remind", "--json").expect(
            status: 78,
            stdout: [
                #""sent": false"#, "there is no enabled channel ‘pigeon’ on this device",
            ])
        // The reminder is still due, so it is sent on another channel.
        try phone.run("remind", "channel", "remove", "pigeon").expectQuietly("only the terminal is left")
        #expect(try remind(phone, at: "17:02:00") == ["Bins"])
    }

    @Test("A timer leaves terminal reminders to an interactive run")
    func unattended() throws {
        try phone.run("add", "Bins", "due:2026-11-21 18:00").expect()
        #expect(try remind(phone, at: "17:00:00", with: "--unattended").isEmpty)
        #expect(try remind(phone, at: "17:00:00") == ["Bins"])
    }

    @Test("Each of a member's devices sends its own reminders, and none for other members")
    func ownDevices() throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Mia")
        let tablet = try family.join("tablet", as: "Ben")
        for device in [laptop, tablet] { try device.run("remind").expectQuietly(.empty) }
        try phone.run("add", "Bins", "due:2026-11-21 18:00", "--for", "Mia").expect()
        for device in [phone, laptop, tablet] { try device.run("sync").expect() }
        #expect(try remind(phone, at: "17:00:00") == ["Bins"])
        #expect(try remind(laptop, at: "17:00:00") == ["Bins"])
        #expect(try remind(tablet, at: "17:00:00").isEmpty)
    }

    @Test("A shared channel's device sends; another device takes over after a day or by command, without duplicates")
    func takingOver() throws {
        try family.hub()
        let server = try family.join("server", as: "Ben")
        // The terminal stands for any shared channel: only the sending device matters.
        try server.run("remind", "channel", "add", "terminal", "--for", "Zoë", "--device", "server")
            .expectQuietly("Zoë is now reminded by terminal. This device sends the reminders.")
        for title in ["One", "Two", "Three"] {
            try server.run("add", title, "due:2026-11-21 18:00", "--for", "Zoë").expect()
        }
        try server.run("remind").expectQuietly(.empty)
        for title in ["Two", "Three"] { try server.run("delete", title).expect() }
        try server.run("sync").expect()
        try phone.run("sync").expect()
        try phone.run("remind").expectQuietly(.empty)
        #expect(try remind(server, at: "17:00:00") == ["One"])
        try server.at("2026-11-21T17:00:00Z").run("restore", "Two").expect()
        try server.at("2026-11-21T17:00:00Z").run("sync").expect()
        // Reminders sent by the server are not repeated; those that the server missed are sent a day later.
        let next = phone.at("2026-11-22T16:59:00Z")
        try next.run("sync").expect()
        #expect(try next.run("remind").expectQuietly().lines.isEmpty)
        #expect(try phone.at("2026-11-22T17:00:00Z").run("remind").expectQuietly().lines.first == "● Two")
        #expect(try phone.at("2026-11-22T17:00:00Z").run("remind").expectQuietly().lines.isEmpty)
        // After the takeover command, reminders are sent at once.
        try next.run("remind", "take", "terminal").expectQuietly("This device now reminds Zoë by terminal.")
        try next.run("add", "Four", "due:2026-11-22 18:10", "--for", "Zoë").expect()
        #expect(try phone.at("2026-11-22T17:10:00Z").run("remind").expectQuietly().lines.first == "● Four")
    }
}
