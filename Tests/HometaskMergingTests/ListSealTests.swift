// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("The meaning of a foreign commit for a checklist")
struct ListSealTests {
    private let list: FieldName = "items"
    private let task = Document.shopping()

    private func typed(_ document: Document, _ change: (inout [JSON]) -> Void) throws -> [UInt8] {
        try document.typed { members in
            var items = members["items"]?.arrayValue ?? []
            change(&items)
            members["items"] = .array(items)
        }
    }

    private func texts(_ document: Document?) -> [String] {
        (document?["items"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    private func item(_ id: String, _ document: Document?) -> JSON? {
        document?["items"]?.arrayValue?.first { $0["id"] == .string(id) }
    }

    @Test("A tick by an editor is one event of the commit, and joins with a new text and a move")
    func tick() throws {
        let version = try Version(
            typed(task) { $0[1] = ["done": true, "id": "bread", "text": "bread"] }, after: [Version(task)])
        let document = try #require(version.document)
        #expect(document.seen[try #require(ActorID("g0123456789abcdef"))] == 1)
        let ben = task.edited {
            $0.writeItem("bread", ["text": "rye"], in: list, by: Person.ben)
            $0.moveItem("bread", to: .first, in: list, by: Person.ben)
        }
        let joined = Document.join(document, ben)
        #expect(item("bread", joined) == ["done": true, "id": "bread", "text": "rye"])
        #expect(texts(joined) == ["rye", "milk", "eggs"])
        #expect(joined.conflicts.isEmpty)
    }

    @Test("Items added, removed, moved and duplicated in an editor stay as typed")
    func arrays() throws {
        let items = try #require(task[list]?.arrayValue)
        let cases: [[JSON]] = [
            items + [["text": "tea"]], [["text": "tea"]] + items, Array(items.dropFirst()), items.reversed(), [],
            [items[0], items[0], items[2]], [items[2], ["id": "new", "text": "new"], items[0]],
            [items[0], ["text": "tea"], ["text": "figs"], items[1], items[2]],
        ]
        for new in cases {
            let version = try Version(typed(task) { $0 = new }, after: [Version(task)])
            #expect(texts(version.document) == new.compactMap { $0["text"]?.stringValue })
            #expect(version.document.map { Document.join($0, task) } == version.document)
        }
    }

    @Test("An item without an id remains one item through further foreign commits and their changes")
    func nameless() throws {
        let first = try Version(typed(task) { $0.append(["text": "tea"]) }, after: [Version(task)])
        let again = try JSON.parse(try #require(first.file))["items"]?.arrayValue ?? []
        let changes: [([JSON], [String])] = [
            (again + [["text": "figs"]], ["milk", "bread", "eggs", "tea", "figs"]),
            (again.dropLast() + [["text": "green tea"]], ["milk", "bread", "eggs", "green tea"]),
            (Array(again.dropLast()), ["milk", "bread", "eggs"]),
            ([again[3]] + again.dropLast(), ["tea", "milk", "bread", "eggs"]),
        ]
        for (items, expected) in changes {
            let file = try task.typed { $0["items"] = .array(items) }
            let second = try Version(file, after: [first], commit: "fedcba9876543210", at: 4000)
            #expect(texts(second.document) == expected)
        }
    }

    @Test("Values that the file did not show stay: an item that another added, a change of a removed item")
    func unseen() throws {
        let ben = task.edited {
            $0.insertItem(["text": "tea"], into: list, at: .after("milk"), by: Person.ben)
            $0.writeItem("eggs", ["text": "six eggs"], in: list, by: Person.ben)
        }
        // A merge that took the file without Ben's changes.
        let merged = try Version(task.encoded(), after: [Version(task), Version(ben)])
        #expect(texts(merged.document) == ["milk", "tea", "bread", "six eggs"])
        let file = try typed(task) {
            $0.removeLast()
            $0[1] = ["done": false, "id": "bread", "text": "rye"]
        }
        let top = try Version(file, after: [merged], commit: "fedcba9876543210", at: 4000)
        #expect(texts(top.document) == ["milk", "tea", "rye", "six eggs"])
    }

    @Test("A removed item stays removed when something else is edited in a file that still shows it")
    func removedElsewhere() throws {
        let ben = task.edited { $0.removeItem("eggs", from: list, by: Person.ben) }
        let merged = try Version(task.encoded(), after: [Version(task), Version(ben)])
        #expect(texts(merged.document) == ["milk", "bread"])
        let file = try typed(task) { $0[0] = ["done": true, "id": "milk", "text": "milk"] }
        let top = try Version(file, after: [merged], commit: "fedcba9876543210", at: 4000)
        #expect(texts(top.document) == ["milk", "bread"])
        #expect(item("milk", top.document)?["done"] == true)
        let edited = try typed(task) { $0[2] = ["done": true, "id": "eggs", "text": "eggs"] }
        let back = try Version(edited, after: [merged], commit: "fedcba9876543210", at: 4000)
        #expect(texts(back.document) == ["milk", "bread", "eggs"], "an edit keeps the item")
    }

    @Test("An edit of a member based on another value than the current one is a conflict of that member")
    func contested() throws {
        let ben = task.edited { $0.writeItem("bread", ["text": "rye"], in: list, by: Person.ben) }
        let merged = try Version(task.encoded(), after: [Version(task), Version(ben)])
        let file = try typed(task) { $0[1] = ["done": false, "id": "bread", "text": "white bread"] }
        let top = try Version(file, after: [merged], commit: "fedcba9876543210", at: 4000)
        #expect(top.document?.conflicts.map(\.member) == [Conflict.ItemMember(item: "bread", name: "text")])
        #expect(texts(top.document) == ["milk", "white bread", "eggs"])
    }

    @Test("A revert of a removal, a tick or a move takes effect")
    func revert() throws {
        let next = task.edited {
            $0.removeItem("bread", from: list, by: Person.mia)
            $0.writeItem("milk", ["done": true], in: list, by: Person.mia)
            $0.moveItem("eggs", to: .first, in: list, by: Person.mia)
        }
        let reverted = try Version(task.encoded(), after: [Version(next)])
        #expect(reverted.document?[list] == task[list])
        #expect(reverted.document.map { Document.join($0, next) } == reverted.document)
    }

    @Test("A merge adds its own items and values, and neither removes nor moves any")
    func merges() throws {
        let ann = task.edited { $0.writeItem("milk", ["text": "oat milk"], in: list, by: Person.mia) }
        let ben = task.edited { $0.writeItem("milk", ["text": "soy milk"], in: list, by: Person.ben) }
        let file = try task.typed {
            $0["items"] = [
                ["done": false, "id": "eggs", "text": "eggs"], ["text": "tea"],
                ["done": false, "id": "milk", "text": "oat and soy milk"],
            ]
        }
        let merged = try Version(file, after: [Version(ann), Version(ben)])
        let texts = texts(merged.document)
        #expect(texts == ["oat and soy milk", "bread", "eggs", "tea"])
        #expect(merged.document?.open(list) == ["oat and soy milk", "soy milk", "oat milk"])
        let plain = try Version(
            typed(ann) { $0.reverse() }, after: [Version(ann), Version(ben)], commit: "fedcba9876543210")
        #expect(plain.document == Document.join(ann, ben))
    }

    @Test("Canonical files from hometask are trusted, patchworks of lists are not")
    func trust() throws {
        let next = task.edited { $0.writeItem("milk", ["done": true], in: list, by: Person.ben) }
        #expect(try Version(next.encoded(), after: [Version(task)]).document == next)
        let removed = next.edited { $0.removeItem("bread", from: list, by: Person.ben) }
        // A line merge took one side's rows and the other's `seen`.
        var patchwork = removed
        patchwork.seen =
            Document.join(
                removed, next.edited { $0.writeItem("milk", ["text": "x"], in: list, by: Person.eva) }
            ).seen
        let version = try Version(patchwork.encoded(), after: [Version(next)])
        #expect(texts(version.document) == ["milk", "eggs"])
        #expect(version.document?.seen[Person.eva.actor] == 0)
    }

    @Test("The driver recognises a revert of a list's removal, and restores losses of a line merge")
    func driver() throws {
        let next = task.edited { $0.removeItem("bread", from: list, by: Person.mia) }
        #expect(next.seen == task.seen)
        let change = next.edited { $0.writeItem("milk", ["done": true], in: list, by: Person.mia) }
        let bytes = try DriverJoin.join(base: change.encoded(), ours: change.encoded(), theirs: task.encoded())
        #expect(try Document(decoding: bytes)[list] == task[list])
        let ben = task.edited { $0.insertItem(["text": "tea"], into: list, id: "tea", by: Person.ben) }
        // A line merge took Ben's `seen`, but neither his row nor his item.
        let lost = try task.typed {
            var merge = $0["~merge"]?.objectValue ?? JSONObject()
            merge["seen"] = ben.seen.json
            $0["~merge"] = .object(merge)
            $0["title"] = "Tea"
        }
        let filled = try Document(
            decoding: DriverJoin.join(base: task.encoded(), ours: lost, theirs: ben.encoded()))
        #expect(texts(filled) == ["milk", "bread", "eggs", "tea"])
        #expect(filled["title"] == "Tea")
    }

    @Test("A seal depends on the files alone and loses no value, for any list typed by hand")
    func anything() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for run in 0..<(SeededGenerator.runs(60) * 2) {
            let ben = task.edited {
                $0.writeItem("eggs", ["text": "six eggs"], in: list, by: Person.ben)
                $0.insertItem(["text": "tea"], into: list, at: .first, by: Person.ben)
            }
            let items = try #require(task[list]?.arrayValue) + [["text": "new"], ["id": "x", "done": true]]
            let parent = Bool.random(using: &generator) ? Version(task) : Version(ben)
            let taken = try Version(task.encoded(), after: [Version(task), parent])
            let file = try typed(task) {
                $0 = items.shuffled(using: &generator).prefix(Int.random(in: 0...5, using: &generator)).map { item in
                    guard Bool.random(using: &generator), var object = item.objectValue else { return item }
                    object["text"] = .string("typed \(run)")
                    return .object(object)
                }
            }
            for parents in [[taken], [Version(ben), taken]] {
                let version = try Version(file, after: parents, commit: "fedcba9876543210", at: 4000)
                #expect(
                    try Version(file, after: parents, commit: "fedcba9876543210", at: 4000).meaning == version.meaning)
                let members = (version.document?.fields[list]?.items ?? [:]).values.flatMap(\.shownMembers.members)
                let shown = Set(members.map(\.1.compactText))
                let typed = try JSON.parse(file)["items"]?.arrayValue?.compactMap { $0["text"] } ?? []
                let held = Set(version.document?.fields[list]?.writes.map(\.value) ?? [])
                for text in typed
                where !self.texts(task).contains(text.stringValue ?? "") && !held.contains(text)
                    && !shown.contains(text.compactText)
                {
                    Issue.record("\(SeededGenerator.note), \(run): lost \(text.compactText)")
                }
                if parents[0].document?[list] != task[list] { #expect(shown.contains("\"tea\"")) }
            }
        }
    }
}
