// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("The join of the merge driver")
struct DriverJoinTests {
    private let ann: Author
    private let ben: Author

    init() throws {
        ann = Author(actor: try #require(ActorID("dann")), time: Timestamp(seconds: 1000))
        ben = Author(actor: try #require(ActorID("dben")), time: Timestamp(seconds: 2000))
    }

    private func task(_ first: UInt64 = 1, _ change: (inout Document) -> Void) -> Document {
        var document = Document(id: DocumentID(randomBytes: (first, 2)), kind: .task)
        change(&document)
        return document
    }

    private func changed(_ document: Document, _ change: (inout Document) -> Void) -> Document {
        var other = document
        change(&other)
        return other
    }

    private func join(base: Document?, ours: Document, theirs: Document) throws -> Document {
        let bytes = try DriverJoin.join(
            base: base?.encoded() ?? [], ours: ours.encoded(), theirs: theirs.encoded())
        #expect(Document.isCanonical(bytes))
        return try Document(decoding: bytes)
    }

    @Test("Two sides that both advanced join as usual, in either order")
    func plain() throws {
        let base = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let ours = changed(base) { $0.writeValue("high", to: "priority", rule: .register, by: ann) }
        let theirs = changed(base) { $0.writeValue("All bins", to: "title", rule: .register, by: ben) }
        #expect(try join(base: base, ours: ours, theirs: theirs) == Document.join(ours, theirs))
        #expect(try join(base: base, ours: theirs, theirs: ours) == Document.join(ours, theirs))
        #expect(try join(base: nil, ours: ours, theirs: theirs) == Document.join(ours, theirs))
    }

    @Test("A side that only removed from a set, a list or a text is not a revert, and joins as usual")
    func onlyRemoved() throws {
        let base = task {
            $0.insert("home", into: "tags", by: ann)
            $0.writeValue(["one", "two"], to: "description", rule: .text, by: ann)
        }
        let emptied = changed(base) {
            _ = $0.remove("home", from: "tags")
            $0.writeValue(["two"], to: "description", rule: .text, by: ben)
        }
        #expect(emptied.seen == base.seen && emptied != base)
        let theirs = changed(base) { $0.writeValue("high", to: "priority", rule: .register, by: ann) }
        let joined = Document.join(emptied, theirs)
        #expect(joined["tags"] == nil && joined["priority"] == "high")
        #expect(try join(base: base, ours: emptied, theirs: theirs) == joined)
        #expect(try join(base: base, ours: theirs, theirs: emptied) == joined)
        // The opposite of the removal is a revert all the same.
        #expect(try join(base: emptied, ours: emptied, theirs: base)["tags"] == ["home"])
    }

    @Test("Returning to an older version reverts its change and keeps later ones")
    func revert() throws {
        let before = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let change = changed(before) { $0.writeValue("All bins", to: "title", rule: .register, by: ann) }
        let head = changed(change) { $0.writeValue("high", to: "priority", rule: .register, by: ben) }
        let result = try join(base: change, ours: head, theirs: before)
        #expect(result["title"] == "Bins")
        #expect(result["priority"] == "high")
        #expect(result.conflicts.isEmpty)
    }

    @Test("Scenario 50: a pick onto a version that does not know the latest changes takes none of them back elsewhere")
    func pickOntoOlder() throws {
        let older = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let base = changed(older) {
            $0.insert("home", into: "tags", by: ann)
            $0.writeValue(["one", "two"], to: "description", rule: .text, by: ann)
        }
        let picked = changed(base) { $0.writeValue("high", to: "priority", rule: .register, by: ben) }
        let onOlder = try join(base: base, ours: older, theirs: picked)
        #expect(onOlder["priority"] == "high")
        #expect(onOlder["tags"] == nil)
        let onHead = try join(base: older, ours: base, theirs: onOlder)
        #expect(onHead["priority"] == "high")
        #expect(onHead["tags"] == ["home"])
        #expect(onHead["description"] == ["one", "two"])
        #expect(Document.join(picked, onHead).conflicts.isEmpty)
    }

    @Test("A change that ours reverted stays reverted when theirs is merged")
    func behind() throws {
        let older = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let base = changed(older) { $0.writeValue("All bins", to: "title", rule: .register, by: ann) }
        let theirs = changed(base) { $0.writeValue("high", to: "priority", rule: .register, by: ben) }
        let merged = try join(base: base, ours: older, theirs: theirs)
        #expect(merged["title"] == "Bins")
        #expect(merged["priority"] == "high")
    }

    @Test("The same revert takes effect a second time")
    func revertTwice() throws {
        let before = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let change = changed(before) { $0.writeValue("All bins", to: "title", rule: .register, by: ann) }
        let once = try join(base: change, ours: change, theirs: before)
        let again = changed(once) { $0.writeValue("All bins", to: "title", rule: .register, by: ann) }
        #expect(try join(base: change, ours: again, theirs: before)["title"] == "Bins")
    }

    @Test("Reverting the removal of a tag or a line of text brings it back")
    func revertRemoval() throws {
        let before = task {
            $0.writeValue(["home", "quick"], to: "tags", rule: .set, by: ann)
            $0.writeValue(["one", "two"], to: "description", rule: .text, by: ann)
        }
        let change = changed(before) {
            $0.remove("home", from: "tags")
            $0.writeValue(["two"], to: "description", rule: .text, by: ann)
        }
        let result = try join(base: change, ours: change, theirs: before)
        #expect(result["tags"] == ["home", "quick"])
        #expect(result["description"] == ["one", "two"])
    }

    @Test("Removing a tag or a line is not a revert")
    func removal() throws {
        let base = task {
            $0.writeValue(["home", "quick"], to: "tags", rule: .set, by: ann)
            $0.writeValue(["one", "two"], to: "description", rule: .text, by: ann)
        }
        let theirs = changed(base) {
            $0.remove("home", from: "tags")
            $0.writeValue(["two"], to: "description", rule: .text, by: ann)
        }
        let ours = changed(base) { $0.insert("late", into: "tags", by: ben) }
        #expect(try join(base: base, ours: ours, theirs: theirs) == Document.join(ours, theirs))
    }

    @Test("Reverting a deletion or a restoration takes effect")
    func revertDeletion() throws {
        let alive = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let deleted = changed(alive) { $0.delete(by: ann) }
        let restored = changed(deleted) { $0.restore(by: ben) }
        #expect(try !join(base: deleted, ours: deleted, theirs: alive).isDeleted)
        #expect(try join(base: restored, ours: restored, theirs: deleted).isDeleted)
    }

    @Test("A revert conflicts with a later value of the same field")
    func revertMeetsChange() throws {
        let before = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let change = changed(before) { $0.writeValue("All bins", to: "title", rule: .register, by: ann) }
        let head = changed(change) { $0.writeValue("Both bins", to: "title", rule: .register, by: ben) }
        let result = try join(base: change, ours: head, theirs: before)
        #expect(result["title"] == "Both bins")
        #expect(result.conflicts.map(\.field) == ["title"])
    }

    @Test("An edit without “~merge” is an edit of the base")
    func withoutMerge() throws {
        let base = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let ours = changed(base) { $0.writeValue("high", to: "priority", rule: .register, by: ben) }
        var typed = base.shown
        typed["title"] = "All bins"
        let bytes = try DriverJoin.join(base: base.encoded(), ours: ours.encoded(), theirs: typed.canonicalBytes())
        let result = try Document(decoding: bytes)
        #expect(result["title"] == "All bins")
        #expect(result["priority"] == "high")
        #expect(result.conflicts.isEmpty)
    }

    @Test("Unreadable sides, and sides with different ids, are refused by name")
    func refusals() throws {
        let document = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let bytes = document.encoded()
        let other = task(2) { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }.encoded()
        var broken = document.shown
        broken["~merge"] = ["format": 1, "seen": "everything", "stamps": [:]]
        let cases: [(ours: [UInt8], theirs: [UInt8], side: DriverRefusal.Side)] = [
            (Array("<<<<<<< ours\n".utf8), bytes, .ours), (bytes, [], .theirs), (bytes, Array("[]".utf8), .theirs),
            (bytes, broken.canonicalBytes(), .theirs), (bytes, other, .theirs),
        ]
        for sample in cases {
            #expect {
                _ = try DriverJoin.join(base: bytes, ours: sample.ours, theirs: sample.theirs)
            } throws: { ($0 as? DriverRefusal)?.side == sample.side }
        }
    }

    @Test("An unreadable base is ignored")
    func brokenBase() throws {
        let base = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let ours = changed(base) { $0.writeValue("high", to: "priority", rule: .register, by: ann) }
        let bytes = try DriverJoin.join(base: Array("{".utf8), ours: ours.encoded(), theirs: base.encoded())
        #expect(try Document(decoding: bytes) == ours)
    }

    @Test("A line merge by git with too large a `seen` drops nothing of the other side")
    func patchwork() throws {
        let base = task { $0.writeValue(["home"], to: "tags", rule: .set, by: ann) }
        let theirs = changed(base) {
            $0.insert("late", into: "tags", by: ben)
            $0.writeValue("All bins", to: "title", rule: .register, by: ben)
            $0.writeValue(["one"], to: "description", rule: .text, by: ben)
            $0.writeValue(["at": "1"], to: "completion", rule: .latest, by: ben)
        }
        var members = try #require(try JSON.parse(base.encoded()).objectValue)
        var merge = try #require(members["~merge"]?.objectValue)
        merge["seen"] = theirs.seen.json
        members["~merge"] = .object(merge)
        members["title"] = "Both bins"
        for swapped in [false, true] {
            let (left, right) = (members.canonicalBytes(), theirs.encoded())
            let bytes = try DriverJoin.join(
                base: base.encoded(), ours: swapped ? right : left, theirs: swapped ? left : right)
            let result = try Document(decoding: bytes)
            #expect(result["tags"] == ["home", "late"])
            #expect(Set(result.conflicts.first?.candidates.map(\.value) ?? []) == ["All bins", "Both bins"])
            #expect(result["description"] == ["one"])
            #expect(result["completion"] == ["at": "1"])
        }
    }

    @Test("Text typed over one member of an item drops nothing that the other side added")
    func patchworkInItem() throws {
        let base = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let theirs = changed(base) {
            $0.insertItem(["text": "Milk", "note": "2 l"], into: "items", id: "milk", by: ben)
        }
        var members = try #require(try JSON.parse(theirs.encoded()).objectValue)
        members["items"] = [["id": "milk", "text": "Tea"]]
        for swapped in [false, true] {
            let (left, right) = (members.canonicalBytes(), theirs.encoded())
            let bytes = try DriverJoin.join(
                base: base.encoded(), ours: swapped ? right : left, theirs: swapped ? left : right)
            let item = try #require(try Document(decoding: bytes).fields["items"]?.items["milk"])
            #expect(Set(item.members["text"]?.writes.map(\.value) ?? []) == ["Milk", "Tea"])
            #expect(item.members["note"]?.writes.map(\.value) == ["2 l"])
        }
    }

    @Test("Values removed by hand from the base's file stay removed, and the other side's additions are kept")
    func handRemoval() throws {
        let base = task {
            $0.writeValue(["home", "shop"], to: "tags", rule: .set, by: ann)
            $0.writeValue(["one", "two"], to: "description", rule: .text, by: ann)
        }
        let theirs = changed(base) { $0.insert("late", into: "tags", by: ben) }
        var members = try #require(try JSON.parse(base.encoded()).objectValue)
        members["tags"] = ["shop"]
        members["description"] = ["two"]
        let bytes = try DriverJoin.join(base: base.encoded(), ours: members.canonicalBytes(), theirs: theirs.encoded())
        let result = try Document(decoding: bytes)
        #expect(result["tags"] == ["late", "shop"])
        #expect(result["description"] == ["two"])
    }

    @Test("A pick of one hand commit repeats no removal of an earlier one")
    func pickOnTopOfHand() throws {
        let before = task {
            $0.writeValue(["home", "shop"], to: "tags", rule: .set, by: ann)
            $0.writeValue(["one", "two", "three"], to: "description", rule: .text, by: ann)
        }
        var members = try #require(try JSON.parse(before.encoded()).objectValue)
        members["tags"] = ["shop"]
        members["description"] = ["one", "three"]
        let base = members.canonicalBytes()
        members["description"] = ["one", "drei"]
        let ours = changed(before) { $0.writeValue("Tea", to: "title", rule: .register, by: ben) }
        for swapped in [false, true] {
            let (left, right) = (ours.encoded(), members.canonicalBytes())
            let bytes = try DriverJoin.join(
                base: base, ours: swapped ? right : left, theirs: swapped ? left : right)
            let result = try Document(decoding: bytes)
            #expect(result["tags"] == ["home", "shop"])
            let lines = result.fields["description"]?.lines.values.flatMap(\.writes).map(\.value) ?? []
            #expect(Set(lines) == ["one", "two", "drei"])
            #expect(result["title"] == "Tea")
        }
    }

    @Test("A revert of a hand commit removes only its own additions")
    func revertOfHand() throws {
        let before = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let lines = changed(before) { $0.writeValue(["one", "two"], to: "description", rule: .text, by: ann) }
        var members = try #require(try JSON.parse(lines.encoded()).objectValue)
        members["description"] = ["one", "zwei"]
        let bytes = try DriverJoin.join(
            base: members.canonicalBytes(), ours: lines.encoded(), theirs: before.encoded())
        #expect(try Document(decoding: bytes)["description"] == ["two"])
    }

    @Test("Without a base, an older version in place of a deleted document reverts the deletion")
    func revertOfRemovedFile() throws {
        let alive = task { $0.writeValue("Bins", to: "title", rule: .register, by: ann) }
        let deleted = changed(alive) { $0.delete(by: ben) }
        #expect(try !join(base: nil, ours: deleted, theirs: alive).isDeleted)
        #expect(try join(base: nil, ours: deleted, theirs: deleted).isDeleted)
        #expect(try join(base: alive, ours: deleted, theirs: alive).isDeleted, "with a base it is a merge")
    }
}
