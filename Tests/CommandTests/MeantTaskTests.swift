// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("The occurrence that a series' name refers to")
struct MeantTaskTests {
    let family: Family
    /// Mia's phone; Mia is a child.
    let phone: Device
    /// Ben's laptop; Ben is an adult.
    let laptop: Device

    init() throws {
        let pair = try Family.pair(prepared: [
            ["member", "edit", "Mia", "--role", "child"],
            ["add", "Tidy up", "--every", "day", "--due", "2026-11-20", "--approval", "adult"],
            ["add", "Feed the fish", "--every", "day", "--due", "2026-11-20"],
        ])
        (family, phone, laptop) = (pair.family, pair.family.device, pair.device)
    }

    private func sync() throws {
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
    }

    /// Completes a task as Mia on each of the days, then syncs.
    private func finish(_ name: String, on days: [String]) throws {
        for day in days { try phone.at("\(day)T10:00:00Z").run("done", name).expectQuietly("Done: ") }
        try sync()
    }

    /// The due dates of the tasks that match a query, in order.
    private func days(_ query: String..., on device: Device) throws -> [String] {
        try device.run(["list", "--all", "--json", "--sort", "due"] + query).objects().compactMap {
            ($0["due"] as? [String: Any])?["date"] as? String
        }
    }

    @Test("approve and reject refer to the occurrence that waits for approval, not the next one with that name")
    func judging() throws {
        try finish("tidy", on: ["2026-11-20"])
        try laptop.run("reject", "tidy", "--why", "The sofa").expectQuietly("Open again: Tidy up")
        try sync()
        try finish("tidy", on: ["2026-11-21"])
        try laptop.run("approve", "tidy").expectQuietly("Approved: Tidy up")
        try laptop.run("approve", "tidy").expectQuietly("Already approved: Tidy up")
        try laptop.run("list", "to-approve").expectQuietly("Nothing waits for approval")
        #expect(try days("tidy", on: laptop) == ["2026-11-20", "2026-11-21"])
    }

    @Test("The name is ambiguous if two occurrences wait for approval")
    func judgingOneOfTwo() throws {
        try finish("tidy", on: ["2026-11-20", "2026-11-21"])
        try laptop.expectUnchanged {
            for verb in ["approve", "reject"] {
                try laptop.run(verb, "tidy").expect(status: 64, stdout: .empty, stderr: "matches 2 tasks")
            }
        }
        try laptop.run("approve", "--where", "to-approve").expectQuietly("2 tasks in one change")
    }

    @Test("reopen refers to the occurrence completed last")
    func reopening() throws {
        try finish("fish", on: ["2026-11-20", "2026-11-21"])
        try laptop.run("reopen", "fish").expectQuietly("Open again: Feed the fish")
        #expect(try days("fish", "open", on: laptop) == ["2026-11-21"])
        #expect(try days("fish", "done", on: laptop) == ["2026-11-20"])
    }

    @Test("item reopen refers to the occurrence where the item was ticked off, not the next one")
    func items() throws {
        try phone.run("item", "add", "fish", "Flakes").expect()
        try phone.run("item", "done", "fish", "Flakes").expect()
        try finish("fish", on: ["2026-11-20"])
        try phone.run("item", "reopen", "fish", "Flakes").expectQuietly("Open again: Flakes (Feed the fish, 0/1)")
        try phone.run("item", "done", "fish", "Flakes").expectQuietly("Feed the fish, 1/1")
        let items = try phone.run("show", "fish", "--json").objects().first?["document"] as? [String: Any]
        #expect((items?["items"] as? [[String: Any]])?.first?["done"] != nil, "that of the one that is open")
    }

    @Test("A comment or a reaction refers to the occurrence shown last")
    func comments() throws {
        func commented() throws -> [String] {
            try phone.run("list", "--all", "--json", "fish", "--sort", "due").objects().map { task in
                let id = try #require(task["id"] as? String)
                return "\(try phone.run("comment", "list", "#\(id)", "--json").objects().count)"
            }
        }
        try phone.run("done", "fish").expectQuietly("Done: Feed the fish")
        try phone.run("comment", "add", "fish", "Greedy today").expectQuietly(
            "Commented on ‘Feed the fish’ (done just now).")
        try phone.run("react", "fish", "heart").expect()
        #expect(try commented() == ["2", "0"])
        try phone.run("list", "fish").expectQuietly("Feed the fish")
        try phone.run("comment", "add", "fish", "Not too much").expectQuietly(
            "Commented on ‘Feed the fish’ (due today).")
        #expect(try commented() == ["2", "1"])
        try phone.run("list", "--all", "fish").expectQuietly("Feed the fish")
        try phone.expectUnchanged {
            try phone.run("comment", "add", "fish", "Which?").expect(
                status: 64, stdout: .empty, stderr: "matches 2 tasks")
        }
    }
}
