// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Undo and redo")
struct UndoTests {
    let device: Device

    init() throws { device = try Family().device }

    @Test("redo repeats undone commands one by one until another command is run")
    func redo() throws {
        try device.run("add", "Buy milk").expect()
        try device.run("edit", "1", "--title", "Buy cream").expect()
        try device.run("done", "1").expect()
        for words in ["'done'", "'edit'", "'add'"] { try device.run("undo").expectQuietly("Took back \(words)") }
        try device.run("list").expectQuietly("Nothing to do")
        try device.run("redo").expectQuietly("Repeated 'add' (just now): Mia added 'Buy milk'")
        try device.run("list").expectQuietly("Buy milk")
        try device.run("redo").expectQuietly("Repeated 'edit'")
        try device.run("list").expectQuietly("Buy cream")
        #expect(try device.diary() == ["Mia did again: Mia renamed 'Buy milk' to 'Buy cream'"])
        try device.run("undo").expectQuietly("Took back 'edit'")
        try device.run("redo").expectQuietly("Repeated 'edit'")
        try device.run("redo").expectQuietly("Repeated 'done'")
        try device.run("redo").expect(status: 66, stdout: .empty, stderr: "nothing to redo")
        try device.run("list", "--all").expectQuietly("✔  Buy cream")
        try device.run("undo").expectQuietly("Took back 'done'")
        try device.run("redo").expectQuietly("Repeated 'done'")
        try device.run("undo").expectQuietly("Took back 'done' (just now): Mia did again: Mia completed 'Buy cream'")
        try device.run("add", "Bake a cake").expect()
        try device.expectUnchanged {
            try device.run("redo").expect(status: 66, stdout: .empty, stderr: "'add' came after the last undo")
        }
        try device.expectClean()
    }

    @Test("A change made after the undo prevents redo")
    func builtUpon() throws {
        try device.run("add", "Buy milk").expect()
        try device.run("edit", "1", "--title", "Buy cream").expect()
        try device.run("undo").expect()
        let path = try device.onlyFile(in: "tasks")
        try device.with(["HOMETASK_DIR": device.folder]).run("edit", "#\(path.suffix(41).prefix(8))", "--points", "3")
            .expect()
        try device.run("redo").expect(status: 66, stderr: "'edit' came after the last undo")
    }

    @Test("A recurring task completed, undone and redone has one next task")
    func recurring() throws {
        try device.run("add", "Water the plants", "due:today", "every:week").expect()
        try device.run("done", "1").expect()
        let all = { try device.run("list", "--all", "--sort", "due").expect().lines.filter { $0.contains("Water") } }
        let done = try all()
        #expect(done.count == 2)
        try device.run("undo").expect()
        #expect(try all().count == 1)
        try device.run("redo").expect()
        #expect(try all() == done)
        try device.expectClean()
    }

    @Test(
        "A command that cannot be undone is named, and earlier commands are undone only with --yes",
        arguments: [
            ["config", "set", "color", "never"], ["config", "unset", "color"], ["me", "Ben"],
            ["remote", "add", "origin", "/nowhere"], ["plugin", "enable", "todotxt", "--yes"],
        ])
    func lasting(words: [String]) throws {
        if words[1] == "unset" { try device.run("config", "set", "color", "never").expect() }
        try device.run("add", "Buy milk").expect()
        try device.at("2026-11-21T09:05:00Z").run(words).expect()
        let later = device.at("2026-11-21T09:10:00Z")
        let command = words.prefix(words[0] == "me" ? 1 : 3).joined(separator: " ")
        try later.expectUnchanged {
            try later.run("undo").expect(
                status: 75, stdout: .empty,
                stderr: ["'\(command)' (5 minutes ago) cannot be undone", "'add' (10 minutes ago)", "undo --yes"])
        }
        try later.run("undo", "--yes").expectQuietly("Took back 'add'")
        try later.run("undo", "--yes").expectQuietly("Took back 'member add'")
    }

    @Test("A family setting is undone like any other change")
    func familySetting() throws {
        try device.run("config", "set", "--family", "name", "Hill").expect()
        try device.run("undo").expectQuietly("Took back 'config'")
        try device.run("config", "get", "name").expectQuietly("Berg")
    }

    @Test("A command over an hour old needs confirmation; any answer but yes changes nothing")
    func old() throws {
        try device.run("add", "Buy milk").expect()
        let later = device.at("2026-11-21T10:00:01Z")
        try device.at("2026-11-21T10:00:00Z").run("undo").expectQuietly("Took back 'add'")
        try device.run("redo").expect()
        try later.expectUnchanged {
            try later.run("undo").expect(
                status: 75, stderr: ["'add' (1 hour ago): Mia did again: Mia added 'Buy milk'", "hint: "])
            let terminal = try Terminal(later, "undo")
            try terminal.answer("Take back 'add' (1 hour ago): Mia did again: Mia added 'Buy milk'? [y/N]", "\n")
            terminal.finish().expect(stdout: "Nothing was changed.")
        }
        let terminal = try Terminal(later, "undo")
        try terminal.answer("[y/N]", "y\n")
        terminal.finish().expect(stdout: "Took back 'add'")
        try later.run("undo", "--yes", "--json").expectQuietly("\"command\": \"member add\"")
    }

    @Test("A sync does not prevent undo")
    func sync() throws {
        let family = try Family()
        try family.hub()
        try family.device.run("add", "Buy milk").expect()
        try family.device.run("sync").expect()
        try family.device.run("undo").expectQuietly("Took back 'add'")
    }
}
