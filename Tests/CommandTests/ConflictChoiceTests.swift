// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Conflicts in a terminal: values are shown in full, and proposed commands can be pasted into a shell.
@Suite("Choosing between conflicting edits")
struct ConflictChoiceTests {
    let family: Family
    let phone: Device
    let laptop: Device

    init() throws {
        let pair = try Family.pair()
        (family, phone, laptop) = (pair.family, pair.family.device, pair.device)
    }

    /// Edits on both devices offline, then syncs them.
    private func contest(_ prepare: [String]? = nil, here: [String], there: [String]) throws {
        if let prepare {
            try phone.run(prepare).expect()
            try phone.run("sync").expect()
            try laptop.run("sync").expect()
        }
        try phone.run(here).expect()
        try laptop.at("2026-11-21T09:05:00Z").run(there).expect()
        try phone.run("sync").expect()
        try laptop.at("2026-11-21T09:06:00Z").run("sync").expect()
        try phone.run("sync").expect()
    }

    /// Runs a line in a shell, as if pasted there.
    private func paste(_ line: String, on device: Device) throws -> Outcome {
        let bin = device.home + "/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try? FileManager.default.createSymbolicLink(atPath: bin + "/hometask", withDestinationPath: Program.path)
        var environment = device.environment
        environment["PATH"] = bin + ":" + (environment["PATH"] ?? "")
        return try RunningProgram(
            "/bin/sh", ["-c", line], environment: environment, folder: device.folder, input: ""
        ).finish()
    }

    /// The `hometask resolve` commands in a command's output.
    private func commands(in outcome: Outcome) -> [String] {
        outcome.lines.compactMap { line in
            line.range(of: "hometask resolve ").map { String(line[$0.lowerBound...]) }
        }
    }

    @Test("--keep takes one member's values in all conflicts, or in those of one document, as one change")
    func kept() throws {
        try contest(
            ["add", "Bins"], here: ["edit", "Bins", "--title", "The bins"], there: ["edit", "Bins", "--title", "Waste"])
        try contest(["add", "Cat"], here: ["edit", "Cat", "--due", "fri"], there: ["edit", "Cat", "--due", "sat"])
        try contest(nil, here: ["edit", "Cat", "--priority", "low"], there: ["edit", "Cat", "--priority", "high"])
        try phone.run("resolve", "Cat", "--keep", "Ben").expectQuietly(["priority of ‘Cat’: high", .lacks("Bins")])
        #expect(try phone.run("conflicts", "--json").objects().count == 1)
        let before = try phone.run("log", "--json").objects().count
        try phone.run("resolve", "--keep", "me").expectQuietly(.contains("title of ‘Waste’: The bins"))
        #expect(try phone.run("log", "--json").objects().count == before + 1)
        try phone.run("list", "--json").expectQuietly(["The bins", "high", .lacks("Waste")])
        try phone.run("resolve", "--keep", "me").expectQuietly("Nothing was resolved.")
        try phone.expectClean()
    }

    @Test("A conflict with no value or several values by the member stays open and is counted")
    func left() throws {
        try contest(
            ["add", "Bins"], here: ["edit", "Bins", "--title", "The bins"], there: ["edit", "Bins", "--title", "Waste"])
        try phone.run("member", "add", "Zoe").expect()
        try phone.expectUnchanged {
            try phone.run("resolve", "--keep", "Zoe").expect(
                stdout: "Nothing was resolved.",
                stderr: "note: 1 conflict left open: none of the values, or several, are by Zoe")
        }
        for words in [["--keep", "me", "--take", "1"], ["--keep", "me", "--field", "title"], []] {
            try phone.run(["resolve"] + (words.isEmpty ? [] : ["Bins"]) + words).expect(status: 64)
        }
    }

