// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import Testing

/// One person edits a series and does the task; another person also does the task, without knowing of the edit.
@Suite("Parts of a next occurrence computed without knowing of an edit")
struct SeriesPartsTests {
    typealias Action = SeriesWorld.Action

    private static let tools: FieldName = "extensions/org.example.noise/tools"
    private static let advice: FieldName = "extensions/org.example.noise/advice"
    private static let steps: FieldName = "extensions/org.example.noise/steps"
    private static let loudness: FieldName = "extensions/org.example.noise/loudness"

    /// The initial values of the series.
    static let values: [FieldName: JSON] = [
        "tags": ["home"], "items": [["text": "glass"], ["text": "paper"]], "description": ["green", "blue"],
        "reminders": ["PT1H"], tools: ["drill", "saw"], advice: ["Knock.", "Wait."],
        steps: [["id": "s1", "text": "one", "by": "Mia"], ["id": "s2", "text": "two"]], loudness: 3,
    ]

    /// One person's actions before the task and on the next one, and the expected value of a field there.
    struct Case: CustomTestStringConvertible {
        let name: String
        let before: [Action]
        var next: [Action] = [.edit(["title": "Bins, early"], isOfSeries: false)]
        let field: FieldName
        let shown: JSON

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "a tag is taken off the series", before: [.tags(added: [], removed: ["home"], isOfSeries: true)],
            field: "tags", shown: .null),
        Case(
            name: "a reminder is taken off", before: [.edit(["reminders": ["P1D"]], isOfSeries: true)],
            field: "reminders", shown: ["P1D"]),
        Case(
            name: "a line is taken out", before: [.edit(["description": ["blue"]], isOfSeries: true)],
            field: "description", shown: ["blue"]),
        Case(
            name: "another line", before: [.edit(["description": ["red", "blue"]], isOfSeries: true)],
            field: "description", shown: ["red", "blue"]),
        Case(
            name: "an element of a plugin's set", before: [.edit([tools: ["saw", "rake"]], isOfSeries: true)],
            field: tools, shown: ["rake", "saw"]),
        Case(
            name: "a line of a plugin's text", before: [.edit([advice: ["Wait."]], isOfSeries: true)],
            field: advice, shown: ["Wait."]),
        Case(
            name: "a member and the order of a plugin's list",
            before: [
                .edit([steps: [["id": "s2", "text": "two"], ["id": "s1", "text": "one, slowly"]]], isOfSeries: true)
            ], field: steps, shown: [["id": "s2", "text": "two"], ["id": "s1", "text": "one, slowly"]]),
        Case(
            name: "an item of a plugin's list",
            before: [.edit([steps: [["id": "s2", "text": "two"]]], isOfSeries: true)],
            field: steps, shown: [["id": "s2", "text": "two"]]),
        Case(
            name: "the description is cleared", before: [.edit(["description": .null], isOfSeries: true)],
            field: "description", shown: .null),
        Case(
            name: "the description is cleared, and the next task is given one",
            before: [.edit(["description": .null], isOfSeries: true)],
            next: [.edit(["description": ["red", "blue"]], isOfSeries: false)], field: "description",
            shown: ["red", "blue"]),
        Case(
            name: "a plugin's text is cleared, and the next task is given one",
            before: [.edit([advice: .null], isOfSeries: true)],
            next: [.edit([advice: ["Ring."]], isOfSeries: false)], field: advice, shown: ["Ring."]),
        Case(
            name: "a plugin's value is cleared", before: [.edit([loudness: .null], isOfSeries: true)],
            field: loudness, shown: .null),
        Case(name: "an item is taken out", before: [.removeItem(0)], field: "items", shown: ["paper"]),
        Case(name: "items change places", before: [.moveFirst(1)], field: "items", shown: ["paper", "glass"]),
        Case(
            name: "an item is taken out, and the other one of the next task", before: [.removeItem(0)],
            next: [.removeItem(0)], field: "items", shown: .null),
        Case(
            name: "an item is renamed, and taken out of the next task", before: [.rename(0, "jars")],
            next: [.removeItem(0)], field: "items", shown: ["paper"]),
        Case(
            name: "an item is renamed, and ticked off in the next task", before: [.rename(0, "jars")],
            next: [.tick(0)], field: "items", shown: ["jars", "paper"]),
    ]

    /// The final tasks, which are the same whichever device syncs first.
    private static func apart(_ before: [Action], _ next: [Action]) throws -> [Document] {
        var results: [[Document]] = []
        for order in [[0, 1], [1, 0]] {
            var world = try SeriesWorld(2, every: "FREQ=WEEKLY", with: values)
            for action in before + [.done] + next { #expect(try world.perform(action, on: 0)) }
            #expect(try world.perform(.done, on: 1))
            for device in order + order { try world.sync(device) }
            #expect(world.devices[0].documents == world.devices[1].documents)
            results.append(world.series(0))
        }
        #expect(results[0] == results[1])
        return results[0]
    }

    /// A field's value; for items only their texts.
    private static func shown(_ document: Document, _ field: FieldName) -> JSON {
        guard field == "items" else { return document[field] ?? .null }
        return document[field]?.arrayValue.map { .array($0.map { $0["text"] ?? .null }) } ?? .null
    }

    @Test("The editor's values stay, without conflicts", arguments: cases)
    func touched(_ given: Case) throws {
        let tasks = try Self.apart(given.before, given.next)
        let next = try #require(tasks.last)
        #expect(tasks.count == 2 && tasks.allSatisfy(\.conflicts.isEmpty))
        #expect(Self.shown(next, given.field) == given.shown)
    }

    // Which of two computed texts is shown depends on their hashes: the arguments cover both outcomes.
    @Test(
        "An item renamed by one person has that text in the untouched next task",
        arguments: ["jars", "tins", "cans", "tubs", "cups", "lids"])
    func untouched(_ text: String) throws {
        let tasks = try Self.apart([.removeItem(0), .rename(0, text), .tick(0)], [])
        let next = try #require(tasks.last)
        #expect(tasks.count == 2 && tasks.allSatisfy(\.conflicts.isEmpty))
        #expect(Self.shown(next, "items") == [.string(text)])
    }

    @Test("A plugin's edited list stays whole in the next task", arguments: ["Ben", "Eve", "Tom", "Kim", "Ann", "Lea"])
    func untouched(by name: String) throws {
        let items: JSON = [["id": "s1", "text": "one", "by": .string(name)], ["id": "s2", "text": "two"]]
        let tasks = try Self.apart([.edit([Self.steps: items], isOfSeries: true)], [])
        let next = try #require(tasks.last)
        #expect(tasks.allSatisfy(\.conflicts.isEmpty) && next[Self.steps] == items)
    }
}
