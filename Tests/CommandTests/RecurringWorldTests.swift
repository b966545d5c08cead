// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Random concurrent commands of two people on one series, with syncs in between.
@Suite("Recurring tasks under random commands")
struct RecurringWorldTests {
    private static let deeds: [[String]] = [
        ["done", "LAST"], ["done", "LAST"], ["done", "LAST"], ["done", "BEFORE"], ["reopen", "BEFORE"],
        ["skip", "LAST"],
        ["edit", "LAST", "--due", "in 2 days"], ["edit", "LAST", "--title", "Other bins"],
        ["edit", "LAST", "--set", "level=3"], ["edit", "LAST", "--series", "--set", "level=5", "--set", "words=+b"],
        ["edit", "LAST", "--unset", "words"], ["edit", "LAST", "--series", "--tag", "new"],
        ["edit", "LAST", "--every", "2 weeks on fri"],
        ["edit", "LAST", "--series", "--points", "7"], ["item", "done", "LAST", "1"],
        ["undo"], ["delete", "LAST"], ["sync"],
    ]

    @Test("Both devices converge; no occurrence has two successors, and no line is duplicated")
    func worlds() throws {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(5) {
            let family = try Family(members: ["Mia", "Ben"])
            let rule = ["tue", "3 days after done", "month on the last day, 9 times"].randomElement(using: &generator)
            // One device lacks the plugin and passes its fields on.
            let phone = try FieldsPlugin.enable(on: family.device)
            try phone.run(
                "add", "Bins", "--every", rule ?? "", "--description", "the green one\nthe blue one", "--item", "glass",
                "--set", "level=1", "--set", "words=a", "--set", "lines=x", "--set", "lines=y"
            ).expect()
            try family.hub()
            let devices = [phone, try family.join("laptop", as: "Ben")]
            for hour in 0..<14 {
                let device = devices[Int.random(in: 0...1, using: &generator)].at(
                    "2026-11-2\(1 + hour / 4)T1\(hour % 4):00:00Z")
                let deed = Self.deeds.randomElement(using: &generator) ?? []
                // Many of these commands are invalid at that point, and are refused.
                let outcome = try device.run(Self.words(deed, on: device))
                #expect(![70, -11, -6, -4].contains(outcome.status), "\(outcome), \(generator.note)")
            }
            for device in devices + devices { try device.run("sync").expect() }
            try Self.check(devices, "rule \(rule ?? ""), \(generator.note)")
        }
    }

    /// Edits of a series by one person, while the other only completes the task.
    private static let edits: [[String]] = [
        ["edit", "LAST", "--due", "in 2 days"], ["edit", "LAST", "--title", "Other bins"],
        ["edit", "LAST", "--tag", "a"],
        ["edit", "LAST", "--series", "--title", "All bins"], ["edit", "LAST", "--series", "--tag", "new"],
        ["edit", "LAST", "--series", "--untag", "new"], ["edit", "LAST", "--series", "--points", "7"],
        ["edit", "LAST", "--points", "1"], ["item", "add", "LAST", "cans"], ["item", "edit", "LAST", "1", "jars"],
        ["item", "done", "LAST", "1"], ["item", "delete", "LAST", "1"], ["edit", "LAST", "--priority", "high"],
    ]

    @Test("If one person alone edits a series and the other only completes the task, nothing conflicts")
    func oneEdits() throws {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(2) {
            let family = try Family(members: ["Mia", "Ben"])
            let rule = ["tue", "3 days after done"].randomElement(using: &generator) ?? "tue"
            try family.device.run("add", "Bins", "--every", rule, "--tag", "home", "--item", "glass", "--item", "paper")
                .expect()
            try family.hub()
            let devices = [family.device, try family.join("laptop", as: "Ben")]
            var deeds: [String] = []
            for hour in 0..<8 {
                let time = "2026-11-2\(1 + hour / 4)T1\(hour % 4):00:00Z"
                for _ in 0..<2 {
                    let isDone = Int.random(in: 0..<4, using: &generator) == 0
                    let deed = isDone ? ["done", "LAST"] : Self.edits.randomElement(using: &generator) ?? []
                    deeds.append(deed.joined(separator: " "))
                    _ = try devices[0].at(time).run(Self.words(deed, on: devices[0]))
                }
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    deeds.append("(other) done")
                    _ = try devices[1].at(time).run(Self.words(["done", "LAST"], on: devices[1]))
                }
                if Int.random(in: 0..<5, using: &generator) == 0 {
                    deeds.append("sync")
                    for device in devices + devices { try device.run("sync").expect() }
                }
            }
            for device in devices + devices { try device.run("sync").expect() }
            // Concurrent completions conflict only in the completion.
            let conflicts = try devices[0].run("conflicts", "--json").objects().map { $0["field"] as? String }
            #expect(
                conflicts.allSatisfy { $0 == "completion" },
                "\(conflicts), \(deeds), rule \(rule), \(generator.note)")
            let trees = try devices.map { try $0.git("rev-parse", "HEAD^{tree}").stdout }
            #expect(trees[0] == trees[1], "\(generator.note)")
        }
    }

    /// Replaces LAST with the series' open task, and BEFORE with the preceding task.
    private static func words(_ deed: [String], on device: Device) throws -> [String] {
        let open = try device.run("list", "--json").objects().last
        return deed.map { word in
            switch word {
            case "LAST": "#\(open?["id"] as? String ?? "ffffffff")"
            case "BEFORE": "#\(open?["previous"] as? String ?? open?["id"] as? String ?? "ffffffff")"
            default: word
            }
        }
    }

    private static func check(_ devices: [Device], _ note: String) throws {
        let trees = try devices.map { try $0.git("rev-parse", "HEAD^{tree}").stdout }
        #expect(trees[0] == trees[1], "\(note)")
        let tasks = try devices[0].run("list", "--all", "--json").objects()
        let previous = tasks.compactMap { $0["previous"] as? String }
        #expect(Set(previous).count == previous.count, "\(note)")
        for task in tasks where task["conflict"] as? Bool == false {
            let lines = task["description"] as? [String] ?? []
            #expect(Set(lines).count == lines.count, "\(lines), \(note)")
            let added = (task["extensions"] as? [String: [String: Any]])?["more"]
            #expect(added?["lines"] as? [String] == ["x", "y"], "\(note)")
            #expect(added?["level"] is Int, "\(note)")
            #expect((task["items"] as? [Any])?.count == 1, "\(note)")
        }
        for device in devices { try device.expectClean() }
        let findings = try devices[0].run("doctor", "--json").objects()
        #expect(findings.allSatisfy { $0["severity"] as? String != "problem" }, "\(findings), \(note)")
    }
}
