// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Doing, deleting and moving tasks")
struct DoingTests {
    @Test("A number is a list number or a whole title, never part of a title")
    func numbers() throws {
        let device = try Family().device
        for title in ["Pay 50 euros", "Room 4711 paint", "7"] { try device.run("add", title).expect() }
        try device.expectUnchanged {
            for number in ["50", "471", "4711"] {
                try device.run("delete", number).expect(status: 66, stderr: "no task has the number \(number)")
            }
            try device.run("done", "1-2000").expect(status: 64, stderr: "more than 1000")
        }
        try device.run("done", "7").expectQuietly("Done: 7")
    }

    private func device(_ titles: String...) throws -> Device {
        let device = try Family().device
        try device.run("add", "--stdin", input: titles.joined(separator: "\n") + "\n").expect()
        try device.run("list", "--sort", "title").expect()
        return device
    }

    @Test("several references and ranges become one commit, and one undo")
    func ranges() throws {
        let device = try device("A", "B", "C", "D", "E", "F")
        let before = try device.head()
        try device.run("done", "1", "3-5", "4").expectQuietly(.exactly("Done: A\nDone: C\nDone: D\nDone: E\n"))
        try device.git("rev-list", "--count", "\(before)..HEAD").expect(stdout: .exactly("1\n"))
        try device.expectClean()
        #expect(try device.diary() == ["Mia completed 'A' and did 3 more"])
        try device.run("undo").expectQuietly("Took back 'done'")
        #expect(try device.run("list", "--json").objects().count == 6)
    }

    @Test("a task is named by number, by id, by an id prefix, or by words of its title")
    func references() throws {
        let device = try device("Take out the bins", "Water the plants")
        let tasks = try device.run("list", "--sort", "title", "--json").objects()
        let id = try #require(tasks[0]["id"] as? String)
        for words in [["1"], [id], ["#\(id.prefix(8))"], ["BINS"], ["out", "bins"], ["take out the bins"]] {
            try device.run(["done"] + words).expectQuietly("Done: Take out the bins")
            try device.run(["reopen"] + words).expectQuietly("Open again: Take out the bins")
        }
    }

    @Test("an open task takes precedence over a done task with the same words")
    func preference() throws {
        let device = try device("Buy milk")
        try device.run("done", "milk").expect()
        try device.run("add", "Buy milk and bread").expect()
        try device.run("done", "milk").expectQuietly("Done: Buy milk")
        #expect(try device.run("list", "--json").objects().count <= 1)
    }

    @Test("--by and --at set who completed a task and when")
    func byAndAt() throws {
        let device = try device("A")
        try device.run("done", "1", "--by", "ben", "--at", "yesterday 18:30").expectQuietly()
        let sheet = try #require(try device.run("show", "1", "--json").objects().first)
        let completion = try #require((sheet["document"] as? [String: Any])?["completion"] as? [String: String])
        #expect(completion["at"] == "2026-11-20T17:30:00Z")
        #expect((sheet["names"] as? [String: String])?[completion["by"] ?? ""] == "Ben")
    }

    @Test("completing a done task and reopening an open one are reported no-ops")
    func doneTwice() throws {
        let device = try device("A")
        try device.run("done", "1").expect()
        try device.expectUnchanged {
            try device.run("done", "1").expectQuietly("Already done: A")
        }
        try device.run("reopen", "1").expectQuietly("Open again: A")
        try device.expectUnchanged {
            try device.run("reopen", "1").expectQuietly("Already open: A")
        }
    }

    @Test("a deleted task is in the trash and is restored unchanged")
    func trash() throws {
        let device = try device("A +tag", "B")
        try device.run("delete", "1").expectQuietly("Moved to the trash: A")
        try device.run("list").expectQuietly(["B", .lacks("A ")])
        try device.run("list", "--trash").expectQuietly("A")
        try device.run("done", "1").expect(status: 66, stderr: ["‘A’ is in the trash", "hometask restore 1"])
        try device.run("restore", "A").expectQuietly("Restored: A")
        try device.run("list", "+tag").expectQuietly("A")
        #expect(try device.diary(2) == ["Mia restored 'A'", "Mia deleted 'A'"])
        try device.expectClean()
    }

