// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Checklists")
struct ItemTests {
    /// A device with the task Shopping, whose checklist is bread, oat milk, eggs.
    private func shopping() throws -> Device {
        let device = try Family(members: ["Mia"]).device
        try device.run("add", "Shopping", "--item", "bread", "--item", "oat milk", "--item", "eggs").expectQuietly(
            "Added 1: Shopping")
        return device
    }

    @Test("items are added by words, before, after and above others, and from standard input in one commit")
    func add() throws {
        let device = try Family(members: ["Mia"]).device
        try device.run("add", "Shopping").expect()
        try device.run("item", "add", "1", "Oat", "milk").expectQuietly("Added: Oat milk (Shopping, 0/1)")
        #expect(try device.diary() == ["Mia added 'Oat milk' to 'Shopping'"])
        try device.run("item", "add", "shop", "--first", "bread").expectQuietly()
        try device.run("item", "add", "shop", "eggs", "--before", "milk").expectQuietly()
        try device.run("item", "add", "shop", "salt", "--after", "1").expectQuietly()
        let before = try device.head()
        try device.run("item", "add", "1", "--stdin", "--first", input: "figs\n\n  kale \r\n").expectQuietly(
            "Added: 2 items (Shopping, 0/6)")
        try device.git("rev-parse", "HEAD^").expect(stdout: .contains(before))
        #expect(try device.items() == ["figs", "kale", "bread", "salt", "eggs", "Oat milk"])
        try device.expectClean()
    }

    @Test("items are ticked off by numbers, ranges and words, and reopened")
    func tick() throws {
        let device = try shopping()
        try device.run("item", "done", "1", "milk").expectQuietly("Ticked off: oat milk (Shopping, 1/3)")
        #expect(try device.diary() == ["Mia ticked 'oat milk' off in 'Shopping'"])
        try device.run("item", "done", "1", "1-3").expectQuietly([
            "Ticked off: bread (Shopping, 3/3)", "Already ticked off: oat milk", "Ticked off: eggs",
        ])
        try device.run("item", "reopen", "1", "3", "1").expectQuietly(["Open again: eggs", "Open again: bread"])
        #expect(try device.items() == ["bread", "✔oat milk", "eggs"])
        try device.expectUnchanged { try device.run("item", "reopen", "1", "1").expectQuietly("Already open: bread") }
        try device.expectClean()
    }

