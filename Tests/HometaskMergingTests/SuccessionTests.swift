// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

/// The counterexamples behind the rules of trust.
@Suite("Whether a file may be trusted")
struct SuccessionTests {
    private let task = Document.task()

    @Test("Each of hometask's changes to a document is a possible successor")
    func successors() {
        let contested = Document.contested()
        let deleted = task.edited { $0.delete(by: Person.ben) }
        let steps: [(Document, (inout Document) -> Void)] = [
            (task, { $0.writeValue("Tea", to: "title", rule: .register, by: Person.ben) }),
            (task, { $0.writeValue(nil, to: "title", rule: .register, by: Person.ben) }),
            (task, { $0.insert("late", into: "tags", by: Person.ben) }), (task, { $0.remove("home", from: "tags") }),
            (task, { $0.writeLine(nil, at: 1, of: "description", by: Person.ben) }),
            (task, { $0.writeValue(["zero", "three"], to: "description", rule: .text, by: Person.ben) }),
            (task, { $0.delete(by: Person.ben) }), (deleted, { $0.restore(by: Person.mia) }),
            (contested, { $0.writeValue("Buy soy milk", to: "title", rule: .register, by: Person.eva) }),
            (task, { $0 = Document.join($0, contested) }),
        ]
        for (index, (before, change)) in steps.enumerated() {
            #expect(SuccessionCheck(earlier: before, later: before.edited(change)).isPassed, "step \(index)")
        }
    }

    @Test("Each of hometask's changes to a list is a possible successor, including a join with a removal")
    func lists() {
        let list: FieldName = "items"
        let before = Document.shopping()
        let removed = before.edited { $0.removeItem("bread", from: list, by: Person.eva) }
        let ticked = before.edited { $0.writeItem("bread", ["done": true], in: list, by: Person.eva) }
        let moved = before.edited { $0.moveItem("bread", to: .first, in: list, by: Person.eva) }
        let orphaned = Document.join(moved, removed)
        let steps: [(Document, (inout Document) -> Void)] = [
            (before, { $0.insertItem(["text": "tea"], into: list, by: Person.ben) }),
            (before, { $0.writeItem("bread", ["text": "rye", "more": 1], in: list, by: Person.ben) }),
            (before, { $0.moveItem("bread", to: .first, in: list, by: Person.ben) }),
            (before, { $0.removeItem("bread", from: list, by: Person.ben) }),
            (before, { $0.writeValue([], to: list, rule: .list, by: Person.ben) }),
            (before, { $0 = Document.join($0, Document.join(removed, ticked)) }),
            (moved, { $0 = Document.join($0, removed) }),
            (orphaned, { $0.writeItem("milk", ["done": true], in: list, by: Person.ben) }),
            (orphaned, { $0.insertItem(["text": "bread"], into: list, id: "bread", by: Person.ben) }),
        ]
        for (index, (before, change)) in steps.enumerated() {
            #expect(SuccessionCheck(earlier: before, later: before.edited(change)).isPassed, "step \(index)")
        }
    }

    @Test("An item that reappears, or whose presence, place or member lost a write, is not trusted")
    func patchedLists() {
        let list: FieldName = "items"
        let before = Document.shopping()
        let removed = before.edited { $0.removeItem("bread", from: list, by: Person.ben) }
        #expect(removed.seen == before.seen && !SuccessionCheck(earlier: removed, later: before).isPassed)
        let ticked = before.edited { $0.writeItem("bread", ["done": true], in: list, by: Person.ben) }
        let texted = before.edited { $0.writeItem("bread", ["text": "rye"], in: list, by: Person.eva) }
        let both = Document.join(ticked, texted)
        let patches: [(inout ListItem) -> Void] = [
            { $0.presence = Siblings($0.presence.writes[0]) }, { $0.positions = Siblings() },
            { $0.members["text"] = nil }, { $0.members["done"] = nil },
        ]
        for (index, patch) in patches.enumerated() {
            var patched = both
            patch(&patched.fields[list, default: FieldState()].items["bread", default: ListItem()])
            #expect(patched != both && !SuccessionCheck(earlier: both, later: patched).isPassed, "patch \(index)")
        }
        var back = before
        back.seen = ticked.seen
        #expect(!SuccessionCheck(earlier: ticked, later: back).isPassed)
    }