    @Test(
        "The command proposed by conflicts works verbatim, whatever the title",
        arguments: ["Bins", "-n", "--help", "12", "Mum's \"list\" $HOME `id`", "family"])
    func pasted(title: String) throws {
        try contest(
            ["pin", "add", "--", title, "52.37,4.89"], here: ["pin", "edit", "--address", "Quay 1", "--", title],
            there: ["pin", "edit", "--address", "Quay 2", "--", title])
        let proposed = commands(in: try phone.run("conflicts").expectQuietly([.contains(title), "address"]))
        try #require(proposed.count == 1)
        try paste(proposed[0], on: phone).expectQuietly("Resolved the address")
        try phone.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("Commands proposed for the family's own fields, and by show, work verbatim, too")
    func places() throws {
        try contest(
            nil, here: ["config", "set", "--family", "name", "The Bergs"],
            there: ["config", "set", "--family", "name", "Family Berg"])
        let proposed = commands(in: try phone.run("conflicts").expectQuietly(["name", "Family Berg"]))
        try paste(proposed[0], on: phone).expectQuietly("Resolved the name")
        try contest(
            ["add", "--", "-x"], here: ["edit", "1", "--title", "#1"], there: ["edit", "x", "--title=-x y"])
        try paste(try #require(commands(in: phone.run("show", "1")).first), on: phone).expectQuietly(
            "Resolved the title")
        try phone.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("show numbers the lines of a conflicting description as conflicts does")
    func lines() throws {
        try contest(
            ["add", "Shop", "--description", "Milk\nEggs"], here: ["edit", "Shop", "--description", "Milk\nSix eggs"],
            there: ["edit", "Shop", "--description", "Milk\nTen eggs"])
        let expected: TextExpectation = ["description, line 2", "1  Ten eggs", "2  Six eggs", "Mia on phone"]
        try phone.run("show", "Shop").expectQuietly(expected)
        try phone.run("conflicts").expectQuietly(expected)
    }

    @Test("resolve without a choice lists the options when it cannot prompt")
    func withoutChoice() throws {
        try contest(
            ["add", "Bins", "--due", "2026-11-25"],
            here: ["edit", "Bins", "--title", "All bins", "--due", "2026-11-26"],
            there: ["edit", "Bins", "--title", "Two bins", "--due", "2026-11-27"])
        try phone.expectUnchanged {
            let shown = try phone.run("resolve", "1").expect(
                status: 64, stdout: ["title", "All bins", "Two bins", "due", "Choose with:"],
                stderr: ["nothing was resolved", "--take"])
            #expect(commands(in: shown).count == 2)
        }
        for command in commands(in: try phone.run("resolve", "1")) {
            try paste(command, on: phone).expectQuietly("Resolved")
        }
        try phone.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("On a terminal, resolve prompts for each conflict; an empty answer leaves it open")
    func asked() throws {
        try contest(
            ["add", "Bins", "--due", "2026-11-25"],
            here: ["edit", "Bins", "--title", "All bins", "--due", "2026-11-26"],
            there: ["edit", "Bins", "--title", "Two bins", "--due", "2026-11-27"])
        let terminal = try Terminal(phone, "resolve", "1")
        try terminal.answer("Which one, 1 to 2? Enter nothing to leave it open:", "7\n")
        for (wrong, next) in [("7", "0"), ("0", "-1"), ("-1", "3"), ("3", "2")] {
            try terminal.answer("‘\(wrong)’ is out of range: choose 1 to 2.", "\(next)\n")
        }
        try terminal.waitFor("title")
        terminal.type("\n")
        terminal.finish().expect(stdout: "Resolved the due date of")
        let left = try phone.run("conflicts", "--json").objects()
        #expect(left.count == 1 && left.first?["field"] as? String == "title")
    }

    @Test("Resolving a deletion against an edit reports the outcome")
    func deleted() throws {
        try contest(["add", "Bins"], here: ["edit", "Bins", "--title", "All bins"], there: ["delete", "Bins"])
        try phone.run("conflicts").expectQuietly(["deleted by Ben on laptop, edited by Mia on phone", "delete it"])
        try phone.run("resolve", "bins", "--take", "delete").expectQuietly("‘All bins’ is in the trash.")
        try contest(["add", "Eggs"], here: ["edit", "Eggs", "--title", "Six eggs"], there: ["delete", "Eggs"])
        try phone.run("resolve", "eggs", "--take", "1").expectQuietly("‘Six eggs’ is kept, with the edits.")
    }
}
