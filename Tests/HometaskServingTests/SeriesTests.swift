// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import HometaskTime
import Testing

/// Next occurrences that a phone derives, edits, or from which it removes values.
@Suite("Phones and the next occurrences of recurring tasks")
struct SeriesTests {
    /// A completed weekly task with its next occurrence.
    private struct Chore {
        let done: DocumentPath
        let next: DocumentPath

        init(in home: Home, isDone: Bool = true) async throws {
            let due = try #require(CivilDate(iso: "2026-11-17"))
            let rule = try RecurrenceRule("FREQ=WEEKLY")
            done = try await home.add("Bins") { draft in
                (draft.due, draft.rule, draft.items) = (.day(due), rule, ["Paper", "Glass"])
                (draft.tags, draft.description) = (["street", "week"], ["green", "black"])
                draft.assignees = [home.tom, home.mia]
            }
            let task = try #require(done.id)
            next = try #require(DocumentPath(kind: .task, id: Series.successor(of: task)))
            if isDone { try await complete(in: home) }
        }

        func complete(in home: Home) async throws {
            let task = try #require(done.id)
            _ = try await home.replica.write(command: "done") {
                try $0.tasks.complete(task, Completion(at: Home.time, by: home.mia))
            }
        }
    }

    /// Removals from an occurrence, made on a phone.
    private static let removals: [NamedEdit] = [
        NamedEdit("tag") { document, _ in document.remove("week", from: "tags") },
        NamedEdit("line") { document, author in document.writeLine(nil, at: 1, of: "description", by: author) },
        NamedEdit("item") { document, author in
            let id = document["items"]?.arrayValue?.last?["id"]?.stringValue ?? ""
            document.removeItem(id, from: "items", by: author)
        },
        NamedEdit("assignee") { document, _ in
            let id = document["assignees"]?.arrayValue?.last?.stringValue ?? ""
            document.remove(id, from: "assignees")
        },
    ]

    @Test("A phone's removal from an untouched occurrence is preserved", arguments: 0..<removals.count)
    func removal(index: Int) async throws {
        let home = try await Home()
        let chore = try await Chore(in: home)
        var phone = try await home.phone(of: home.mia)
        phone.edit(chore.next) { Self.removals[index].edit(&$0, $1) }
        let edited = try #require(phone.documents[chore.next])
        try await phone.exchange(with: home)
        #expect(try await home.document(chore.next) == edited)
        // An edit of the previous task continues the series again.
        phone.write("high", to: "priority", of: chore.done)
        try await phone.exchange(with: home)
        let document = try await home.document(chore.next)
        #expect(document.shown == edited.shown, "\(Self.removals[index].name)")
        #expect(phone.refused.isEmpty && phone.documents[chore.next] == document)
    }

    @Test("A removal by an older page, which does not mark the occurrence, is preserved")
    func unmarkedRemoval() async throws {
        let home = try await Home()
        let chore = try await Chore(in: home)
        var phone = try await home.phone(of: home.mia)
        phone.documents[chore.next]?.remove("week", from: "tags")
        try await phone.exchange(with: home)
        phone.write("high", to: "priority", of: chore.done)
        try await phone.exchange(with: home)
        #expect(try await home.document(chore.next)["tags"] == ["street"])
    }

    @Test("A removal made with an editor and committed with git is preserved")
    func removalByGit() async throws {
        let home = try await Home(inGit: true)
        let chore = try await Chore(in: home)
        var phone = try await home.phone(of: home.mia)
        let before = try await home.document(chore.next)
        let text = String(decoding: before.encoded(), as: UTF8.self)
        try home.commit(Array(text.replacing("\"street\",\n    \"week\"\n", with: "\"street\"\n").utf8), at: chore.next)
        phone.write("high", to: "priority", of: chore.done)
        try await phone.exchange(with: home)
        let document = try await home.document(chore.next)
        #expect(document["tags"] == ["street"] && !Series.isUntouched(document))
        #expect(before["tags"] == ["street", "week"])
    }

    /// Edits of the next occurrence by others before the phone sends its completion.
    private static let edits: [NamedEdit] =
        [
            NamedEdit("title") { document, author in
                document.writeValue("Bottles", to: "title", rule: .register, by: author)
            },
            NamedEdit("due") { document, author in
                document.writeValue(["date": "2026-12-24"], to: "due", rule: .register, by: author)
            },
            NamedEdit("description") { document, author in
                document.writeValue(["green", "black", "blue"], to: "description", rule: .text, by: author)
            },
            NamedEdit("deleted") { document, author in document.delete(by: author) },
        ] + removals