    @Test("A `seen` that goes back, or covers a missing event, is not trusted")
    func seen() {
        let next = task.edited { $0.writeValue("Tea", to: "title", rule: .register, by: Person.ben) }
        #expect(!SuccessionCheck(earlier: next, later: task).isPassed)
        var gap = next
        gap.seen.include(Dot(actor: Person.eva.actor, counter: 1))
        #expect(!SuccessionCheck(earlier: task, later: gap).isPassed)
        var forged = next
        forged.seen.include(Dot(actor: Person.eva.actor, counter: Dot.largestCounter))
        #expect(!SuccessionCheck(earlier: task, later: forged).isPassed)
    }

    @Test("A reappearing event of a tag, a line or a title is not trusted")
    func risen() {
        let next = task.edited { $0.remove("home", from: "tags") }
        #expect(next.seen == task.seen && !SuccessionCheck(earlier: next, later: task).isPassed)
        let cut = task.edited { $0.writeLine(nil, at: 0, of: "description", by: Person.mia) }
        #expect(cut.seen == task.seen && !SuccessionCheck(earlier: cut, later: task).isPassed)
        let renamed = task.edited { $0.writeValue("Tea", to: "title", rule: .register, by: Person.ben) }
        var back = task
        back.seen = renamed.seen
        #expect(!SuccessionCheck(earlier: renamed, later: back).isPassed)
    }

    @Test("An event whose value, time or place was altered is not trusted")
    func altered() throws {
        var text = String(decoding: task.encoded(), as: UTF8.self)
        text = text.replacing("2025-11-21T09:31:40Z", with: "2025-11-21T10:00:00Z")
        let other = try Document(decoding: Array(text.utf8))
        try #require(other.encoded() == Array(text.utf8) && other != task)
        #expect(!SuccessionCheck(earlier: task, later: other).isPassed)
        var moved = task
        moved.fields["url"] = moved.fields["title"]
        #expect(!SuccessionCheck(earlier: task, later: moved).isPassed)
    }

    @Test("A register's value, or a deletion, that vanishes without a replacement is not trusted")
    func gone() {
        let contested = Document.contested()
        var without = contested
        without.fields["title"]?.register = Siblings(Array(contested.fields["title"]?.register.writes.prefix(1) ?? []))
        #expect(!SuccessionCheck(earlier: contested, later: without).isPassed)
        var cleared = task
        cleared.fields["title"] = nil
        #expect(!SuccessionCheck(earlier: task, later: cleared).isPassed)
        let deleted = task.edited { $0.delete(by: Person.ben) }
        var alive = deleted
        alive.deletions = Siblings()
        #expect(!SuccessionCheck(earlier: deleted, later: alive).isPassed)
    }

    @Test("A pick on top of a patchwork is not trusted, so that values dropped by the patchwork are kept")
    func parentNotSealed() throws {
        let ben = task.edited { $0.insert("late", into: "tags", by: Person.ben) }
        // A line merge took Ben's `seen`, but not his tag.
        let patchwork = try task.typed {
            var merge = $0["~merge"]?.objectValue ?? JSONObject()
            merge["seen"] = ben.seen.json
            $0["~merge"] = .object(merge)
        }
        let merged = try Version(patchwork, after: [Version(task), Version(ben)])
        #expect(merged.document?.tags == ["home", "late", "shop"])
        let picked = try Document(decoding: patchwork).edited {
            $0.writeValue("Tea", to: "title", rule: .register, by: Person.eva)
        }
        let top = try Version(picked.encoded(), after: [merged], commit: "dddddddddddddddd")
        #expect(top.document?.tags == ["home", "late", "shop"])
        #expect(top.document?["title"] == "Tea")
    }

    @Test("A deletion that had seen nothing round-trips")
    func emptySaw() throws {
        let empty = Document(id: Copy.id, kind: .task)
        let deleted = try Version(nil, after: [Version(empty)])
        #expect(deleted.document?.isDeleted == true)
    }
}
