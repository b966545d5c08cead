// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Notes")
struct NoteTests {
    /// A family with a pin, a task, a note about each of them, and a note without a subject.
    private func family() throws -> Family {
        let family = try Family(members: ["Mia"])
        let device = family.device
        try device.run("pin", "add", "School", "52.37,4.89").expectQuietly()
        try device.run("add", "Take out the bins").expect()
        try device.run("note", "add", "Ring", "twice", "--pin", "School").expectQuietly(
            "Added the note ‘Ring twice’ about School.")
        try device.at("2026-11-21T09:30:00Z").run(
            "note", "add", "Grey is paper", "--task", "bins", "--title", "Colours"
        )
        .expectQuietly("Added the note ‘Colours’ about Take out the bins.")
        try device.run("note", "add", "The key is under the pot").expectQuietly()
        return family
    }

    /// A device whose editor runs a shell command on the edited file.
    private func device(_ device: Device, editor: String) throws -> Device {
        let folder = device.home + "/editing"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = device.home + "/editor"
        try ProgramFile.write("#!/bin/sh\n\(editor)\n", to: path)
        return device.with(["VISUAL": path, "TMPDIR": folder])
    }

    private func kept(_ device: Device) throws -> [String] {
        let folder = device.home + "/editing"
        return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
    }

    @Test("without notes, the list says how to write one, and the JSON is an empty array")
    func none() throws {
        let device = try Family(members: ["Mia"]).device
        try device.run("note").expectQuietly("hometask note add")
        try device.run("note", "list", "--trash").expectQuietly("No note is in the trash.")
        try device.run("note", "list", "--json").expectQuietly(.exactly("[]\n"))
    }

    @Test("notes are listed newest first, and filtered by words and subject")
    func list() throws {
        let device = try family().device
        let lines = try device.run("note", "list").expectQuietly().lines
        #expect(lines.count == 3)
        #expect(lines[0].contains("Colours") && lines[0].contains("about Take out the bins"))
        try device.run("note", "list", "PAPER").expectQuietly(["Colours", .lacks("Ring")])
        try device.run("note", "list", "--pin", "School").expectQuietly(["Ring", .lacks("Colours")])
        try device.run("note", "list", "--task", "1").expectQuietly(["Colours", .lacks("Ring")])
        try device.run("note", "list", "--limit", "1").expectQuietly("1 of 3 notes")
        try device.run("note", "list", "nothing like it").expectQuietly("shows all 3")
    }

    @Test("a note is shown in full, as text and as JSON")
    func show() throws {
        let device = try family().device
        try device.run("note", "show", "Colours").expectQuietly(["Take out the bins", "Grey is paper", "by Mia"])
        let note = try device.run("note", "show", "Colours", "--json").expectQuietly().object()
        #expect(note["text"] as? [String] == ["Grey is paper"])
        #expect(note["title"] as? String == "Colours")
        #expect(note["createdAt"] as? String == "2026-11-21T09:30:00Z")
        let about = try #require(note["about"] as? [String: String])
        #expect(about["kind"] == "task" && about["name"] == "Take out the bins")
    }

