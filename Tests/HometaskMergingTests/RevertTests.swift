// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("Reverting a change")
struct RevertTests {
    private func undone(_ change: (inout Document) -> Void, then: (inout Document) -> Void = { _ in }) throws
        -> Document
    {
        let before = Document.task()
        let after = before.edited(change)
        var now = after.edited(then)
        try now.revert(from: after, to: before, by: Person.mia.later(60))
        #expect(try Document(decoding: now.encoded()) == now)
        #expect(Document.join(now, after) == now)
        return now
    }

    @Test("Each kind of change is reverted by writes that survive a join with the change")
    func changes() throws {
        let shown = Document.task().shown
        let changes: [(inout Document) -> Void] = [
            { $0.writeValue("Tea", to: "title", rule: .register, by: Person.ben) },
            { $0.writeValue(nil, to: "title", rule: .register, by: Person.ben) },
            { $0.writeValue("new", to: "note", rule: .register, by: Person.ben) },
            { $0.writeValue(["shop", "garden"], to: "tags", rule: .set, by: Person.ben) },
            { $0.writeValue(nil, to: "tags", rule: .set, by: Person.ben) },
            { $0.writeValue(["one", "2", "three", "four"], to: "description", rule: .text, by: Person.ben) },
            { $0.writeValue(nil, to: "description", rule: .text, by: Person.ben) },
            { $0.writeValue("done", to: "completion", rule: .latest, by: Person.ben) },
            { $0.delete(by: Person.ben) },
        ]
        for change in changes {
            let result = try undone(change)
            #expect(result.shown == shown)
            #expect(!result.isDeleted)
        }
    }

    @Test("Later changes by others elsewhere stay")
    func meanwhile() throws {
        let result = try undone {
            $0.writeValue(["shop", "garden"], to: "tags", rule: .set, by: Person.ben)
        } then: {
            $0.insert("urgent", into: "tags", by: Person.eva)
            $0.writeValue("Tea", to: "title", rule: .register, by: Person.eva)
        }
        #expect(result["tags"] == ["home", "shop", "urgent"])
        #expect(result["title"] == "Tea")
    }

    @Test("Reverting a field written to since is refused, and the document is unchanged")
    func refused() throws {
        let before = Document.task()
        let after = before.edited {
            $0.writeValue(["garden"], to: "tags", rule: .set, by: Person.ben)
            $0.writeValue("Tea", to: "title", rule: .register, by: Person.ben)
        }
        var now = after.edited { $0.writeValue("Coffee", to: "title", rule: .register, by: Person.eva) }
        let unchanged = now
        let refusal = RevertRefusal(field: "title", write: now.lastWrite(of: "title"))
        #expect(throws: refusal) { try now.revert(from: after, to: before, by: Person.mia) }
        #expect(now == unchanged)
    }

    @Test("Reverting the creation of a document deletes it, unless it has been written to since")
    func creation() throws {
        let after = Document.task()
        var now = after
        try now.revert(from: after, to: nil, by: Person.mia)
        #expect(now.isDeleted)
        var edited = after.edited { $0.writeValue("Tea", to: "title", rule: .register, by: Person.eva) }
        #expect(throws: RevertRefusal.self) { try edited.revert(from: after, to: nil, by: Person.mia) }
        #expect(!edited.isDeleted)
    }

    @Test("Restorations and deletions are reverted, unless the document was deleted or restored since")
    func deletion() throws {
        let deleted = Document.task().edited { $0.delete(by: Person.ben) }
        let restored = deleted.edited { $0.restore(by: Person.ben) }
        var now = restored
        try now.revert(from: restored, to: deleted, by: Person.mia)
        #expect(now.isDeleted)
        var again = restored.edited { $0.delete(by: Person.eva) }
        #expect(throws: RevertRefusal(field: nil, write: again.deletion)) {
            try again.revert(from: restored, to: deleted, by: Person.mia)
        }
    }
}
