// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import HometaskTime
import TestSupport
import Testing

/// Edits beside refused ones, edits made before an answer that changes the phone's actor, and a family restored to an
/// earlier state.
@Suite("Edits carried over by a phone")
struct CarryingTests {
    /// Edits made on a phone while its request has no answer.
    private static let edits: [NamedEdit] = [
        NamedEdit("title put back") { document, author in write("Bins", to: "title", of: &document, by: author) },
        NamedEdit("second title") { document, author in write("Glass", to: "title", of: &document, by: author) },
        NamedEdit("tag removed") { document, _ in document.remove("sent", from: "tags") },
        NamedEdit("older tag removed") { document, _ in document.remove("street", from: "tags") },
        NamedEdit("reopened") { document, author in
            document.writeValue(nil, to: "completion", rule: .latest, by: author)
        },
        NamedEdit("restored") { document, author in document.restore(by: author) },
        NamedEdit("line added") { document, author in
            write(["one", "sent", "two", "later"], to: "description", of: &document, by: author)
        },
        NamedEdit("line removed") { document, author in
            write(["sent", "two"], to: "description", of: &document, by: author)
        },
        NamedEdit("item ticked") { document, author in
            let id = document["items"]?.arrayValue?.first?["id"]?.stringValue ?? ""
            document.writeItem(id, ["done": true], in: "items", by: author)
        },
        NamedEdit("item removed") { document, author in
            let id = document["items"]?.arrayValue?.last?["id"]?.stringValue ?? ""
            document.removeItem(id, from: "items", by: author)
        },
    ]

    private static func write(
        _ value: JSON, to field: FieldName, of document: inout Document, by author: Author
    ) {
        document.writeValue(value, to: field, rule: Phone.rule(of: field, in: document), by: author)
    }

    /// Returns the visible text of a task, without the ids of items, which change if a phone has to start over.
    private static func text(_ shown: JSONObject) -> String {
        var shown = shown
        shown["items"] = shown["items"]?.arrayValue.map { items in
            .array(
                items.map { item in
                    var item = item.objectValue ?? [:]
                    item["id"] = nil
                    return .object(item)
                })
        }
        return JSON.object(shown).compactText
    }

    /// The reason for the phone's new actor: a refused field, another refused document, or starting over after its
    /// request was accepted, or before that.
    enum Burning: CaseIterable, Sendable {
        case field, document, accepted, outdated
    }

    /// Adds a task with items, tags and a description.
    private func task(in home: Home) async throws -> DocumentPath {
        try await home.add("Bins") { draft in
            (draft.items, draft.tags, draft.description) = (["Paper", "Glass"], ["street"], ["one", "two"])
        }
    }

    /// Makes the edits that the request will contain.
    private func editSent(_ path: DocumentPath, on phone: inout Phone, by member: DocumentID, isDeleted: Bool) {
        phone.write("Bottles", to: "title", of: path)
        phone.write(Completion(at: Home.time, by: member).json, to: "completion", of: path)
        phone.write(["one", "sent", "two"], to: "description", of: path)
        phone.edit(path) { document, author in
            document.insert("sent", into: "tags", by: author)
            document.insertItem(["text": "Sent"], into: "items", by: author)
            if isDeleted { document.delete(by: author) }
        }
    }

