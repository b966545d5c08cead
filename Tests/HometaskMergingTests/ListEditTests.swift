// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Checklists that are edited by hand, reverted, or read damaged")
struct ListEditTests {
    private let list: FieldName = "items"

    private func shopping() -> Document {
        var task = Document.task()
        for name in ["milk", "bread", "eggs"] {
            task.insertItem(["done": false, "text": .string(name)], into: list, id: name, by: Person.mia)
        }
        return task
    }

    private func texts(_ document: Document) -> [String] {
        (document[list]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    /// The document with its list edited by hand and everything else unchanged, including `~merge`.
    private func typed(_ document: Document, _ items: JSON) throws -> [UInt8] {
        var object = try #require(try JSON.parse(document.encoded()).objectValue)
        object["items"] = items
        return object.canonicalBytes()
    }

    private func read(_ bytes: [UInt8], besides original: Document) throws -> Document {
        let document = try Document(decoding: bytes)
        #expect(try Document(decoding: bytes) == document)
        #expect(try Document(decoding: document.encoded()) == document)
        #expect(Document.join(document, original) == Document.join(original, document))
        return document
    }

    @Test("An item ticked by hand keeps its identity and place, and others' edits of it are kept")
    func tick() throws {
        let task = shopping()
        var items = try #require(task[list]?.arrayValue)
        items[1] = ["done": true, "id": "bread", "text": "bread"]
        let edited = try read(try typed(task, .array(items)), besides: task)
        #expect(edited[list] == .array(items))
        #expect(edited.fields[list]?.items["bread"]?.positions == task.fields[list]?.items["bread"]?.positions)
        #expect(edited.fields[list]?.items["milk"] == task.fields[list]?.items["milk"])
        let other = task.edited { $0.moveItem("bread", to: .first, in: list, by: Person.ben) }
        #expect(texts(Document.join(edited, other)) == ["bread", "milk", "eggs"])
    }

    @Test("Items added, removed, reordered and duplicated by hand stay as typed, each only once")
    func arrays() throws {
        let task = shopping()
        let items = try #require(task[list]?.arrayValue)
        let cases: [[JSON]] = [
            items + [["text": "tea"]], [["text": "tea"]] + items, Array(items.dropFirst()), items.reversed(), [],
            [items[0], items[0], items[2]], [["id": "milk", "text": "oat milk"], ["id": "", "text": "tea"]],
            [items[2], ["id": "new", "text": "new"], items[0]],
        ]
        for new in cases {
            let edited = try read(try typed(task, .array(new)), besides: task)
            #expect(texts(edited) == new.compactMap { $0["text"]?.stringValue })
            let joined = Document.join(edited, task)
            #expect(texts(joined) == texts(edited), "\(JSON.array(new).compactText)")
            #expect(joined.conflicts.isEmpty)
        }
    }

    @Test("A hand edit applied to the state changes nothing but the typed values")
    func adopting() throws {
        let task = shopping()
        let ticked = task.edited { $0.writeItem("milk", ["done": true], in: list, by: Person.ben) }
        var typed = task.shown
        typed["items"] = [
            ["id": "bread", "done": false, "text": "rye"], ["id": "milk", "done": false, "text": "milk"],
        ]
        var adopted = task
        #expect(adopted.applyHandEdit(typed, rule: taskRule, by: Person.eva) == [list])
        #expect(adopted[list] == typed["items"])
        let joined = Document.join(adopted, ticked)
        #expect(
            joined[list] == [
                ["done": false, "id": "bread", "text": "rye"], ["done": true, "id": "milk", "text": "milk"],
            ])
        #expect(joined.conflicts.isEmpty)
    }

    @Test("An entry removed from “conflicts” settles its member alone")
    func settling() throws {
        let left = shopping().edited {
            $0.writeItem("milk", ["done": "l", "text": "oat milk"], in: list, by: Person.mia)
        }
        let right = shopping().edited {
            $0.writeItem("milk", ["done": "r", "text": "soy milk"], in: list, by: Person.ben)
        }
        let contested = Document.join(left, right)
        #expect(contested.conflicts.count == 2)
        var object = try #require(try JSON.parse(contested.encoded()).objectValue)
        let entries = try #require(object["conflicts"]?["items"]?.arrayValue)
        object["conflicts"] = ["items": .array(entries.filter { $0["member"] == "done" })]
        var settled = contested
        #expect(settled.applyHandEdit(object, rule: taskRule, by: Person.eva) == [list])
        #expect(settled.conflicts.map(\.member?.name) == ["done"])
        #expect(settled[list] == contested[list])
        #expect(Document.join(settled, contested) == settled)
        #expect(try Document(decoding: settled.encoded()) == settled)
    }

    @Test("Each change of a list is reverted item by item, and others' later changes stay")
    func reverting() throws {
        let before = shopping()
        let changes: [(inout Document) -> Void] = [
            { $0.writeItem("milk", ["done": true, "note": "x"], in: list, by: Person.ben) },
            { $0.insertItem(["text": "tea"], into: list, at: .first, by: Person.ben) },
            { $0.removeItem("bread", from: list, by: Person.ben) },
            { $0.removeItem("milk", from: list, by: Person.ben) },
            { $0.moveItem("milk", to: .last, in: list, by: Person.ben) },
            { $0.writeValue([], to: list, rule: .list, by: Person.ben) },
        ]
        for change in changes {
            let after = before.edited(change)
            var now = after
            now.insertItem(["text": "oats"], into: list, id: "oats", by: Person.eva)
            try now.revert(from: after, to: before, by: Person.mia)
            #expect(texts(now).filter { $0 != "oats" } == ["milk", "bread", "eggs"])
            #expect(texts(now).contains("oats"))
            now.removeItem("oats", from: list, by: Person.eva)
            #expect(now[list] == before[list])
            #expect(Document.join(now, after) == now)
            #expect(try Document(decoding: now.encoded()) == now)
        }
        let after = before.edited(changes[0])
        var since = after.edited { $0.writeItem("milk", ["text": "oat milk"], in: list, by: Person.eva) }
        #expect(throws: RevertRefusal.self) { try since.revert(from: after, to: before, by: Person.mia) }
    }

    @Test("Changes of a list are reverted in turn, but reverting a move is refused if the item has moved since")
    func revertingSeveral() throws {
        let first = shopping()
        let second = first.edited { $0.moveItem("milk", to: .last, in: list, by: Person.ben) }
        let third = second.edited { $0.removeItem("milk", from: list, by: Person.ben) }
        var now = third
        try now.revert(from: third, to: second, by: Person.mia)
        #expect(now[list] == second[list])
        var moved = now.edited { $0.moveItem("milk", to: .first, in: list, by: Person.eva) }
        try now.revert(from: second, to: first, by: Person.mia)
        #expect(now[list] == first[list])
        #expect(try Document(decoding: now.encoded()) == now)
        moved.moveItem("eggs", to: .first, in: list, by: Person.eva)
        #expect(throws: RevertRefusal.self) { try moved.revert(from: second, to: first, by: Person.mia) }
    }

    @Test("Reverting the settlement of an item's conflict, or its removal, reopens its values")
    func reverted() throws {
        let left = shopping().edited { $0.writeItem("milk", ["text": "oat milk"], in: list, by: Person.mia) }
        let right = shopping().edited { $0.writeItem("milk", ["text": "soy milk"], in: list, by: Person.ben) }
        let contested = Document.join(left, right)
        let changes: [(inout Document) -> Void] = [
            { $0.writeItem("milk", ["text": "oat milk"], in: list, by: Person.eva) },
            { $0.writeItem("milk", ["text": "soy milk"], in: list, by: Person.eva) },
            { $0.writeItem("milk", ["text": "hay milk"], in: list, by: Person.eva) },
            { $0.removeItem("milk", from: list, by: Person.eva) },
        ]
        for change in changes {
            let settled = contested.edited(change)
            #expect(settled.conflicts.isEmpty)
            var now = settled
            try now.revert(from: settled, to: contested, by: Person.mia)
            #expect(now[list] == contested[list])
            #expect(
                now.conflicts.map { $0.candidates.map(\.value) } == [contested.conflicts[0].candidates.map(\.value)])
            #expect(try Document(decoding: now.encoded()) == now)
            #expect(Document.join(now, contested) == now)
        }
    }

