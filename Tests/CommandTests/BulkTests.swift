// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Many tasks at once")
struct BulkTests {
    /// A family with `count` numbered tasks, every second one tagged `even`.
    private func device(_ count: Int = 6) throws -> Device {
        let device = try Family().device
        let lines = (1...count).map { "Task \($0)\($0 % 2 == 0 ? " +even" : "")\n" }.joined()
        try device.run("add", "--stdin", input: lines).expect()
        try device.run("list").expect()
        return device
    }

    private func count(_ device: Device, _ query: String) throws -> Int {
        try device.run("list", query, "--json").expectQuietly().objects().count
    }

    private func commits(_ device: Device) throws -> Int { try device.git("log", "--format=%H").lines.count }

    @Test("tasks matching a query are edited in one commit and reverted by one undo")
    func editing() throws {
        let device = try device(30)
        let before = try commits(device)
        try device.run("edit", "--where", "+even", "--tag", "half", "priority:high").expectQuietly([
            "Changed the priority and tags: Task 2", "15 tasks in one change: 'hometask undo' takes it back.",
        ])
        #expect(try count(device, "+half priority:high") == 15)
        #expect(try commits(device) == before + 1)
        try device.run("undo").expectQuietly()
        #expect(try count(device, "+half or priority:high") == 0)
        #expect(try commits(device) == before + 2)
        try device.expectClean()
    }

    @Test("done, reopen and delete take queries too; hidden and done tasks are left out unless requested")
    func others() throws {
        let device = try device()
        try device.run("edit", "4", "wait:2030-01-01").expect()
        try device.run("done", "--where", "+even").expectQuietly(["Done: Task 2", "Done: Task 6", .lacks("Task 4")])
        #expect(try count(device, "done") == 2)
        try device.run("reopen", "--where", "+even").expectQuietly(["Open again: Task 2", .lacks("Already open")])
        #expect(try count(device, "done") == 0)
        let deleted = try device.run("delete", "--where", "not +even", "--json").expectQuietly().objects()
        #expect(deleted.count == 3)
        #expect(try count(device, "") == 2)
        try device.run("done", "--where", "nothing of the kind").expectQuietly("No task matches; nothing was changed.")
        try device.run("done", "--where", "nothing", "--json").expectQuietly(.exactly("[]\n"))
    }

    @Test(
        "invalid use changes nothing",
        arguments: [
            WrongUse("edit", "--where", "due<nxt", "--tag", "a", status: 64, message: "  due<nxt\n      ^^^\n"),
            WrongUse("edit", "--where", "+even", status: 64, message: "no change was given"),
            WrongUse("edit", "3", "--where", "+even", "--tag", "a", status: 64, message: "‘3’ names some"),
            WrongUse("edit", "--where", "+even", "--title", "A", status: 64, message: "--title is for one task"),
            WrongUse("delete", "--where", " ", status: 64, message: "every open task", hint: "--where open"),
            WrongUse("done", status: 64, message: "no task was named"),
            WrongUse("delete", status: 64, message: "no task was named"),
            WrongUse("tag", "rename", "odd", "even", status: 66, message: "no task has the tag +odd"),
            WrongUse("tag", "rename", "even", "a b", status: 64, message: "tags cannot be"),
            WrongUse(
                "tag", "rename", "even", "other", status: 73, message: "tasks with the tag +other already exist",
                hint: "tag merge other even"),
            WrongUse("category", "merge", "House", "house", status: 64, message: "into itself"),
        ])
    func refusals(use: WrongUse) throws {
        let device = try device()
        try device.run("edit", "1", "+other").expect()
        try device.run("category", "add", "House").expect()
        try device.expectRefusal(use)
    }

    @Test("for over twenty tasks, a terminal asks for confirmation; --yes skips the question")
    func asking() throws {
        let device = try device(21)
        let refusing = try Terminal(device, "edit", "--where", "task", "--points", "1")
        try refusing.answer("Change 21 tasks? [y/N]", "n\n")
        refusing.finish().expect(stdout: "Nothing was changed.")
        #expect(try count(device, "points:1") == 0)
        let agreeing = try Terminal(device, "edit", "--where", "task", "--points", "1")
        try agreeing.answer("Change 21 tasks? [y/N]", "y\n")
        agreeing.finish().expect(stdout: "21 tasks in one change")
        try Terminal(device, "edit", "--where", "task", "--points", "2", "--yes").finish().expect(
            stdout: .lacks("[y/N]"))
        try Terminal(device, "done", "--where", "+even").finish().expect(stdout: .lacks("[y/N]"))
        #expect(try count(device, "points:2") == 11)
    }

