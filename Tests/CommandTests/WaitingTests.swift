// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Waiting and blocked tasks")
struct WaitingTests {
    private func titles(_ device: Device, _ arguments: String...) throws -> [String] {
        try device.run(["list", "--sort", "title"] + arguments + ["--json"]).expectQuietly().objects().compactMap {
            $0["title"] as? String
        }
    }

    @Test("a task is hidden until its day begins in the family's zone")
    func waiting() throws {
        let device = try Family().device
        try device.run("add", "Buy presents", "wait:2026-12-01", "@mia").expectQuietly("hidden until Tue 1 Dec")
        try device.run("add", "Call Ann", "--wait", "18:00").expectQuietly("hidden until today 18:00")
        try device.run("add", "Now", "--wait", "yesterday").expectQuietly(.lacks("hidden"))
        #expect(try titles(device) == ["Now"])
        try device.run("done", "now").expectQuietly()
        try device.run("list").expectQuietly("Nothing to do now: 2 tasks hidden until later.")
        try device.run("reopen", "now").expectQuietly()
        #expect(try titles(device, "waiting") == ["Buy presents", "Call Ann"])
        #expect(try titles(device, "wait>tomorrow") == ["Buy presents"])
        #expect(try titles(device, "--all") == ["Buy presents", "Call Ann", "Now"])
        try device.run().expectQuietly("Mia: nothing to do today (3 open in the family)")
        try device.run("show", "presents").expectQuietly("Hidden  until Tue 1 Dec")
        // 16:59:59 UTC is 17:59:59 in Amsterdam, where midnight is an hour earlier than in UTC.
        #expect(try titles(device.at("2026-11-21T16:59:59Z")) == ["Now"])
        #expect(try titles(device.at("2026-11-21T17:00:00Z")) == ["Call Ann", "Now"])
        #expect(try titles(device.at("2026-11-30T22:59:59Z")) == ["Call Ann", "Now"])
        #expect(try titles(device.at("2026-11-30T23:00:00Z")) == ["Buy presents", "Call Ann", "Now"])
        try device.run("edit", "presents", "--no-wait").expectQuietly("Changed the waiting date: Buy presents")
        #expect(try titles(device) == ["Buy presents", "Now"])
        try device.run("edit", "presents", "wait:2w").expectQuietly()
        let task = try device.run("list", "presents", "waiting", "--json").expectQuietly().objects()
        #expect(task.first?["wait"] as? [String: String] == ["date": "2026-12-05"])
        #expect(task.first?["waiting"] as? Bool == true)
    }

    @Test("a task after an open task is blocked and dimmed until the open task is done")
    func blocking() throws {
        let device = try Family().device
        try device.run("add", "Buy paint").expect()
        try device.run("add", "Paint the shed", "after:paint").expect()
        try device.run("add", "Put the tools back", "--after", "shed").expect()
        try device.run("list").expectQuietly(["Buy paint", "Paint the shed", "blocked"])
        try device.run("list", "--color", "always").expectQuietly("\u{1B}[2mPaint the shed")
        #expect(try titles(device, "blocked") == ["Paint the shed", "Put the tools back"])
        #expect(try titles(device, "blocking") == ["Buy paint", "Paint the shed"])
        #expect(try titles(device, "ready") == ["Buy paint"])
        try device.run("show", "shed").expectQuietly(["After   Buy paint", "Before  Put the tools back"])
        let sheet = try device.run("show", "shed", "--json").expectQuietly().objects().first
        #expect(sheet?["blocked"] as? Bool == true)
        #expect((sheet?["before"] as? [[String: Any]])?.first?["title"] as? String == "Buy paint")
        try device.run("done", "tools").expect(stderr: "‘Put the tools back’ should come after ‘Paint the shed’")
        try device.run("undo").expectQuietly()
        try device.run("done", "buy").expectQuietly()
        #expect(try titles(device, "blocked") == ["Put the tools back"])
        try device.run("show", "shed").expectQuietly("After   ✔ Buy paint")
        try device.run("reopen", "buy").expectQuietly()
        try device.run("delete", "buy").expectQuietly()
        #expect(try titles(device, "blocked") == ["Put the tools back"])
        try device.run("edit", "tools", "--no-after").expectQuietly("Changed the tasks before it")
        #expect(try titles(device, "blocked") == [])
    }

    @Test("several tasks can precede a task, and are removed individually")
    func several() throws {
        let device = try Family().device
        for title in ["One", "Two", "Three", "Four"] { try device.run("add", title).expect() }
        try device.run("edit", "four", "after:1,2", "--after", "three").expectQuietly()
        let task = try device.run("list", "blocked", "--json").expectQuietly().objects().first
        #expect((task?["after"] as? [String])?.count == 3)
        try device.run("edit", "four", "--not-after", "two").expectQuietly()
        try device.run("show", "four").expectQuietly(["After", "One", "Three", .lacks("Two")])
        try device.run("undo").expectQuietly()
        try device.run("show", "four").expectQuietly("Two")
        try device.run("history", "four").expectQuietly("tasks before it")
        // Words match only preceding tasks, even if other titles match, too.
        for title in ["Two more", "Five"] { try device.run("add", title).expect() }
        try device.run("edit", "four", "--not-after", "t").expect(status: 64, stderr: "matches 2 tasks")
        try device.expectRefusal(
            WrongUse(
                "edit", "four", "--not-after", "five", status: 64,
                message: "‘Five’ does not come before ‘Four’", hint: "Tasks before ‘Four’: "))
        try device.expectRefusal(
            WrongUse(
                "edit", "four", "--not-after", "four", status: 64,
                message: "‘Four’ does not come before itself", hint: "Tasks before ‘Four’: "))
        try device.expectRefusal(
            WrongUse("edit", "four", "--not-after", "xyz", status: 66, message: "no task is called ‘xyz’"))
        try device.run("edit", "four", "--not-after", "tw").expectQuietly("Changed the tasks before it")
        try device.run("edit", "--where", "open", "--not-after", "one", "--not-after", "three")
            .expectQuietly("Changed the tasks before it: Four")
        try device.run("edit", "five", "--not-after", "one").expect(status: 64, stderr: "No task comes before ‘Five’.")
    }

