// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import Testing

/// Hazards that could silently lose an edit: a lost answer, a power cut between the commit and the account, a phone
/// whose storage is a copy or a restored backup, and events that the family never receives.
@Suite("Interrupted and repeated exchanges")
struct HazardTests {
    // MARK: Repeated requests

    @Test("Repeating a request whose answer was lost is a no-op")
    func lostAnswer() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        phone.write("Bins, now", to: "title", of: path)
        phone.edit(path) { document, author in
            _ = document.writeValue(["one", "two"], to: "description", rule: .text, by: author)
        }
        let request = try ExchangeRequest(phone.prepare())
        let first = try await home.exchanges.answer(request, from: phone.device)
        let (commits, document) = (try await home.commits(), try await home.document(path))
        let second = try await home.exchanges.answer(request, from: phone.device)
        #expect(first == second)
        #expect(try await home.commits() == commits)
        #expect(try await home.document(path) == document)
        try phone.take(second)
        phone.write("Bins, later", to: "title", of: path)
        try await phone.exchange(with: home)
        #expect(phone.fresh == 0)
        #expect(try await home.document(path)["title"] == "Bins, later")
    }

    @Test(
        "A repeated refused edit is refused again with the same new actor, and the allowed part is applied once"
    )
    func lostRefusal() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        phone.time = Timestamp(seconds: Home.time.seconds - 60)
        phone.write(5, to: "points", of: path)
        phone.edit(path) { document, author in
            _ = document.writeValue(["one", "two"], to: "description", rule: .text, by: author)
        }
        let request = try ExchangeRequest(phone.prepare())
        let first = try await home.exchanges.answer(request, from: phone.device)
        #expect(try await home.exchanges.answer(request, from: phone.device) == first)
        // Another writer changes the task before the third request.
        _ = try await home.replica.write(command: "edit") { try $0.writeFields(["priority": "high"], to: path) }
        let commits = try await home.commits()
        let third = try await home.exchanges.answer(request, from: phone.device)
        #expect(third.json["actor"] == first.json["actor"] && third.json["refused"] == first.json["refused"])
        let document = try await home.document(path)
        #expect(document["points"] == nil && document["description"] == ["one", "two"])
        #expect(try await home.commits() == commits)
    }

    @Test("After a power cut between the commit and the account, a repeated request is applied once")
    func powerCut() async throws {
        let home = try await Home()
        let (path, other) = (try await home.add("Bins"), try await home.add("Milk"))
        var phone = try await home.phone(of: home.tom)
        phone.write("Bins, now", to: "title", of: path)
        // One document is merged; the other is an edit of a text that a child may not send as a whole.
        phone.write(5, to: "points", of: other)
        phone.edit(other) { document, author in
            _ = document.writeValue(["one", "two"], to: "description", rule: .text, by: author)
        }
        home.accounts.failOnce()
        await #expect(throws: MemoryAccounts.PowerCut.self) { try await phone.exchange(with: home) }
        let commits = try await home.commits()
        try await phone.exchange(with: home)
        #expect(try await home.commits() == commits)
        #expect(try await home.document(path)["title"] == "Bins, now")
        #expect(try await home.document(other)["description"] == ["one", "two"])
        #expect(phone.refused.map(\.field) == ["points"])
    }

    // MARK: Copies of a phone

    @Test("A phone restored from a backup starts over, and its next edits hide no values")
    func restored() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        var backup = phone
        phone.write("Bins, now", to: "title", of: path)
        try await phone.exchange(with: home)
        // The backup does not know its own last event, so it reuses the event's name with another meaning.
        backup.write("Bottles", to: "title", of: path)
        #expect(backup.documents[path]?.seen == phone.documents[path]?.seen)
        try await backup.exchange(with: home)
        #expect(backup.fresh == 1 && backup.actor != phone.actor)
        #expect(try await home.document(path)["title"] == "Bins, now")
        try await backup.exchange(with: home)
        backup.time = Timestamp(seconds: Home.time.seconds + 60)
        backup.write("Bottles", to: "title", of: path)
        try await backup.exchange(with: home)
        let document = try await home.document(path)
        #expect(document["title"] == "Bottles" && document.conflicts.isEmpty && document == backup.documents[path])
    }

    @Test("The second of two copies of a phone starts over, even if both send concurrently")
    func cloned() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        var clone = phone
        phone.write("Bins, now", to: "title", of: path)
        clone.write("Bottles", to: "title", of: path)
        let (one, two) = (try ExchangeRequest(phone.prepare()), try ExchangeRequest(clone.prepare()))
        async let first = home.exchanges.answer(one, from: phone.device)
        async let second = home.exchanges.answer(two, from: clone.device)
        let answers = try await [first, second]
        let fresh = answers.filter { if case .startOver = $0 { true } else { false } }
        #expect(fresh.count == 1)
        let title = try await home.document(path)["title"]
        #expect(title == "Bins, now" || title == "Bottles")
        #expect(try await home.document(path).conflicts.isEmpty)
    }

    @Test("An event name already used for a different event is not reused, even under the newest lease")
    func namedTwice() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let backup = phone
        phone.write("Bins, now", to: "title", of: path)
        try await phone.exchange(with: home)
        // A faulty page: old documents with the newest lease.
        var faulty = backup
        (faulty.lease, faulty.since) = (phone.lease, backup.since)
        faulty.write("Bottles", to: "title", of: path)
        try await faulty.exchange(with: home)
        #expect(faulty.actor != phone.actor && faulty.fresh == 0)
        let document = try await home.document(path)
        // The family has both values; neither hides the other.
        #expect(Set(document.conflicts.first?.candidates.map(\.value) ?? []) == ["Bins, now", "Bottles"])
    }

    // MARK: Burned actors

    @Test("After a refusal the phone writes as a new actor; the old actor's events are no longer accepted unchanged")
    func burned() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let old = phone.actor
        phone.write(5, to: "points", of: path)
        let refusedState = phone.documents[path]
        try await phone.exchange(with: home)
        #expect(phone.actor != old && phone.refused.map(\.field) == ["points"])
        #expect(phone.documents[path]?["points"] == nil)
        // A page that continues as the old actor, based on the refused edit.
        var stubborn = phone
        stubborn.actor = old
        stubborn.documents[path] = refusedState
        stubborn.write("Bins, now", to: "title", of: path)
        try await stubborn.exchange(with: home)
        let document = try await home.document(path)
        #expect(document["title"] == "Bins, now" && document["points"] == nil)
        #expect(!document.seen.actors.contains(old), "the family has no event of an actor whose events it refused")
    }

    @Test("A long request does not block those of other phones, and repeating it is a no-op")
    func fairness() async throws {
        let home = try await Home()
        let lines = (0..<1500).map { JSON.string("line \($0)") }
        var paths: [DocumentPath] = []
        for number in 0..<20 { paths.append(try await home.add("Task \(number)")) }
        let bins = try await home.add("Bins")
        var (slow, quick) = (try await home.phone(of: home.mia), try await home.phone(of: home.tom))
        for path in paths { slow.write(.array(lines), to: "description", of: path) }
        let commits = try await home.commits()
        let (request, device) = (try ExchangeRequest(slow.prepare()), slow.device)
        async let long = home.exchanges.answer(request, from: device)
        while try await home.commits() == commits { await Task.yield() }
        quick.write("Bins, now", to: "title", of: bins)
        try await quick.exchange(with: home)
        #expect(try await home.commits() < commits + 20, "the long request has not ended yet")
        _ = try await long
        let documents = try await home.replica.read { [paths] reader in try paths.map { try reader.document(at: $0) } }
        #expect(documents.allSatisfy { $0?["description"] == .array(lines) })
        #expect(try await home.document(bins)["title"] == "Bins, now")
        let after = try await home.commits()
        #expect(after > commits + 2, "the long request is several commits")
        // The answer is lost, and the request is repeated.
        let again = try await home.exchanges.answer(request, from: device)
        try slow.take(again)
        #expect(slow.refused.isEmpty && slow.documents.filter { paths.contains($0.key) }.count == 20)
        #expect(try await home.commits() == after)
    }

    @Test("Large requests are processed one at a time, so that they occupy only one server thread")
    func largeRequests() async throws {
        let home = try await Home()
        let lines = (0..<1500).map { JSON.string("line \($0)") }
        var requests: [(ExchangeRequest, DocumentID)] = []
        for member in [home.mia, home.tom] {
            var paths: [DocumentPath] = []
            for number in 0..<12 { paths.append(try await home.add("Task \(number)")) }
            var phone = try await home.phone(of: member)
            for path in paths { phone.write(.array(lines), to: "description", of: path) }
            requests.append((try ExchangeRequest(phone.prepare()), phone.device))
        }
        let commits = try await home.commits()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (request, device) in requests {
                group.addTask { _ = try await home.exchanges.answer(request, from: device) }
            }
            try await group.waitForAll()
        }
        let made = try await home.commits() - commits
        let authors = try await home.replica.history(since: nil, path: nil, limit: made).map(\.author)
        #expect(made > 3 && Set(authors) == ["Mia", "Tom"])
        #expect(zip(authors, authors.dropFirst()).count { $0 != $1 } == 1, "\(authors)")
    }

    @Test("The server never writes under a phone's actor")
    func foreignActors() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let actor = phone.actor
        var typed = try #require(phone.documents[path]).shown
        typed["title"] = "Bottles"
        try await phone.exchange(with: home, texts: [path: typed.compactBytes()])
        let document = try await home.document(path)
        #expect(document["title"] == "Bottles" && document.seen[actor] == 0 && phone.actor != actor)
    }

    @Test("An unknown version makes the phone start over")
    func unknownVersion() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        for version in [String(repeating: "a", count: 40), "main", ""] {
            phone.since = version
            phone.write("Bottles", to: "title", of: path)
            try await phone.exchange(with: home)
            #expect(phone.since == nil)
            try await phone.exchange(with: home)
        }
        #expect(phone.fresh == 3)
        #expect(try await home.document(path)["title"] == "Bins")
    }

    @Test("A stored account round-trips")
    func accounts() async throws {
        let home = try await Home()
        var phone = try await home.phone(of: home.tom)
        try await phone.exchange(with: home)
        let account = try #require(try await home.accounts.account(of: phone.device))
        #expect(PhoneAccount(account.json) == account && account.lease.text == phone.lease)
        phone.lease = String(phone.lease.reversed())
        try await phone.exchange(with: home)
        let fresh = try #require(try await home.accounts.account(of: phone.device))
        #expect(PhoneAccount(fresh.json) == fresh && fresh.json["taken"] == account.json["last"]?["digest"])
        for member in account.json.keys where member != "last" {
            var json = account.json
            json[member] = nil
            #expect(PhoneAccount(json) == nil)
        }
    }

    /// Concurrent values of the phone and of others for one field.
    private static let places: [(field: FieldName, mine: JSON, theirs: JSON)] = [
        ("title", "Bins, red", "Bins, blue"), ("description", ["red"], ["blue"]), ("priority", "low", .null),
    ]

    @Test(
        "An edit made while an earlier request is unanswered conflicts with edits by others, and is not lost",
        arguments: 0..<places.count, [-60, 60] as [Int64])
    func later(place: Int, difference: Int64) async throws {
        let (field, mine, theirs) = Self.places[place]
        let home = try await Home()
        let path = try await home.add("Bins")
        _ = try await home.replica.write(command: "edit") {
            try $0.writeFields(["description": ["white"], "priority": "high"], to: path)
        }
        var phone = try await home.phone(of: home.mia)
        // The answer is lost, and the request is sent again later, after further edits.
        phone.prepare()
        phone.time = Timestamp(seconds: Home.time.seconds + difference)
        phone.write(mine, to: field, of: path)
        _ = try await home.replica.write(command: "edit") { try $0.writeFields([field: theirs], to: path) }
        let actor = phone.actor
        try await phone.exchange(with: home)
        let joined = try #require(phone.documents[path])
        #expect(joined.conflicts.count == 1 && joined != phone.base[path])
        try await phone.exchange(with: home)
        #expect(try await home.document(path) == joined && phone.documents[path] == joined)
        #expect(phone.refused.isEmpty && phone.actor == actor)
    }

    @Test("A second edit of a checklist item whose first edit is unanswered conflicts with others' edits")
    func again() async throws {
        let home = try await Home()
        let path = try await home.add("Pack") { $0.items = ["Boat", "Oars"] }
        var phone = try await home.phone(of: home.mia)
        let item = try #require(phone.documents[path]?["items"]?.arrayValue?.first?["id"]?.stringValue)
        func rename(_ document: inout Document, to text: String, by author: Author) {
            document.writeItem(item, ["text": .string(text)], in: "items", by: author)
        }
        phone.edit(path) { rename(&$0, to: "Red boat", by: $1) }
        phone.prepare()
        phone.edit(path) { rename(&$0, to: "Dark red boat", by: $1) }
        let standing = try await home.document(path)["items"]?.arrayValue ?? []
        let theirs: JSON = .array([["id": .string(item), "text": "Blue boat"]] + standing.dropFirst())
        _ = try await home.replica.write(command: "edit") { try $0.writeFields(["items": theirs], to: path) }
        try await phone.exchange(with: home)
        try await phone.exchange(with: home)
        let document = try await home.document(path)
        let values = document.conflicts.flatMap { $0.candidates.map(\.value) }
        #expect(Set(values) == ["Dark red boat", "Blue boat"] && document == phone.documents[path])
    }
}