    @Test("the log names the subject of a note")
    func diary() throws {
        let device = try family().device
        #expect(
            try device.diary(3) == [
                "Mia wrote the note 'The key is under the pot'", "Mia wrote a note about 'Take out the bins'",
                "Mia wrote a note about 'School'",
            ])
        try device.expectClean()
    }

    @Test("note text is read from a file or standard input, line by line")
    func files() throws {
        let device = try family().device
        try "\u{FEFF}first\r\n\n\tthird\n\n".write(toFile: device.home + "/text", atomically: false, encoding: .utf8)
        try device.run("note", "add", "--file", device.home + "/text").expectQuietly()
        #expect(
            try device.run("note", "show", "first", "--json").object()["text"] as? [String] == ["first", "", "\tthird"])
        try device.run("note", "show", "first").expectQuietly("\n\n    third\n")
        try device.run("note", "add", "-", input: "piped\nin\n").expectQuietly("‘piped’")
        try device.run("note", "add", "-", input: "\u{FEFF}marked\r\n").expectQuietly("‘marked’")
        // Foundation drops a byte order mark from strings that it reads from JSON.
        #expect(try device.git("log", "-p").stdout.unicodeScalars.contains("\u{FEFF}") == false)
        try device.run("note", "edit", "piped", "--file", "-", input: "other\n").expectQuietly("Changed ‘other’.")
    }

    @Test("a note is edited part by part, and an edit without changes makes no commit")
    func edit() throws {
        let device = try family().device
        try device.run("note", "edit", "key", "The key is at Grandma’s").expectQuietly(
            "Changed ‘The key is at Grandma’s’.")
        try device.run("note", "edit", "key", "--title", "Key", "--pin", "School").expectQuietly("Changed ‘Key’.")
        try device.run("note", "edit", "Key", "--title", "Spare key").expectQuietly()
        #expect(try device.diary() == ["Mia renamed the note 'Key' to 'Spare key'"])
        try device.expectUnchanged {
            try device.run("note", "edit", "Key", "--title", "Spare key").expectQuietly("Nothing to change")
        }
        try device.run("note", "edit", "Key", "--no-title", "--no-about").expectQuietly(
            "Changed ‘The key is at Grandma’s’.")
        #expect(try device.run("note", "show", "key", "--json").object()["about"] == nil)
    }

    @Test("a note is moved to the trash and restored")
    func trash() throws {
        let device = try family().device
        try device.run("note", "delete", "Colours").expectQuietly("Moved to the trash: Colours")
        try device.run("note", "list").expectQuietly(.lacks("Colours"))
        try device.run("note", "list", "--trash").expectQuietly("Colours")
        try device.run("note", "edit", "Colours", "--title", "x").expect(status: 66, stderr: "hometask note restore #")
        try device.run("note", "restore", "Colours").expectQuietly("Restored: Colours")
        #expect(try device.diary(2) == ["Mia restored the note 'Colours'", "Mia deleted the note 'Colours'"])
    }

    @Test("the editor receives the text, and the saved text becomes the note")
    func editor() throws {
        let device = try device(family().device, editor: "echo 'and green is glass' >> \"$1\"")
        try device.run("note", "edit", "Colours").expectQuietly("Changed ‘Colours’.")
        let note = try device.run("note", "show", "Colours", "--json").object()
        #expect(note["text"] as? [String] == ["Grey is paper", "and green is glass"])
        try device.run("note", "add", "--title", "New").expectQuietly("Added the note ‘New’.")
        #expect(try kept(device).isEmpty)
    }

    @Test("an editor that changes nothing writes nothing")
    func unchanged() throws {
        let device = try device(family().device, editor: "true")
        try device.expectUnchanged {
            try device.run("note", "edit", "Colours").expectQuietly("Nothing to change")
            try device.run("note", "add").expectQuietly("no note was added")
        }
        #expect(try kept(device).isEmpty)
    }

    @Test(
        "rejected text is kept in a file that the error names",
        arguments: [
            ("printf 'half\\n' > \"$1\"; exit 3", 78, "exit code 3"), ("printf 'a\\033b' > \"$1\"", 64, "U+001B"),
            ("printf '\\377' > \"$1\"", 64, "UTF-8"), ("printf 'half\\n' > \"$1\"; kill -9 $$", 78, "137"),
        ])
    func nothingLost(script: String, status: Int, message: String) throws {
        let device = try device(family().device, editor: script)
        try device.expectUnchanged {
            let outcome = try device.run("note", "edit", "Colours")
                .expect(status: Int32(status), stdout: .empty, stderr: [.contains(message), "is kept in"])
            let files = try kept(device)
            #expect(files.count == 1)
            for file in files { #expect(outcome.stderr.contains(file)) }
        }
    }

    @Test("lines added to one note on two devices are all kept")
    func apart() throws {
        let family = try family()
        try family.device.run("note", "edit", "Colours", "one\ntwo\nthree").expectQuietly()
        try family.hub()
        let tablet = try family.join("tablet", as: "Mia")
        try family.device.run("note", "edit", "Colours", "zero\none\ntwo\nthree").expectQuietly()
        try tablet.run("note", "edit", "Colours", "one\ntwo\nthree\nfour").expectQuietly()
        try family.device.run("sync").expect()
        try tablet.run("sync").expect()
        let note = try tablet.run("note", "show", "Colours", "--json").object()
        #expect(note["text"] as? [String] == ["zero", "one", "two", "three", "four"])
    }

    @Test("lists and texts fit the terminal width, even with wide characters", arguments: [40, 80])
    func width(columns: Int) throws {
        let device = try family().device.with(["COLUMNS": "\(columns)"])
        let text = String(repeating: "東京の公園", count: 20)
        try device.run("note", "add", text, "--title", text, "--pin", "School").expectQuietly()
        for arguments in [["note", "list"], ["note", "show", "東京"], ["pin", "show", "School"]] {
            for line in try device.run(arguments).expectQuietly().lines {
                let width = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x3000 && $1.value < 0xA000 ? 2 : 1) }
                #expect(width <= columns, "\(line)")
            }
        }
    }

    static let wrongUses: [WrongUse] = [
        WrongUse("note", "add", status: 64, message: "no text", hint: "--file"),
        WrongUse("note", "add", " ", status: 64, message: "a title, a text or a checklist", hint: "one of them"),
        WrongUse("note", "add", "-", input: "\n\n", status: 64, message: "a title, a text or a checklist", hint: nil),
        WrongUse(
            "note", "add", "-", input: "a\n\u{1B}[1mb", status: 64, message: ["line 2", "U+001B"], hint: "plain text"),
        WrongUse("note", "add", "x", "--title", "", status: 64, message: "the note's title", hint: nil),
        WrongUse("note", "add", "x", "--title", "a\u{7}", status: 64, message: "the note's title", hint: nil),
        WrongUse(
            "note", "add", "x", "--title", String(repeating: "x", count: 501), status: 64, message: "500", hint: nil),
        WrongUse("note", "add", String(repeating: "x", count: 10_001), status: 64, message: "10000", hint: nil),
        WrongUse(
            "note", "add", "x", "--pin", "School", "--task", "1", status: 64, message: "cannot be used together",
            hint: "for each"),
        WrongUse("note", "add", "x", "--pin", "Mars", status: 66, message: "‘Mars’", hint: "School"),
        WrongUse("note", "add", "x", "--task", "Mars", status: 66, message: "‘Mars’", hint: nil),
        WrongUse("note", "add", "x", "--file", "y", status: 64, message: "twice", hint: "one of them"),
        WrongUse("note", "add", "--file", "no-such-file", status: 66, message: "no-such-file", hint: "standard input"),
        WrongUse("note", "add", "--file", ".", status: 74, message: "cannot read", hint: nil),
        WrongUse("note", "show", "Mars", status: 66, message: "no note is called ‘Mars’", hint: "Colours"),
        WrongUse("note", "show", "#ffffffff", status: 66, message: "ffffffff", hint: "Colours"),
        WrongUse("note", "show", "t", status: 64, message: ["matches 2 notes", "Ring twice"], hint: "#"),
        WrongUse("note", "edit", "Colours", status: 64, message: "no change given", hint: "--title"),
        WrongUse("note", "edit", "Colours", "--title", "a", "--no-title", status: 64, message: "--no-title", hint: nil),
        WrongUse(
            "note", "edit", "Colours", "--pin", "School", "--no-about", status: 64, message: "--no-about", hint: nil),
        WrongUse("note", "edit", "Ring", "", status: 64, message: "a title, a text or a checklist", hint: nil),
        WrongUse(
            "note", "edit", "Colours", "--no-title", "--file", "-", status: 64,
            message: "a title, a text or a checklist", hint: nil),
        WrongUse("note", "delete", "t", status: 64, message: "nothing was changed", hint: "#"),
        WrongUse("note", "restore", "Colours", status: 66, message: "not in the trash", hint: "--trash"),
        WrongUse("note", "list", "--pin", "Mars", status: 66, message: "‘Mars’", hint: "School"),
        WrongUse("note", "list", "--limit", "0", status: 64, message: "at least 1", hint: nil),
    ]

    @Test("invalid use is refused with a reason, advice and an exit code, and changes nothing", .timeLimit(.minutes(1)))
    func wrongUse() throws {
        let device = try family().device
        for use in Self.wrongUses { try device.expectRefusal(use) }
    }
}
