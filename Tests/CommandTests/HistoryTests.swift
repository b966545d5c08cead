// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Show, history, log and undo")
struct HistoryTests {
    @Test("show prints all fields, and who added and completed the task")
    func show() throws {
        let device = try Family().device
        try device.run("category", "add", "Kitchen").expect()
        try device.run(
            "add", "Wash up", "@ben", "+daily", "due:today", "category:kitchen", "--points", "2", "--description",
            "The pans too."
        ).expect()
        try device.run("done", "1", "--by", "zoë").expect()
        try device.run("show", "1").expectQuietly([
            "✔ Wash up", "Number", "today", "Ben", "Kitchen", "+daily", "2", "Zoë, today 10:00", "Mia, today 10:00",
            "The pans too.",
        ])
        let sheet = try #require(try device.run("show", "wash", "--json").objects().first)
        #expect(
            Set(sheet.keys) == [
                "before", "behind", "blocked", "comments", "conflicts", "document", "names", "notes", "number",
                "photos",
                "reactions", "ring",
            ])
        let document = try #require(sheet["document"] as? [String: Any])
        #expect(document["~merge"] == nil)
        #expect(document["kind"] as? String == "task")
    }

    @Test("show lists conflicting values with their authors, and how to resolve them")
    func conflicts() throws {
        let (family, tablet) = try Family.pair(prepared: [["add", "Buy milk"]], with: "tablet")
        let phone = family.device
        try phone.run("edit", "milk", "--title", "Buy oat milk").expect()
        try tablet.at("2026-11-21T09:05:00Z").run("edit", "milk", "--title", "Buy two milks").expect()
        try tablet.run("sync").expect()
        try phone.run("sync").expect()
        let late = phone.at("2026-11-21T09:10:00Z")
        try late.run("list").expectQuietly("(!) Buy two milks")
        try late.run("show", "1").expectQuietly([
            "Conflicting edits", "Buy oat milk", "Mia on phone, 10 minutes ago", "Ben on tablet, 5 minutes ago",
            "hometask resolve 1",
        ])
        try late.run("history", "1").expectQuietly([
            "merged everyone's edits", "open: title", "Buy milk → Buy oat milk", "Buy milk → Buy two milks",
        ])
        try late.run("edit", "1", "--title", "Buy oat milk, two").expect(
            stdout: "Changed the title", stderr: ["resolved a conflict", "Buy oat milk"])
        try late.run("show", "1").expectQuietly(.lacks("Conflicting edits"))
    }

    @Test("show notes hand edits that are not yet recorded")
    func handEdit() throws {
        let device = try Family().device
        try device.run("add", "Buy milk").expect()
        let file = try device.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacingOccurrences(of: "Buy milk", with: "Buy cream").write(
            toFile: file, atomically: false, encoding: .utf8)
        try device.run("show", "milk").expectQuietly(["Buy milk", "edited by hand"])
    }

    @Test("history shows old and new values field by field, newest first")
    func history() throws {
        let device = try Family().device
        try device.run("add", "Buy milk", "+shop", "--description", "One\nTwo").expect()
        try device.at("2026-11-21T09:10:00Z").run(
            "edit", "1", "--title", "Buy cream", "--due", "fri", "--for", "ben", "--untag", "shop"
        ).expect()
        try device.at("2026-11-21T09:20:00Z").run("edit", "1", "--description", "One\n2").expect()
        try device.at("2026-11-22T09:20:00Z").run("done", "1").expect()
        let outcome = try device.at("2026-11-23T09:00:00Z").run("history", "1").expectQuietly([
            "yesterday 10:20  Mia", "open → done by Mia", "- Two", "+ 2", "Buy milk → Buy cream", "Fri 27 Nov",
            "added Ben", "removed +shop",
            "Mia added it",
        ])
        let order = ["done by", "- Two", "Buy cream", "added it"].map { part in
            outcome.lines.lastIndex { $0.contains(part) } ?? -1
        }
        #expect(order == order.sorted(), "\(outcome)")
        let entries = try device.run("history", "1", "--json").objects()
        #expect(entries.count == 4)
        let change = try #require((entries[0]["changes"] as? [[String: Any]])?.first)
        #expect(change["field"] as? String == "completion")
        #expect(change["from"] is NSNull)
    }

    @Test("history includes foreign commits")
    func foreignHistory() throws {
        let device = try Family().device
        try device.run("add", "Buy milk").expect()
        let file = try device.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacingOccurrences(of: "Buy milk", with: "Buy cream").write(
            toFile: file, atomically: false, encoding: .utf8)
        try device.git("commit", "--quiet", "--all", "--message", "By hand").expect()
        try device.run("history", "cream").expectQuietly(["A person, with git", "Buy milk → Buy cream"])
        try device.run("log", "--limit", "1").expectQuietly("By hand (A person, with git)")
    }

    @Test("the log is grouped by day and can be filtered")
    func log() throws {
        let family = try Family()
        let device = family.device
        try device.at("2026-10-01T08:00:00Z").run("add", "First").expect()
        try device.at("2026-11-20T09:00:00Z").run("add", "Second").expect()
        try device.run("add", "--stdin", input: "Third\nFourth\n").expect()
        let outcome = try device.run("log", "--since", "2026-10-01").expectQuietly([
            "today\n", "10:00  Mia added 'Third'\n         Mia added 'Fourth'", "yesterday\n", "Thu 1 Oct\n",
            "Mia added 'First'",
        ])
        #expect(!outcome.stdout.contains("founded") || outcome.stdout.contains("today"))
        try device.run("log", "--since", "yesterday", "--limit", "1").expectQuietly([
            "Third", .lacks("Second"), "before that",
        ])
        try device.run("log", "--by", "ben").expectQuietly("No entry matches")
        try device.run("log", "--by", "mia", "--limit", "1").expectQuietly("Third")
        let entry = try #require(try device.run("log", "--limit", "1", "--json").objects().first)
        #expect(entry["author"] as? String == "Mia")
        #expect(entry["at"] as? String == "2026-11-21T09:00:00Z")
        #expect(entry["deeds"] as? [String] == ["added 'Third'", "added 'Fourth'"])
        #expect(entry["merge"] as? Bool == false && entry["foreign"] as? Bool == false)
    }

    @Test("a commit with very many actions lists some and counts the rest")
    func manyDeeds() throws {
        let device = try Family().device
        let titles = (1...250).map { "Task \($0)" }
        try device.run("add", "--stdin", input: titles.joined(separator: "\n")).expect()
        let message = try device.git("log", "-1", "--format=%B").expect().stdout
        #expect(message.hasPrefix("Mia added 'Task 1' and did 249 more\n\n- added 'Task 1'\n"))
        #expect(message.contains("- added 'Task 200'\n- and did 50 more\n"))
        #expect(!message.contains("Task 201"))
        try device.run("log").expectQuietly(["added 'Task 12'", "… and 238 more"])
    }

    @Test("undo reverts one command after another, each as a new commit")
    func undo() throws {
        let device = try Family().device
        try device.run("add", "Buy milk").expect()
        try device.run("edit", "1", "--title", "Buy cream", "--due", "fri").expect()
        try device.run("done", "1").expect()
        let count = { try device.git("rev-list", "--count", "HEAD").lines.first.flatMap { Int($0) } ?? 0 }
        let before = try count()
        try device.run("undo").expectQuietly("Took back 'done'")
        try device.run("list").expectQuietly("○  Buy cream")
        try device.run("undo").expectQuietly("Took back 'edit'")
        try device.run("list").expectQuietly(["○  Buy milk", .lacks("Fri")])
        try device.run("undo").expectQuietly("Took back 'add'")
        try device.run("list").expectQuietly("Nothing to do")
        #expect(try count() == before + 3)
        try device.expectClean()
    }

    @Test("undo works after a sync, but is refused if the field has changed since")
    func undoAfterSync() throws {
        let (family, tablet) = try Family.pair(prepared: [["add", "Buy milk"]], with: "tablet")
        let phone = family.device
        try phone.run("edit", "milk", "--title", "Buy cream").expect()
        try phone.run("sync").expect()
        try tablet.run("sync").expect()
        try tablet.run("edit", "cream", "--title", "Buy butter").expect()
        try tablet.run("sync").expect()
        try phone.run("sync").expect()
        try phone.expectUnchanged {
            try phone.run("undo").expect(
                status: 76, stdout: .empty, stderr: ["has since changed the title of ‘Buy butter’", "hint: "])
        }
        try tablet.run("undo").expectQuietly("Took back 'edit'")
        try tablet.run("list").expectQuietly("Buy cream")
    }
}