    @Test(
        "A phone that completes a task already completed elsewhere overwrites nothing in the next occurrence",
        arguments: 0..<edits.count, [false, true])
    func derivedApart(index: Int, isEdited: Bool) async throws {
        let home = try await Home()
        let chore = try await Chore(in: home, isDone: false)
        var phone = try await home.phone(of: home.mia)
        try await chore.complete(in: home)
        _ = try await home.replica.write(command: "edit") { transaction in
            try transaction.changeDocument(at: chore.next) { Self.edits[index].edit(&$0, transaction.author) }
        }
        let before = try await home.document(chore.next)
        try phone.complete(chore.done, by: home.mia)
        if isEdited { phone.write("high", to: "priority", of: chore.next) }
        let actor = phone.actor
        try await phone.exchange(with: home)
        try await phone.exchange(with: home)
        let document = try await home.document(chore.next)
        var expected = before.shown
        if isEdited { expected["priority"] = "high" }
        if isEdited, expected["deleted"] != nil {
            // An edit made without knowledge of the deletion restores the task, and the deletion is listed.
            expected["deleted"] = nil
            #expect(document.conflicts.map(\.field) == ["deleted"])
        } else {
            #expect(document.conflicts.isEmpty)
        }
        #expect(document.shown == expected, "\(Self.edits[index].name)")
        #expect(phone.documents[chore.next] == document && phone.actor == actor && phone.refused.isEmpty)
    }

    @Test("A page that sends its derived occurrence overwrites nothing", arguments: 0..<edits.count, [false, true])
    func sentDerived(index: Int, isEdited: Bool) async throws {
        let home = try await Home()
        let chore = try await Chore(in: home, isDone: false)
        var phone = try await home.phone(of: home.mia)
        try await chore.complete(in: home)
        _ = try await home.replica.write(command: "edit") { transaction in
            try transaction.changeDocument(at: chore.next) { Self.edits[index].edit(&$0, transaction.author) }
        }
        let before = try await home.document(chore.next)
        try phone.complete(chore.done, by: home.mia)
        if isEdited { phone.write("high", to: "priority", of: chore.next) }
        phone.derived = []
        phone.base[chore.next] = nil
        let actor = phone.actor
        try await phone.exchange(with: home)
        let document = try await home.document(chore.next)
        var expected = before.shown
        if isEdited { (expected["priority"], expected["deleted"]) = ("high", nil) }
        #expect(document.shown == expected, "\(Self.edits[index].name)")
        #expect(document.conflicts.allSatisfy { $0.field == "deleted" } && phone.actor == actor)
    }

    @Test("Two phones that complete the same task offline get one next occurrence, with the edits of both")
    func twoPhones() async throws {
        let home = try await Home()
        let chore = try await Chore(in: home, isDone: false)
        var (first, second) = (try await home.phone(of: home.mia), try await home.phone(of: home.mia))
        try first.complete(chore.done, by: home.mia)
        first.edit(chore.next) { document, _ in document.remove("week", from: "tags") }
        second.time = Timestamp(seconds: Home.time.seconds + 60)
        try second.complete(chore.done, by: home.mia)
        second.write("Bottles", to: "title", of: chore.next)
        for _ in 0..<2 {
            try await first.exchange(with: home)
            try await second.exchange(with: home)
        }
        try await first.exchange(with: home)
        let document = try await home.document(chore.next)
        #expect(document["title"] == "Bottles" && document["tags"] == ["street"] && document.conflicts.isEmpty)
        #expect(document["description"] == ["green", "black"] && document["items"]?.arrayValue?.count == 2)
        #expect(first.documents == second.documents && first.derived.isEmpty && second.derived.isEmpty)
    }

    @Test("A derived occurrence is removed if its completion is refused, unless it was edited")
    func refusedCompletion() async throws {
        let home = try await Home()
        let chore = try await Chore(in: home, isDone: false)
        for isEdited in [false, true] {
            var phone = try await home.phone(of: home.tom)
            // A child cannot complete a task for another member.
            try phone.complete(chore.done, by: home.mia)
            if isEdited { phone.write("Bottles", to: "title", of: chore.next) }
            try await phone.exchange(with: home)
            #expect(phone.refused.map(\.field) == ["completion"])
            #expect(phone.documents[chore.next]?["title"] == (isEdited ? "Bottles" : nil) && phone.derived.isEmpty)
        }
    }

