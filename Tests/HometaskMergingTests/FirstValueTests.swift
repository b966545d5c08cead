// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("The first of several concurrent values")
struct FirstValueTests {
    private static let completion: FieldName = "completion"

    private static func settled(_ task: Document) -> Document {
        task.edited { task in
            FirstValue(
                of: completion,
                isBefore: { ($0["at"]?.stringValue ?? "") < ($1["at"]?.stringValue ?? "") },
                isRival: { $0["by"] != $1["by"] }
            ).settle(&task)
        }
    }

    private static func value(_ at: String, _ by: String) -> JSON { ["at": .string(at), "by": .string(by)] }

    private static func done(_ task: Document, _ value: JSON?, by author: Author) -> Document {
        task.edited { $0.writeValue(value, to: completion, rule: .latest, by: author) }
    }

    private let first = Self.value("18:00", "tom")
    private let later = Self.value("20:00", "mia")
    private let start = Document.task()

    /// A task completed concurrently by two members, settled.
    private func twice() -> Document {
        Self.settled(
            Document.join(
                Self.done(start, first, by: Person.mia), Self.done(start, later, by: Person.ben.later(60))))
    }

    @Test("The first is shown, the later one is listed in the file, and settling is idempotent")
    func both() throws {
        let task = twice()
        #expect(task[Self.completion] == first && task.open("completion") == [first, later])
        #expect(try Document(decoding: task.encoded()) == task && Self.settled(task) == task)
        let file = try DocumentFile(reading: task.encoded()).members
        #expect(file["conflicts"]?["completion"]?.arrayValue?.first?["value"] == later)
    }

    @Test("A resolved conflict stays resolved in a join with a copy that has other changes")
    func resolved() {
        let other = twice().edited { $0.writeValue("Other", to: "title", rule: .register, by: Person.eva) }
        for choice in [first, later] {
            let resolved = Self.done(twice(), choice, by: Person.mia.later(90))
            let joined = Self.settled(Document.join(other, resolved))
            #expect(joined[Self.completion] == choice && joined.conflicts.isEmpty)
        }
    }

    @Test("An entry dropped from one copy is not listed again")
    func dropped() {
        let task = twice()
        let dropped = task.edited { $0.forget(in: Self.completion) { $1.value == later } }
        let joined = Document.join(task, dropped)
        #expect(joined[Self.completion] == first && joined.conflicts.isEmpty)
        #expect(Self.settled(joined).conflicts.isEmpty)
    }

    @Test("A replaced entry is not listed again, though the later completion stands beside the first")
    func replaced() {
        let task = twice().edited { $0.fields[Self.completion]?.register = Siblings() }
        #expect(task[Self.completion] == first && task.conflicts.isEmpty)
        #expect(Self.settled(task) == task)
    }

    @Test("A reopening by the first member, unaware of the later completion, conflicts with that one alone")
    func reopened() {
        let mine = Self.done(start, first, by: Person.mia)
        let settled = Self.settled(Document.join(mine, Self.done(start, later, by: Person.ben.later(60))))
        let reopened = Self.done(mine, nil, by: Person.mia.later(30))
        let joined = Self.settled(Document.join(settled, reopened))
        #expect(Set(joined.open("completion")) == [.null, later])
    }

    @Test("Completions by the same member do not conflict, and the latest is shown")
    func same() {
        let again = Self.value("20:00", "tom")
        let joined = Document.join(
            Self.done(start, first, by: Person.mia), Self.done(start, again, by: Person.ben.later(60)))
        #expect(joined[Self.completion] == again && Self.settled(joined) == joined)
    }

    @Test("Reverting the choice lists the later completion again")
    func reverted() throws {
        let task = twice()
        var resolved = Self.done(task, first, by: Person.mia.later(90))
        try resolved.revert(from: resolved, to: task, by: Person.eva.later(120))
        #expect(resolved.open("completion") == [first, later])
    }

    @Test("Copies that settle and join in any order are the same")
    func order() {
        for seed in 0..<UInt64(SeededGenerator.runs(60)) {
            var generator = SeededGenerator(seed: seed)
            var copies = [start, start, start]
            for step in 0..<12 {
                let index = Int.random(in: 0..<3, using: &generator)
                let author = [Person.mia, Person.ben, Person.eva][index].later(Int64(step * 10))
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: copies[index] = Self.done(copies[index], nil, by: author)
                case 1, 2:
                    let value = Self.value("\(10 + Int.random(in: 0..<9, using: &generator))", "m\(index)")
                    copies[index] = Self.done(copies[index], value, by: author)
                case 3: copies[index] = Self.settled(copies[index])
                default:
                    copies[index] = Self.settled(
                        Document.join(copies[index], copies[Int.random(in: 0..<3, using: &generator)]))
                }
            }
            let ends = [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map { order in
                Self.settled(order.dropFirst().reduce(copies[order[0]]) { Self.settled(Document.join($0, copies[$1])) })
            }
            let whole = Self.settled(copies.dropFirst().reduce(copies[0]) { Document.join($0, $1) })
            for end in ends {
                #expect(end[Self.completion] == whole[Self.completion], "seed \(seed)")
                #expect(Set(end.open("completion")) == Set(whole.open("completion")), "seed \(seed)")
                #expect(Self.settled(end) == end, "seed \(seed)")
            }
            // Devices that exchange their settled copies converge.
            let met = ends.dropFirst().reduce(ends[0]) { Document.join($0, $1) }
            #expect(ends.allSatisfy { Self.settled(Document.join($0, met)) == Self.settled(met) }, "seed \(seed)")
        }
    }
}