    @Test("items are renamed, moved and deleted, each logged and reverted by undo")
    func change() throws {
        let device = try shopping()
        try device.run("item", "edit", "1", "2", "soy", "milk").expectQuietly("Renamed: oat milk → soy milk")
        try device.run("item", "move", "1", "eggs", "--first").expectQuietly("Moved to number 1: eggs (Shopping)")
        try device.run("item", "move", "1", "1", "--after", "bread").expectQuietly("Moved to number 2: eggs")
        #expect(try device.items() == ["bread", "eggs", "soy milk"])
        try device.run("item", "delete", "1", "2-3").expectQuietly(["Deleted: eggs", "Deleted: soy milk"])
        #expect(try device.items() == ["bread"])
        #expect(
            try device.diary(4) == [
                "Mia deleted 'eggs' from 'Shopping' and did 1 more", "Mia moved 'eggs' after 'bread' in 'Shopping'",
                "Mia moved 'eggs' to the top in 'Shopping'", "Mia renamed 'oat milk' to 'soy milk' in 'Shopping'",
            ])
        try device.run("undo").expectQuietly("Took back 'item delete'")
        #expect(try device.items() == ["bread", "eggs", "soy milk"])
        try device.run("undo").expectQuietly("Took back 'item move'")
        try device.run("undo").expectQuietly()
        try device.run("undo").expectQuietly("Took back 'item edit'")
        #expect(try device.items() == ["bread", "oat milk", "eggs"])
        try device.expectClean()
    }

    @Test("a move or an edit already in effect changes nothing")
    func nothing() throws {
        let device = try shopping()
        try device.expectUnchanged {
            try device.run("item", "move", "1", "eggs", "--last").expectQuietly("It is already there: eggs")
            try device.run("item", "edit", "1", "1", "bread").expectQuietly("Nothing to change: bread")
        }
    }

    @Test("show prints the checklist with numbers and marks, list its progress, and both include it in JSON")
    func show() throws {
        let device = try shopping()
        try device.run("item", "done", "1", "eggs").expect()
        try device.run("show", "1").expectQuietly(["Checklist 1/3", "1 ○ bread", "2 ○ oat milk", "3 ✔ eggs"])
        try device.run("list").expectQuietly(["Shopping", "1/3"])
        try device.with(["COLUMNS": "24"]).run("show", "1").expectQuietly("3 ✔ eggs")
        let listed = try #require(try device.run("list", "--json").objects()[0]["items"] as? [[String: Any]])
        #expect(listed.map { $0["text"] as? String } == ["bread", "oat milk", "eggs"])
        #expect(listed.map { $0["done"] as? Bool } == [false, false, true])
        let document = try #require(try device.run("show", "1", "--json").objects()[0]["document"] as? [String: Any])
        #expect((document["items"] as? [[String: Any]])?.count == 3)
        let id = try #require(listed[1]["id"] as? String)
        let printed = try device.run("item", "done", "1", "#\(id)", "--json").expectQuietly().objects()
        #expect((printed[0]["items"] as? [[String: Any]])?[1]["done"] as? Bool == true)
    }

    @Test("history names items added, deleted, renamed, ticked off and moved")
    func history() throws {
        let device = try shopping()
        try device.run("item", "done", "1", "eggs").expect()
        try device.run("item", "edit", "1", "1", "rye bread").expect()
        try device.run("item", "move", "1", "eggs", "--first").expect()
        try device.run("item", "delete", "1", "milk").expect()
        try device.run("history", "1").expectQuietly([
            "checklist", "+ oat milk", "ticked off: eggs", "bread → rye bread", "moved: eggs", "- oat milk",
        ])
    }

    @Test("control codes in items never reach the terminal")
    func hostile() throws {
        let device = try shopping()
        try device.editItems { $0[0]["text"] = "red \u{1B}[31m" }
        let outcome = try device.run("status")
        let shown = try device.run("show", "1")
        #expect(!(outcome.stdout + outcome.stderr + shown.stdout).contains("\u{1B}"))
    }

    @Test("hand edits to items in the file are recorded: a tick, a new item, a deletion, a new order")
    func byHand() throws {
        let device = try shopping()
        try device.editItems { items in
            items[1]["done"] = true
            items.remove(at: 0)
            items.swapAt(0, 1)
            items.append(["text": "kale"])
        }
        try device.run("status").expect()
        #expect(try device.items() == ["eggs", "✔oat milk", "kale"])
        try device.run("history", "1").expectQuietly(["- bread", "ticked off: oat milk", "+ kale"])
        try device.editItems { $0[0]["done"] = true }
        try device.run("item", "done", "1", "kale").expectQuietly("(Shopping, 3/3)")
        #expect(try device.items() == ["✔eggs", "✔oat milk", "✔kale"])
        try device.expectClean()
    }

    private static let uses: [WrongUse] = [
        WrongUse("item", "add", status: 64, message: "expects <", hint: "hometask help item"),
        WrongUse("item", "add", "1", status: 64, message: "cannot be empty", hint: "one line"),
        WrongUse("item", "add", "1", "  ", status: 64, message: "cannot be empty", hint: "one line"),
        WrongUse("item", "add", "1", "two\nlines", status: 64, message: "a line break", hint: "one line"),
        WrongUse("item", "add", "1", "a\u{7}b", status: 64, message: "a control character", hint: "one line"),
        WrongUse(
            "item", "add", "1", String(repeating: "x", count: 501), status: 64, message: "501 characters", hint: "500"),
        WrongUse("item", "add", "99", "figs", status: 66, message: "99", hint: "hometask list"),
        WrongUse(
            "item", "add", "1", "figs", "--before", "9", status: 66, message: ["number 9", "1  bread"], hint: "number"),
        WrongUse("item", "add", "1", "figs", "--first", "--after", "1", status: 64, message: "cannot be used together"),
        WrongUse(
            "item", "add", "1", "--stdin", status: 64, message: "standard input is empty", hint: "one item per line"),
        WrongUse("item", "add", "1", "figs", "--stdin", input: "x\n", status: 64, message: "--stdin"),
        WrongUse("item", "add", "1", "--stdin", input: "x\na\u{7}b\n", status: 64, message: "line 2: "),
        WrongUse("item", "done", "1", status: 64, message: "expects <", hint: "hometask help item"),
        WrongUse("item", "done", "1", "5", status: 66, message: ["number 5", "3  eggs"], hint: "number"),
        WrongUse("item", "done", "1", "0", status: 66, message: "number 0", hint: "number"),
        WrongUse("item", "done", "1", "1", "2-9", status: 66, message: "number 5", hint: "number"),
        WrongUse("item", "done", "1", "3-1", status: 64, message: "‘3-1’ is not a range", hint: "7-9"),
        WrongUse(
            "item", "done", "1", "b", status: 64, message: ["‘b’ matches 2 items", "1  bread", "4  bananas"],
            hint: "number"),
        WrongUse(
            "item", "done", "1", "wine", status: 66, message: ["is called ‘wine’", "2  oat milk"], hint: "number"),
        WrongUse("item", "done", "1", "", status: 64, message: "no item was named", hint: "number"),
        WrongUse("item", "done", "2", "1", status: 66, message: "‘Empty’ has the number 1", hint: "hometask item add"),
        WrongUse("item", "reopen", "nothing", "1", status: 66, message: "no task is called ‘nothing’"),
        WrongUse("item", "edit", "1", "1", status: 64, message: "expects <", hint: "hometask help item"),
        WrongUse("item", "edit", "1", "1", " ", status: 64, message: "cannot be empty", hint: "one line"),
        WrongUse("item", "edit", "1", "1-2", "x", status: 64, message: "names 2 items, but one is expected"),
        WrongUse("item", "move", "1", "1", status: 64, message: "give one of", hint: "--help"),
        WrongUse("item", "move", "1", "1", "--first", "--last", status: 64, message: "give one of"),
        WrongUse("item", "move", "1", "1", "--before", "bread", status: 64, message: "beside itself"),
        WrongUse("item", "delete", "1", "#none", status: 66, message: "‘#none’", hint: "number"),
        WrongUse("add", "Party", "--item", " ", status: 64, message: "cannot be empty", hint: "one line"),
    ]

    @Test("invalid uses are refused with a message, advice and an exit code, and change nothing")
    func refusals() throws {
        let device = try shopping()
        try device.run("item", "delete", "1", "eggs").expect()
        try device.run("item", "add", "1", "--stdin", input: "eggs\nbananas\n").expect()
        try device.run("add", "Empty").expect()
        for use in Self.uses { try device.expectRefusal(use) }
    }
}

extension Device {
    /// The texts of the only checklist, prefixed with a tick if ticked off.
    func items() throws -> [String] {
        let tasks = try run("list", "--all", "--json").expectQuietly().objects()
        let items = tasks.compactMap { $0["items"] as? [[String: Any]] }.first ?? []
        return items.map { ($0["done"] as? Bool == true ? "✔" : "") + ($0["text"] as? String ?? "") }
    }

    /// Edits the checklist in the only task's file, as with a text editor.
    func editItems(_ change: (inout [[String: Any]]) -> Void) throws {
        let path = try onlyFile(in: "tasks")
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var items = try #require(object["items"] as? [[String: Any]])
        change(&items)
        object["items"] = items
        try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: path))
    }
}
