// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Checklists")
struct ListTests {
    private let list: FieldName = "items"

    /// A task with three items, with the ids `milk`, `bread` and `eggs`.
    private func shopping() -> Document {
        var task = Document(id: Copy.id, kind: .task)
        for name in ["milk", "bread", "eggs"] {
            task.insertItem(["done": false, "text": .string(name)], into: list, id: name, by: Person.mia)
        }
        return task
    }

    /// The join of several edits of one document, checked in both orders and through bytes.
    private func apart(_ start: Document, _ edits: [(inout Document) -> Void]) throws -> Document {
        let copies = edits.map { start.edited($0) }
        let joined = copies.reduce(start) { Document.join($0, $1) }
        #expect(joined == copies.reversed().reduce(copies[0]) { Document.join($1, $0) })
        #expect(try Document(decoding: joined.encoded()) == joined)
        for copy in copies { #expect(try Document(decoding: copy.encoded()) == copy) }
        return joined
    }

    private func texts(_ document: Document) -> [String] {
        (document[list]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    private func item(_ id: String, _ document: Document) -> JSON? {
        document[list]?.arrayValue?.first { $0["id"] == .string(id) }
    }

    @Test("An item goes to its given place, is named by its event, and round-trips")
    func insertion() throws {
        var task = shopping()
        let id = task.insertItem(["text": "tea"], into: list, at: .before("bread"), by: Person.ben)
        #expect(id == "dm3x97.1")
        task.insertItem(["text": "oats"], into: list, at: .after("eggs"), by: Person.ben)
        task.insertItem(["text": "figs"], into: list, at: .first, by: Person.ben)
        #expect(texts(task) == ["figs", "milk", "tea", "bread", "eggs", "oats"])
        #expect(item("milk", task) == ["done": false, "id": "milk", "text": "milk"])
        #expect(try Document(decoding: task.encoded()) == task)
        #expect(task.conflicts.isEmpty)
    }

    @Test("Impossible and empty edits are no-ops")
    func refused() {
        var task = shopping()
        let before = task
        let deep = (0..<51).reduce(JSON.null) { value, _ in .array([value]) }
        #expect(task.insertItem([:], into: list, id: "milk", by: Person.ben) == nil, "the id is in use")
        #expect(task.insertItem([:], into: list, id: "a b", by: Person.ben) == nil)
        #expect(task.insertItem([:], into: list, at: .after("tea"), by: Person.ben) == nil)
        #expect(task.insertItem(["a": deep], into: list, by: Person.ben) == nil)
        #expect(task.insertItem([:], into: "id", by: Person.ben) == nil)
        let outcomes = [
            task.writeItem("milk", ["a": deep], in: list, by: Person.ben),
            task.writeItem("tea", ["done": true], in: list, by: Person.ben),
            task.writeItem("milk", ["done": false, "note": .null, "id": "x"], in: list, by: Person.ben),
            task.moveItem("milk", to: .first, in: list, by: Person.ben),
            task.moveItem("milk", to: .before("bread"), in: list, by: Person.ben),
            task.moveItem("milk", to: .after("milk"), in: list, by: Person.ben),
            task.removeItem("tea", from: list, by: Person.ben),
            task.removeItem("tea", from: "tags", by: Person.ben),
        ]
        #expect(outcomes.allSatisfy { !$0 })
        #expect(task == before)
    }

    @Test("A tick and a new text of one item are both kept; two texts are a conflict of the text member")
    func members() throws {
        let joined = try apart(
            shopping(),
            [
                { $0.writeItem("milk", ["done": true], in: list, by: Person.mia) },
                { $0.writeItem("milk", ["text": "oat milk"], in: list, by: Person.ben) },
                { $0.writeItem("milk", ["text": "soy milk", "shop": ["far": 1]], in: list, by: Person.eva) },
            ])
        #expect(item("milk", joined) == ["done": true, "id": "milk", "shop": ["far": 1], "text": "oat milk"])
        let conflict = try #require(joined.conflicts.first)
        #expect(joined.conflicts.count == 1)
        #expect(conflict.member == Conflict.ItemMember(item: "milk", name: "text"))
        #expect(conflict.candidates.map(\.value) == ["oat milk", "soy milk"])
        var settled = joined
        settled.writeItem("milk", ["text": "oat milk"], in: list, by: Person.eva)
        #expect(settled.conflicts.isEmpty)
        #expect(Document.join(settled, joined) == settled)
        #expect(try Document(decoding: settled.encoded()) == settled)
    }

    @Test("A tick concurrent with a removal keeps the whole item, at its place")
    func tickAgainstRemoval() throws {
        let joined = try apart(
            shopping(),
            [
                { $0.removeItem("bread", from: list, by: Person.mia) },
                { $0.writeItem("bread", ["done": true], in: list, by: Person.ben) },
            ])
        #expect(texts(joined) == ["milk", "bread", "eggs"])
        #expect(item("bread", joined) == ["done": true, "id": "bread", "text": "bread"])
        #expect(joined.conflicts.isEmpty)
        let moved = joined.edited { $0.moveItem("bread", to: .first, in: list, by: Person.mia) }
        #expect(texts(moved) == ["bread", "milk", "eggs"])
        #expect(try Document(decoding: moved.encoded()) == moved)
    }

    @Test("A concurrent edit, tick and removal keep the item with the edit and the tick")
    func editTickRemoval() throws {
        let joined = try apart(
            shopping(),
            [
                { $0.removeItem("bread", from: list, by: Person.mia) },
                { $0.writeItem("bread", ["done": true], in: list, by: Person.ben) },
                { $0.writeItem("bread", ["text": "rye bread"], in: list, by: Person.eva) },
            ])
        #expect(texts(joined) == ["milk", "rye bread", "eggs"])
        #expect(item("bread", joined)?["done"] == true)
    }

    @Test("A value filled in from a snapshot loses to any write, whatever the clocks")
    func weakFill() throws {
        let late = Person.ben.later(1_000_000)
        let kept = try apart(
            shopping(),
            [
                { $0.removeItem("bread", from: list, by: Person.mia) },
                { $0.writeItem("bread", ["done": true], in: list, by: late) },
                { $0.writeItem("bread", ["text": "rye bread"], in: list, by: Person.eva) },
            ])
        #expect(item("bread", kept)?["text"] == "rye bread")
        #expect(kept.conflicts.isEmpty)
    }

    @Test("An item moved here and removed there is gone, and the next write cleans up after it")
    func moveAgainstRemoval() throws {
        let joined = try apart(
            shopping(),
            [
                { $0.removeItem("bread", from: list, by: Person.mia) },
                { $0.moveItem("bread", to: .first, in: list, by: Person.ben) },
            ])
        #expect(texts(joined) == ["milk", "eggs"])
        #expect(String(decoding: joined.encoded(), as: UTF8.self).contains("bread="))
        let later = joined.edited { $0.writeItem("milk", ["done": true], in: list, by: Person.eva) }
        #expect(!String(decoding: later.encoded(), as: UTF8.self).contains("bread"))
        let again = joined.edited { $0.insertItem(["text": "bread"], into: list, id: "bread", by: Person.eva) }
        #expect(texts(again) == ["milk", "eggs", "bread"])
        #expect(try Document(decoding: again.encoded()) == again)
    }

    @Test("An item that both move appears once; an item moved here and renamed there is both moved and renamed")
    func moves() throws {
        let both = try apart(
            shopping(),
            [
                { $0.moveItem("eggs", to: .first, in: list, by: Person.mia) },
                { $0.moveItem("eggs", to: .before("bread"), in: list, by: Person.ben) },
            ])
        #expect(texts(both) == ["milk", "eggs", "bread"])
        #expect(both.conflicts.isEmpty)
        let renamed = try apart(
            shopping(),
            [
                { $0.moveItem("eggs", to: .first, in: list, by: Person.mia) },
                { $0.writeItem("eggs", ["text": "six eggs"], in: list, by: Person.ben) },
            ])
        #expect(texts(renamed) == ["six eggs", "milk", "bread"])
    }

    @Test("An item created twice under one id is one item, with a conflict where they differ")
    func sameID() throws {
        let joined = try apart(
            shopping(),
            [
                { $0.insertItem(["done": false, "text": "tea"], into: list, id: "n", by: Person.mia) },
                { $0.insertItem(["done": false, "text": "chai"], into: list, id: "n", by: Person.ben) },
            ])
        #expect(texts(joined) == ["milk", "bread", "eggs", "chai"])
        #expect(joined.conflicts.map(\.member) == [Conflict.ItemMember(item: "n", name: "text")])
    }

    @Test("Three people's runs of three items in one gap stay together")
    func runs() throws {
        let put = { (author: Author, isForward: Bool) in
            { (task: inout Document) in
                var last: String?
                for number in 1...3 {
                    let place = last.map { isForward ? Document.ItemPlace.after($0) : .before($0) } ?? .after("milk")
                    let text = JSON.string("\(author.actor.text)")
                    last = task.insertItem(
                        ["text": text, "n": .number(JSONNumber(number))], into: list, at: place, by: author)
                }
            }
        }
        let joined = try apart(shopping(), [put(Person.mia, true), put(Person.ben, false), put(Person.eva, true)])
        let names = texts(joined)
        #expect(names.count == 12)
        #expect(zip(names, names.dropFirst()).count { $0 != $1 } == 5)
    }

    @Test("An item removed by both leaves nothing behind, and removing the remaining items empties the field")
    func removal() throws {
        let joined = try apart(
            shopping(),
            [
                { $0.removeItem("bread", from: list, by: Person.mia) },
                { $0.removeItem("bread", from: list, by: Person.ben) },
            ])
        #expect(texts(joined) == ["milk", "eggs"])
        let empty = joined.edited {
            $0.removeItem("milk", from: list, by: Person.mia)
            $0.removeItem("eggs", from: list, by: Person.mia)
        }
        #expect(empty[list] == nil && empty.fields.isEmpty)
    }

    @Test("A tick restores a deleted task; a move does not")
    func deletion() throws {
        let moved = try apart(
            shopping(), [{ $0.delete(by: Person.mia) }, { $0.moveItem("eggs", to: .first, in: list, by: Person.ben) }])
        #expect(moved.isDeleted)
        #expect(texts(moved) == ["eggs", "milk", "bread"])
        let ticked = try apart(
            shopping(),
            [{ $0.delete(by: Person.mia) }, { $0.writeItem("eggs", ["done": true], in: list, by: Person.ben) }])
        #expect(!ticked.isDeleted)
    }

    @Test("A whole array is applied item by item")
    func wholeArray() throws {
        let new: JSON = [
            ["id": "eggs", "done": false, "text": "eggs"], ["id": "tea", "text": "tea"],
            ["id": "milk", "text": "oat milk", "done": .null], ["id": "milk", "text": "again"], ["text": "new"],
            ["id": "no id", "text": "odd"], ["id": 5, "text": "number"],
        ]
        var task = shopping()
        #expect(task.writeValue(new, to: list, rule: .list, by: Person.ben) == true)
        #expect(texts(task) == ["eggs", "tea", "oat milk", "again", "new", "odd", "number"])
        #expect(item("milk", task) == ["id": "milk", "text": "oat milk"])
        #expect(item("tea", task)?["text"] == "tea" && item("bread", task) == nil)
        let ids = (task[list]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        #expect(Set(ids).count == 7 && ids[3...].allSatisfy { $0.hasPrefix("dm3x97.") })
        #expect(try Document(decoding: task.encoded()) == task)
        #expect(task.writeValue(task[list], to: list, rule: .list, by: Person.eva) == false)
        #expect(Document.join(task, shopping()) == task)
        #expect(task.writeValue([], to: list, rule: .list, by: Person.eva) == true)
        #expect(task[list] == nil)
    }

    @Test("A value other than an array of objects is written as in a register")
    func otherValues() throws {
        for value: JSON in ["text", ["text"], [["a": 1], 5], ["a": 1]] {
            var task = shopping()
            #expect(task.writeValue(value, to: list, rule: .list, by: Person.ben) == true)
            #expect(task[list] == value)
            #expect(try Document(decoding: task.encoded()) == task)
            #expect(Document.join(task, shopping())[list] == value)
        }
    }

    @Test("In a new order only items out of sequence move, so that others' moves stand")
    func fewMoves() throws {
        let joined = try apart(
            shopping(),
            [
                {
                    let items = $0[list]?.arrayValue ?? []
                    $0.writeValue(.array([items[1], items[2], items[0]]), to: list, rule: .list, by: Person.mia)
                },
                { $0.moveItem("eggs", to: .before("bread"), in: list, by: Person.ben) },
            ])
        #expect(texts(joined) == ["eggs", "bread", "milk"])
    }

    @Test("A list that an earlier version wrote as one value becomes the same list on every device")
    func earlierVersions() throws {
        var task = Document(id: Copy.id, kind: .task)
        task.writeValue([["text": "milk"], ["id": "b", "text": "bread"]], to: list, rule: .register, by: Person.mia)
        #expect(task.fields[list]?.shownCell == .register)
        #expect(try Document(decoding: task.encoded()) == task)
        let joined = try apart(
            task,
            [
                { $0.writeItem("d4k2m9.1.0", ["done": true], in: list, by: Person.ben) },
                { $0.insertItem(["text": "eggs"], into: list, by: Person.eva) },
            ])
        #expect(Set(texts(joined)) == ["milk", "bread", "eggs"] && texts(joined).count == 3)
        #expect(item("d4k2m9.1.0", joined)?["done"] == true)
        #expect(joined.conflicts.isEmpty)
        let removed = try apart(task, [{ $0.removeItem("b", from: list, by: Person.ben) }])
        #expect(texts(removed) == ["milk"])
        let mixed = try apart(
            task,
            [
                { $0.writeValue([["text": "tea"]], to: list, rule: .register, by: Person.ben) },
                { $0.insertItem(["text": "eggs"], into: list, by: Person.eva) },
            ])
        #expect(mixed.fields[list]?.shownCell == .list)
        #expect(mixed.conflicts.map(\.candidates.count) == [2])
    }

    @Test("A list and a text in one field both round-trip")
    func listAndText() throws {
        let joined = try apart(
            Document(id: Copy.id, kind: .task),
            [
                { $0.writeValue(["one", "two"], to: "x", rule: .text, by: Person.mia) },
                { $0.writeValue([["text": "one"]], to: "x", rule: .list, by: Person.ben) },
                { $0.writeValue(["a"], to: "x", rule: .set, by: Person.eva) },
            ])
        #expect(joined["x"]?.arrayValue?.first?["text"] == "one")
        #expect(joined.conflicts.map(\.candidates.count) == [3])
    }

    @Test("An untouched checklist costs a short line per item, and a tick only a little more")
    func size() throws {
        var task = Document(id: Copy.id, kind: .task)
        let mia = Author(actor: try #require(ActorID("d4k2m9q7x0s1v")), time: Person.mia.time)
        for number in 0..<10 { task.insertItem(["done": false, "text": "\(number)".json], into: list, by: mia) }
        let plain = task.encoded().count
        var bare = task
        bare.fields = [:]
        let shown = JSON.object(task.shown).canonicalBytes().count
        #expect(plain - shown < 1000, "\(plain) of which \(shown) are shown")
        for id in (task[list]?.arrayValue ?? []).compactMap({ $0["id"]?.stringValue }) {
            task.writeItem(id, ["done": true], in: list, by: Person.ben)
        }
        #expect(task.encoded().count - plain < 10 * 25, "\(task.encoded().count - plain)")
    }

    @Test("15,000 items added, moved and removed by four people leave a small document behind")
    func churn() throws {
        var copies = (0..<4).map { _ in Document(id: Copy.id, kind: .task) }
        let people = (0..<4).map { GoldenRecipe.author("d\($0)k2m9q7x0s1v", 1_763_717_500 + Int64($0)) }
        var generator = SeededGenerator(seed: 15_000)
        for turn in 0..<150 {
            let who = turn % 4
            let kept = (copies[who][list]?.arrayValue ?? []).shuffled(using: &generator).prefix(3)
            let new = (0..<100).map { JSON.object(["done": false, "text": .string("item \(turn) \($0)")]) }
            copies[who].writeValue(.array(kept + new), to: list, rule: .list, by: people[who])
            copies[who].writeValue(
                .array(Array((copies[who][list]?.arrayValue ?? []).suffix(5))), to: list, rule: .list, by: people[who])
            let other = Int.random(in: 0..<4, using: &generator)
            copies[who] = Document.join(copies[who], copies[other])
            copies[other] = copies[who]
        }
        var joined = copies[0]
        let time = ContinuousClock().measure { joined = copies.reduce(copies[0]) { Document.join($0, $1) } }
        #expect(joined == copies.reversed().reduce(copies[3]) { Document.join($1, $0) })
        let bytes = joined.encoded()
        let depth = joined.fields[list]?.orderedItems.map(\.position.steps.count).max() ?? 0
        #expect(depth < 10)
        print(
            "after 15,000 items: \(joined[list]?.arrayValue?.count ?? 0) left, \(bytes.count) bytes, joined in \(time)")
        #expect(bytes.count < 20_000)
        #expect(try Document(decoding: bytes) == joined)
    }
}

extension String {
    fileprivate var json: JSON { .string(self) }
}
