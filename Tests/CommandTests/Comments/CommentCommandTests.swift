// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Comments")
struct CommentCommandTests {
    /// A device with two tasks, the first with two comments.
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("add", "--stdin", input: "Mow the lawn\nFeed the cat\n").expect()
        try device.run("list", "--sort", "-title").expect()
        try device.run("comment", "add", "Mow", "I", "will", "do", "it").expectQuietly("Commented on ‘Mow the lawn’.")
        try device.at("2026-11-21T09:30:00Z").run("comment", "add", "1", "-", input: "Not today:\n\n\tit rains\n")
            .expectQuietly("Commented on ‘Mow the lawn’.")
        return device
    }

    private func texts(_ device: Device, _ arguments: String...) throws -> [[String]] {
        try device.run(["comment", "list"] + arguments + ["--json"]).expectQuietly().objects().map {
            $0["text"] as? [String] ?? []
        }
    }

    @Test("without comments, the list says how to write one, and the JSON is an empty array")
    func none() throws {
        let device = try Family(members: ["Mia"]).device
        try device.run("comment").expectQuietly("hometask comment add TASK TEXT")
        try device.run("comment", "list", "--trash").expectQuietly("No comment is in the trash.")
        try device.run("comment", "--json").expectQuietly(.exactly("[]\n"))
        try device.run("add", "Bins").expect()
        try device.run("comment", "list", "Bins").expectQuietly("No comments on ‘Bins’ yet.")
        let sheet = try #require(try device.run("show", "Bins", "--json").expectQuietly().objects().first)
        #expect((sheet["comments"] as? [Any])?.isEmpty == true && (sheet["reactions"] as? [Any])?.isEmpty == true)
        try device.run("show", "Bins").expectQuietly([.lacks("Comments"), .lacks("Reactions")])
    }

    @Test("a task's comments are listed oldest first, the family's newest first")
    func list() throws {
        let device = try device()
        try device.at("2026-11-21T10:00:00Z").run("comment", "add", "cat", "She", "ate").expect()
        let (first, second) = (["I will do it"], ["Not today:", "", "\tit rains"])
        #expect(try texts(device) == [["She ate"], second, first])
        #expect(try texts(device, "Mow", "the") == [first, second])
        #expect(try texts(device, "Mow", "--limit", "1") == [second])
        let lines = try device.run("comment").expectQuietly().lines
        #expect(lines.count == 3 && lines[0].contains("She ate") && lines[0].contains("about Feed the cat"))
        try device.run("comment", "list", "1").expectQuietly(
            ["Mia, today 10:00  #", "\n  I will do it\n", "\n  Not today:\n\n      it rains\n"])
        try device.run("comment", "list", "--limit", "2").expectQuietly("2 of 3 comments and reactions")
    }

    @Test("the JSON has full ids, times, authors and subjects")
    func json() throws {
        let device = try device()
        let added = try device.run("comment", "add", "cat", "Done", "--json").expectQuietly().object()
        #expect(
            Set(added.keys) == ["about", "conflict", "createdAt", "createdBy", "deleted", "id", "text"])
        #expect((added["id"] as? String)?.count == 36 && added["createdAt"] as? String == Device.morning)
        #expect((added["createdBy"] as? [String: String])?["name"] == "Mia")
        let about = try #require(added["about"] as? [String: String])
        #expect(about["kind"] == "task" && about["name"] == "Feed the cat" && about["id"]?.count == 36)
        let sheet = try #require(try device.run("show", "1", "--json").expectQuietly().objects().first)
        let comments = try #require(sheet["comments"] as? [[String: Any]])
        #expect(comments.map { $0["text"] as? [String] ?? [] } == (try texts(device, "1")))
        #expect(comments.allSatisfy { $0["about"] == nil })
        let edited = try device.run("comment", "edit", "Done", "Really", "--json").expectQuietly().object()
        #expect(edited["id"] as? String == added["id"] as? String && edited["text"] as? [String] == ["Really"])
        let deleted = try device.run("comment", "delete", "Really", "--json").expectQuietly().objects()
        #expect(deleted.map { $0["deleted"] as? Bool } == [true])
        let restored = try device.run("comment", "restore", "Really", "--json").expectQuietly().objects()
        #expect(restored.map { $0["deleted"] as? Bool } == [false])
        let history = try device.run("comment", "history", "Really", "--json").expectQuietly().objects()
        #expect(history.count == 4 && history.allSatisfy { $0["changes"] is [Any] })
    }

    @Test("show prints a task's comments and reactions, wrapped, and the log mentions them")
    func show() throws {
        let device = try device()
        try device.run("comment", "add", "cat", String(repeating: "word ", count: 40)).expect()
        let lines = try device.run("show", "cat").expectQuietly(["\nComments\nMia, today 10:00  #", "  word word"])
            .lines
        #expect(lines.allSatisfy { $0.count <= 80 })
        try device.run("log").expectQuietly(["Mia commented on 'Mow the lawn'", "Mia commented on 'Feed the cat'"])
    }

    @Test("comment text is read from a file, line by line")
    func files() throws {
        let device = try device()
        try "first\n\nthird\n".write(toFile: device.home + "/text", atomically: false, encoding: .utf8)
        try device.run("comment", "add", "cat", "--file", device.home + "/text").expectQuietly()
        #expect(try texts(device, "cat") == [["first", "", "third"]])
        try device.run("comment", "edit", "first", "--file", "-", input: "other\n").expectQuietly("Changed ‘other’.")
    }

    @Test("undo reverts each command")
    func undo() throws {
        let device = try device()
        try device.run("comment", "edit", "I will", "Tomorrow").expectQuietly("Changed ‘Tomorrow’.")
        try device.run("undo").expectQuietly("Took back 'comment edit'")
        try device.run("comment", "delete", "I will").expectQuietly("Moved to the trash: I will do it")
        try device.run("undo").expectQuietly("Took back 'comment delete'")
        #expect(try texts(device, "1").count == 2)
        try device.run("comment", "delete", "I will").expect()
        try device.run("comment", "restore", "I will").expectQuietly("Restored: I will do it")
        try device.run("undo").expectQuietly("Took back 'comment restore'")
        #expect(try texts(device, "1").count == 1)
        try device.run("comment", "add", "cat", "x").expect()
        try device.run("undo").expectQuietly("Took back 'comment add'")
        #expect(try texts(device, "cat").isEmpty)
        try device.expectClean()
    }

    @Test("the trash lists a deleted comment's text and the command that restores it")
    func trash() throws {
        let device = try device()
        try device.run("comment", "delete", "I will").expect()
        let outcome = try device.run("trash").expectQuietly(["comment", "I will do it", "hometask restore '#"])
        let command = try #require(outcome.lines.last?.split(separator: "'").dropFirst().first)
        try device.run("comment", "list", "--trash").expectQuietly(["I will do it", "about Mow the lawn"])
        try device.run("comment", "history", "I will").expectQuietly("deleted")
        try device.run("comment", "restore", String(command)).expectQuietly("Restored: I will do it")
        try device.run("hunt", "new", "Pirates").expect()
        try device.run("hunt", "delete", "Pirates").expect()
        try device.run("trash").expectQuietly("hometask restore '#")
        #expect(try device.diary(3).last == "Mia restored a comment on 'Mow the lawn'")
    }

    @Test("comments on a trashed task are still listed, found and restored")
    func deletedSubject() throws {
        let device = try device()
        try device.run("comment", "delete", "I will").expect()
        try device.run("delete", "Mow").expect()
        try device.run("comment").expectQuietly(["Not today", "about Mow the lawn"])
        try device.run("search", "rain").expectQuietly("comment about Mow the lawn")
        try device.run("comment", "restore", "I will").expectQuietly()
        try device.run("comment", "edit", "I will", "Later").expectQuietly()
        try device.run("trash").expectQuietly("hometask restore '#")
        let id = try #require(try device.run("trash", "--json").objects().first?["id"] as? String)
        try device.run("show", "#\(id)").expectQuietly(["Deleted", "Later", "it rains"])
    }

    @Test("search finds words in comments, and with --trash in deleted ones")
    func search() throws {
        let device = try device()
        try device.run("search", "rain").expectQuietly(["comment about Mow the lawn", "Not today", "it rains"])
        let hit = try #require(try device.run("search", "rain", "--kind", "comment", "--json").objects().first)
        #expect(hit["kind"] as? String == "comment" && hit["text"] as? [String] != nil)
        #expect((hit["match"] as? [String: Any])?["field"] as? String == "text")
        try device.run("search", "rain", "--kind", "task").expectQuietly("Nothing matches.")
        try device.run("comment", "delete", "Not today").expect()
        try device.run("search", "rain").expectQuietly("Nothing matches.")
        try device.run("search", "rain", "--trash").expectQuietly("comment about")
    }

    @Test("search finds hunts by title and text, but not by clues")
    func searchHunts() throws {
        let device = try device()
        try device.run("hunt", "new", "Pirates", "--text", "Ahoy there").expect()
        try device.run("hunt", "add", "Pirates", "Under the sofa", "--code", "anchor").expect()
        try device.run("hunt", "add", "Pirates", "Behind the wardrobe").expect()
        try device.run("search", "pirat").expectQuietly(["Pirates", "hunt"])
        try device.run("search", "sof").expectQuietly("Nothing matches.")
        try device.run("search", "wardrobe").expectQuietly("Nothing matches.")
        let hit = try #require(try device.run("search", "ahoy", "--kind", "hunt", "--json").objects().first)
        #expect(hit["title"] as? String == "Pirates" && (hit["clues"] as? [Any])?.count == 2)
    }

    @Test("a full export carries comments and reactions into another family")
    func export() throws {
        let device = try device()
        try device.run("react", "cat", "tada").expect()
        let path = device.home + "/all.jsonl"
        try device.run("export", "jsonl", "-o", path).expect()
        let other = try Family(members: ["Zoë"]).device
        try other.run("import", "jsonl", path).expect()
        try other.run("show", "Mow").expectQuietly(["I will do it", "it rains", "Mia"])
        try other.run("show", "cat").expectQuietly("🎉 1 (Mia)")
        try other.expectClean()
    }

    @Test(
        "invalid use is refused and changes nothing",
        arguments: [
            WrongUse("comment", "add", "nothing", "x", status: 66, message: "no task is called ‘nothing’"),
            WrongUse("comment", "add", "Mow", status: 64, message: "has no text", hint: "--file"),
            WrongUse("comment", "add", "Mow", " ", status: 64, message: "a comment cannot be empty"),
            WrongUse("comment", "add", "Mow", "-", input: "\n \n", status: 64, message: "a comment cannot be empty"),
            WrongUse("comment", "add", "Mow", "a\u{1B}[2J", status: 64, message: "U+001B", hint: "plain text"),
            WrongUse("comment", "add", status: 64, message: "no task given"),
            WrongUse("comment", "add", "Mow", "x", "--file", "-", status: 64, message: "given twice"),
            WrongUse("comment", "add", "--photo", "none", "x", status: 66, message: "no photo is called ‘none’"),
            WrongUse("comment", "list", "Mow", "--photo", "x", status: 64, message: "cannot be used together"),
            WrongUse("comment", "list", "--limit", "0", status: 64, message: "at least 1"),
            WrongUse("comment", "edit", "I will", status: 64, message: "no change given"),
            WrongUse("comment", "edit", "I will", " ", status: 64, message: "a comment cannot be empty"),
            WrongUse("comment", "edit", "nothing", "x", status: 66, message: "no comment is called"),
            WrongUse("comment", "delete", "nothing", status: 66, message: "no comment is called"),
            WrongUse("comment", "restore", "I will", status: 66, message: "is not in the trash"),
        ])
    func wrongUse(_ use: WrongUse) throws { try device().expectRefusal(use) }

    @Test("an edit without changes makes no commit")
    func unchanged() throws {
        let device = try device()
        try device.expectUnchanged {
            try device.run("comment", "edit", "I will", "I will do it").expectQuietly("Nothing to change")
        }
    }
}
