// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import HometaskTime
import Testing

/// A child's attempts to earn more than a task's points, or to evade its requirements.
@Suite("Rights to the requirements and points of tasks")
struct WorthRightsTests {
    private let home: Home
    private static let earlier = Timestamp(seconds: Home.time.seconds - 600)

    init() async throws { home = try await Home() }

    private func addChore(every rule: String? = nil, proof: Bool = false) async throws -> DocumentPath {
        let due = try #require(CivilDate(iso: "2026-11-17"))
        let rule = try rule.map { try RecurrenceRule($0) }
        return try await home.add("Bins") { draft in
            (draft.due, draft.rule, draft.points, draft.needsApproval) = (.day(due), rule, 5, true)
            draft.needsPhoto = proof
        }
    }

    private func successor(of path: DocumentPath) throws -> DocumentPath {
        let id = try #require(path.id)
        return try #require(DocumentPath(kind: .task, id: Series.successor(of: id)))
    }

    private func addKim() async throws -> DocumentID {
        try await home.replica.write(command: "join") {
            try $0.members.add(MemberDraft(name: "Kim", role: "child"))
        }.result
    }

    private func done(_ path: DocumentPath, by member: DocumentID, at time: Timestamp) async throws {
        let id = try #require(path.id)
        _ = try await home.replica.write(command: "done") {
            try $0.tasks.complete(id, Completion(at: time, by: member))
        }
    }

    // MARK: Predictable ids

    /// Creates documents with the ids of the next two occurrences.
    private func takePlaces(after chore: DocumentPath, from phone: inout Phone) async throws -> [DocumentPath] {
        var (places, before): ([DocumentPath], DocumentPath) = ([], chore)
        for title in ["Bins", "Bins, later"] {
            let place = try successor(of: before)
            let previous = try #require(before.id)
            let id = try #require(place.id)
            phone.documents[place] = Document(id: id, kind: .task)
            phone.write(.string(title), to: "title", of: place)
            phone.write(.string(previous.description), to: "previous", of: place)
            places.append(place)
            before = place
        }
        try await phone.exchange(with: home)
        return places
    }

    @Test("Creating the next occurrences in advance removes none of the series' requirements")
    func successors() async throws {
        let chore = try await addChore(every: "FREQ=DAILY")
        var phone = try await home.phone(of: home.tom)
        var before = chore
        for place in try await takePlaces(after: chore, from: &phone) {
            try await done(before, by: home.tom, at: Home.time)
            let document = try await home.document(place)
            #expect(document["points"] == 5 && document["approval"] != nil && document["repeat"] != nil, "\(place)")
            #expect(document["due"] != nil && document["completion"] == nil)
            before = place
        }
        #expect(try await home.document(before)["title"] == "Bins, later")
    }

