// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("Hand-edited bytes")
struct HandEditTests {
    /// Reads the bytes twice and checks the invariants of any hand edit: both readings are equal, the bytes round-trip,
    /// and the join with the original is commutative.
    private func read(_ bytes: [UInt8], besides original: Document) throws -> Document {
        let document = try Document(decoding: bytes)
        #expect(try Document(decoding: bytes) == document)
        #expect(try Document(decoding: document.encoded()) == document)
        #expect(Document.join(document, original) == Document.join(original, document))
        return document
    }

    @Test("A title changed without its stamp is a write of the bytes' own actor over the old title")
    func title() throws {
        let task = Document.task()
        let edited = try read(task.text(replacing: ["\"Buy milk\"": "\"Buy tea\""]), besides: task)
        #expect(edited["title"] == "Buy tea")
        #expect(edited.lastWrite(of: "title")?.dot.actor.text.first == "x")
        let joined = Document.join(edited, task)
        #expect(joined["title"] == "Buy tea")
        #expect(joined.conflicts.isEmpty)
    }

    @Test("A title changed without its stamp is concurrent with an unseen change")
    func titleApart() throws {
        let task = Document.task()
        let edited = try read(task.text(replacing: ["\"Buy milk\"": "\"Buy tea\""]), besides: task)
        let other = task.edited { $0.writeValue("Buy oat milk", to: "title", rule: .register, by: Person.ben) }
        #expect(Set(Document.join(edited, other).open("title")) == ["Buy tea", "Buy oat milk"])
    }

    @Test("A tag added and a tag removed by hand are an insertion and a removal")
    func tags() throws {
        let task = Document.task()
        let edited = try read(
            task.text(replacing: ["\"home\",\n    \"shop\"\n  ],": "\"garden\", \"shop\"],"]), besides: task)
        #expect(edited["tags"] == ["garden", "shop"])
        #expect(Document.join(edited, task)["tags"] == ["garden", "shop"])
    }

    @Test("A line changed by hand keeps its place, and conflicts with another edit of it")
    func line() throws {
        let task = Document.task()
        let edited = try read(task.text(replacing: ["\"two\"": "\"zwei\""]), besides: task)
        #expect(Document.join(edited, task)["description"] == ["one", "zwei", "three"])
        let other = task.edited { $0.writeLine("deux", at: 1, of: "description", by: Person.ben) }
        let joined = Document.join(edited, other)
        #expect(joined["description"]?.arrayValue?.count == 3)
        #expect(Set(joined.open("description")) == ["zwei", "deux"])
    }

    @Test(
        "A deletion that claims to have seen more than its document deletes nothing and hides no unknown edit"
    )
    func forgedDeletion() throws {
        let task = Document.task()
        let deleted = task.edited { $0.delete(by: Person.ben) }
        #expect(try Document(decoding: deleted.encoded()) == deleted)
        var saw = task.seen
        for counter in 1...9 as ClosedRange<Int64> { saw.include(Dot(actor: Person.eva.actor, counter: counter)) }
        var forged = deleted
        forged.deletions = Siblings(deleted.deletions.writes.map { $0.with(saw.json) })
        let read = try read(forged.encoded(), besides: task)
        #expect(!read.isDeleted && read.deletions.isEmpty)
        let edited = task.edited { $0.writeValue("Buy oat milk", to: "title", rule: .register, by: Person.eva) }
        let joined = Document.join(read, edited)
        #expect(!joined.isDeleted && joined["title"] == "Buy oat milk" && joined.conflicts.isEmpty)
    }

