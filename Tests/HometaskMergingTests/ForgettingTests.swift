// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import TestSupport
import Testing

/// Values that are dropped from a conflict without an event.
@Suite("Forgetting open values")
struct ForgettingTests {
    private static func author(_ actor: String, _ seconds: Int64 = 100) -> Author {
        Author(actor: ActorID(actor) ?? .following(from: []), time: Timestamp(seconds: seconds))
    }

    /// Two copies of a document: a person and a program wrote its title and an item's text concurrently.
    private func copies() -> (person: Document, program: Document) {
        var base = Document(id: DocumentID(randomBytes: (1, 2)), kind: .task)
        base.writeValue("Bins", to: "title", rule: .register, by: Self.author("d4k2m9"))
        base.writeValue([["id": "a", "text": "glass"]], to: "items", rule: .list, by: Self.author("d4k2m9"))
        var (person, program) = (base, base)
        person.writeValue("Mia's bins", to: "title", rule: .register, by: Self.author("dm3x97"))
        person.writeItem("a", ["text": "jars"], in: "items", by: Self.author("dm3x97"))
        program.writeValue("All bins", to: "title", rule: .register, by: Self.author("r00000000000000aa", 200))
        program.writeItem("a", ["text": "tins"], in: "items", by: Self.author("r00000000000000aa", 200))
        return (person, program)
    }

    private func forgetting(_ document: Document) -> Document {
        var document = document
        for field in ["title", "items"] as [FieldName] {
            document.forget(in: field) { _, candidate in candidate.writes.allSatisfy { $0.dot.actor.isFollowing } }
        }
        return document
    }

    @Test("A dropped value is gone from every copy that joins, in any order, and the file is canonical")
    func joins() throws {
        let (person, program) = copies()
        let joined = Document.join(person, program)
        #expect(joined["title"] == "All bins" && joined.conflicts.count == 2)
        let kept = forgetting(joined)
        #expect(kept["title"] == "Mia's bins" && kept["items"] == [["id": "a", "text": "jars"]])
        #expect(kept.conflicts.isEmpty && kept.seen == joined.seen)
        #expect(try Document(decoding: kept.encoded()) == kept)
        for copy in [person, program, joined, kept] {
            #expect(Document.join(kept, copy) == kept && Document.join(copy, kept) == kept)
        }
    }

    @Test("The only value of a place is never dropped, nor is a later write over a dropped value")
    func kept() {
        let (person, program) = copies()
        #expect(forgetting(program) == program)
        var later = program
        later.writeValue("Ben's bins", to: "title", rule: .register, by: Self.author("dzz0q1", 300))
        let joined = Document.join(forgetting(Document.join(person, program)), later)
        #expect(joined.conflicts.first?.candidates.map(\.value) == ["Ben's bins", "Mia's bins"])
    }

    @Test("A raised value is shown, and the others stay open below it")
    func raised() {
        let (person, program) = copies()
        var joined = Document.join(person, program)
        let edit = RegisterEdit(field: "title", author: Self.author("r00000000000000bb", 1))
        edit.raise("Mia's bins", in: &joined)
        #expect(joined["title"] == "Mia's bins")
        #expect(joined.conflicts.last?.candidates.map(\.value) == ["Mia's bins", "All bins"])
        let before = joined
        edit.raise("Mia's bins", in: &joined)
        edit.raise("Nobody's bins", in: &joined)
        #expect(joined == before)
    }
}
