// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import TestSupport
import Testing

/// The rights of phones in a treasure hunt, against a child who tries to win by forgery.
@Suite("Rights in treasure hunts")
struct HuntRightsTests {
    private let home: Home
    private let hunt: DocumentPath
    private let huntID: DocumentID

    init() async throws {
        let home = try await Home()
        let id = try await home.replica.write(command: "hunt new") { transaction in
            try transaction.hunts.add(
                HuntChanges(title: "Eggs"), clues: [Clue(id: "a", points: 2, body: .open(ClueContent(text: ["Look"])))])
        }.result
        (self.home, huntID) = (home, id)
        hunt = try #require(DocumentPath(kind: .hunt, id: id))
    }

    private func team(_ name: String, of members: DocumentID...) async throws -> DocumentPath {
        let hunt = huntID
        let id = try await home.replica.write(command: "hunt start") {
            try $0.teams.start(name, of: members, in: hunt)
        }.result.id
        return try #require(DocumentPath(kind: .team, id: id))
    }

    private func solution(by member: DocumentID, _ how: String, later seconds: Int64 = 0) -> JSONObject {
        let at = Timestamp(seconds: Home.time.seconds + seconds)
        return ["at": .string(at.rfc3339), "by": .string(member.description), "clue": "a", "how": .string(how)]
    }

    /// Adds a step to a team's progress, and returns the reasons for refusals.
    private func add(
        _ step: JSONObject, to team: DocumentPath, from phone: inout Phone
    ) async throws -> [String] {
        phone.edit(team) { document, author in _ = document.insertItem(step, into: "progress", by: author) }
        try await phone.exchange(with: home)
        return phone.refused.map(\.why)
    }

    private func solutions(_ team: DocumentPath) async throws -> [ClueSolution.SolvingMethod?] {
        try #require(TeamRecord(try await home.document(team).shown)).solutions.values.map(\.means)
    }

    @Test("A child can solve clues for its own team in its own name, and accept none")
    func solving() async throws {
        let team = try await team("Toms", of: home.tom)
        var phone = try await home.phone(of: home.tom)
        for forged in [solution(by: home.tom, "adult"), solution(by: home.mia, "code")] {
            #expect(try await add(forged, to: team, from: &phone).count == 1)
            #expect(try await solutions(team).isEmpty)
        }
        #expect(try await add(solution(by: home.tom, "code"), to: team, from: &phone).isEmpty)
        #expect(try await solutions(team) == [.code])
    }

    @Test("A child can solve no clue for other teams, and neither delete nor rename them")
    func others() async throws {
        let team = try await team("Mia", of: home.mia)
        let before = try await home.document(team)
        var phone = try await home.phone(of: home.tom)
        #expect(try await add(solution(by: home.tom, "code"), to: team, from: &phone).count == 1)
        phone.edit(team) { document, author in document.delete(by: author) }
        phone.write("Toms", to: "name", of: team)
        phone.write([], to: "members", of: team)
        try await phone.exchange(with: home)
        #expect(Set(phone.refused.map(\.field)) == ["deleted", "name", "members"])
        #expect(try await home.document(team) == before)
    }

    @Test("A child can remove no solution and no member of its team")
    func taking() async throws {
        let team = try await team("Both", of: home.tom, home.mia)
        var phone = try await home.phone(of: home.tom)
        #expect(try await add(solution(by: home.tom, "photo"), to: team, from: &phone).isEmpty)
        phone.write(.array([.string(home.tom.description)]), to: "members", of: team)
        phone.write([], to: "progress", of: team)
        try await phone.exchange(with: home)
        #expect(Set(phone.refused.map(\.field)) == ["members", "progress"])
        #expect(try await solutions(team) == [.photo])
    }

    @Test("A step in the future is refused, but a clock may be slightly fast")
    func future() async throws {
        for member in [home.mia, home.tom] {
            let team = try await team("Team \(member)", of: member)
            var phone = try await home.phone(of: member)
            #expect(try await add(solution(by: member, "code", later: 301), to: team, from: &phone).count == 1)
            let start: JSONObject = ["at": "2100-01-01T00:00:00Z", "by": .string(member.description)]
            #expect(try await add(start, to: team, from: &phone).count == 1)
            #expect(try await add(solution(by: member, "code", later: 299), to: team, from: &phone).isEmpty)
            #expect(try await home.document(team)["progress"]?.arrayValue?.count == 2)
        }
    }

