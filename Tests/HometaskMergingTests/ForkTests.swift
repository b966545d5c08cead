// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Two lines of one actor")
struct ForkTests {
    /// One actor's changes to a task: every kind, in a random order.
    private func line(_ base: Document, _ word: String, using generator: inout SeededGenerator) -> Document {
        var document = base
        for step in 0..<Int.random(in: 1...4, using: &generator) {
            let value = "\(word) \(step)"
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: document.writeValue(.string(value), to: "title", rule: .register, by: Person.ben)
            case 1: document.insert(value, into: "tags", by: Person.ben)
            case 2: document.writeValue([.string(value), "two"], to: "description", rule: .text, by: Person.ben)
            case 3: document.writeValue(.string(value), to: "completion", rule: .latest, by: Person.ben)
            case 4: document.insertItem(["text": .string(value)], into: "items", at: .first, by: Person.ben)
            case 5: document.writeItem("milk", ["text": .string(value)], in: "items", by: Person.ben)
            case 6: document.moveItem("eggs", to: .first, in: "items", by: Person.ben)
            default: document.writeValue("Milk", to: "title", rule: .register, by: Person.ben)
            }
        }
        return document
    }

    @Test("A parting join loses no value that either line showed, in either order and repeatedly")
    func laws() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<SeededGenerator.runs(300) {
            let base = Document.shopping()
            let (left, right) = (line(base, "left", using: &generator), line(base, "right", using: &generator))
            let actors = [Person.ben.actor]
            let joined = Document.join(left, right, parting: actors, since: base)
            #expect(Document.join(right, left, parting: actors, since: base) == joined, "\(SeededGenerator.note)")
            #expect(try Document(decoding: joined.encoded()) == joined, "\(SeededGenerator.note)")
            for side in [left, right] {
                #expect(joined.seen.covers(side.seen), "\(SeededGenerator.note)")
                for field in side.shownFields where side.fields[field] != base.fields[field] {
                    expect(joined, toHold: side, of: field, beyond: base)
                }
                // A late copy with the fork's own events adds only its own content.
                let late = Document.join(joined, side)
                #expect(Document.join(late, joined) == late, "\(SeededGenerator.note)")
                #expect(late.seen == joined.seen, "\(SeededGenerator.note)")
            }
        }
    }

    private func expect(_ joined: Document, toHold side: Document, of field: FieldName, beyond base: Document) {
        let values = { (document: Document) in
            let state = document.fields[field] ?? FieldState()
            let members = state.items.values.flatMap { $0.members.values.flatMap(\.writes) }.map(\.value)
            let whole = state.register.writes + state.latest.writes + state.lines.values.flatMap(\.writes)
            return Set(whole.map(\.value) + members + state.elements.keys.map { .string($0.string) })
        }
        #expect(
            values(joined).isSuperset(of: values(side).subtracting(values(base))), "\(field): \(SeededGenerator.note)")
    }

    @Test("Items that two lines created under the same event are two items, at separate places")
    func items() throws {
        let base = Document.shopping()
        let left = base.edited { $0.insertItem(["text": "tea"], into: "items", at: .after("milk"), by: Person.ben) }
        let right = base.edited {
            $0.insertItem(["text": "figs"], into: "items", at: .after("milk"), by: Person.ben)
            $0.moveItem("eggs", to: .first, in: "items", by: Person.ben)
        }
        let joined = Document.join(left, right, parting: [Person.ben.actor], since: base)
        let texts = (joined["items"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
        #expect(texts.count == 5 && Set(texts) == ["milk", "bread", "eggs", "tea", "figs"])
        #expect(texts[0] == "eggs" && texts[1] == "milk" && texts[4] == "bread")
        #expect(joined.conflicts.isEmpty)
        #expect(try Document(decoding: joined.encoded()) == joined)
        #expect(Document.join(joined, left) == joined)
    }

    @Test("An item known to both lines keeps another actor's later edit")
    func changedItem() throws {
        let base = Document.shopping()
        let made = base.edited { $0.insertItem(["text": "tea"], into: "items", at: .after("milk"), by: Person.ben) }
        let items = made["items"]?.arrayValue ?? []
        let id = try #require(items.first { $0["text"] == "tea" }?["id"]?.stringValue)
        let changed = made.edited { $0.writeItem(id, ["text": "green tea"], in: "items", by: Person.mia) }
        let left = changed.edited { $0.writeValue("Left", to: "title", rule: .register, by: Person.mia) }
        let right = changed.edited { $0.insert("right", into: "tags", by: Person.eva) }
        let joined = Document.join(left, right, parting: [Person.ben.actor], since: base)
        #expect(Document.join(right, left, parting: [Person.ben.actor], since: base) == joined)
        let texts = (joined["items"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
        #expect(texts.contains("green tea") && !texts.contains("tea"))
        #expect(try Document(decoding: joined.encoded()) == joined)
    }

    @Test("An item changed or removed after a parting join stays so when its line is joined again")
    func joinedBefore() throws {
        let (base, actors) = (Document.shopping(), [Person.ben.actor])
        let left = base.edited { $0.insertItem(["text": "tea"], into: "items", at: .after("milk"), by: Person.ben) }
        let right = base.edited { $0.writeValue("Right", to: "title", rule: .register, by: Person.ben) }
        let joined = Document.join(left, right, parting: actors, since: base)
        let items = joined["items"]?.arrayValue ?? []
        let id = try #require(items.first { $0["text"] == "tea" }?["id"]?.stringValue)
        let changed = joined.edited { $0.writeItem(id, ["text": "green tea"], in: "items", by: Person.mia) }
        let removed = joined.edited { $0.removeItem(id, from: "items", by: Person.mia) }
        for (document, isThere) in [(changed, true), (removed, false)] {
            let again = Document.join(document, left, parting: actors, since: base)
            #expect(Document.join(left, document, parting: actors, since: base) == again)
            let texts = (again["items"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
            #expect(texts.contains("green tea") == isThere && !texts.contains("tea"))
        }
    }

    @Test("A plain join would lose a value; the lines' new actors are named by their bytes and know their origin")
    func names() throws {
        let base = Document.task()
        var (left, right) = (base, base)
        left.writeValue("Left", to: "title", rule: .register, by: Person.ben)
        right.writeValue("Other", to: "title", rule: .register, by: Person.ben)
        right.writeValue("Right", to: "title", rule: .register, by: Person.ben)
        #expect(Document.join(left, right).conflicts.isEmpty)
        let joined = Document.join(left, right, parting: [Person.ben.actor], since: base)
        let candidates = try #require(joined.conflicts.first).candidates
        #expect(Set(candidates.map(\.value)) == ["Left", "Right"])
        for write in candidates.flatMap(\.writes) { #expect(write.dot.actor.origin == Person.ben.actor) }
        #expect(Person.ben.actor.origin == nil)
    }
}