    @Test("A value with an older rule, hidden under the shown completion, stays in conflicts after a hand edit")
    func hidden() throws {
        let task = Document.task()
        let both = Document.join(
            task.edited { $0.writeValue(["at": "1"], to: "completion", rule: .register, by: Person.mia) },
            task.edited { $0.writeValue(["at": "2"], to: "completion", rule: .latest, by: Person.ben) })
        #expect(both.open("completion") == [["at": "2"], ["at": "1"]])
        let bytes = try both.typed { $0["completion"] = ["at": "3"] }
        let expected: [JSON] = [["at": "3"], ["at": "1"]]
        #expect(try read(bytes, besides: both).open("completion") == expected)
        #expect(try Version(bytes, after: [Version(both)]).document?.open("completion") == expected)
        var adopting = both
        adopting.applyHandEdit(try #require(try JSON.parse(bytes).objectValue), rule: taskRule, by: Person.eva)
        #expect(adopting.open("completion") == expected)
        let settled = both.edited { $0.writeValue(["at": "3"], to: "completion", rule: .latest, by: Person.eva) }
        #expect(settled.conflicts.isEmpty, "a command has seen both")
    }

    @Test("Lines added, cut and moved by hand stand as they were typed")
    func lines() throws {
        let task = Document.task()
        let old = "\"one\",\n    \"two\",\n    \"three\""
        for new in [
            ["three", "one", "two"], ["one"], ["zero", "one", "two", "three", "four"], ["a", "b"], ["two", "two"],
        ] {
            let text = new.map { "\"\($0)\"" }.joined(separator: ", ")
            let edited = try read(task.text(replacing: [old: text]), besides: task)
            #expect(edited["description"] == .array(new.map { .string($0) }))
            #expect(Document.join(edited, task)["description"] == edited["description"])
        }
    }

    @Test("A hand edit of a contested title keeps the value it did not replace")
    func contestedTitle() throws {
        let task = Document.contested()
        let edited = try read(
            task.text(replacing: ["\"title\": \"Buy soy milk\"": "\"title\": \"Buy tea\""]), besides: task)
        #expect(edited["title"] == "Buy tea")
        #expect(edited.open("title") == ["Buy tea", "Buy oat milk"])
        #expect(Document.join(edited, task) == edited)
    }

    @Test("Removing a conflict entry by hand settles the conflict with the value shown")
    func conflictRemoved() throws {
        let task = Document.contested()
        let object = try #require(try JSON.parse(task.encoded()).objectValue)
        var without = object
        without["conflicts"] = nil
        let edited = try read(without.canonicalBytes(), besides: task)
        #expect(edited["title"] == "Buy soy milk")
        #expect(Document.join(edited, task).conflicts.isEmpty)
        var adopting = task
        #expect(adopting.applyHandEdit(without, rule: taskRule, by: Person.eva) == ["title"])
        #expect(adopting["title"] == "Buy soy milk")
        #expect(adopting.conflicts.isEmpty)
        #expect(Document.join(adopting, task) == adopting)
    }

    @Test("A document without its ~merge is entirely the editor's, and joins with the original")
    func mergeRemoved() throws {
        let task = Document.task()
        var object = try #require(try JSON.parse(task.encoded()).objectValue)
        object["~merge"] = nil
        let edited = try read(object.canonicalBytes(), besides: task)
        #expect(edited.shown == task.shown)
        let joined = Document.join(edited, task)
        #expect(joined["title"] == "Buy milk")
        #expect(joined["tags"] == ["home", "shop"])
        #expect(joined.conflicts.isEmpty)
    }

    @Test(
        "Garbage under ~merge is read as far as it makes sense, and the shown values stand",
        arguments: [
            "null", "1", "[]", "{}", "\"x\"", "{\"stamps\":[],\"seen\":1,\"times\":\"\"}",
            "{\"stamps\":{\"title\":\"d1.1#00000000\"},\"seen\":{\"d1\":9},\"times\":{}}",
            "{\"stamps\":{\"title\":\"d1.1#fa4c5079\"},\"seen\":{\"D\":9},\"times\":{\"d1\":{\"0\":\"x\"}}}",
            "{\"stamps\":{\"title\":7,\"tags\":{\"set\":{\"home\":\"\"}},\"description\":{\"text\":[\"#\",1,\"a.1#\"]}}}",
            "{\"stamps\":{\"id\":\"d1.1#00\",\"~0merge\":\"d1.1#00\",\"extensions\":\"d1.1#00\",\"a/b\":\"d1.1#00\"}}",
            "{\"deletions\":[1,{},{\"stamp\":\"\"},{\"saw\":{},\"stamp\":\"d1.1\"},{\"saw\":3,\"stamp\":\"d1.1@x\"}]}",
            "{\"format\":\"1\"}", "{\"format\":-5}",
        ])
    func garbage(_ merge: String) throws {
        let task = Document.task()
        var object = try #require(try JSON.parse(task.encoded()).objectValue)
        object["~merge"] = try JSON.parse(merge)
        let edited = try read(object.canonicalBytes(), besides: task)
        #expect(edited.shown == task.shown)
    }

    @Test("Other line endings and key order change nothing but the bytes")
    func layout() throws {
        let task = Document.contested()
        let crlf = task.text(replacing: ["\n": "\r\n"])
        #expect(try read(crlf, besides: task) == task)
        #expect(!Document.isCanonical(crlf))
        let members = try #require(try JSON.parse(task.encoded()).objectValue).members.reversed()
        let unsorted =
            "{" + members.map { "\(JSON.string($0.string).compactText): \($1.compactText)" }.joined(separator: ",")
            + "}"
        #expect(try read(Array(unsorted.utf8), besides: task) == task)
    }

    @Test("A file that is not a document is refused with the reason")
    func refused() throws {
        let id = "\"id\": \"12345678-9abc-4def-8012-3456789abcde\""
        let newer = Document.format + 1
        let cases: [(String, DocumentError)] = [
            ("[]", .malformed(member: "the document", expected: "a JSON object")),
            ("{\"kind\": \"task\"}", .malformed(member: "id", expected: "a UUID in lower case")),
            ("{\(id), \"kind\": \"\"}", .malformed(member: "kind", expected: "a word such as “task”")),
            ("{\(id), \"kind\": \"task\", \"~merge\": {\"format\": \(newer)}}", .newerFormat(newer)),
            ("{\(id), \"kind\": \"task\", \"~merge\": {\"format\": 1e30}}", .newerFormat(.max)),
            (
                "{\(id), \"kind\": \"task\", \"items\": [], \"~merge\": {\"stamps\": {\"items\": {\"list\": {}}}}}",
                .unsupported(rule: "list")
            ),
            (
                "{\(id), \"kind\": \"task\", \"extensions\": {\"p\": 5}}",
                .malformed(member: "extensions", expected: "an object with an object for each plugin")
            ),
        ]
        for (text, error) in cases {
            #expect(throws: error) { try Document(decoding: Array(text.utf8)) }
        }
        #expect(DocumentError.unsupported(rule: "list").description.contains("update hometask"))
        #expect(throws: DocumentError.self) { try Document(decoding: Array("{\"id\":".utf8)) }
    }

    @Test("A hand edit applied to a state keeps the other side of a conflict and ranks above that side")
    func adopt() throws {
        var task = Document.contested()
        var typed = task.shown
        typed["title"] = "Buy tea"
        typed["tags"] = ["garden", "home"]
        typed["description"] = nil
        typed["unknown"] = JSONNumber(1.5).map { .number($0) }
        let early = Author(actor: Person.eva.actor, time: Timestamp(seconds: 0))
        #expect(task.applyHandEdit(typed, rule: taskRule, by: early) == ["description", "tags", "title", "unknown"])
        #expect(task.shown == typed)
        #expect(task.open("title") == ["Buy tea", "Buy oat milk"])
        #expect(task.applyHandEdit(typed, rule: taskRule, by: early) == [])
        #expect(try Document(decoding: task.encoded()) == task)
    }

    @Test("A hand edit of a title leaves two concurrent completions alone")
    func besideCompletions() throws {
        var (left, right) = (Document.task(), Document.task())
        left.writeValue("done by Mia", to: "completion", rule: .latest, by: Person.mia)
        right.writeValue("done by Ben", to: "completion", rule: .latest, by: Person.ben)
        var joined = Document.join(left, right)
        let (done, before) = (joined["completion"], joined)
        var typed = try #require(try JSON.parse(joined.encoded()).objectValue)
        #expect(joined.applyHandEdit(typed, rule: taskRule, by: Person.eva) == [])
        #expect(joined == before)
        typed["title"] = "Buy tea"
        #expect(joined.applyHandEdit(typed, rule: taskRule, by: Person.eva) == ["title"])
        #expect(joined["completion"] == done)
        #expect(joined.fields["completion"] == before.fields["completion"])
    }

    @Test("A hand edit is shown even over values with the maximum time")
    func endOfTime() throws {
        let last = Timestamp(seconds: .max)
        var (left, right) = (Document.task(), Document.task())
        left.writeValue("a", to: "title", rule: .register, by: Author(actor: Person.mia.actor, time: last))
        right.writeValue("b", to: "title", rule: .register, by: Author(actor: Person.eva.actor, time: last))
        var joined = Document.join(left, right)
        joined.applyHandEdit(["title": "c"], rule: taskRule, by: Person.ben)
        #expect(joined["title"] == "c")
    }
}