    @Test("a tag is renamed and merged in all tasks and views, in one commit each")
    func tags() throws {
        let device = try device()
        try device.run("edit", "1", "+odd").expect()
        try device.run("done", "2").expect()
        try device.run("view", "save", "evens", "+even or tag:odd,other").expect()
        try device.run("tag").expectQuietly(["+even  2 open  1 done", "+odd   1 open"])
        let before = try commits(device)
        try device.run("tag", "rename", "even", "+straight").expectQuietly("+even is +straight now, in 3 tasks.")
        #expect(try count(device, "+straight (open or done)") == 3)
        try device.run("tag", "merge", "number", "straight", "odd").expectQuietly(
            "Merged into +number: 4 tasks changed.")
        #expect(try commits(device) == before + 2)
        #expect(try count(device, "@evens") == 3)
        let views = try device.run("view", "--json").expectQuietly().objects()
        #expect(views.contains { $0["query"] as? String == "+number or tag:number,other" })
        let tags = try device.run("tag", "list", "--json").expectQuietly().objects()
        #expect(tags.map { $0["name"] as? String } == ["number"] && tags.first?["count"] as? Int == 4)
        try device.run("undo").expectQuietly()
        try device.run("undo").expectQuietly()
        try device.run("tag").expectQuietly(["+even  2 open  1 done", "+odd   1 open"])
        try device.expectClean()
    }

    @Test("categories are merged in all tasks and views, in one commit")
    func categories() throws {
        let device = try device()
        for name in ["House", "Home", "Flat"] { try device.run("category", "add", name).expect() }
        try device.run("edit", "1", "category:House").expect()
        try device.run("edit", "2", "category:Home").expect()
        try device.run("edit", "3", "category:Flat").expect()
        try device.run("delete", "3").expect()
        try device.run("view", "save", "inside", "category:home,flat").expect()
        let before = try commits(device)
        try device.run("category", "merge", "house", "home", "flat").expectQuietly(
            "Merged into ‘House’: 2 tasks changed.")
        #expect(try commits(device) == before + 1)
        #expect(try count(device, "category:house") == 2)
        #expect(try count(device, "@inside") == 2)
        #expect(try device.run("category", "--json").expectQuietly().objects().count == 1)
        // The weak write has not restored the task in the trash.
        #expect(try count(device, "") == 5)
        try device.run("category", "rename", "house", "Home").expectQuietly()
        #expect(try count(device, "@inside") == 2)
        try device.run("undo").expectQuietly()
        try device.run("undo").expectQuietly()
        #expect(try device.run("category", "--json").expectQuietly().objects().count == 3)
        #expect(try count(device, "category:home") == 1)
    }

    @Test("the history uses the singular for one task and one category")
    func single() throws {
        let device = try device()
        for name in ["House", "Home"] { try device.run("category", "add", name).expect() }
        try device.run("edit", "1", "category:Home", "+odd").expect()
        try device.run("category", "merge", "house", "home").expect()
        #expect(try device.diary() == ["Mia merged the category 'Home' into 'House' (1 task)"])
        try device.run("tag", "rename", "odd", "strange").expect()
        #expect(try device.diary() == ["Mia renamed the tag 'odd' to 'strange' (1 task)"])
        try device.run("tag", "rename", "strange", "+strange").expectQuietly(.exactly("Nothing to change: +strange\n"))
    }

    @Test("renaming a member updates the views that name them")
    func members() throws {
        let device = try device()
        try device.run("view", "save", "bens", "@ben or assignee:Ben").expect()
        try device.run("member", "rename", "Ben", "Benjamin", "B").expect()
        let views = try device.run("view", "--json").expectQuietly().objects()
        #expect(views.contains { $0["query"] as? String == "@\"Benjamin B\" or assignee:\"Benjamin B\"" })
        try device.run("list", "@bens").expectQuietly()
    }
}