    @Test(
        "impossible orders and invalid dates are refused",
        arguments: [
            WrongUse("edit", "1", "after:1", status: 64, message: "cannot come after itself", hint: "another task"),
            WrongUse(
                "edit", "1", "--after", "2", status: 64, message: "‘Two’ already comes after ‘One’", hint: "--not-after"
            ),
            WrongUse(
                "edit", "1", "--after", "3", status: 64,
                message: "‘Three’ already comes after ‘One’, through ‘Two’", hint: "--not-after"),
            WrongUse("edit", "1", "--after", "9", status: 66, message: "no task has the number 9"),
            WrongUse("edit", "1", "wait:nxt", status: 64, message: "‘nxt’ is not a date"),
            WrongUse(
                "edit", "1", "--wait", "fri", "--no-wait", status: 64, message: "cannot be used together",
                hint: "Leave out"),
        ])
    func refusals(use: WrongUse) throws {
        let device = try Family().device
        try device.run("add", "One").expect()
        try device.run("add", "Two", "after:1").expect()
        try device.run("add", "Three", "after:2").expect()
        try device.expectRefusal(use)
    }

    @Test("a cycle made by concurrent edits is shown, reported by doctor, and blocks none of its tasks")
    func ring() throws {
        let family = try Family()
        try family.hub()
        let phone = family.device
        try phone.run("add", "Egg").expect()
        try phone.run("add", "Hen").expect()
        try phone.run("add", "Soup", "after:hen").expect()
        try phone.run("sync").expect()
        let tablet = try family.join("tablet", as: "Ben")
        try phone.run("edit", "egg", "after:hen").expect()
        try tablet.run("edit", "hen", "after:egg").expect()
        for device in [phone, tablet, phone] { try device.run("sync").expect() }
        for device in [phone, tablet] {
            #expect(try titles(device, "ready") == ["Egg", "Hen"])
            #expect(try titles(device, "blocked") == ["Soup"])
            try device.run("show", "egg").expectQuietly("it and Hen come after each other")
            try device.run("doctor").expectQuietly(["‘Egg’", "‘Hen’", "all come after each other", "--not-after"])
            let findings = try device.run("doctor", "--json").expectQuietly().objects()
            #expect(findings.contains { $0["subject"] as? String == "order of tasks" })
        }
        try phone.run("edit", "egg", "--not-after", "hen").expectQuietly()
        try phone.run("doctor").expectQuietly(.lacks("order of tasks"))
        #expect(try titles(phone, "blocked") == ["Hen", "Soup"])
    }

    @Test("the editor's text has the waiting date and the preceding tasks")
    func editor() throws {
        let device = try Family().device
        try device.run("add", "Egg").expect()
        try device.run("add", "Hen", "wait:2026-12-01").expect()
        let text = "title: Hen\nwait:\nafter: 1\n"
        try device.run("edit", "hen", "--from", "-", input: text).expectQuietly("tasks before it and waiting date")
        try device.run("show", "hen").expectQuietly(["After   Egg", .lacks("Hidden")])
    }

    @Test("preceding tasks can be edited by hand, committed or not, and added to")
    func byHand() throws {
        let device = try Family().device
        for title in ["One", "Two", "Three"] { try device.run("add", title).expect() }
        let ids = try device.run("list", "--sort", "created", "--json").expectQuietly().objects().reduce(
            into: [String: String]()
        ) { $0[$1["title"] as? String ?? ""] = $1["id"] as? String }
        let (one, two, three) = (ids["One"] ?? "", ids["Two"] ?? "", ids["Three"] ?? "")
        func write(_ after: [String], to id: String) throws {
            let path = "\(device.folder)/tasks/\(id.prefix(2))/\(id).json"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let list = after.map { "\"\($0)\"" }.joined(separator: ", ")
            try text.replacingOccurrences(of: "\"created\"", with: "\"after\": [\(list)],\n  \"created\"")
                .write(toFile: path, atomically: false, encoding: .utf8)
        }
        try write([one], to: three)
        try device.git("commit", "--quiet", "--all", "--message", "by hand").expect()
        #expect(try titles(device, "blocked") == ["Three"])
        try device.run("edit", "three", "--after", "two").expectQuietly()
        try device.run("show", "three").expectQuietly(["One", "Two"])
        try write([one], to: two)
        try device.run("status").expect()
        #expect(try titles(device, "blocked") == ["Three", "Two"])
        try device.run("edit", "three", "--not-after", "one").expectQuietly()
        try device.run("show", "three").expectQuietly(["After   Two", .lacks("One")])
        try device.run("conflicts").expectQuietly(.lacks("after"))
    }
}