    @Test("Going back to an older version in git reverts changes of a list")
    func driver() throws {
        let before = shopping()
        let change = before.edited {
            $0.removeItem("bread", from: list, by: Person.mia)
            $0.writeItem("milk", ["done": true], in: list, by: Person.mia)
        }
        let head = change.edited { $0.insertItem(["text": "tea"], into: list, id: "tea", by: Person.ben) }
        let bytes = try DriverJoin.join(base: change.encoded(), ours: head.encoded(), theirs: before.encoded())
        let result = try Document(decoding: bytes)
        #expect(texts(result) == ["milk", "bread", "eggs", "tea"])
        #expect(result[list]?.arrayValue?.first?["done"] == false)
    }

    @Test("A list typed in any way is read, round-trips and joins with the original")
    func anything() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let values: [JSON] = [
            "milk", "bread", "d4k2m9.5", "x y", "", 1, .null, true, ["a"], ["b": .null], [:], "tea", "eggs",
        ]
        let runs = SeededGenerator.runs(60) * 5
        var lists = 0
        for run in 0..<runs {
            var task = shopping()
            task = Document.join(
                task.edited { $0.writeItem("milk", ["text": "oat milk"], in: list, by: Person.ben) },
                task.edited {
                    $0.writeItem("milk", ["text": "soy milk"], in: list, by: Person.eva)
                    $0.moveItem("eggs", to: .first, in: list, by: Person.eva)
                    $0.removeItem("bread", from: list, by: Person.eva)
                })
            var items = task[list]?.arrayValue ?? []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0...items.count, using: &generator)
                let value = values[Int.random(in: 0..<values.count, using: &generator)]
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: items.insert(Int.random(in: 0..<8, using: &generator) == 0 ? value : ["text": value], at: index)
                case 1 where index < items.count: items.remove(at: index)
                case 2 where index < items.count: items.append(items[index])
                case 3: items.shuffle(using: &generator)
                default:
                    guard index < items.count, var object = items[index].objectValue else { continue }
                    object[["id", "text", "done", "more"][Int.random(in: 0..<4, using: &generator)]] = value
                    items[index] = .object(object)
                }
            }
            let edited = try read(try typed(task, .array(items)), besides: task)
            if edited.fields[list]?.shownCell == .list {
                lists += 1
                let shown = edited[list]?.arrayValue ?? []
                #expect(shown.count == items.count, "\(SeededGenerator.note), \(run)")
                for (typed, shown) in zip(items, shown) {
                    #expect(
                        TypedItem(typed)?.members == TypedItem(shown)?.members, "\(SeededGenerator.note), \(run)")
                }
            } else {
                #expect(edited[list] == .array(items) || items.isEmpty, "\(SeededGenerator.note), \(run)")
            }
        }
        #expect(lists > runs / 2)
    }

    @Test(
        "Malformed rows are skipped, and the shown values stand",
        arguments: [
            "", "#", "milk", "milk=", "milk=#", "=d1.1#x", "milk=d1.1,#0", "milk=d1.1^^d1.1#0", "milk=d1.1 /#0",
            "milk=d1.1 -/%zz#0", "milk=d1.1 -/%ff#0", "milk=d1.1@x#0", "milk=d4k2m9.7^x -#0", "a=b=d1.1#0",
            "milk=d4k2m9.7 d4k2m9.7/id#0", "milk=9:d4k2m9.7 -#0", "milk=^d4k2m9.7#0", "bread=d4k2m9.7 d9.9#0",
        ])
    func rows(_ row: String) throws {
        let task = shopping()
        let first = try #require(task[list]?.arrayValue?.first)
        let members = try #require(TypedItem(first)?.members)
        for text in [row, row.replacing("#0", with: "#\(ValueHash.of(.object(members)))")] {
            for element: JSON in [
                .string(text), ["row": .string(text), "beside": [["stamp": "x"], 1]], ["row": 1], .null,
            ] {
                var object = try #require(try JSON.parse(task.encoded()).objectValue)
                var merge = try #require(object["~merge"]?.objectValue)
                var stamps = try #require(merge["stamps"]?.objectValue)
                let rows = stamps["items"]?["list"]?.arrayValue ?? []
                stamps["items"] = ["list": .array([element] + rows.dropFirst())]
                merge["stamps"] = .object(stamps)
                object["~merge"] = .object(merge)
                let edited = try read(object.canonicalBytes(), besides: task)
                #expect(edited[list] == task[list])
                #expect(Document.join(edited, task)[list]?.arrayValue?.count == 3)
            }
        }
    }
}

@Suite("Items that stay in a new order")
struct ItemOrderTests {
    @Test("They are the first of the longest ascending runs, for every order of up to six")
    func exhaustive() {
        for count in 0...6 {
            for order in Self.permutations(Array(0..<count)) {
                let runs = (0..<(1 << count)).map { mask in (0..<count).filter { mask & (1 << $0) != 0 } }
                    .filter { run in zip(run, run.dropFirst()).allSatisfy { order[$0] < order[$1] } }
                let longest = runs.map(\.count).max() ?? 0
                let first = runs.filter { $0.count == longest }.min { $0.lexicographicallyPrecedes($1) } ?? []
                #expect(ItemOrder.staying(order) == Set(first), "\(order)")
            }
        }
    }

    private static func permutations(_ items: [Int]) -> [[Int]] {
        if items.isEmpty { return [[]] }
        return items.indices.flatMap { index in
            var rest = items
            let item = rest.remove(at: index)
            return permutations(rest).map { [item] + $0 }
        }
    }
}
