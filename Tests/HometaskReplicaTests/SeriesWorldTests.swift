// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import TestSupport
import Testing

/// Random concurrent actions on a series, in memory: thousands of worlds, compared with a few in the tests of commands.
@Suite("Series in random worlds in memory")
struct SeriesWorldTests {
    typealias Action = SeriesWorld.Action

    private static let tools: FieldName = "extensions/org.example.noise/tools"
    private static let advice: FieldName = "extensions/org.example.noise/advice"
    private static let steps: FieldName = "extensions/org.example.noise/steps"
    private static let loudness: FieldName = "extensions/org.example.noise/loudness"

    private static let values = SeriesPartsTests.values

    /// Edits of fields, for one occurrence and for the series.
    private static let edits: [Action] = [
        ["title": "Other bins"], ["title": "All bins"], ["points": 7], ["points": .null], ["priority": "high"],
        ["description": ["red", "blue"]], ["description": ["green", "grey", "blue"]], ["description": .null],
        ["reminders": ["P1D"]], [tools: ["saw"]], [tools: ["saw", "rake"]], [advice: ["Wait."]],
        [advice: ["Knock twice.", "Wait."]], [loudness: 5], [loudness: .null],
        [steps: [["id": "s2", "text": "two"], ["id": "s1", "text": "one, slowly"]]],
        [steps: [["id": "s1", "text": "one"]]],
    ].flatMap { [Action.edit($0, isOfSeries: true), .edit($0, isOfSeries: false)] }

    private static let parts: [Action] = [
        .tags(added: ["new"], removed: [], isOfSeries: true), .tags(added: [], removed: ["home"], isOfSeries: true),
        .tags(added: ["quick"], removed: [], isOfSeries: false), .tags(added: [], removed: ["home"], isOfSeries: false),
        .addItem("cans"), .rename(0, "jars"), .rename(1, "tins"), .tick(0), .tick(1), .removeItem(0), .removeItem(1),
        .moveFirst(1), .moveFirst(2),
    ]

    private static func shown(_ document: Document) -> [FieldName: JSON] {
        var values: [FieldName: JSON] = [:]
        for field in document.shownFields
        where !["due", "completion", "series", "repeat", "snooze", "order", "created"].contains(field) {
            values[field] = document[field]
        }
        return values
    }

    @Test("One person's edits stay unchanged if the other person only does the task")
    func oneEdits() throws {
        var generator = SeededGenerator(usually: 1)
        for world in 0..<SeededGenerator.runs(20) {
            let rule = generator.pick(["FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=3;X-FROM=DONE"])
            var family = try SeriesWorld(2, every: rule, with: Self.values)
            var log: [String] = ["world \(world), \(rule)"]
            for _ in 0..<Int.random(in: 2...16, using: &generator) {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0: try Self.syncAll(&family, &log, note: generator.note, ours: 0)
                case 1, 2:
                    log.append("other: done")
                    try family.perform(.done, on: 1)
                case 3, 4:
                    log.append("done")
                    try family.perform(.done, on: 0)
                default:
                    let action = generator.pick(Int.random(in: 0...1, using: &generator) == 0 ? Self.edits : Self.parts)
                    log.append("\(action)")
                    try family.perform(action, on: 0)
                }
            }
            try Self.syncAll(&family, &log, note: generator.note, ours: 0)
        }
    }

    @Test("Three devices converge for any order of syncs, and no conflict of computed values remains")
    func many() throws {
        var generator = SeededGenerator(usually: 1)
        let actions: [Action] = [.doneBefore, .reopenBefore, .skip, .delete]
        for world in 0..<SeededGenerator.runs(20) {
            let rule = generator.pick(["FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=3;X-FROM=DONE", "FREQ=MONTHLY;COUNT=9"])
            var family = try SeriesWorld(3, every: rule, with: Self.values)
            var log: [String] = ["world \(world), \(rule)"]
            for _ in 0..<Int.random(in: 2...20, using: &generator) {
                let device = Int.random(in: 0...2, using: &generator)
                switch Int.random(in: 0..<12, using: &generator) {
                case 0, 1:
                    log.append("\(device): sync")
                    try family.sync(device)
                case 2, 3, 4:
                    log.append("\(device): done")
                    try family.perform(.done, on: device)
                case 5:
                    let action = generator.pick(actions)
                    log.append("\(device): \(action)")
                    try family.perform(action, on: device)
                default:
                    let action = generator.pick(Int.random(in: 0...1, using: &generator) == 0 ? Self.edits : Self.parts)
                    log.append("\(device): \(action)")
                    try family.perform(action, on: device)
                }
            }
            try Self.syncAll(&family, &log, note: generator.note, ours: nil)
        }
    }

    /// Syncs all devices three times, and checks that they agree and have no unexpected conflict.
    ///
    /// - Parameter ours: the device of the only editor, whose tasks must not change; nil if several devices edit.
    private static func syncAll(
        _ family: inout SeriesWorld, _ log: inout [String], note: String, ours: Int?
    ) throws {
        log.append("sync")
        let before = ours.map { family.series($0) } ?? []
        for _ in 0..<3 { for device in family.devices.indices { try family.sync(device) } }
        let states = family.devices.map(\.documents)
        let problem = "\(log.joined(separator: ", ")); \(note)"
        let isSame = states.allSatisfy { $0 == states[0] }
        #expect(isSame, "\(problem)")
        var open: Set<FieldName> = []
        for document in family.series(0) {
            let conflicts = document.conflicts.filter { $0.field != "deleted" && !open.contains($0.field) }
            let reckoned = conflicts.filter { conflict in
                conflict.candidates.flatMap(\.writes).allSatisfy(\.dot.actor.isFollowing)
            }
            let wrong = (ours == nil ? reckoned : conflicts).map { conflict in
                "\(conflict.field) \(conflict.member?.name ?? ""): \(conflict.candidates.map(\.value.compactText))"
            }
            #expect(wrong.isEmpty, "\(problem)")
            // A conflict in one task may persist in the following ones.
            open.formUnion(document.conflicts.map(\.field))
            if open.contains("series") { break }
            if open.contains("repeat") { open.insert("due") }
        }
        for (place, (old, new)) in zip(before, family.series(0)).enumerated() where !old.isDeleted {
            let (was, now) = (shown(old), shown(new))
            let lost = Set(was.keys).union(now.keys).filter { was[$0] != now[$0] }.sorted().map { field in
                "\(field) of \(place): \(was[field]?.compactText ?? "none") has become \(now[field]?.compactText ?? "none")"
            }
            #expect(lost.isEmpty, "\(problem)")
        }
    }
}