    @Test("A child can create no document with a derived id, except its own reaction")
    func otherPlaces() async throws {
        let task = try await home.add("Bins")
        let subject = try #require(task.id)
        let about: JSON = ["id": .string(subject.description), "kind": "task"]
        let heart = try Reaction("👍")
        for (member, isAllowed) in [(home.mia, false), (home.tom, true)] {
            let id = ReactionOperations.id(of: heart, to: subject, by: member)
            let path = try #require(DocumentPath(kind: .comment, id: id))
            var phone = try await home.phone(of: home.tom)
            phone.documents[path] = Document(id: id, kind: .comment)
            phone.write(about, to: "about", of: path)
            phone.write(
                ["at": .string(Home.time.rfc3339), "by": .string(home.tom.description)], to: "created", of: path)
            phone.write(.string(heart.emoji), to: "reaction", of: path)
            try await phone.exchange(with: home)
            #expect(phone.refused.isEmpty == isAllowed)
            #expect((try await home.replica.read { try $0.document(at: path) } != nil) == isAllowed)
        }
        let id = DocumentID.derived(namespace: subject, name: "anything")
        let path = try #require(DocumentPath(kind: .task, id: id))
        var phone = try await home.phone(of: home.tom)
        phone.documents[path] = Document(id: id, kind: .task)
        phone.write("Bins", to: "title", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.rule) == [.adults])
    }

    // MARK: Approvals

    @Test("Reopening a task removes its approval, and a new completion at the same time does not restore it")
    func replay() async throws {
        for isByCommand in [true, false] {
            let chore = try await addChore()
            let id = try #require(chore.id)
            try await done(chore, by: home.tom, at: Self.earlier)
            _ = try await home.replica.write(command: "approve") { transaction in
                _ = try transaction.received.act(for: home.mia)
                try transaction.verdicts.approve(id)
            }
            #expect(try await record(chore).judgement?.isApproved == true)
            var phone = try await home.phone(of: home.tom)
            if isByCommand {
                _ = try await home.replica.write(command: "reopen") { try $0.tasks.reopen(id) }
            } else {
                phone.write(nil, to: "completion", of: chore)
                try await phone.exchange(with: home)
                #expect(phone.refused.isEmpty)
            }
            #expect(try await home.document(chore)["verdict"] == nil)
            try await phone.exchange(with: home)
            phone.write(Completion(at: Self.earlier, by: home.tom).json, to: "completion", of: chore)
            try await phone.exchange(with: home)
            let again = try await record(chore)
            #expect(again.completion?.at == Self.earlier && again.judgement == nil)
        }
    }

    @Test("A child can write no other completion with the time of a judged one, even in two edits")
    func reusedTime() async throws {
        for isApproved in [true, false] {
            let chore = try await addChore()
            try await done(chore, by: home.tom, at: Self.earlier)
            let id = try #require(chore.id)
            let photo = try await attachPhoto(to: id)
            _ = try await home.replica.write(command: "judge") { transaction in
                _ = try transaction.received.act(for: home.mia)
                if isApproved {
                    try transaction.verdicts.approve(id)
                } else {
                    try transaction.verdicts.reject(id, why: nil)
                }
            }
            let before = try await home.document(chore)
            var phone = try await home.phone(of: home.tom)
            phone.write(nil, to: "completion", of: chore)
            phone.write(
                Completion(at: Self.earlier, by: home.tom, photo: photo).json, to: "completion", of: chore)
            try await phone.exchange(with: home)
            #expect(phone.refused.map(\.field) == ["completion"])
            #expect(try await home.document(chore)["completion"] == before["completion"])
            #expect(try await home.document(chore)["verdict"] == before["verdict"])
        }
    }

    private func record(_ path: DocumentPath) async throws -> TaskRecord {
        try #require(TaskRecord(try await home.document(path).shown))
    }

    // MARK: Proofs

    private func attachPhoto(to task: DocumentID) async throws -> DocumentID {
        let kept = try await home.replica.keepPhotos([
            PhotoFile(original: [0xFF, 0xD8, 0xFF, 0xE0] + Array("\(task)".utf8), thumbnail: nil)
        ])
        var draft = PhotoDraft(try #require(kept.first), bytes: 100, type: "image/jpeg")
        let path = try #require(DocumentPath(kind: .task, id: task))
        draft.subject = Subject(try await record(path))
        let made = draft
        return try await home.replica.write(command: "photo add") { try $0.photos.attach(made).id }.result
    }

    @Test("A completion cannot name a photo that does not prove its task: of another task, or from too far away")
    func named() async throws {
        var school = PinDraft(name: "School")
        school.coordinates = Coordinates(latitude: 52, longitude: 4)
        let draft = school
        let pin = try await home.replica.write(command: "pin add") { try $0.pins.add(draft) }.result
        let chore = try await home.add("Feed the fish") { draft in
            (draft.needsPhoto, draft.place) = (true, Place(pin: pin, within: 100))
        }
        let other = try await home.add("Bins")
        let own = try await attachPhoto(to: try #require(chore.id))
        let foreign = try await attachPhoto(to: try #require(other.id))
        #expect(try await record(chore).isOpen)
        for photo in [own, foreign, DocumentID.derived(namespace: pin, name: "none")] {
            var phone = try await home.phone(of: home.tom)
            for time in [Home.time, Timestamp(seconds: 0)] {
                phone.write(Completion(at: time, by: home.tom, photo: photo).json, to: "completion", of: chore)
                try await phone.exchange(with: home)
                #expect(phone.refused.map(\.field) == ["completion"] && phone.refused.map(\.rule) == [.adults])
                #expect(try await record(chore).isOpen)
            }
        }
        // A photo named in an edit made without a phone does not count either.
        let name = Completion(at: Home.time, by: home.tom, photo: own)
        _ = try await home.replica.write(command: "edit") {
            try $0.writeFields(["completion": name.json], to: chore)
        }
        #expect(try await record(chore).isOpen)
    }

    // MARK: Points

    @Test("A child cannot make a task with points recur, but can make its own task recur")
    func recurrence() async throws {
        let chore = try await addChore()
        let own = try await home.add("Read")
        var phone = try await home.phone(of: home.tom)
        phone.write("FREQ=DAILY", to: "repeat", of: chore)
        phone.write("FREQ=DAILY", to: "repeat", of: own)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.path) == [chore] && phone.refused.map(\.field) == ["repeat"])
        #expect(try await home.document(chore)["repeat"] == nil)
        #expect(try await home.document(own)["repeat"] == "FREQ=DAILY")
    }

    @Test("A child cannot delete a task that another child has completed, even if its phone does not know of that")
    func trash() async throws {
        let kim = try await addKim()
        for isKnown in [true, false] {
            let chore = try await addChore()
            var phone = try await home.phone(of: home.tom)
            try await done(chore, by: kim, at: Home.time)
            if isKnown { try await phone.exchange(with: home) }
            phone.edit(chore) { $0.delete(by: $1) }
            try await phone.exchange(with: home)
            #expect(phone.refused.map(\.field) == ["deleted"])
            let document = try await home.document(chore)
            #expect(!document.isDeleted && document.conflicts.isEmpty)
        }
        let own = try await addChore()
        try await done(own, by: home.tom, at: Home.time)
        var phone = try await home.phone(of: home.tom)
        phone.edit(own) { $0.delete(by: $1) }
        try await phone.exchange(with: home)
        #expect(try await home.document(own).isDeleted)
    }

    @Test("A deletion that claims to have seen unseen edits leaves the edits of others in place")
    func forgedDeletion() async throws {
        let task = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        _ = try await home.replica.write(command: "edit") { try $0.writeFields(["title": "Bins and paper"], to: task) }
        phone.edit(task) { $0.delete(by: $1) }
        let known = try JSON.parse(await home.document(task).encoded())["~merge"]?["seen"]
        let edited = try #require(phone.documents[task])
        var forged = try #require(JSON.parse(edited.encoded()).objectValue)
        var merge = try #require(forged["~merge"]?.objectValue)
        var deletion = try #require(merge["deletions"]?.arrayValue?.first?.objectValue)
        #expect(deletion["saw"] != known)
        deletion["saw"] = known
        merge["deletions"] = [.object(deletion)]
        forged["~merge"] = .object(merge)
        try await phone.exchange(with: home, texts: [task: forged.canonicalBytes()])
        let document = try await home.document(task)
        #expect(!document.isDeleted && document["title"] == "Bins and paper")
    }
}
