// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("Concurrent changes")
struct MergeRuleTests {
    /// The join of two edits of one document, checked in both orders and through bytes.
    private func apart(
        _ start: Document, left: (inout Document) -> Void, right: (inout Document) -> Void
    ) throws -> Document {
        let joined = Document.join(start.edited(left), start.edited(right))
        #expect(joined == Document.join(start.edited(right), start.edited(left)))
        #expect(try Document(decoding: joined.encoded()) == joined)
        return joined
    }

    @Test("Concurrent edits of different fields are both kept")
    func differentFields() throws {
        let joined = try apart(.task()) {
            $0.writeValue("Buy oat milk", to: "title", rule: .register, by: Person.mia)
            $0.writeValue(["one", "two", "three", "four"], to: "description", rule: .text, by: Person.mia)
        } right: {
            $0.writeValue(["date": "2025-11-27"], to: "due", rule: .register, by: Person.ben)
            $0.writeValue(["one", "2", "and", "three"], to: "description", rule: .text, by: Person.ben)
        }
        #expect(joined["title"] == "Buy oat milk")
        #expect(joined["due"] == ["date": "2025-11-27"])
        #expect(joined["description"] == ["one", "2", "and", "three", "four"])
        #expect(joined.conflicts.isEmpty)
    }

    @Test("A write settles a conflict, even a write of the shown value")
    func settling() {
        var task = Document.contested()
        let before = task
        #expect(task.writeValue("Buy soy milk", to: "title", rule: .register, by: Person.eva) == true)
        #expect(task.conflicts.isEmpty)
        #expect(Document.join(task, before) == task)
        #expect(task.writeValue("Buy soy milk", to: "title", rule: .register, by: Person.eva) == false)
    }

    @Test("Equal values stay separate in state, so that overwriting one leaves the other")
    func equalValues() throws {
        let joined = try apart(.task()) {
            $0.writeValue("tea", to: "title", rule: .register, by: Person.mia)
        } right: {
            $0.writeValue("tea", to: "title", rule: .register, by: Person.ben)
        }
        #expect(joined.conflicts.isEmpty)
        let overMia = Document.task().edited {
            $0.writeValue("tea", to: "title", rule: .register, by: Person.mia)
            $0.writeValue("coffee", to: "title", rule: .register, by: Person.mia.later(600))
        }
        #expect(Document.join(joined, overMia).open("title") == ["coffee", "tea"])
    }

    @Test("Two completions do not conflict; a completion and a reopening do")
    func latest() throws {
        let done = Document.task().edited { $0.writeValue("a", to: "completion", rule: .latest, by: Person.mia) }
        let twice = try apart(done) {
            $0.writeValue("b", to: "completion", rule: .latest, by: Person.mia)
        } right: {
            $0.writeValue("c", to: "completion", rule: .latest, by: Person.ben)
        }
        #expect(twice["completion"] == "c")
        #expect(twice.conflicts.isEmpty)
        var again = twice
        #expect(again.writeValue("c", to: "completion", rule: .latest, by: Person.eva) == false)
        let reopened = try apart(done) {
            $0.writeValue(nil, to: "completion", rule: .latest, by: Person.ben)
        } right: {
            $0.writeValue("d", to: "completion", rule: .latest, by: Person.mia)
        }
        #expect(reopened["completion"] == nil)
        #expect(reopened.open("completion") == [.null, "d"])
    }

    @Test("An added element survives a concurrent removal, and a removed element leaves nothing behind")
    func set() throws {
        let joined = try apart(.task()) {
            $0.remove("home", from: "tags")
            $0.remove("shop", from: "tags")
        } right: {
            $0.remove("shop", from: "tags")
            $0.insert("shop", into: "tags", by: Person.ben)
        }
        #expect(joined["tags"] == ["shop"])
        let empty = joined.edited { $0.remove("shop", from: "tags") }
        #expect(empty["tags"] == nil)
        #expect(!String(decoding: empty.encoded(), as: UTF8.self).contains("tags"))
    }