    // MARK: Waiting for the family

    @Test("A derived occurrence waits for the answer to its completion, not to an earlier edit of the task")
    func earlierRequest() async throws {
        let home = try await Home()
        let chore = try await Chore(in: home, isDone: false)
        var phone = try await home.phone(of: home.mia)
        phone.write("high", to: "priority", of: chore.done)
        phone.prepare()
        try phone.complete(chore.done, by: home.mia)
        phone.edit(chore.next) { $0.insert("later", into: "tags", by: $1) }
        for _ in 0..<3 { try await phone.exchange(with: home) }
        let document = try await home.document(chore.next)
        #expect(document["description"] == ["green", "black"] && document["tags"] == ["later", "street", "week"])
        #expect(phone.documents[chore.next] == document && phone.derived.isEmpty)
    }

    @Test("A next occurrence that the family lost with the completion is derived again, with its edits")
    func lostOccurrence() async throws {
        let home = try await Home(inGit: true)
        let chore = try await Chore(in: home, isDone: false)
        var phone = try await home.phone(of: home.mia)
        let backup = try await home.copy()
        try phone.complete(chore.done, by: home.mia)
        try await phone.exchange(with: home)
        try await phone.exchange(with: home)
        let id = try #require(phone.documents[chore.next]?["items"]?.arrayValue?.first?["id"]?.stringValue)
        phone.edit(chore.next) { _ = $0.writeItem(id, ["text": "Bottles"], in: "items", by: $1) }
        let meant = try #require(phone.documents[chore.next]).shown
        for _ in 0..<5 { try await phone.exchange(with: backup) }
        let document = try await backup.document(chore.next)
        #expect(document.shown == meant && document.conflicts.isEmpty)
        #expect(phone.documents[chore.next] == document && phone.derived.isEmpty)
    }

    @Test("A line removed from a derived occurrence stays removed, even if others added a line to the task")
    func lineOfAnotherDerivation() async throws {
        let home = try await Home()
        let chore = try await Chore(in: home, isDone: false)
        var phone = try await home.phone(of: home.mia)
        _ = try await home.replica.write(command: "edit") {
            try $0.writeFields(["description": ["green", "black", "blue"]], to: chore.done)
        }
        try phone.complete(chore.done, by: home.mia)
        phone.edit(chore.next) { _ = $0.writeLine(nil, at: 1, of: "description", by: $1) }
        for _ in 0..<3 { try await phone.exchange(with: home) }
        let document = try await home.document(chore.next)
        #expect(document["description"] == ["green", "blue"] && phone.documents[chore.next] == document)
    }

    @Test("A derived occurrence is removed if its task is reopened after an abandoned request")
    func openedAgain() async throws {
        let home = try await Home()
        let chore = try await Chore(in: home, isDone: false)
        var phone = try await home.phone(of: home.mia)
        try phone.complete(chore.done, by: home.mia)
        phone.prepare()
        _ = try await home.exchanges.answer(try ExchangeRequest(#require(phone.outbox)), from: phone.device)
        phone.giveUp()
        let task = try #require(chore.done.id)
        _ = try await home.replica.write(command: "done") { try $0.tasks.reopen(task) }
        for _ in 0..<3 { try await phone.exchange(with: home) }
        let next = try await home.replica.read { try $0.document(at: chore.next) }
        #expect(next?.isDeleted != false && phone.documents[chore.next] == next && phone.derived.isEmpty)
        #expect(phone.documents[chore.done]?["completion"] == nil)
    }

    @Test("An occurrence withdrawn and derived again keeps its edits if the family is restored to a time in between")
    func withdrawn() async throws {
        let home = try await Home(inGit: true)
        let chore = try await Chore(in: home)
        let task = try #require(chore.done.id)
        _ = try await home.replica.write(command: "done") { try $0.tasks.reopen(task) }
        let backup = try await home.copy()
        try await chore.complete(in: home)
        var phone = try await home.phone(of: home.mia)
        phone.write("Bottles", to: "title", of: chore.next)
        for _ in 0..<2 { try await phone.exchange(with: home) }
        for _ in 0..<4 { try await phone.exchange(with: backup) }
        let document = try await backup.document(chore.next)
        #expect(document["title"] == "Bottles" && !document.isDeleted && document.conflicts.isEmpty)
        #expect(phone.documents[chore.next] == document && phone.unsent.isEmpty)
    }
}
