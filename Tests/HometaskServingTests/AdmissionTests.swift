// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import HometaskTime
import Testing

/// Invalid or forged documents from phones, and how they are handled.
@Suite("Phone documents that are not accepted unchanged")
struct AdmissionTests {
    /// Returns the encoding of a document after a function has changed its JSON.
    private func forged(_ document: Document?, _ change: (inout JSONObject) -> Void) throws -> [UInt8] {
        let bytes = try #require(document).encoded()
        var members = try #require(JSON.parse(bytes).objectValue)
        change(&members)
        return JSON.object(members).canonicalBytes()
    }

    @Test("A document that claims to have seen values it dropped does not hide the values of others")
    func hidden() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        _ = try await home.replica.write(command: "edit") {
            try $0.writeFields(["title": "Bins, now", "priority": "high"], to: path)
        }
        let standing = try await home.document(path)
        // The phone's version with the family's `seen`, as if the phone had seen and dropped the new title and
        // priority.
        let seen = try JSON.parse(standing.encoded())["~merge"]?["seen"]
        let text = try forged(phone.documents[path]) { members in
            var merge = members["~merge"]?.objectValue ?? [:]
            merge["seen"] = seen
            members["~merge"] = .object(merge)
        }
        let actor = phone.actor
        try await phone.exchange(with: home, texts: [path: text])
        let document = try await home.document(path)
        #expect(document["title"] == "Bins, now" && document["priority"] == "high" && phone.actor != actor)
    }

    @Test("A second value beside the shown one becomes a conflict, like an edit based on an earlier version")
    func beside() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.mia)
        let standing = try #require(phone.documents[path])
        var alone = Document(id: standing.id, kind: standing.kind)
        let early = Author(actor: phone.actor, time: Timestamp(seconds: 1_700_000_000))
        alone.writeValue("Bottles", to: "title", rule: .register, by: early)
        let forged = Document.join(standing, alone)
        #expect(forged["title"] == "Bins" && forged.conflicts.count == 1)
        let actor = phone.actor
        try await phone.exchange(with: home, texts: [path: forged.encoded()])
        #expect(try await home.document(path).conflicts.count == 1 && phone.documents[path]?["title"] == "Bins")
        #expect(phone.actor == actor)
    }

    @Test("Events of another device's actor are not accepted")
    func otherActor() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let owner = try #require(phone.documents[path]?.seen.actors.first { $0.isDevice })
        let own = phone.actor
        phone.actor = owner
        phone.write("Bottles", to: "title", of: path)
        let before = try await home.document(path)
        let text = try #require(phone.documents[path]).encoded()
        phone.actor = own
        try await phone.exchange(with: home, texts: [path: text])
        let document = try await home.document(path)
        #expect(document["title"] == "Bottles" && document.seen[owner] == before.seen[owner] && phone.actor != own)
    }

    @Test("A phone's clock in 2099 does not win over later edits")
    func future() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.mia)
        phone.time = try #require(Timestamp(rfc3339: "2099-01-01T00:00:00Z"))
        let done = Completion(at: Home.time, by: home.mia).json
        phone.write(done, to: "completion", of: path)
        try await phone.exchange(with: home)
        let document = try await home.document(path)
        #expect(document["completion"] == done && document.latestTime <= Home.time)
        phone.time = Timestamp(seconds: Home.time.seconds + 300)
        let actor = phone.actor
        phone.write("Bottles", to: "title", of: path)
        try await phone.exchange(with: home)
        #expect(phone.actor == actor, "a clock that is five minutes ahead is good enough")
    }

    @Test("A completion or creation in the future is refused, but a clock may be slightly fast")
    func futureDeeds() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        for member in [home.mia, home.tom] {
            for (seconds, isTaken) in [(301, false), (3_000_000_000, false), (300, true)] as [(Int64, Bool)] {
                var phone = try await home.phone(of: member)
                let time = Timestamp(seconds: Home.time.seconds + seconds)
                let new = try phone.add("Milk", by: member)
                let deed: JSON = ["at": .string(time.rfc3339), "by": .string(member.description)]
                phone.write(deed, to: "created", of: new)
                phone.write(deed, to: "completion", of: new)
                phone.write(.string("Bins \(seconds) \(member)"), to: "title", of: path)
                try await phone.exchange(with: home)
                #expect(phone.refused.map(\.field) == (isTaken ? [] : ["completion", "created"]))
                #expect(phone.refused.allSatisfy { $0.rule == .future })
                let document = try await home.document(new)
                #expect(document["title"] == "Milk" && document["completion"] == (isTaken ? deed : nil))
                #expect(document["created"] == (isTaken ? deed : nil))
                #expect(try await home.document(path)["title"] == .string("Bins \(seconds) \(member)"))
            }
        }
    }

    @Test("A future verdict or hunt end is refused; a future time that the family already has blocks nothing")
    func futureVerdicts() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        let hunt = try await home.replica.write(command: "hunt new") {
            try $0.hunts.add(
                HuntChanges(title: "Eggs"), clues: [Clue(id: "a", points: 2, body: .open(ClueContent(text: ["Look"])))])
        }.result
        let huntPath = try Transaction.path(of: .hunt, hunt)
        let far: JSON = ["at": "2099-01-01T00:00:00Z", "by": .string(home.mia.description)]
        let other = try await home.add("Milk")
        _ = try await home.replica.write(command: "done") { try $0.writeFields(["completion": far], to: other) }
        var phone = try await home.phone(of: home.mia)
        phone.write(["approved": true, "at": "2099-01-01T00:00:00Z"], to: "verdict", of: path)
        phone.write(far, to: "finished", of: huntPath)
        phone.write("high", to: "priority", of: other)
        phone.write(["at": "2099-01-01T00:00:00Z"], to: "due", of: path)
        try await phone.exchange(with: home)
        #expect(Set(phone.refused.map(\.field)) == ["verdict", "finished"])
        #expect(phone.refused.allSatisfy { $0.rule == .future })
        let (judged, done) = (try await home.document(path), try await home.document(other))
        #expect(judged["verdict"] == nil && judged["due"] == ["at": "2099-01-01T00:00:00Z"])
        #expect(done["completion"] == far && done["priority"] == "high")
    }

    @Test("Content that is not a document for its path is refused with a reason, and changes nothing")
    func misplaced() async throws {
        let home = try await Home()
        let (path, other) = (try await home.add("Bins"), try await home.add("Milk"))
        var phone = try await home.phone(of: home.mia)
        let texts = [
            Array("not JSON".utf8), Array("[]".utf8), Array("{}".utf8), try #require(phone.documents[other]).encoded(),
            try forged(phone.documents[path]) { $0["kind"] = "note" }, Array(repeating: UInt8(ascii: "["), count: 1000),
        ]
        let before = (try await home.document(path), try await home.commits())
        for text in texts {
            try await phone.exchange(with: home, texts: [path: text])
            #expect(phone.refused.map(\.path) == [path] && phone.refused.first?.field == nil)
        }
        #expect(try await home.document(path) == before.0)
        #expect(try await home.commits() == before.1)
    }

    @Test("An invalid value is refused, and the other documents in the request are accepted")
    func invalid() async throws {
        let home = try await Home()
        let (path, other) = (try await home.add("Bins"), try await home.add("Milk"))
        var phone = try await home.phone(of: home.mia)
        phone.write(.string(String(repeating: "x", count: 600_000)), to: "title", of: path)
        phone.write("urgent-ish", to: "priority", of: other)
        let third = try await home.add("Bread")
        try await phone.exchange(with: home)
        #expect(Set(phone.refused.map(\.path)) == [path, other])
        #expect(phone.documents[path]?["title"] == "Bins" && phone.documents[other]?["priority"] == nil)
        phone.write("Bread, brown", to: "title", of: third)
        phone.write("urgent-ish", to: "priority", of: other)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.path) == [other])
        #expect(try await home.document(third)["title"] == "Bread, brown")
    }

    @Test("An unreadable document in the family does not block the others")
    func unreadable() async throws {
        let home = try await Home(inGit: true)
        let (path, other) = (try await home.add("Bins"), try await home.add("Milk"))
        var phone = try await home.phone(of: home.mia)
        try home.commit(Array("not JSON".utf8), at: path)
        phone.write("Bins, now", to: "title", of: path)
        phone.write("Milk, two", to: "title", of: other)
        let request = try ExchangeRequest(phone.prepare())
        guard case .exchanged(let answer) = try await home.exchanges.answer(request, from: phone.device) else {
            Issue.record("the phone should not start over")
            return
        }
        #expect(answer.refused.map(\.path) == [path])
        #expect(try await home.document(other)["title"] == "Milk, two")
    }

    // MARK: Rights

    @Test(
        "A child's phone cannot change a task's points, approval, proof or verdict; each is refused by field",
        arguments: ["points", "approval", "proof", "verdict"] as [FieldName])
    func child(field: FieldName) async throws {
        let values: [FieldName: JSON] = [
            "points": 100, "approval": "adult", "proof": "photo",
            "verdict": ["approved": true, "at": "2026-11-18T11:00:00Z"],
        ]
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        phone.write(values[field], to: field, of: path)
        phone.write("Bins, now", to: "title", of: path)
        try await phone.exchange(with: home)
        let document = try await home.document(path)
        #expect(phone.refused.map(\.field) == [field] && document[field] == nil && document["title"] == "Bins, now")
    }

    @Test("A child's phone can change the child's colour, but no role, no other member and no setting")
    func childMembers() async throws {
        let home = try await Home()
        var phone = try await home.phone(of: home.tom)
        let mia = try Transaction.path(of: .member, home.mia)
        let tom = try Transaction.path(of: .member, home.tom)
        phone.write("child", to: "role", of: mia)
        phone.write("adult", to: "role", of: tom)
        phone.write("#112233", to: "color", of: tom)
        phone.write("Stolen", to: "name", of: .family)
        try await phone.exchange(with: home)
        #expect(
            phone.refused.map { "\($0.path.kind) \($0.field?.description ?? "")" }.sorted() == [
                "family name", "member role", "member role",
            ])
        let (child, adult) = (try await home.document(tom), try await home.document(mia))
        #expect(child["color"] == "#112233" && child["role"] == "child" && adult["role"] == nil)
        #expect(try await home.document(.family)["name"] == "Berg")
    }

    @Test("A child can neither delete a member nor complete a task for another member")
    func childDeeds() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let mia = try Transaction.path(of: .member, home.mia)
        phone.edit(mia) { $0.delete(by: $1) }
        phone.write(Completion(at: Home.time, by: home.mia).json, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(Set(phone.refused.map(\.field)) == ["deleted", "completion"])
        #expect(try await !home.document(mia).isDeleted)
        #expect(try await home.document(path)["completion"] == nil)
        phone.write(Completion(at: Home.time, by: home.tom).json, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        #expect(try await home.document(path)["completion"] != nil)
    }

    @Test("A value that a child writes invisibly, or hides behind the shown value, is refused like a visible one")
    func hiddenWrites() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        _ = try await home.replica.write(command: "edit") { try $0.writeFields(["points": 5], to: path) }
        var phone = try await home.phone(of: home.tom)
        // The same value again: invisible, but it would make the points the child's.
        phone.edit(path) { document, author in
            document.writeValue(nil, to: "points", rule: .register, by: author)
            document.writeValue(5, to: "points", rule: .register, by: author)
        }
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["points"])
        // A second value beside the shown one, which would be a conflict.
        let standing = try #require(phone.documents[path])
        var beside = standing
        let early = Author(actor: phone.actor, time: Timestamp(seconds: 1_700_000_000))
        var alone = Document(id: standing.id, kind: standing.kind)
        alone.writeValue(100, to: "points", rule: .register, by: early)
        beside = Document.join(beside, alone)
        #expect(beside["points"] == 5 && !beside.conflicts.isEmpty)
        try await phone.exchange(with: home, texts: [path: beside.encoded()])
        let document = try await home.document(path)
        #expect(document["points"] == 5 && document.conflicts.isEmpty && phone.refused.map(\.field) == ["points"])
    }

    @Test("A child cannot set the points of the next occurrences, but may edit this occurrence alone")
    func series() async throws {
        let home = try await Home()
        let path = try await home.add("Sweep") { draft in
            draft.due = CivilDate(year: 2026, month: 11, day: 20).map { .day($0) }
            draft.rule = try? RecurrenceRule("FREQ=WEEKLY")
        }
        var phone = try await home.phone(of: home.tom)
        for (field, value) in [("title", JSON.string("Sweep")), ("points", 100)] {
            phone.edit(path) { document, author in
                _ = document.insertItem(
                    ["value": value], into: "series", id: field, by: author)
            }
            try await phone.exchange(with: home)
            #expect(phone.refused.map(\.field) == (field == "points" ? ["series"] : []))
        }
    }

    @Test("A child that completes a rejected task again removes the verdict")
    func again() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        let verdict: JSON = ["approved": false, "at": "2026-11-18T11:00:00Z", "by": .string(home.mia.description)]
        _ = try await home.replica.write(command: "reject") { try $0.writeFields(["verdict": verdict], to: path) }
        var phone = try await home.phone(of: home.tom)
        phone.write(Completion(at: Home.time, by: home.tom).json, to: "completion", of: path)
        phone.write(nil, to: "verdict", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        #expect(try await home.document(path)["verdict"] == nil)
    }

    @Test("A child can change only its own comments")
    func childComments() async throws {
        let home = try await Home()
        let task = try await home.add("Bins")
        let (mia, tom) = (home.mia, home.tom)
        let paths = try await home.replica.write(command: "comment") { transaction in
            try [mia, tom].map { member in
                let created: JSON = ["at": .string(transaction.now.rfc3339), "by": .string(member.description)]
                return try transaction.create(
                    .comment,
                    fields: [
                        "about": ["id": .string(#require(task.id).description), "kind": "task"], "created": created,
                        "text": ["Well done"],
                    ])
            }
        }.result
        var phone = try await home.phone(of: home.tom)
        for path in paths {
            phone.edit(path) { document, author in
                _ = document.writeValue(["Badly done"], to: "text", rule: .text, by: author)
            }
        }
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.path) == [paths[0]])
        #expect(try await home.document(paths[0])["text"] == ["Well done"])
        #expect(try await home.document(paths[1])["text"] == ["Badly done"])
    }

    @Test("A deletion is kept if another change to the document is refused")
    func deletionBesides() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        phone.write(5, to: "points", of: path)
        phone.edit(path) { $0.delete(by: $1) }
        try await phone.exchange(with: home)
        let document = try await home.document(path)
        #expect(document.isDeleted && document["points"] == nil && phone.refused.map(\.field) == ["points"])
    }

    @Test("An adult's phone may change points and settings, but no phone may change devices or a creator")
    func adult() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.mia)
        phone.write(5, to: "points", of: path)
        phone.write("Bergs", to: "name", of: .family)
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        let device = try #require(phone.documents.keys.first { $0.kind == .device })
        phone.write("Stolen", to: "name", of: device)
        phone.write(["at": "2020-01-01T00:00:00Z"], to: "created", of: path)
        try await phone.exchange(with: home)
        #expect(Set(phone.refused.map(\.field)) == ["name", "created"])
        #expect(try await home.document(path)["points"] == 5)
    }
}
