// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import HometaskTime
import TestSupport
import Testing

/// Requests that no page makes, with which a child could try to gain points or to change the texts of others.
@Suite("Rights against forged requests")
struct ForgedRightsTests {
    /// Creates a document with a command as Mia.
    private func make(
        _ kind: DocumentKind, in home: Home, by member: DocumentID, with fields: [FieldName: JSON]
    ) async throws -> DocumentPath {
        try await home.replica.write(command: "make") { transaction in
            let created: JSON = ["at": .string(transaction.now.rfc3339), "by": .string(member.description)]
            return try transaction.create(kind, fields: fields.merging(["created": created]) { $1 })
        }.result
    }

    /// Sends a document's bytes unchanged, as a phone without documents.
    private func send(
        _ members: JSONObject, at path: DocumentPath, from phone: inout Phone, in home: Home, since: String? = nil
    ) async throws -> [Refusal] {
        var bare = phone
        (bare.documents, bare.base, bare.since) = ([:], [:], since)
        try await bare.exchange(with: home, texts: [path: members.canonicalBytes()])
        (phone.lease, phone.actor) = (bare.lease, bare.actor)
        return bare.refused
    }

    @Test("A comment's author is taken from the family, not from the version that a request is based on")
    func comments() async throws {
        let home = try await Home()
        let task = try await home.add("Bins")
        let about: JSON = ["id": .string(try #require(task.id).description), "kind": "task"]
        let path = try await make(.comment, in: home, by: home.mia, with: ["about": about, "text": ["Mia says no"]])
        let before = try await home.document(path)
        var phone = try await home.phone(of: home.tom)
        let id = JSON.string(try #require(path.id).description)
        let mine: JSON = ["at": "2026-11-18T11:00:00Z", "by": .string(home.tom.description)]
        let forged: [JSONObject] = [
            ["about": about, "created": mine, "id": id, "kind": "comment", "text": ["Mia says yes"]],
            ["about": about, "id": id, "kind": "comment", "text": ["Mia says yes"]],
            ["about": about, "deleted": "2026-11-18T11:00:00Z", "id": id, "kind": "comment", "text": ["Mia says no"]],
        ]
        for members in forged {
            let refused = try await send(members, at: path, from: &phone, in: home)
            #expect(!refused.isEmpty)
            #expect(try await home.document(path) == before)
        }
    }

    @Test("A child cannot reopen, in two steps, a task that another member has completed")
    func reopening() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let since = phone.since
        let done = Completion(at: Timestamp(seconds: Home.time.seconds - 60), by: home.mia).json
        _ = try await home.replica.write(command: "done") { try $0.writeFields(["completion": done], to: path) }
        // Based on a version before Mia's completion, but later than hers: both are kept, and Mia's counts.
        phone.since = since
        phone.write(Completion(at: Home.time, by: home.tom).json, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        #expect(try await home.document(path)["completion"] == done)
        phone.write(nil, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["completion"])
        #expect(try await home.document(path)["completion"] == done)
    }

    @Test("A child cannot remove another member's later completion that conflicts with the child's")
    func rival() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        let id = try #require(path.id)
        var phone = try await home.phone(of: home.tom)
        let (mine, theirs) = (
            Completion(at: Timestamp(seconds: Home.time.seconds - 60), by: home.tom).json,
            Completion(at: Home.time, by: home.mia).json
        )
        phone.time = Timestamp(seconds: Home.time.seconds - 60)
        phone.write(mine, to: "completion", of: path)
        _ = try await home.replica.write(command: "done") { try $0.writeFields(["completion": theirs], to: path) }
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        let standing = try await home.document(path)
        #expect(standing["completion"] == mine)
        #expect(standing.conflicts.map { $0.candidates.map(\.value) } == [[mine, theirs]])
        #expect(phone.documents[path]?["completion"] == mine)
        phone.time = Home.time
        phone.write(nil, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["completion"])
        let forms = PhoneForms(of: home.replica, clock: { Home.time })
        let tom = FormAuthor(device: phone.device, member: home.tom)
        let version = try await home.replica.read { $0.version }
        let refused = try await forms.settle("completion", of: id, with: 0, shownIn: version, by: tom)
        #expect(refused.map(\.field) == ["completion"])
        #expect(try await home.document(path).conflicts.count == 1)
    }

    @Test("A child cannot override an approved completion with an earlier one")
    func approved() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        let kim = try await home.replica.write(command: "member") {
            try $0.members.add(MemberDraft(name: "Kim", role: "child"))
        }.result
        var phone = try await home.phone(of: home.tom)
        let done = Completion(at: Timestamp(seconds: Home.time.seconds - 60), by: kim)
        let verdict = Verdict(isApproved: true, at: Home.time, by: home.mia, done: done.at).json
        _ = try await home.replica.write(command: "approve") {
            try $0.writeFields(["completion": done.json, "verdict": verdict], to: path)
        }
        let early = Timestamp(seconds: Home.time.seconds - 90)
        phone.write(Completion(at: early, by: home.tom).json, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["completion"])
        #expect(try await home.document(path)["completion"] == done.json)
    }

    @Test("A child can change no place that a photo must prove, and move no pin, but may place new tasks")
    func places() async throws {
        let home = try await Home()
        let location: JSON = ["latitude": 52, "longitude": 4]
        let pin = try await make(.pin, in: home, by: home.mia, with: ["location": location, "name": "Museum"])
        let place: JSON = ["pin": .string(try #require(pin.id).description)]
        let path = try await home.add("Museum")
        _ = try await home.replica.write(command: "edit") {
            try $0.writeFields(["place": place, "proof": "photo"], to: path)
        }
        var phone = try await home.phone(of: home.tom)
        phone.write(nil, to: "place", of: path)
        phone.write(["latitude": 53, "longitude": 5], to: "location", of: pin)
        try await phone.exchange(with: home)
        #expect(Set(phone.refused.map(\.field)) == ["place", "location"])
        #expect(try await home.document(path)["place"] == place)
        var generator = SystemRandomNumberGenerator()
        let new = DocumentID.random(using: &generator)
        let members: JSONObject = [
            "id": .string(new.description), "kind": "task", "place": place, "title": "Ice cream",
        ]
        let newPath = try #require(DocumentPath(kind: .task, id: new))
        #expect(try await send(members, at: newPath, from: &phone, in: home).isEmpty)
        #expect(try await home.document(newPath)["place"] == place)
    }

    @Test("No phone, not even an adult's, can create a photo without its file or complete a task with one")
    func madeUpPhotos() async throws {
        let home = try await Home()
        let task = try await home.add("Kitchen") { $0.needsPhoto = true }
        let about: JSON = ["id": .string(try #require(task.id).description), "kind": "task"]
        var generator = SystemRandomNumberGenerator()
        for member in [home.mia, home.tom] {
            var phone = try await home.phone(of: member)
            let id = DocumentID.random(using: &generator)
            let path = try #require(DocumentPath(kind: .photo, id: id))
            let attached: JSON = ["at": "2026-11-18T11:00:00Z", "by": .string(member.description)]
            let members: JSONObject = [
                "about": about, "attached": attached, "git": .string(String(repeating: "b", count: 40)),
                "id": .string(id.description), "kind": "photo", "sha256": .string(String(repeating: "a", count: 64)),
                "unchecked": true,
            ]
            let refused = try await send(members, at: path, from: &phone, in: home)
            #expect(Set(refused.map(\.field)) == ["about", "attached", "git", "sha256", "unchecked"])
            #expect(try await home.replica.read { try $0.document(at: path) } == nil)
        }
        #expect(try await home.document(task)["completion"] == nil)
    }

    @Test("A child can change only captions of photos and delete only its own; nobody can change who attached a photo")
    func photos() async throws {
        let home = try await Home()
        let task = try await home.add("Kitchen") { $0.needsPhoto = true }
        var phone = try await home.phone(of: home.tom)
        let digest = JSON.string(String(repeating: "a", count: 64))
        func photo(by member: DocumentID) async throws -> DocumentPath {
            let attached: JSON = ["at": "2026-11-18T11:00:00Z", "by": .string(member.description)]
            return try await make(.photo, in: home, by: member, with: ["attached": attached, "sha256": digest])
        }
        let (own, other) = (try await photo(by: home.tom), try await photo(by: home.mia))
        try await phone.exchange(with: home)
        let before = try await home.document(own)
        let values: [(FieldName, JSON)] = [
            ("about", ["id": .string(try #require(task.id).description), "kind": "task"]), ("camera", "Best"),
            ("takenAt", "2026-11-18T11:00:00Z"), ("thumbnail", .string(String(repeating: "c", count: 40))),
            ("location", ["latitude": 1, "longitude": 1]), ("unchecked", true), ("width", 3),
            ("erased", ["at": "2026-11-18T11:00:00Z", "by": .string(home.tom.description)]),
        ]
        for (field, value) in values {
            phone.write(value, to: field, of: own)
            try await phone.exchange(with: home)
            #expect(phone.refused.map(\.field) == [field])
            #expect(try await home.document(own)[field] == before[field])
        }
        phone.write("Me", to: "caption", of: other)
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        for (path, isOwn) in [(other, false), (own, true)] {
            phone.edit(path) { document, author in document.delete(by: author) }
            try await phone.exchange(with: home)
            #expect(phone.refused.isEmpty == isOwn)
            #expect(try await home.document(path).isDeleted == isOwn)
        }
        #expect(try await home.document(task)["completion"] == nil)
        var adult = try await home.phone(of: home.mia)
        let standing = try await home.document(other)
        for field in ["attached", "erased"] as [FieldName] {
            adult.write(["at": "2026-11-18T11:00:00Z", "by": .string(home.tom.description)], to: field, of: other)
            try await adult.exchange(with: home)
            #expect(adult.refused.map(\.field) == [field])
            #expect(try await home.document(other)[field] == standing[field])
        }
    }

    @Test("A repeated request is accepted like the first, and nothing is refused")
    func again() async throws {
        let home = try await Home()
        var phone = try await home.phone(of: home.tom)
        var generator = SystemRandomNumberGenerator()
        let id = DocumentID.random(using: &generator)
        let created: JSON = ["at": "2026-11-18T11:00:00Z", "by": .string(home.tom.description)]
        let members: JSONObject = [
            "created": created, "id": .string(id.description), "kind": "pin",
            "location": ["latitude": 52, "longitude": 4], "name": "Shed",
        ]
        let path = try #require(DocumentPath(kind: .pin, id: id))
        (phone.documents, phone.base) = ([:], [:])
        let request = try ExchangeRequest(phone.request(texts: [path: members.canonicalBytes()]))
        let first = try await home.exchanges.answer(request, from: phone.device)
        #expect(first.json["refused"]?.arrayValue == [])
        #expect(try await home.exchanges.answer(request, from: phone.device).json == first.json)
    }

    // MARK: Sizes and versions

    @Test("A document with too many entries or bytes is refused before it is converted to an edit")
    func excess() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let id = JSON.string(try #require(path.id).description)
        let items = JSON.array(Array(repeating: ["text": "0"], count: 10_001))
        let many: JSONObject = ["id": id, "items": items, "kind": "task", "title": "Bins"]
        let long: JSONObject = [
            "id": id, "kind": "task", "title": .string(String(repeating: "a", count: JSONLimits.writerBytes)),
        ]
        for (members, part) in [(many, "10000 entries"), (long, "bytes")] {
            let since = phone.since
            let refused = try await send(members, at: path, from: &phone, in: home, since: since)
            #expect(refused.count == 1 && refused[0].field == nil && refused[0].why.contains(part))
        }
        #expect(try await home.document(path)["items"] == nil)
    }

    @Test("A `since` that is not a version of the family makes the phone start over: a commit, a blob, another tree")
    func versions() async throws {
        let home = try await Home(inGit: true)
        _ = try await home.add("Bins")
        var names = [
            "HEAD", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", String(repeating: "a", count: 40), "", "--help",
        ]
        names += try ["HEAD", "HEAD:family.json", "HEAD:tasks"].map { try home.git("rev-parse", $0) }
        for name in names {
            var phone = try await home.phone(of: home.tom)
            phone.since = name
            try await phone.exchange(with: home)
            #expect(phone.fresh == 1, "\(name)")
            try await phone.exchange(with: home)
            #expect(phone.since != nil && !phone.documents.isEmpty)
        }
    }

    @Test(
        "A child cannot hide a forbidden value (another's completion, or points of later occurrences)",
        arguments: ["completion", "series"] as [FieldName])
    func hidden(field: FieldName) async throws {
        let home = try await Home()
        let path = try await home.add("Sweep") { draft in
            draft.due = CivilDate(year: 2026, month: 11, day: 20).map { .day($0) }
            draft.rule = try? RecurrenceRule("FREQ=WEEKLY")
        }
        let early = Timestamp(seconds: Home.time.seconds - 1000)
        let done = Completion(at: Home.time, by: home.tom).json
        _ = try await home.replica.write(command: "done") { try $0.writeFields(["completion": done], to: path) }
        var phone = try await home.phone(of: home.tom)
        let standing = try #require(phone.documents[path])
        var alone = Document(id: standing.id, kind: standing.kind)
        let author = Author(actor: phone.actor, time: early)
        if field == "completion" {
            alone.writeValue(Completion(at: early, by: home.mia).json, to: field, rule: .latest, by: author)
        } else {
            _ = alone.insertItem(["value": 100], into: field, id: "points", by: author)
        }
        try await phone.exchange(with: home, texts: [path: Document.join(standing, alone).encoded()])
        #expect(phone.refused.map(\.field) == [field])
        #expect(try await home.document(path) == standing)
    }
}
