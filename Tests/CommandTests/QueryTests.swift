// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Queries on the command line")
struct QueryTests {
    /// A family with some tasks, one of them done.
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("category", "add", "Garden").expect()
        try device.run("pin", "add", "School", "52.37,4.89").expect()
        try device.run("pin", "add", "Shop", "52.3705,4.8904").expect()
        let lines = """
            Rake the leaves @mia category:Garden +out due:fri
            Cook @ben due:yesterday priority:high
            Oat milk +school

            """
        try device.run("add", "--stdin", input: lines).expect()
        try device.run("add", "Fetch the parcel", "--at", "Shop").expect()
        try device.run("add", "Old chore").expect()
        try device.at("2026-11-10T09:00:00Z").run("done", "old", "chore").expect()
        return device
    }

    private func titles(_ device: Device, _ arguments: String...) throws -> [String] {
        try device.run(["list", "--sort", "title"] + arguments + ["--json"]).expectQuietly().objects().compactMap {
            $0["title"] as? String
        }
    }

    @Test("one grammar: fields, words, phrases, and, or, not and brackets")
    func grammar() throws {
        let device = try device()
        #expect(try titles(device, "mine") == ["Rake the leaves"])
        #expect(try titles(device, "due<fri") == ["Cook"])
        #expect(try titles(device, "due <= fri") == ["Cook", "Rake the leaves"])
        #expect(try titles(device, "overdue") == ["Cook"])
        #expect(try titles(device, "tag:school", "or", "category:garden") == ["Oat milk", "Rake the leaves"])
        #expect(try titles(device, "not", "(mine or @ben)") == ["Fetch the parcel", "Oat milk"])
        #expect(try titles(device, "near:school<500m") == ["Fetch the parcel"])
        #expect(try titles(device, "priority>=high") == ["Cook"])
        #expect(try titles(device, "\"oat milk\"") == ["Oat milk"])
        #expect(try titles(device, "\"milk oat\"") == [])
        #expect(try titles(device, "has:photo") == [])
    }

    @Test("completed tasks are left out, unless the query mentions them")
    func done() throws {
        let device = try device()
        #expect(try titles(device, "done>7d") == ["Old chore"])
        #expect(try titles(device, "done<7d") == [])
        #expect(try titles(device, "chore") == [])
        #expect(try titles(device, "chore (open or done)") == ["Old chore"])
        #expect(try titles(device, "--all", "chore") == ["Old chore"])
        #expect(try titles(device, "--done", "chore") == ["Old chore"])
    }

    @Test("an error has a caret under the fault and a suggestion")
    func errors() throws {
        let device = try device()
        try device.run("list", "mine", "asignee:mia").expect(
            status: 64, stdout: .empty,
            stderr: """
                error: there is no field ‘asignee’
                  mine asignee:mia
                       ^^^^^^^
                hint: Did you mean assignee?
                """)
        try device.run("list", "due<nxt").expect(status: 64, stderr: "  due<nxt\n      ^^^\n")
        try device.run("list", "@nobody").expect(status: 66, stderr: "  @nobody\n   ^^^^^^\n")
        try device.run("list", "mine and").expect(status: 64, stderr: "  mine and\n          ^\n")
    }

    @Test("the caret accounts for wide characters, and the line fits the terminal")
    func carets() throws {
        let device = try device()
        try device.run("list", "日本 e\u{301} 👨‍👩‍👧 has:x").expect(status: 64, stderr: "\n                ^\n")
        try device.run("list", "\u{1B}[2J has:x").expect(status: 64, stderr: .lacks("\u{1B}"))
        let long = Array(repeating: "word", count: 60).joined(separator: " ")
        for columns in [20, 40, 80] {
            let narrow = device.with(["COLUMNS": "\(columns)"])
            let outcome = try narrow.run("list", "\(long) has:xyz \(long)").expect(status: 64, stderr: "^^^\n")
            let lines = outcome.stderr.split(separator: "\n")
            #expect(lines[1].count <= columns && lines[2].count <= columns, "\(lines)")
            let start = lines[2].prefix { $0 == " " }.count
            #expect(lines[1].dropFirst(start).hasPrefix("xyz"), "\(lines)")
        }
    }

    @Test("sorts by any number of keys, each ascending or descending")
    func sorting() throws {
        let device = try device()
        try device.run("edit", "cook", "--points", "3").expect()
        try device.run("edit", "oat", "--points", "5").expect()
        let rest = ["Fetch the parcel", "Rake the leaves"]
        #expect(try titles(device, "--sort", "points,title") == ["Cook", "Oat milk"] + rest)
        #expect(try titles(device, "--sort", "-points,-title") == ["Oat milk", "Cook"] + rest.reversed())
        #expect(try titles(device, "--sort", "assignee,title").prefix(2) == ["Cook", "Rake the leaves"])
    }

    @Test("an unmatched word similar to a keyword or a tag gets a suggestion")
    func slips() throws {
        let device = try device()
        try device.run("list", "overdu").expectQuietly("No task matches. Did you mean overdue?")
        try device.run("list", "nothing").expectQuietly(.lacks("Did you mean"))
        try device.run("edit", "cook", "+kitchen").expect()
        for words in [["+Kitchen"], ["+kitchn"], ["tag:kitchn"], ["mine", "+kitchn"], ["--tag", "kitchn"]] {
            try device.run(["list"] + words).expectQuietly("No task matches. Did you mean +kitchen?")
        }
        try device.run("list", "+garage").expectQuietly(.lacks("Did you mean"))
    }

    @Test("the help of list describes the query language")
    func help() throws {
        try Family().device.run("list", "--help").expectQuietly([
            "due<fri ", "done>7d ", "near:school<500m ", "overdue ", "and or not ( ) ", "'due<fri'",
        ])
    }
}
