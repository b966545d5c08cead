// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Two lines of one actor")
struct ForkTests {
    /// What one actor does to a task: every sort of change, in a random order.
    private func line(_ base: Document, _ word: String, _ generator: inout SeededGenerator) -> Document {
        var document = base
        for step in 0..<Int.random(in: 1...4, using: &generator) {
            let value = "\(word) \(step)"
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: document.write(.string(value), to: "title", rule: .register, by: Person.ben)
            case 1: document.insert(value, into: "tags", by: Person.ben)
            case 2: document.write([.string(value), "two"], to: "description", rule: .text, by: Person.ben)
            case 3: document.write(.string(value), to: "completion", rule: .latest, by: Person.ben)
            default: document.write("Milk", to: "title", rule: .register, by: Person.ben)
            }
        }
        return document
    }

    @Test("Joined apart, nothing that either showed is lost, from either side and any number of times")
    func laws() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<SeededGenerator.runs(300) {
            let base = Document.task()
            let (left, right) = (line(base, "left", &generator), line(base, "right", &generator))
            let actors = [Person.ben.actor]
            let joined = Document.join(left, right, parting: actors, since: base)
            #expect(Document.join(right, left, parting: actors, since: base) == joined, "\(SeededGenerator.note)")
            #expect(try Document(decoding: joined.encoded()) == joined, "\(SeededGenerator.note)")
            for side in [left, right] {
                #expect(joined.seen.covers(side.seen), "\(SeededGenerator.note)")
                for field in side.shownFields where side.fields[field] != base.fields[field] {
                    expect(joined, toHold: side, of: field)
                }
                // A copy that comes late, still with the fork's own events, adds nothing but what it holds itself.
                let late = Document.join(joined, side)
                #expect(Document.join(late, joined) == late, "\(SeededGenerator.note)")
                #expect(late.seen == joined.seen, "\(SeededGenerator.note)")
            }
        }
    }

    private func expect(_ joined: Document, toHold side: Document, of field: FieldName) {
        let values = { (document: Document) in
            Set(document.fields[field]?.writes.map(\.value) ?? []).union(
                document.fields[field]?.elements.keys.map { .string($0.string) } ?? [])
        }
        #expect(values(joined).isSuperset(of: values(side)), "\(field): \(SeededGenerator.note)")
    }

    @Test("A plain join would lose a value; the lines' new actors are named by their bytes and tell whose they are")
    func names() throws {
        let base = Document.task()
        var (left, right) = (base, base)
        left.write("Left", to: "title", rule: .register, by: Person.ben)
        right.write("Other", to: "title", rule: .register, by: Person.ben)
        right.write("Right", to: "title", rule: .register, by: Person.ben)
        #expect(Document.join(left, right).conflicts.isEmpty)
        let joined = Document.join(left, right, parting: [Person.ben.actor], since: base)
        let candidates = try #require(joined.conflicts.first).candidates
        #expect(Set(candidates.map(\.value)) == ["Left", "Right"])
        for write in candidates.flatMap(\.writes) { #expect(write.dot.actor.origin == Person.ben.actor) }
        #expect(Person.ben.actor.origin == nil)
    }
}
