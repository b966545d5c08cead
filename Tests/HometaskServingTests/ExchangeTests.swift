// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskEngine
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskTime
import Testing

@testable import HometaskServing

@Suite("Exchanges with phones")
struct ExchangeTests {
    @Test("A new phone gets the whole family, and its edit is one commit in its member's name")
    func edit() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        #expect(phone.documents.keys.contains(path) && phone.documents.keys.contains(.family))
        phone.write("Bins and bottles", to: "title", of: path)
        phone.edit(path) { document, author in
            document.insert("street", into: "tags", by: author)
        }
        let (before, edited) = (try await home.commits(), phone.documents[path])
        try await phone.exchange(with: home)
        #expect(try await home.document(path) == edited)
        #expect(try await home.commits() == before + 1)
        let entry = try await home.replica.history(since: nil, path: path, limit: 1).first
        #expect(entry?.author == "Tom" && entry?.subject == "Tom changed 'Bins and bottles'")
        #expect(phone.refused.isEmpty && phone.base[path] == edited)
    }

    @Test("An exchange without edits makes no commit, and receives the changes of others")
    func news() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let other = try await home.add("Milk")
        let before = try await home.commits()
        try await phone.exchange(with: home)
        #expect(phone.documents[other]?["title"] == "Milk" && phone.documents[path]?["title"] == "Bins")
        #expect(try await home.commits() == before)
    }

    @Test("Edits of different fields are both kept; edits of the same field conflict on both sides")
    func concurrent() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.mia)
        _ = try await home.replica.write(command: "edit") {
            try $0.writeFields(["priority": "high", "title": "Bins, now"], to: path)
        }
        phone.write("Bins, later", to: "title", of: path)
        phone.edit(path) { document, author in document.insert("street", into: "tags", by: author) }
        try await phone.exchange(with: home)
        let document = try await home.document(path)
        #expect(document["priority"] == "high" && document["tags"] == ["street"])
        #expect(document.conflicts.map(\.field) == ["title"] && document == phone.documents[path])
        phone.time = Timestamp(seconds: Home.time.seconds + 60)
        phone.write("Bins, at eight", to: "title", of: path)
        try await phone.exchange(with: home)
        #expect(try await home.document(path).conflicts.isEmpty)
    }

    @Test("A task added on a phone reaches the family, with the member as its author")
    func adding() async throws {
        let home = try await Home()
        var phone = try await home.phone(of: home.tom)
        let path = try phone.add("Milk", by: home.tom)
        try await phone.exchange(with: home)
        #expect(try await home.document(path) == phone.documents[path])
        let stranger = try phone.add("Bread", by: home.mia)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["created"])
        #expect(try await home.document(stranger)["created"] == nil)
    }

    @Test("A recurring task completed on the phone has one next occurrence, even if also completed on the server")
    func recurring() async throws {
        let home = try await Home()
        let path = try await home.add("Sweep") { draft in
            draft.due = CivilDate(year: 2026, month: 11, day: 20).map { .day($0) }
            draft.rule = try? RecurrenceRule("FREQ=WEEKLY")
        }
        var phone = try await home.phone(of: home.tom)
        let completion = Completion(at: Home.time, by: home.tom).json
        phone.write(completion, to: "completion", of: path)
        let task = try #require(path.id)
        let here = Completion(at: Home.time, by: home.mia)
        _ = try await home.replica.write(command: "done") { try $0.tasks.complete(task, here) }
        try await phone.exchange(with: home)
        let open = phone.documents.filter { $0.key.kind == .task && $0.value["completion"] == nil }
        #expect(open.count == 1 && open.first?.value["title"] == "Sweep")
        phone.write("high", to: "priority", of: try #require(open.first?.key))
        try await phone.exchange(with: home)
        #expect(try await home.document(try #require(open.first?.key))["priority"] == "high")
    }

    @Test(
        "A next occurrence derived and edited on a phone before an exchange reaches the family",
        arguments: 0..<4)
    func derivedOccurrence(run: Int) async throws {
        let home = try await Home()
        let path = try await home.add("Sweep") { draft in
            draft.due = CivilDate(year: 2026, month: 11, day: 20).map { .day($0) }
            draft.rule = try? RecurrenceRule("FREQ=WEEKLY")
        }
        var phone = try await home.phone(of: home.tom)
        phone.write(Completion(at: Home.time, by: home.tom).json, to: "completion", of: path)
        let request: JSONObject = [
            "do": "next", "zone": "Europe/Amsterdam",
            "document": .string(String(decoding: try #require(phone.documents[path]).encoded(), as: UTF8.self)),
        ]
        let answer = try JSON.parse(Engine().answer(request.compactBytes()))
        let next = try Document(decoding: Array(#require(answer["document"]?.stringValue).utf8))
        let nextPath = try Transaction.path(of: .task, next.id)
        phone.documents[nextPath] = next
        phone.write("high", to: "priority", of: nextPath)
        let (actor, mine) = (phone.actor, phone.documents[nextPath])
        try await phone.exchange(with: home)
        #expect(phone.actor == actor && phone.refused.isEmpty)
        #expect(try await home.document(nextPath) == mine)
    }

    @Test("A phone whose member was merged into another while it was offline continues as the remaining member's")
    func mergedMember() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let done = Completion(at: Home.time, by: home.tom).json
        phone.write(done, to: "completion", of: path)
        let twin = try await home.replica.write(command: "merge") { transaction in
            let twin = try transaction.members.add(MemberDraft(name: "Thomas", role: "child"))
            try transaction.members.merge(keeping: twin, home.tom)
            return twin
        }.result
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        #expect(try await home.document(path)["completion"] == done)
        let device = try await home.document(try #require(DocumentPath(kind: .device, id: phone.device)))
        #expect(device["member"]?.stringValue == twin.description)
        // Both members are the same person, so the phone may write and remove completions by either.
        phone.write(nil, to: "completion", of: path)
        try await phone.exchange(with: home)
        phone.write(Completion(at: Home.time, by: twin).json, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        _ = try await home.replica.write(command: "remove") { try $0.members.remove(twin) }
        let fault = await #expect(throws: ExchangeFault.self) { try await phone.exchange(with: home) }
        #expect(fault?.code == .forbidden)
    }

    @Test("A recurring task completed only on the phone recurs")
    func recurringAlone() async throws {
        let home = try await Home()
        let path = try await home.add("Sweep") { draft in
            draft.due = CivilDate(year: 2026, month: 11, day: 20).map { .day($0) }
            draft.rule = try? RecurrenceRule("FREQ=WEEKLY")
        }
        var phone = try await home.phone(of: home.tom)
        phone.write(Completion(at: Home.time, by: home.tom).json, to: "completion", of: path)
        try await phone.exchange(with: home)
        let open = phone.documents.values.filter { $0.kind == .task && $0["completion"] == nil }
        #expect(open.map { $0["due"] } == [["date": "2026-11-27"]])
    }

    @Test(
        "A recurring task reopened on the phone loses its next occurrence unless the occurrence was edited",
        arguments: [true, false])
    func reopened(isEdited: Bool) async throws {
        let home = try await Home()
        let path = try await home.add("Sweep") { draft in
            draft.due = CivilDate(year: 2026, month: 11, day: 20).map { .day($0) }
            draft.rule = try? RecurrenceRule("FREQ=WEEKLY")
        }
        let next = try Transaction.path(of: .task, Series.successor(of: try #require(path.id)))
        var phone = try await home.phone(of: home.tom)
        phone.write(Completion(at: Home.time, by: home.tom).json, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(phone.documents[next]?.isDeleted == false)
        if isEdited {
            phone.write("high", to: "priority", of: next)
            try await phone.exchange(with: home)
        }
        phone.write(nil, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(try await home.document(path)["completion"] == nil)
        #expect(phone.documents[next]?.isDeleted == !isEdited)
        // Completing it again restores the next occurrence.
        let later = Timestamp(seconds: Home.time.seconds + 60)
        phone.write(Completion(at: later, by: home.tom).json, to: "completion", of: path)
        try await phone.exchange(with: home)
        #expect(phone.documents[next]?.isDeleted == false && phone.refused.isEmpty)
    }

    @Test("The family records a phone with its first event, and each of its actors once")
    func device() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let own = try Transaction.path(of: .device, phone.device)
        #expect(phone.documents[own] == nil)
        let first = phone.actor
        for title in ["Bins, now", "Bins, later"] {
            phone.write(.string(title), to: "title", of: path)
            try await phone.exchange(with: home)
        }
        let written = try await home.document(own)
        #expect(written["name"] == "phone" && written["member"] == .string(home.tom.description))
        #expect(written["actors"] == [.string(first.text)] && written.seen[first] == 0)
        phone.write(5, to: "points", of: path)
        try await phone.exchange(with: home)
        #expect(try await home.document(own) == written, "a burned actor needs no owner")
        phone.time = Timestamp(seconds: Home.time.seconds + 60)
        phone.write("Bins, at last", to: "title", of: path)
        try await phone.exchange(with: home)
        let actors = try await home.document(own)["actors"]?.arrayValue ?? []
        #expect(Set(actors) == [.string(first.text), .string(phone.actor.text)])
    }

    @Test("A phone deletes a document, and restores it")
    func deleting() async throws {
        let home = try await Home()
        let path = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        phone.edit(path) { $0.delete(by: $1) }
        try await phone.exchange(with: home)
        #expect(try await home.document(path).isDeleted)
        phone.edit(path) { $0.restore(by: $1) }
        try await phone.exchange(with: home)
        #expect(try await !home.document(path).isDeleted)
    }

    @Test("An unknown phone is refused, and so is a phone whose member has left")
    func strangers() async throws {
        let home = try await Home()
        var phone = try await home.phone(of: home.tom)
        let request = try ExchangeRequest(phone.prepare())
        var generator = SystemRandomNumberGenerator()
        await #expect(throws: ExchangeFault.self) {
            try await home.exchanges.answer(request, from: .random(using: &generator))
        }
        let path = try await home.add("Bins")
        try await phone.exchange(with: home)
        _ = try await home.replica.write(command: "leave") { [tom = home.tom] in
            try $0.writeFields(["removed": true], to: Transaction.path(of: .member, tom))
        }
        phone.write("Milk", to: "title", of: path)
        await #expect(throws: ExchangeFault(.forbidden, "the member of this phone has left the family")) {
            try await phone.exchange(with: home)
        }
        #expect(try await home.document(path)["title"] == "Bins")
    }

    @Test("A phone is told that the family is unavailable but not the cause, which is reported in full")
    func unavailable() {
        for cause in ["cannot lock /home/mia/family/lock: no space", "tasks/00/a.json is damaged", "file:/srv/home"] {
            var reported: [String] = []
            let fault = ExchangeFault.unavailable(cause) { reported.append($0) }
            #expect(fault == .notNow && reported == [cause])
        }
        #expect(ExchangeFault.notNow.code == .unavailable && !ExchangeFault.notNow.message.contains("/"))
        for code in [ReplicaError.Code.damaged, .inputOutput, .busy, .permission, .diskFull] {
            #expect(PhonePhotos.code(of: ReplicaError(code, "photos/d2/x.json: no such object")) == .unavailable)
        }
    }

    private static let lease = String(repeating: "0", count: 32)
    /// Malformed requests and their fault codes.
    private static let requests: [WrongRequest] = {
        let one = #"{"path":"family.json","text":""}"#
        let begin = "{\"lease\":\"\(lease)\","
        let many = Array(repeating: one, count: ExchangeRequest.mostDocuments + 1).joined(separator: ",")
        let requests: [(String, ExchangeFault.Code)] = [
            ("[]", .request), ("{", .request), (#"{"docs":[]}"#, .request), (#"{"lease":"x","docs":[]}"#, .request),
            (begin + "\"x\":1}", .request), (begin + #""docs":[{"path":"../x","text":""}]}"#, .request),
            (begin + #""docs":[{"path":"family.json"}]}"#, .request), (begin + #""since":1,"docs":[]}"#, .request),
            (begin + "\"docs\":[\(one),\(one)]}", .request), (begin + "\"docs\":[\(many)]}", .tooLarge),
            (String(repeating: " ", count: ExchangeRequest.longest + 1), .tooLarge),
        ]
        return requests.map { WrongRequest(text: $0.0, code: $0.1) }
    }()

    @Test("A malformed request is refused with the code of its fault", arguments: Self.requests)
    func malformed(_ request: WrongRequest) {
        let fault = #expect(throws: ExchangeFault.self) { try ExchangeRequest(Array(request.text.utf8)) }
        #expect(fault?.code == request.code)
    }
}

/// A refused request, abbreviated in output, because one of them has millions of characters.
struct WrongRequest: Sendable, CustomTestStringConvertible {
    let text: String
    let code: ExchangeFault.Code

    var testDescription: String { text.utf8.count > 200 ? "\(text.utf8.count) bytes" : text }
}

extension Phone {
    /// Adds a task of a member on the phone, and returns its path.
    mutating func add(_ title: String, by member: DocumentID) throws -> DocumentPath {
        var generator = SystemRandomNumberGenerator()
        let id = DocumentID.random(using: &generator)
        let path = try #require(DocumentPath(kind: .task, id: id))
        var document = Document(id: id, kind: .task)
        let created: JSON = ["at": .string(time.rfc3339), "by": .string(member.description)]
        document.writeValue(.string(title), to: "title", rule: .register, by: author)
        document.writeValue(created, to: "created", rule: .register, by: author)
        documents[path] = document
        return path
    }
}