    @Test("An adult can accept a clue for another team; nobody can change the clues of a hunt")
    func adults() async throws {
        let team = try await team("Toms", of: home.tom)
        var phone = try await home.phone(of: home.mia)
        #expect(try await add(solution(by: home.mia, "adult"), to: team, from: &phone).isEmpty)
        #expect(try await solutions(team) == [.adult])
        for member in [home.mia, home.tom] {
            var phone = try await home.phone(of: member)
            phone.write([["id": "b", "text": ["Here"]]], to: "clues", of: hunt)
            phone.write("free", to: "order", of: hunt)
            phone.write(member == home.mia ? "Gold" : "Silver", to: "title", of: hunt)
            try await phone.exchange(with: home)
            let title: Set<FieldName> = member == home.mia ? [] : ["title"]
            #expect(Set(phone.refused.map(\.field)) == title.union(["clues", "order"]))
        }
        let record = try #require(HuntRecord(try await home.document(hunt).shown))
        #expect(record.clues.map(\.id) == ["a"] && !record.isFree && record.title == "Gold")
    }

    @Test("An adult can finish and resume a hunt; a child can do neither")
    func finishing() async throws {
        let finished: JSON = ["at": .string(Home.time.rfc3339), "by": .string(home.mia.description)]
        var (adult, child) = (try await home.phone(of: home.mia), try await home.phone(of: home.tom))
        for value in [finished, nil] {
            try await child.exchange(with: home)
            child.write(value, to: "finished", of: hunt)
            try await child.exchange(with: home)
            #expect(child.refused.map(\.field) == ["finished"] && child.refused.map(\.rule) == [.author])
            #expect(try await home.document(hunt)["finished"] != value)
            adult.write(value, to: "finished", of: hunt)
            try await adult.exchange(with: home)
            #expect(adult.refused.isEmpty)
            #expect(try await home.document(hunt)["finished"] == value)
        }
    }

    @Test("A child may join another's team but not delete it, and no solution predates the hunt")
    func joining() async throws {
        let team = try await team("Mia", of: home.mia)
        var phone = try await home.phone(of: home.tom)
        phone.edit(team) { document, author in
            document.insert(home.tom.description, into: "members", by: author)
            document.delete(by: author)
        }
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["deleted"])
        try await phone.exchange(with: home)
        phone.edit(team) { document, author in document.delete(by: author) }
        try await phone.exchange(with: home)
        let document = try await home.document(team)
        #expect(document["members"]?.arrayValue?.count == 2 && !document.isDeleted && document.conflicts.isEmpty)
        #expect(try await add(solution(by: home.tom, "code", later: -301), to: team, from: &phone).count == 1)
        #expect(try await solutions(team).isEmpty)
        #expect(try await add(solution(by: home.tom, "code", later: -299), to: team, from: &phone).isEmpty)
        #expect(try await solutions(team) == [.code])
    }

    @Test("Two phones that start a team of the same name offline start one team, and a clue solved by both counts once")
    func together() async throws {
        let id = DocumentID.derived(namespace: huntID, name: "team:pirates")
        let path = try #require(DocumentPath(kind: .team, id: id))
        var phones = [try await home.phone(of: home.tom), try await home.phone(of: home.mia)]
        for (index, member) in [home.tom, home.mia].enumerated() {
            let created: JSON = ["at": .string(Home.time.rfc3339), "by": .string(member.description)]
            let maker = DocumentMaker(author: phones[index].author, rules: DocumentRules())
            var team = try maker.makeDocument(
                .team, id: id, at: path,
                fields: [
                    "created": created, "hunt": .string(huntID.description),
                    "members": [.string(member.description)], "name": index == 0 ? "Pirates" : "pirates",
                ]
            ).document
            let start: JSONObject = ["at": .string(Home.time.rfc3339), "by": .string(member.description)]
            let steps = [start, solution(by: member, "code", later: Int64(-index))]
            for step in steps { _ = team.insertItem(step, into: "progress", by: phones[index].author) }
            phones[index].documents[path] = team
            try await phones[index].exchange(with: home)
            #expect(phones[index].refused.isEmpty)
        }
        try await phones[0].exchange(with: home)
        let document = try #require(phones[0].documents[path])
        let team = try #require(TeamRecord(document.shown))
        #expect(Set(team.members) == [home.tom, home.mia] && team.solutions["a"]?.by == home.mia)
        #expect(!team.hasConflict)
        #expect(try await home.document(path) == document)
    }
}
