// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("The meaning of a foreign commit for a list")
struct SealedListTests {
    private let task = Document.task().edited {
        for (id, text) in [("a", "milk"), ("b", "bread"), ("c", "eggs")] {
            $0.insertItem(["done": false, "text": .string(text)], into: "items", id: id, by: Person.mia)
        }
    }

    private func items(_ document: Document?) -> [String] {
        (document?["items"]?.arrayValue ?? []).map { item in
            (item["text"]?.stringValue ?? "?") + (item["done"] == true ? "!" : "")
        }
    }

    private func typed(_ items: [(id: String?, text: String)]) -> JSON {
        .array(
            items.map { id, text in
                var object: JSONObject = ["done": false, "text": .string(text)]
                object["id"] = id.map { .string($0) }
                return .object(object)
            })
    }

    private func edit(_ document: Document, _ items: [(id: String?, text: String)]) throws -> Version {
        try Version(document.typed { $0["items"] = typed(items) }, after: [Version(document)])
    }

    @Test("Items are changed, added, moved and removed one by one, and join with others' changes")
    func steps() throws {
        let version = try edit(task, [("c", "eggs"), ("a", "oat milk"), (nil, "tea")])
        #expect(items(version.document) == ["eggs", "oat milk", "tea"])
        let ben = task.edited { $0.writeItem("a", ["done": true], in: "items", by: Person.ben) }
            .edited { $0.insertItem(["text": "jam"], into: "items", by: Person.ben) }
        let joined = Document.join(try #require(version.document), ben)
        #expect(Set(items(joined)) == ["eggs", "oat milk!", "tea", "jam"])
        let kept = task.edited { $0.writeItem("b", ["done": true], in: "items", by: Person.ben) }
        #expect(
            items(Document.join(try #require(version.document), kept)).contains("bread!"), "an edit beats a removal")
    }

    @Test("hometask's own changes to a list are trusted, and their revert takes effect")
    func trusted() throws {
        let steps: [(inout Document) -> Void] = [
            { $0.writeItem("a", ["done": true], in: "items", by: Person.ben) },
            { $0.moveItem("c", to: .first, in: "items", by: Person.ben) },
            { $0.removeItem("b", from: "items", by: Person.ben) },
            { $0.insertItem(["text": "jam"], into: "items", by: Person.ben) },
        ]
        for (index, step) in steps.enumerated() {
            let next = task.edited(step)
            #expect(SuccessionCheck(earlier: task, later: next).isPassed, "step \(index)")
            #expect(!SuccessionCheck(earlier: next, later: task).isPassed || task == next, "step \(index)")
            let reverted = try Version(task.encoded(), after: [Version(next)])
            #expect(items(reverted.document) == items(task), "step \(index)")
            #expect(reverted.document.map { items(Document.join($0, next)) } == items(task), "step \(index)")
        }
    }

    @Test("Two consecutive hand commits keep an item without an id, and only once")
    func unnamed() throws {
        let first = try edit(task, [("a", "milk"), (nil, "tea"), ("b", "bread"), ("c", "eggs")])
        let file = try task.typed {
            $0["items"] = typed([("a", "milk"), (nil, "tea"), ("b", "rye"), ("c", "eggs")])
        }
        let second = try Version(file, after: [first], commit: "bbbbbbbbbbbbbbbb")
        #expect(items(second.document) == ["milk", "tea", "rye", "eggs"])
        let third = try Version(
            task.typed { $0["items"] = typed([("a", "milk"), ("b", "rye"), ("c", "eggs")]) }, after: [second],
            commit: "cccccccccccccccc")
        #expect(items(third.document) == ["milk", "rye", "eggs"])
    }

    @Test("A merge with one side's list drops nothing of the other's, adds new items, and moves none")
    func merge() throws {
        let ours = Version(task.edited { $0.insertItem(["text": "jam"], into: "items", by: Person.mia) })
        let theirs = Version(task.edited { $0.writeItem("a", ["text": "soy milk"], in: "items", by: Person.ben) })
        let joined = Document.join(try #require(ours.document), try #require(theirs.document))
        #expect(try Version(ours.file, after: [ours, theirs]).document == joined)
        let file = try joined.typed { $0["items"] = typed([("c", "eggs"), ("a", "rice milk"), (nil, "tea")]) }
        let merged = try Version(file, after: [ours, theirs])
        #expect(Set(items(merged.document)) == ["rice milk", "bread", "eggs", "jam", "tea"])
        let milk = merged.document?.fields["items"]?.items["a"]?.members["text"]?.writes.map(\.value) ?? []
        #expect(Set(milk) == ["rice milk", "soy milk"])
        let onTop = try Version(
            try #require(ours.document).typed {
                $0["items"] = typed([("a", "oat milk"), ("b", "bread"), ("c", "eggs")])
            },
            after: [try Version(ours.file, after: [ours, theirs])], commit: "dddddddddddddddd")
        let texts = onTop.document?.fields["items"]?.items["a"]?.members["text"]?.writes.map(\.value) ?? []
        #expect(Set(texts) == ["oat milk", "soy milk"], "it had not seen the soy milk")
    }

    @Test("The driver keeps an item hidden by a patchwork's `seen`, and reverts a change of an item")
    func driver() throws {
        let theirs = task.edited { $0.insertItem(["text": "jam"], into: "items", by: Person.ben) }
        let patchwork = try task.typed {
            var merge = $0["~merge"]?.objectValue ?? JSONObject()
            merge["seen"] = theirs.seen.json
            $0["~merge"] = .object(merge)
            $0["title"] = "Shopping"
        }
        let bytes = try DriverJoin.join(base: task.encoded(), ours: patchwork, theirs: theirs.encoded())
        #expect(items(try Document(decoding: bytes)) == ["milk", "bread", "eggs", "jam"])
        let change = task.edited { $0.writeItem("a", ["text": "soy milk"], in: "items", by: Person.ben) }
        let head = change.edited { $0.writeItem("b", ["done": true], in: "items", by: Person.eva) }
        let reverted = try DriverJoin.join(base: change.encoded(), ours: head.encoded(), theirs: task.encoded())
        #expect(items(try Document(decoding: reverted)) == ["milk", "bread!", "eggs"])
    }
}
