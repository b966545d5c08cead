// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Ineffective, delayed and omitted reminders")
struct IneffectiveReminderTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    @Test("A currently ineffective reminder is kept with a note; an effective one is set silently")
    func notes() throws {
        try phone.run("add", "Milk", "--remind", "1d").expect(
            stdout: "Added 1: Milk", stderr: ["note: ‘Milk’: the task has no due date"])
        #expect(try phone.run("show", "Milk").stdout.contains("1 day before"))
        try phone.run("add", "Bins", "due:2026-11-21 18:00", "--remind", "1d,2h").expect(
            stderr: ["‘Bins’: 1 day before it is due was", "late or never sent", .lacks("2 hours")])
        try phone.run("edit", "Bins", "--nag", "1h").expect(stderr: "1 day before")
        try phone.run("add", "Swim", "due:2026-11-21 18:00", "every:day", "--remind", "1d").expectQuietly()
        try phone.run("add", "Pay", "due:fri", "--remind", "1d,0", "--nag", "2h").expectQuietly()
        try phone.run("add", "Tea", "--remind", "fri 12:00").expectQuietly()
        try phone.run("add", "Plain").expectQuietly()
        try phone.run("edit", "Plain", "--remind", "none").expectQuietly()
        try phone.run("add", "--stdin", "--nag", "1h", input: "A\nB\nC\nD\n").expect(
            stdout: "Added 4 tasks.", stderr: "‘A’, ‘B’, ‘C’ and 1 more task: the task has no due date")
    }

    @Test(
        "A zero, negative or past length or time is quoted and refused",
        arguments: [
            WrongUse("remind", "snooze", "Milk", "-1h", status: 64, message: "‘-1h’", hint: "‘1h’"),
            WrongUse("remind", "snooze", "Milk", "-30min", status: 64, message: "‘-30min’", hint: "write ‘30min’"),
            WrongUse("remind", "snooze", "Milk", "0h", status: 64, message: "‘0h’", hint: "1h"),
            WrongUse("remind", "snooze", "Milk", "soon", status: 64, message: "‘soon’", hint: ["1h", "none"]),
            WrongUse("remind", "snoze", status: 64, message: "‘remind snoze’", hint: "Did you mean ‘snooze’?"),
            WrongUse("remind", "Milk", status: 64, message: ["‘remind Milk’", "snooze"]),
            WrongUse("member", "edit", "Mia", "--remind", "2020-01-01 9:00", status: 64, message: "2020"),
            WrongUse("add", "Bins", "--nag", "1", "h", status: 64, message: "‘1’", hint: "as 1h, or in quotes: '1 h'"),
            WrongUse("add", "Bins", "nag:1", "h", status: 64, message: "‘1’", hint: "as 1h, or in quotes: '1 h'"),
            WrongUse("add", "Bins", "--nag", "0", status: 64, message: "‘0’", hint: "2h"),
            WrongUse("edit", "Milk", "--nag", "-1h", status: 64, message: ["‘-1h’", "--nag"], hint: "--nag 1h"),
            WrongUse(
                "edit", "Milk", "--remind", "-1d", status: 64, message: ["‘-1d’", "--remind"], hint: "--remind 1d"),
            WrongUse("remind", "--install", "--every", "-5m", status: 64, message: ["‘-5m’", "--every"]),
            WrongUse("remind", "--install", "--every", "0m", status: 64, message: "‘0m’", hint: "5m"),
            WrongUse("remind", "list", "--limit", "-1", status: 64, message: ["‘-1’", "--limit"]),
            WrongUse("add", "Bins", "--remind", "none,1d", status: 64, message: "‘none,1d’", hint: "1d"),
            WrongUse("edit", "Milk", "--remind", "1d,default", status: 64, message: "cannot be combined"),
            WrongUse("add", "Bins", "--remind", "2020-01-01 9:00", status: 64, message: "2020", hint: "tomorrow 9:00"),
        ])
    func refusals(use: WrongUse) throws {
        try phone.run("add", "Milk").expect()
        try phone.expectRefusal(use)
    }

    @Test("After --, a word with a leading dash is a title; -h still shows help")
    func dashes() throws {
        try phone.run("add", "--", "-1h").expectQuietly("-1h")
        try phone.run("remind", "snooze", "-h").expectQuietly("USAGE")
    }

    @Test("Quiet hours delay nearby tasks until they end, with a note")
    func nearAtNight() throws {
        try phone.run("pin", "add", "Yard", "52.3702,4.8952").expect()
        try phone.run("add", "Glass", "--at", "Yard").expect()
        try phone.run("member", "edit", "Mia", "--quiet", "21:00-07:00").expect()
        let here = ["remind", "near", "52.3703,4.8952"]
        let night = phone.at("2026-11-21T21:30:00Z")
        try night.run(here).expect(
            stdout: .empty, stderr: ["quiet hours (21:00-07:00) delay 1 task near you until", "07:00"])
        try night.run(here + ["--json"]).expect(stdout: .exactly("[]\n"), stderr: "delay")
        try phone.at("2026-11-22T06:00:00Z").run(here).expectQuietly("● Glass")
        try night.run(here).expectQuietly(.empty)
    }

    @Test("The list counts omitted reminders, and shows times in full on a narrow terminal")
    func list() throws {
        try phone.run("remind").expect()
        for number in 1...23 {
            try phone.run("add", "Bring out the bins for paper \(number)", "due:2026-11-24 18:\(10 + number)").expect()
        }
        let all = try phone.run("remind", "list").expectQuietly("… and 3 after that: --limit shows more.")
        #expect(all.lines.count == 21)
        #expect(try phone.run("remind", "list", "--limit", "23").expectQuietly(.lacks("…")).lines.count == 23)
        let narrow = try phone.with(["COLUMNS": "40"]).run("remind", "list", "--limit", "2").expectQuietly(
            ["18:11", "18:12", "bins for paper 2", "… and 21 after"])
        #expect(narrow.lines.allSatisfy { $0.count <= 40 }, "\(narrow)")
    }
}
