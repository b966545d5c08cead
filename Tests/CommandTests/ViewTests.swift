// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Saved views")
struct ViewTests {
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("category", "add", "Garden").expect()
        let lines = """
            Rake the leaves @mia category:Garden due:2026-11-22
            Dig category:Garden due:2026-12-24 priority:high
            Cook @ben due:yesterday

            """
        try device.run("add", "--stdin", input: lines).expect()
        return device
    }

    private func titles(_ device: Device, _ arguments: String...) throws -> [String] {
        try device.run(["list"] + arguments + ["--json"]).expectQuietly().objects().compactMap {
            $0["title"] as? String
        }
    }

    @Test("a new family has three views, added in one commit")
    func first() throws {
        let device = try device()
        let views = try device.run("view", "list", "--json").expectQuietly().objects()
        #expect(views.compactMap { $0["name"] as? String } == ["mine", "overdue", "this week"])
        #expect(try device.git("log", "--format=%s", "--", "views").lines.count == 1)
        #expect(try titles(device, "@mine") == ["Rake the leaves"])
        #expect(try titles(device, "@overdue") == ["Cook"])
        #expect(try titles(device, "@this week") == ["Cook", "Rake the leaves"])
        #expect(try titles(device, "@\"this week\"", "not", "mine") == ["Cook"])
        #expect(try titles(device, "view:week") == ["Cook", "Rake the leaves"])
    }

    @Test("a view is saved, listed with its order, changed, renamed, deleted and restored")
    func life() throws {
        let device = try device()
        try device.run("view", "save", "garden", "category:garden", "--sort", "-due").expectQuietly(
            "Saved the view ‘garden’: 2 tasks now. 'hometask list @garden' lists them.")
        try device.run("view").expectQuietly(["@garden", "category:garden", "by -due"])
        #expect(try titles(device, "@garden") == ["Dig", "Rake the leaves"])
        #expect(try titles(device, "@garden", "--sort", "due") == ["Rake the leaves", "Dig"])
        #expect(try titles(device, "@garden", "priority:high") == ["Dig"])
        try device.run("view", "save", "outside", "@garden or +out").expectQuietly()
        try device.run("view", "save", "Garden", "category:garden mine").expectQuietly("1 task now")
        #expect(try titles(device, "@garden") == ["Rake the leaves"])
        try device.run("view", "rename", "garden", "my", "garden").expectQuietly(
            "The view ‘Garden’ is called ‘my garden’ now.")
        #expect(try titles(device, "@outside") == ["Rake the leaves"])
        let views = try device.run("view", "--json").expectQuietly().objects()
        #expect(views.contains { $0["query"] as? String == "@\"my garden\" or +out" })
        try device.run("view", "delete", "@outside").expectQuietly("Moved to the trash: outside\n")
        try device.run("list", "@outside").expect(status: 66, stderr: "no member or saved view is called ‘outside’")
        try device.run("undo").expectQuietly()
        #expect(try titles(device, "@outside") == ["Rake the leaves"])
        try device.run("view", "delete", "outside").expectQuietly()
        try device.run("view", "restore", "outside").expectQuietly("Restored the view ‘outside’.")
        try device.run("view", "delete", "outside").expectQuietly()
        try device.run("view", "save", "outside", "+out").expectQuietly()
        #expect(try titles(device, "@outside") == [])
        try device.expectClean()
    }

    @Test(
        "invalid views are refused",
        arguments: [
            WrongUse("view", "save", "a", "due<nxt", status: 64, message: "  due<nxt\n      ^^^\n"),
            WrongUse("view", "save", "a", "(b", status: 64, message: "never closed"),
            WrongUse("view", "save", "mia", "open", status: 73, message: "already refers to the member ‘Mia’"),
            WrongUse("view", "save", " ", "open", status: 64, message: "cannot be empty", hint: nil),
            WrongUse("view", "save", "me", "open", status: 64, message: "cannot be called ‘me’"),
            WrongUse("view", "save", "None", "open", status: 64, message: "cannot be called ‘None’"),
            WrongUse("view", "save", "a", "open", "--sort", "colour", status: 64, message: "is not an order"),
            WrongUse("view", "rename", "mine", "Overdue", status: 73, message: "‘overdue’ already exists"),
            WrongUse("view", "rename", "nothing", "x", status: 66, message: "no view is called ‘nothing’"),
            WrongUse("view", "delete", "nothing", status: 66, message: "no view", hint: "mine, overdue, this week"),
        ])
    func refusals(use: WrongUse) throws {
        try device().expectRefusal(use)
    }

    @Test("circular views are reported when saved and when used")
    func broken() throws {
        let device = try device()
        try device.run("view", "save", "a", "open").expectQuietly()
        try device.run("view", "save", "b", "@a mine").expectQuietly()
        try device.run("view", "save", "a", "@b").expect(stderr: "refers to itself")
        try device.run("list", "@a").expect(status: 64, stdout: .empty, stderr: "error: in the saved view ‘b’: ")
        try device.run("list").expectQuietly("Cook")
        try device.run("view").expectQuietly("@b")
    }

    @Test("views with the same name saved concurrently become one, with a conflict between their queries")
    func merging() throws {
        let (family, tablet) = try Family.pair(with: "tablet")
        try family.device.run("view", "save", "week", "due<7d").expect()
        try tablet.run("view", "save", "Week", "due<\"next week\"").expect()
        for device in [family.device, tablet, family.device] { try device.run("sync").expect() }
        for device in [family.device, tablet] {
            let views = try device.run("view", "--json").expectQuietly().objects()
            #expect(views.count == 4 && views.filter { $0["conflict"] as? Bool == true }.count == 1)
        }
        try tablet.run("resolve", "week", "--field", "query", "--value", "due<2w").expect()
        try tablet.run("resolve", "week", "--field", "name", "--take", "1").expect()
        try tablet.run("list", "@week").expectQuietly()
    }

    @Test("control characters in a view are escaped; a view without a valid query is refused")
    func hostile() throws {
        let device = try device()
        let names = try device.git("ls-files", "views").lines
        let contents = [
            #""name":"a\u001b[31m","query":"\u001b]0;x\u0007 has:\u202ex""#, #""name":"b","query":["open"]"#,
            "\"name\":\"c\",\"query\":\"\(String(repeating: "(", count: 3000))\",\"sort\":\"colour\"",
        ]
        for (name, content) in zip(names, contents) {
            let id = name.split(separator: "/")[1].dropLast(5)
            let text = "{\"id\":\"\(id)\",\"kind\":\"view\",\(content)}"
            try text.write(toFile: "\(device.folder)/\(name)", atomically: false, encoding: .utf8)
        }
        try device.git("commit", "--quiet", "--all", "--message", "views of our own").expect()
        let harmless: TextExpectation = .all([.lacks("\u{1B}"), .lacks("\u{202E}"), .lacks("\u{7}")])
        try device.run("view").expectQuietly([harmless, "a query that cannot be read"])
        try device.run("list", "@\"a\u{1B}[31m\"").expect(status: 64, stdout: .empty, stderr: harmless)
        try device.run("delete", "--where", "@b").expect(status: 64, stdout: .empty, stderr: "has no query")
        try device.run("list", "view:c").expect(status: 64, stdout: .empty, stderr: "too long")
        try device.run("list").expectQuietly("Cook")
        try device.run("doctor").expect(
            status: 1, stdout: [harmless, "/query", "the query of ‘b’ cannot be read", "the query of ‘c’"])
    }
}