    @Test(
        "An edit made while a request is unanswered is kept, whatever the answer", arguments: 0..<edits.count,
        Burning.allCases)
    func inFlight(index: Int, burning: Burning) async throws {
        let home = try await Home()
        let (path, other) = (try await task(in: home), try await home.add("Milk"))
        var phone = try await home.phone(of: home.tom)
        editSent(path, on: &phone, by: home.tom, isDeleted: Self.edits[index].name == "restored")
        if burning == .field { phone.write(5, to: "points", of: path) }
        if burning == .document { phone.write(5, to: "points", of: other) }
        phone.prepare()
        phone.time = Timestamp(seconds: Home.time.seconds + 1)
        phone.edit(path) { Self.edits[index].edit(&$0, $1) }
        var meant = try #require(phone.documents[path]).shown
        meant["points"] = nil
        if burning == .accepted {
            _ = try await home.exchanges.answer(try ExchangeRequest(#require(phone.outbox)), from: phone.device)
            phone.giveUp()
        }
        if burning == .outdated { phone.lease = String(phone.lease.reversed()) }
        if burning == .outdated { phone.prepare() }
        let actor = phone.actor
        for _ in 0..<3 { try await phone.exchange(with: home) }
        let document = try await home.document(path)
        #expect(Self.text(document.shown) == Self.text(meant), "\(Self.edits[index].name)")
        #expect(document.conflicts.isEmpty && phone.documents[path] == document, "\(Self.edits[index].name)")
        #expect(phone.actor != actor && phone.unsent.isEmpty)
    }

    @Test(
        "An in-flight edit conflicts with a concurrent edit by others, which is kept", arguments: Burning.allCases)
    func besideOthers(burning: Burning) async throws {
        let home = try await Home()
        let (path, other) = (try await task(in: home), try await home.add("Milk"))
        var phone = try await home.phone(of: home.tom)
        phone.write("Bottles", to: "title", of: path)
        if burning == .field { phone.write(5, to: "points", of: path) }
        if burning == .document { phone.write(5, to: "points", of: other) }
        phone.prepare()
        phone.write("Glass", to: "title", of: path)
        phone.edit(path) { document, author in document.insert("later", into: "tags", by: author) }
        _ = try await home.replica.write(command: "edit") { transaction in
            try transaction.writeFields(["title": "Paper", "tags": ["street", "theirs"]], to: path)
        }
        if burning == .accepted {
            _ = try await home.exchanges.answer(try ExchangeRequest(#require(phone.outbox)), from: phone.device)
            phone.giveUp()
        }
        if burning == .outdated { phone.lease = String(phone.lease.reversed()) }
        if burning == .outdated { phone.prepare() }
        for _ in 0..<3 { try await phone.exchange(with: home) }
        let document = try await home.document(path)
        #expect(Set(document.conflicts.flatMap { $0.candidates.map(\.value) }) == ["Glass", "Paper"])
        #expect(document["tags"] == ["later", "street", "theirs"] && phone.documents[path] == document)
    }

    /// The data lost after a request that was abandoned although the family had accepted it.
    enum Loss: CaseIterable, Sendable {
        case nothing, answers, commit
    }

    @Test(
        "A removal by others after a request was accepted is kept, even if the answer was lost",
        arguments: Loss.allCases)
    func takenOff(loss: Loss) async throws {
        let home = try await Home(inGit: true)
        let path = try await task(in: home)
        var phone = try await home.phone(of: home.tom)
        let backup = try await home.copy()
        phone.edit(path) { document, author in document.insert("sent", into: "tags", by: author) }
        phone.prepare()
        phone.edit(path) { document, author in document.insert("later", into: "tags", by: author) }
        _ = try await home.exchanges.answer(try ExchangeRequest(#require(phone.outbox)), from: phone.device)
        phone.giveUp()
        _ = try await home.replica.write(command: "edit") { transaction in
            try transaction.changeDocument(at: path) { document in document.remove("sent", from: "tags") }
        }
        // The server was restored to a state before the request, so its record of the request does not apply there.
        let family = loss == .commit ? backup : home
        if loss == .answers {
            for _ in 0..<3 {
                _ = try await home.exchanges.answer(try ExchangeRequest(phone.prepare()), from: phone.device)
            }
        }
        for _ in 0..<3 { try await phone.exchange(with: family) }
        let document = try await family.document(path)
        #expect(document["tags"] == (loss == .commit ? ["later", "sent", "street"] : ["later", "street"]))
        #expect(phone.documents[path] == document && phone.unsent.isEmpty && phone.fresh == 1)
    }

    // MARK: Beside a refused field

    @Test(
        "A hidden value is kept if another field of the document is refused",
        arguments: [-60, 60] as [Int64])
    func hiddenBesideRefused(difference: Int64) async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        // Merged with the concurrent title before it could be sent.
        phone.prepare()
        phone.time = Timestamp(seconds: Home.time.seconds + difference)
        phone.write("Bottles", to: "title", of: path)
        _ = try await home.replica.write(command: "edit") { try $0.writeFields(["title": "Paper"], to: path) }
        try await phone.exchange(with: home)
        #expect(phone.documents[path]?.conflicts.count == 1)
        phone.write(5, to: "points", of: path)
        try await phone.exchange(with: home)
        let document = try await home.document(path)
        #expect(Set(document.conflicts.flatMap { $0.candidates.map(\.value) }) == ["Bottles", "Paper"])
        #expect(phone.refused.map(\.field) == ["points"] && document["points"] == nil)
        #expect(phone.documents[path] == document)
    }

    @Test("A hidden value is kept if the phone's clock is fast, with a time that is not in the future")
    func hiddenInFuture() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.mia)
        phone.prepare()
        phone.time = Timestamp(seconds: Home.time.seconds - 60)
        phone.write("Bottles", to: "title", of: path)
        _ = try await home.replica.write(command: "edit") { try $0.writeFields(["title": "Paper"], to: path) }
        try await phone.exchange(with: home)
        phone.time = Timestamp(seconds: Home.time.seconds + 100_000)
        phone.write("high", to: "priority", of: path)
        try await phone.exchange(with: home)
        let document = try await home.document(path)
        #expect(Set(document.conflicts.flatMap { $0.candidates.map(\.value) }) == ["Bottles", "Paper"])
        #expect(document["priority"] == "high" && document.latestTime <= Home.time)
        #expect(phone.documents[path] == document && phone.refused.isEmpty)
    }

    @Test("A settled conflict stays settled if another field of the document is refused")
    func settledBesideRefused() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var other = try await home.phone(of: home.mia)
        other.write("Bottles", to: "title", of: path)
        _ = try await home.replica.write(command: "edit") { try $0.writeFields(["title": "Paper"], to: path) }
        try await other.exchange(with: home)
        var phone = try await home.phone(of: home.tom)
        let shown = try #require(phone.documents[path]?["title"])
        phone.write(shown, to: "title", of: path)
        phone.write(5, to: "points", of: path)
        #expect(phone.documents[path]?.conflicts.isEmpty == true)
        try await phone.exchange(with: home)
        let document = try await home.document(path)
        #expect(document.conflicts.isEmpty && document["title"] == shown && phone.refused.map(\.field) == ["points"])
    }

    // MARK: A restored family

    @Test("Acknowledged edits survive restoring the family to any of its last ten states")
    func restored() async throws {
        for age in 1...10 {
            let home = try await Home(inGit: true)
            let path = try await task(in: home)
            var (phone, other) = (try await home.phone(of: home.tom), try await home.phone(of: home.mia))
            var states: [Home] = []
            var added: [DocumentPath] = []
            for number in 0..<10 {
                states.append(try await home.copy())
                phone.time = Timestamp(seconds: Home.time.seconds - 100 + Int64(number))
                added.append(try phone.add("Task \(number)", by: home.tom))
                phone.write(.string("Title \(number)"), to: "title", of: path)
                phone.edit(path) { document, author in
                    document.insert("tag \(number)", into: "tags", by: author)
                    document.insertItem(["text": "Item"], into: "items", by: author)
                }
                try await phone.exchange(with: home)
                try await other.exchange(with: home)
                other.write("high", to: "priority", of: added[number])
                try await other.exchange(with: home)
            }
            try await phone.exchange(with: home)
            // Not sent yet.
            phone.edit(path) { document, _ in document.remove("tag 3", from: "tags") }
            let meant = try #require(phone.documents[path]).shown
            let restored = states[10 - age]
            for _ in 0..<3 {
                try await phone.exchange(with: restored)
                try await other.exchange(with: restored)
            }
            try await phone.exchange(with: restored)
            let document = try await restored.document(path)
            #expect(Self.text(document.shown) == Self.text(meant), "\(age) states back")
            #expect(document.conflicts.isEmpty, "\(age) states back")
            for (number, path) in added.enumerated() {
                let task = try await restored.document(path)
                #expect(task["title"] == .string("Task \(number)") && task["priority"] == "high")
                #expect(task["created"]?["by"] == .string(home.tom.description) && task.conflicts.isEmpty)
            }
            #expect(phone.documents == other.documents && phone.unsent.isEmpty && other.unsent.isEmpty)
        }
    }

    @Test("Acknowledged edits survive restoring the family while the phone is starting over")
    func restoredMeanwhile() async throws {
        let home = try await Home(inGit: true)
        let path = try await task(in: home)
        var phone = try await home.phone(of: home.tom)
        let backup = try await home.copy()
        try await tag("first", path, in: home)
        phone.write("Bottles", to: "title", of: path)
        try await phone.exchange(with: home)
        phone.lease = String(phone.lease.reversed())
        try await phone.exchange(with: home)
        #expect(phone.since == nil && phone.before != nil)
        for _ in 0..<2 { try await phone.exchange(with: backup) }
        let document = try await backup.document(path)
        #expect(document["title"] == "Bottles" && document["tags"] == ["first", "street"])
        #expect(phone.documents[path] == document && phone.before == nil)
    }

    @Test("An item edited while it is removed stays as shown if the family loses the removal")
    func removalLost() async throws {
        let home = try await Home(inGit: true)
        let path = try await task(in: home)
        var (phone, other) = (try await home.phone(of: home.tom), try await home.phone(of: home.mia))
        let id = try #require(phone.documents[path]?["items"]?.arrayValue?.first?["id"]?.stringValue)
        phone.edit(path) { _ = $0.writeItem(id, ["text": "Bottles"], in: "items", by: $1) }
        other.edit(path) { _ = $0.removeItem(id, from: "items", by: $1) }
        try await phone.exchange(with: home)
        let backup = try await home.copy()
        try await other.exchange(with: home)
        other.write("high", to: "priority", of: path)
        try await other.exchange(with: home)
        let meant = try #require(other.documents[path]).shown
        try await other.exchange(with: backup)
        try await other.exchange(with: backup)
        try await other.exchange(with: backup)
        let document = try await backup.document(path)
        #expect(Self.text(document.shown) == Self.text(meant) && document.conflicts.isEmpty)
        #expect(document == other.documents[path] && !other.refused.contains { $0.path == path })
    }

    @Test("Items of a next occurrence, whose ids are derived from the previous one, survive the loss of later edits")
    func itemsOfSeries() async throws {
        let home = try await Home(inGit: true)
        let (rule, due) = (try RecurrenceRule("FREQ=WEEKLY"), try #require(CivilDate(iso: "2026-11-17")))
        let path = try await home.add("Bins") { draft in
            (draft.items, draft.due, draft.rule) = (["Paper", "Glass"], .day(due), rule)
        }
        let (id, mia) = (try #require(path.id), home.mia)
        _ = try await home.replica.write(command: "done") {
            _ = try $0.tasks.complete(id, Completion(at: Home.time, by: mia))
        }
        let next = try #require(DocumentPath(kind: .task, id: Series.successor(of: id)))
        try await tag("first", next, in: home)
        let backup = try await home.copy()
        try await tag("second", next, in: home)
        var phone = try await home.phone(of: home.tom)
        try await phone.exchange(with: home)
        phone.write("Bins out", to: "title", of: next)
        for _ in 0..<3 { try await phone.exchange(with: backup) }
        let document = try await backup.document(next)
        #expect(document["items"]?.arrayValue?.compactMap { $0["text"]?.stringValue } == ["Paper", "Glass"])
        #expect(document["tags"] == ["first", "second"] && document["title"] == "Bins out")
    }

    private func tag(_ tag: String, _ path: DocumentPath, in home: Home) async throws {
        _ = try await home.replica.write(command: "edit") { transaction in
            try transaction.changeDocument(at: path) { $0.insert(tag, into: "tags", by: transaction.author) }
        }
    }
}