    @Test("moves put tasks anywhere in the manual order, writing one document each")
    func moves() throws {
        let device = try device("A", "B", "C", "D")
        func order() throws -> String {
            try device.run("list", "--sort", "manual", "--json").objects().compactMap { $0["title"] as? String }
                .joined()
        }
        for (index, title) in ["D", "C", "B", "A"].enumerated() {
            try device.run("move", title, "--top").expectQuietly()
            #expect(try order().hasPrefix(["D", "CD", "BCD", "ABCD"][index]))
        }
        try device.run("move", "A", "--after", "B").expectQuietly("Moved after ‘B’: A")
        #expect(try order() == "BACD")
        try device.run("move", "D", "--before", "A").expectQuietly()
        #expect(try order() == "BDAC")
        try device.git("show", "--format=", "--name-only", "HEAD").expect(stdout: .lacks("\ntasks"))
        try device.run("move", "B", "--bottom").expectQuietly()
        #expect(try order() == "DACB")
        try device.expectUnchanged {
            try device.run("move", "B", "--bottom").expectQuietly("It is already there: B")
        }
        #expect(try device.diary() == ["Mia moved 'B' to the bottom"])
    }

    @Test("many moves into one gap leave every task where it was put")
    func manyMoves() throws {
        let device = try device("A", "B", "C")
        for (title, other) in Array(repeating: [("A", "C"), ("B", "C")], count: 15).flatMap({ $0 }) {
            try device.run("move", title, "--before", other).expect()
        }
        let titles = try device.run("list", "--sort", "manual", "--json").objects().compactMap {
            $0["title"] as? String
        }
        #expect(titles == ["A", "B", "C"])
    }

    @Test("moves separate tasks that several devices put in the same position")
    func tiedMoves() throws {
        let device = try device("A", "B", "C", "D")
        for path in try device.git("ls-files", "tasks").lines {
            let file = "\(device.folder)/\(path)"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            if text.contains("\"D\"") { continue }
            try text.replacingOccurrences(of: "  \"title\"", with: "  \"order\": \"V1\",\n  \"title\"")
                .write(toFile: file, atomically: false, encoding: .utf8)
        }
        try device.run("status").expect(stdout: "Recorded edits by hand in 3 documents")
        let tied = try titles(device).filter { $0 != "D" }
        try device.run("move", "D", "--after", tied[0]).expectQuietly()
        #expect(try titles(device) == [tied[0], "D", tied[1], tied[2]])
        try device.run("move", tied[2], "--before", tied[1]).expectQuietly()
        #expect(try titles(device) == [tied[0], "D", tied[2], tied[1]])
        try device.expectClean()
    }

    @Test("random moves match the same moves on an array")
    func randomMoves() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let device = try device("A", "B", "C", "D", "E")
        var model = try titles(device)
        for _ in 0..<25 {
            let moved = model.remove(at: Int.random(in: 0..<model.count, using: &generator))
            let place = Int.random(in: 0...model.count, using: &generator)
            let arguments =
                if place == 0 { ["--first"] } else if place == model.count {
                    ["--bottom"]
                } else if Bool.random(using: &generator) {
                    ["--before", model[place]]
                } else {
                    ["--after", model[place - 1]]
                }
            try device.run(["move", moved] + arguments).expect()
            model.insert(moved, at: place)
            #expect(try titles(device) == model, "\(SeededGenerator.note)")
        }
    }

    /// The titles in the manual order.
    private func titles(_ device: Device) throws -> [String] {
        try device.run("list", "--sort", "manual", "--json").objects().compactMap { $0["title"] as? String }
    }
}
