// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Reminder options")
struct RemindOptionTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    private func document(_ title: String) throws -> [String: Any] {
        let sheet = try phone.run("show", title, "--json").expect().objects().first
        return try #require(sheet?["document"] as? [String: Any])
    }

    @Test("add and edit accept reminders in words, none and default; show displays them")
    func task() throws {
        try phone.run("add", "Bins", "due:fri", "--remind", "1d, 2h, 0, fri 12:00", "--nag", "90min").expect()
        let reminders = try #require(try document("Bins")["reminders"] as? [String])
        #expect(Set(reminders) == ["P1D", "PT2H", "PT0S", "2026-11-27T11:00:00Z"])
        #expect(try document("Bins")["nag"] as? String == "PT1H30M")
        try phone.run("show", "Bins").expectQuietly([
            "Reminders  1 day before, 2 hours before, when it is due, Fri 27 Nov 12:00",
            "every 1 hour 30 minutes",
        ])
        try phone.run("edit", "Bins", "--remind", "none", "--nag", "none").expectQuietly("reminders")
        #expect(try document("Bins")["reminders"] as? [String] == ["none"])
        #expect(try document("Bins")["nag"] == nil)
        try phone.run("show", "Bins").expectQuietly("Reminders  none")
        try phone.run("edit", "Bins", "--remind", "default").expect()
        #expect(try document("Bins")["reminders"] == nil)
    }

    @Test("A task's reminders are in the editor's text and can be changed there")
    func editor() throws {
        try phone.run("add", "Bins", "due:fri", "--remind", "1d,30min", "--nag", "2h").expect()
        let script = family.root.path + "/editor"
        try ProgramFile.write(
            """
            #!/bin/sh
            cp "$1" '\(family.root.path)/seen'
            sed -i 's/^remind: .*/remind: 3 days, 0/; s/^nag: .*/nag:/' "$1"

            """, to: script)
        try phone.with(["EDITOR": script]).run("edit", "Bins").expectQuietly(["reminders", "nagging"])
        let seen = try String(contentsOfFile: family.root.path + "/seen", encoding: .utf8)
        #expect(seen.contains("\nremind: 1 day, 30 minutes\n") && seen.contains("\nnag: 2 hours\n"))
        #expect(Set(try #require(try document("Bins")["reminders"] as? [String])) == ["P3D", "PT0S"])
        #expect(try document("Bins")["nag"] == nil)
    }

    @Test("Concurrently added reminders are both kept; a snooze does not restore a deleted task")
    func merging() throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Mia")
        try phone.run("add", "Bins", "due:fri", "--remind", "1d").expect()
        try phone.run("add", "Gone", "due:fri").expect()
        for device in [phone, laptop] { try device.run("sync").expect() }
        try phone.run("edit", "Bins", "--remind", "1d,2h").expect()
        try laptop.run("edit", "Bins", "--remind", "1d,3h").expect()
        try phone.run("delete", "Gone").expect()
        try laptop.run("remind", "snooze", "Gone", "1h").expect()
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        #expect(Set(try #require(try document("Bins")["reminders"] as? [String])) == ["P1D", "PT2H", "PT3H"])
        try phone.run("list").expectQuietly(.lacks("Gone"))
    }

    @Test("Channels are listed with their sender; email goes to the member's address; only the terminal is left")
    func channels() throws {
        try phone.run("remind", "channel").expectQuietly(["Mia  terminal  each device", "Ben"])
        try phone.run("remind", "channel", "add", "email").expect(
            status: 64, stderr: ["Mia has no e-mail address", "--email"])
        try phone.run("member", "edit", "Mia", "--email", "mia@example.org").expect()
        try phone.run("remind", "channel", "add", "email").expect(
            stdout: "Mia is now reminded by email mia@example.org. This device sends the reminders.",
            stderr: "hometask plugin config email from")
        try phone.run("remind", "channel", "add", "terminal").expectQuietly("Each device")
        try phone.run("remind", "channel", "add", "email").expect(status: 73, stderr: "already")
        let channels = try phone.run("remind", "channel", "--json").expect().objects()
        #expect(channels.map { $0["channel"] as? String } == ["email", "terminal"])
        #expect(channels.first?["to"] as? String == "mia@example.org" && channels.last?["device"] == nil)
        try phone.run("remind", "channel", "remove", "email").expectQuietly("no longer reminded by email")
        try phone.run("remind", "channel", "remove", "email").expect(status: 66, stderr: "hint: ")
        #expect(try phone.diary() == ["Mia removed the channel 'email mia@example.org' from Mia's reminders"])
    }

    @Test("No document holds a program to run: a channel's item has only a name and an address")
    func noPrograms() throws {
        try phone.run("remind", "channel", "add", "command", "rm -rf ~; $(reboot)").expect()
        try phone.run("add", "Bins", "due:2026-11-21 18:00").expect()
        // The text is only an address; the program to run is set on the device.
        try phone.at("2026-11-21T17:00:00Z").run("remind").expect(
            status: 65, stderr: "no program is set for reminders")
        #expect(FileManager.default.fileExists(atPath: phone.folder))
    }

    @Test("near sends reminders of open tasks at nearby places, once per visit")
    func near() throws {
        try phone.run("pin", "add", "Yard", "52.3702,4.8952").expect()
        try phone.run("pin", "add", "School", "52.3802,4.8952").expect()
        try phone.run("add", "Glass", "--at", "Yard").expect()
        try phone.run("add", "Books", "--at", "School", "--within", "2km").expect()
        try phone.run("add", "Not mine", "--at", "Yard", "--for", "Ben").expect()
        try phone.run("add", "Done", "--at", "Yard").expect()
        try phone.run("done", "Done").expect()
        let here = ["remind", "near", "52.3703,4.8952"]
        try phone.run(here).expectQuietly([
            "● Glass\n  You are near: 11 m away.", "● Books\n  You are near: 1.1 km away.", .lacks("Not mine"),
            .lacks("Done"),
        ])
        try phone.run(here).expectQuietly(.empty)
        try phone.run("remind", "near", "52.3720,4.8952").expectQuietly(.empty)
        try phone.run(here + ["--json"]).expectQuietly([#""title": "Glass""#, .lacks("Books")])
        try phone.run("remind", "near", "-33.9,18.4").expectQuietly(.empty)
    }

    @Test("At a terminal, remind says if there is nothing to send")
    func nothing() throws {
        try phone.run("pin", "add", "Yard", "52.3702,4.8952").expect()
        try phone.run("add", "Glass", "--at", "Yard").expect()
        let first = "note: this device reminds from now on; what fell due before is not sent"
        try Terminal(phone, "remind").finish().expect(
            stdout: .all([.contains(first), .contains("No reminders are due. None is to come, either.\n")]))
        try phone.run("add", "Cat", "--due", "tomorrow 9:00", "--remind", "1h").expect()
        try Terminal(phone, "remind").finish().expect(
            stdout: .exactly("No reminders are due. The next one is due tomorrow 08:00.\n"))
        try phone.run("done", "Cat").expect()
        try Terminal(phone, "remind", "--unattended").finish().expect(stdout: .empty)
        try Terminal(phone, "remind", "near", "-33.9,18.4").finish().expect(
            stdout: .exactly("Nothing to do near here.\n"))
        try phone.run("remind", "near", "52.3703,4.8952").expectQuietly("Glass")
        try Terminal(phone, "remind", "near", "52.3703,4.8952").finish().expect(stdout: "already reminded")
    }

    @Test("Control characters in a title are escaped")
    func hostileTitle() throws {
        try phone.run("remind").expect()
        try phone.run("add", "Bins", "due:2026-11-21 18:00", "--description", "\u{202E}desrever").expect()
        let outcome = try phone.at("2026-11-21T17:00:00Z").run("remind").expectQuietly("● Bins")
        #expect(outcome.stdout.contains("\\u{202e}") && !outcome.stdout.contains("\u{202E}"))
    }

    @Test(
        "Invalid input is refused with a valid example",
        arguments: [
            WrongUse("add", "Bins", "--remind", "soon", status: 64, message: "‘soon’", hint: "30min"),
            WrongUse("add", "Bins", "--remind", "", status: 64, message: "no reminder", hint: "none"),
            WrongUse("add", "Bins", "--remind", "fri", status: 64, message: "‘fri’ is a day", hint: "9:00"),
            WrongUse("add", "Bins", "--nag", "30s", status: 64, message: "‘30s’", hint: "2h"),
            WrongUse("member", "edit", "Mia", "--quiet", "21-7", status: 64, message: "‘21-7’", hint: "21:00-07:00"),
            WrongUse("member", "edit", "Mia", "--remind-at", "25:00", status: 64, message: "‘25:00’", hint: "08:30"),
            WrongUse("remind", "snooze", "Bread", "1h", status: 66, message: "‘Bread’"),
            WrongUse(
                "remind", "snooze", "Milk", "tomorrow", "9:00", status: 66, message: "‘Milk tomorrow’",
                hint: "in quotes: 'tomorrow 9:00'"),
            WrongUse("remind", "snooze", "Milk", "yesterday", status: 64, message: "is not in the future"),
            WrongUse("remind", "near", "here", status: 64, message: "‘here’", hint: "52.3702,4.8952"),
            WrongUse("remind", "channel", "add", "E mail", status: 64, message: "‘E mail’", hint: "email"),
            WrongUse("remind", "channel", "add", "ntfy", "x", "--device", "moon", status: 66, message: "‘moon’"),
            WrongUse("remind", "take", "email", status: 66, message: "‘email’"),
            WrongUse("remind", "--json", "--watch", status: 64, message: "--json", hint: nil),
            WrongUse("config", "set", "reminders", "fri 9:00", status: 64, message: "‘fri 9:00’"),
        ])
    func refusals(use: WrongUse) throws {
        try phone.run("add", "Milk").expect()
        try phone.expectRefusal(use)
    }
}