    @Test("An edit restores a deleted document and is reported; a weak write does not")
    func deletion() throws {
        let strong = try apart(.task()) {
            $0.delete(by: Person.ben)
        } right: {
            $0.writeValue("Buy tea", to: "title", rule: .register, by: Person.mia)
        }
        #expect(!strong.isDeleted)
        #expect(strong.conflicts.map(\.field) == ["deleted"])
        #expect(strong.deletion?.dot.actor == Person.ben.actor)
        #expect(strong.edited { $0.restore(by: Person.mia) }.conflicts.isEmpty)
        #expect(strong.edited { $0.delete(by: Person.mia) }.isDeleted)
        let weak = try apart(.task()) {
            $0.delete(by: Person.ben)
        } right: {
            $0.writeValue("b", to: "position", rule: .register, by: Person.mia.weakly)
        }
        #expect(weak.isDeleted)
        #expect(weak["position"] == "b")
        let later = weak.edited { $0.writeValue("Tea", to: "title", rule: .register, by: Person.mia) }
        #expect(!later.isDeleted)
    }

    @Test("Two deletions that each saw a part of the document together cover all of it")
    func deletionsTogether() throws {
        let joined = try apart(.task()) {
            $0.writeValue("a", to: "title", rule: .register, by: Person.mia)
            $0.delete(by: Person.mia)
        } right: {
            $0.writeValue("b", to: "note", rule: .register, by: Person.ben)
            $0.delete(by: Person.ben)
        }
        #expect(joined.isDeleted)
    }

    @Test("A deletion unseen by a restoration is listed as a conflict")
    func restorationUnseen() throws {
        let deleted = Document.task().edited { $0.delete(by: Person.mia) }
        let joined = try apart(deleted) {
            $0.restore(by: Person.ben)
        } right: {
            $0.delete(by: Person.eva)
        }
        #expect(!joined.isDeleted)
        #expect(joined.conflicts.map(\.field) == ["deleted"])
        let settled = joined.edited { $0.restore(by: Person.ben) }
        #expect(settled.deletion == nil)
        #expect(settled.conflicts.isEmpty)
    }

    @Test("A field written under different rules by two versions converges, and both values are listed")
    func rulesOfTwoVersions() throws {
        let joined = try apart(Document(id: Copy.id, kind: .task)) {
            $0.writeValue(["a", "b"], to: "labels", rule: .register, by: Person.mia)
        } right: {
            $0.writeValue(["b", "c"], to: "labels", rule: .set, by: Person.ben)
        }
        #expect(joined.open("labels") == [["a", "b"], ["b", "c"]])
        let inserted = joined.edited { $0.insert("d", into: "labels", by: Person.eva) }
        #expect(inserted["labels"] == ["a", "b", "d"])
        #expect(inserted.conflicts.isEmpty)
        let settled = joined.edited { $0.writeValue(["c"], to: "labels", rule: .register, by: Person.eva) }
        #expect(settled["labels"] == ["c"])
        #expect(settled.conflicts.isEmpty)
        #expect(Document.join(settled, joined) == settled)
    }

    @Test("Copies of different kinds join into the greater kind in either order")
    func kinds() {
        let (left, right) = (Document(id: Copy.id, kind: .task), Document(id: Copy.id, kind: .note))
        #expect(Document.join(left, right) == Document.join(right, left))
    }

    @Test("Names without a place in a document are not written")
    func reservedNames() {
        var task = Document.task()
        let before = task
        for name: FieldName in [
            "id", "kind", "conflicts", "deleted", "~0merge", "extensions", "extensions/a", "a/b", "~2",
        ] {
            #expect(task.writeValue("x", to: name, rule: .register, by: Person.mia) == false)
            #expect(task.insert("x", into: name, by: Person.mia) == false)
        }
        #expect(task == before)
    }

    @Test("A value too deep for a conflict is neither written nor read")
    func depth() throws {
        let deep = { (levels: Int) in (0..<levels).reduce(JSON.null) { value, _ in .array([value]) } }
        let deepest = try apart(.task()) {
            $0.writeValue(deep(60), to: "x", rule: .register, by: Person.mia)
        } right: {
            $0.writeValue(1, to: "x", rule: .register, by: Person.ben)
        }
        #expect(deepest.open("x").count == 2)
        var task = Document.task()
        let isWritten = task.writeValue(deep(61), to: "x", rule: .register, by: Person.mia)
        #expect(!isWritten)
        var object = task.shown
        object["x"] = deep(61)
        #expect(throws: DocumentError.malformed(member: "x", expected: "nested 60 levels deep at most")) {
            try Document(decoding: object.canonicalBytes())
        }
    }
}
