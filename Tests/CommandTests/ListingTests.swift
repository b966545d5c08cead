// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Listing tasks")
struct ListingTests {
    /// A family with seven tasks, one of them done and one deleted.
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("category", "add", "Kitchen", "--color", "#00aa00").expect()
        let lines = """
            Wash up @mia category:Kitchen +daily due:today priority:low
            Cook @ben category:Kitchen +daily due:today priority:high
            Water the plants due:2026-11-20
            Write a letter @zoë @mia +quiet
            Buy stamps due:2026-12-24
            Old chore @mia
            Wrong chore @ben

            """
        try device.run("add", "--stdin", input: lines).expect()
        try device.run("done", "old", "chore").expect()
        try device.run("delete", "wrong").expect()
        return device
    }

    private func titles(_ device: Device, _ arguments: String...) throws -> [String] {
        try device.run(["list"] + arguments + ["--json"]).expectQuietly().objects().compactMap {
            $0["title"] as? String
        }
    }

    @Test("shows open tasks by due date, and within a day by priority")
    func order() throws {
        let found = try titles(try device())
        #expect(found == ["Water the plants", "Cook", "Wash up", "Buy stamps", "Write a letter"])
    }

    @Test("filters by member, tag, category, words and state")
    func filters() throws {
        let device = try device()
        #expect(try titles(device, "@ben") == ["Cook"])
        #expect(try titles(device, "--for", "zoë", "--for", "ben") == ["Cook", "Write a letter"])
        #expect(try titles(device, "--mine") == ["Wash up", "Write a letter"])
        #expect(try titles(device, "--unassigned") == ["Water the plants", "Buy stamps"])
        #expect(try titles(device, "+daily", "@mia") == ["Wash up"])
        #expect(try titles(device, "--tag", "quiet") == ["Write a letter"])
        #expect(try titles(device, "category:kitchen") == ["Cook", "Wash up"])
        #expect(try titles(device, "--category", "kitchen", "wash") == ["Wash up"])
        #expect(try titles(device, "PLANTS") == ["Water the plants"])
        #expect(try titles(device, "--done") == ["Old chore"])
        #expect(try titles(device, "--all", "chore") == ["Old chore"])
        #expect(try titles(device, "--trash") == ["Wrong chore"])
    }

    @Test("sorts by keys, ascending and descending")
    func sorting() throws {
        let device = try device()
        let byTitle = ["Buy stamps", "Cook", "Wash up", "Water the plants", "Write a letter"]
        #expect(try titles(device, "--sort", "title") == byTitle)
        #expect(try titles(device, "--sort", "-title") == byTitle.reversed())
        #expect(try titles(device, "--sort=-title") == byTitle.reversed())
        #expect(
            try titles(device, "--sort=-priority,title") == ["Wash up", "Cook"]
                + byTitle.filter { $0 != "Cook" && $0 != "Wash up" })
        #expect(try titles(device, "--sort", "category,title").prefix(2) == ["Cook", "Wash up"])
    }

    @Test("numbers stay with their tasks until the tasks are done")
    func numbers() throws {
        let device = try device()
        let before = try device.run("list").lines.filter { $0.contains("○") }
        #expect(before.map { $0.prefix(1) } == ["1", "2", "3", "4", "5"])
        try device.run("list", "--sort", "title").expectQuietly("1  ○  Water the plants")
        try device.run("done", "1").expectQuietly("Done: Water the plants")
        try device.run("list").expectQuietly("2  ○  Cook")
        try device.run("add", "New").expectQuietly()
        #expect(try device.run("list", "--json").objects().allSatisfy { $0["number"] is Int })
    }

    @Test("marks done tasks without colour, and strikes them through with colour")
    func marks() throws {
        let device = try device()
        try device.run("list", "--all").expectQuietly(["✔  Old chore", "○  Cook", .lacks("\u{1B}")])
        try device.run("list", "--all", "--color", "always").expectQuietly([
            "\u{1B}[31m○", "\u{1B}[32m✔", "\u{1B}[2;9mOld chore", "\u{1B}[31myesterday",
        ])
        try device.with(["NO_COLOR": "1"]).run("list").expectQuietly(.lacks("\u{1B}"))
        // The terminal supports colours, but the output is redirected.
        try device.with(["TERM": "xterm-256color"]).run("list").expectQuietly(.lacks("\u{1B}"))
    }

    @Test("fits the terminal, however narrow", arguments: [20, 40, 60, 80, 200])
    func width(columns: Int) throws {
        let device = try device().with(["COLUMNS": "\(columns)"])
        try device.run("add", String(repeating: "long ", count: 50), "@ben", "@zoë", "+tag").expect()
        let lines = try device.run("list", "--all").expectQuietly().lines
        #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
    }

    @Test("gives the total if it shows fewer tasks, and advice if there are none to show")
    func remarks() throws {
        let device = try device()
        try device.run("list", "--limit", "2").expectQuietly("2 of 5 tasks")
        try device.run("list", "no such thing").expectQuietly(
            "No task matches. 5 open in all: 'hometask list' shows them.")
        try device.run("list", "nothing", "--json").expectQuietly(.exactly("[]\n"))
        let empty = try Family().device
        try empty.run("list").expectQuietly("hometask add")
        try empty.run("list", "--trash").expectQuietly("No task in the trash.")
    }

    @Test("a broken document is reported and left out, and the rest is listed")
    func brokenDocument() throws {
        let device = try Family().device
        try device.run("add", "Broken").expect()
        let file = try device.onlyFile(in: "tasks")
        try device.run("add", "Sound").expect()
        try "<<<<<<< ours\n".write(toFile: file, atomically: false, encoding: .utf8)
        try device.git("commit", "--quiet", "--all", "--message", "break it").expect()
        try device.run("list").expect(stdout: ["Sound", .lacks("Broken")], stderr: "cannot be read")
    }

    @Test("a list of only broken documents names them, and does not claim to be empty")
    func brokenDocuments() throws {
        let device = try Family(members: ["Mia"]).device
        try device.run("add", "Feed the cat").expect()
        try device.run("note", "add", "The key hangs by the door").expect()
        try device.run("pin", "add", "Dam", "52.37,4.89").expect()
        try device.run("category", "add", "Pets").expect()
        try device.run("comment", "add", "cat", "Soon").expect()
        try device.run("template", "save", "weekly", "cat").expect()
        try device.run("hunt", "new", "Garden").expect()
        let kinds = [
            "note": "notes", "pin": "pins", "category": "categories", "comment": "comments", "template": "templates",
            "hunt": "hunts", "view": "views",
        ]
        let files = try Dictionary(
            uniqueKeysWithValues: kinds.map { ($0.key, try device.git("ls-files", $0.value).lines) })
        for file in files.values.joined() {
            try "<<<<<<< ours\n".write(toFile: "\(device.folder)/\(file)", atomically: false, encoding: .utf8)
        }
        try device.git("commit", "--quiet", "--all", "--message", "break them").expect()
        let wide = device.with(["COLUMNS": "1000"])
        for (kind, plural) in kinds {
            let count = try #require(files[kind]?.count)
            let noun = count == 1 ? kind : plural
            let named: TextExpectation = ["warning: \(plural)/", "left out", "hometask doctor"]
            try wide.run(kind, "list").expect(stdout: .exactly("\(count) \(noun) cannot be read.\n"), stderr: named)
            try wide.run(kind, "list", "--json").expect(stdout: .exactly("[]\n"), stderr: named)
        }
        try device.run("note", "add", "The spare key too").expect()
        try device.run("note", "list").expect(stdout: ["spare", .lacks("cannot be read")], stderr: "warning: notes/")
    }

    @Test("a missing, damaged or half-built index is recreated, and no temporary file remains")
    func brokenIndex() throws {
        let device = try device()
        let expected = try device.run("list", "--all").expectQuietly().stdout
        let index = device.folder + "/.git/hometask/index.sqlite"
        for _ in 0..<2 {
            try "half".write(toFile: index + ".new", atomically: false, encoding: .utf8)
            try "no database at all".write(toFile: index, atomically: false, encoding: .utf8)
            try device.run("list", "--all").expectQuietly(.exactly(expected))
            try FileManager.default.removeItem(atPath: index)
            try device.run("list", "--all").expectQuietly(.exactly(expected))
            #expect(!FileManager.default.fileExists(atPath: index + ".new"))
        }
    }

    @Test("works even if the list numbers cannot be saved")
    func readOnly() throws {
        let device = try device()
        let local = device.folder + "/.git/hometask"
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: local)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: local) }
        try device.run("list").expectQuietly("○  Cook")
    }

    @Test("hometask alone shows my and unassigned tasks, overdue tasks, and the last sync")
    func home() throws {
        let device = try device()
        try device.run().expectQuietly([
            "Mia: 1 overdue, 1 due today", "5 open in the family", "Wash up", .lacks("Cook"), "Never synced",
        ])
        try device.at("2026-11-22T09:00:00Z").run().expectQuietly("2 overdue")
        #expect(try device.run("--json").objects().count == 4)
    }

    @Test("without a family, hometask alone says how to begin")
    func noFamily() throws {
        let device = try Device("new", in: TemporaryFolder())
        try device.run().expectQuietly(["hometask init", "hometask join", "hometask demo"])
    }
}
