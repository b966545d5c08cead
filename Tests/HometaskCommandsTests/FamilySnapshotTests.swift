// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskQueries
import HometaskReplica
import TestSupport
import Testing

@testable import HometaskCommands

@Suite("A snapshot of a family")
struct FamilySnapshotTests {
    @Test("has the names, views and tasks of one version, even if the session began earlier")
    func later() async throws {
        let folder = try TemporaryFolder()
        let other = try await makeFamily(in: folder)
        let garden = try await other.write(command: nil) { transaction in
            let id = try transaction.categories.add("garden")
            _ = try transaction.create(
                .task, id: DocumentID(randomBytes: (1, 2)),
                fields: ["title": "Dig", "category": .string(id.description)])
            return id
        }.result
        let session = try await openFamily(in: folder)
        _ = try await other.write(command: nil) { transaction in
            try transaction.categories.rename(garden, to: "yard")
            _ = try transaction.views.save("mine", query: "category:yard", sort: nil, fields: FieldChange())
        }
        #expect(session.directory.activeCategories.map(\.name) == ["garden"])
        let (names, titles) = try await session.queries.snapshot { snapshot in
            let query = try snapshot.resolveQuery(["@mine"]).query(now: session.now)
            let tasks = try snapshot.list(query, order: .usual).tasks
            return (tasks.map { snapshot.session.directory.shownCategory($0)?.name }, tasks.map(\.title))
        }
        #expect(names == ["yard"] && titles == ["Dig"])
        let question = SearchRequest(try SearchQuery("dig"), limit: 10)
        let results = try await session.snapshot { try SearchResults(question, in: $0) }
        #expect(results.list.hits.compactMap(\.document.task).map(\.title) == ["Dig"])
        #expect(results.session.directory.activeCategories.map(\.name) == ["yard"])
    }

    @Test("has the device's member as known to that version, even after a merge was reverted")
    func unmerged() async throws {
        let folder = try TemporaryFolder()
        let other = try await makeFamily(in: folder)
        let (mia, ben) = try await other.write(command: nil) { transaction in
            let mia = try transaction.members.add(MemberDraft(name: "Mia"))
            let ben = try transaction.members.add(MemberDraft(name: "Ben"))
            try transaction.members.merge(keeping: ben, mia)
            return (mia, ben)
        }.result
        try await other.setMember(mia)
        let session = try await openFamily(in: folder)
        #expect(session.member == ben)
        _ = try await other.write(command: nil) { transaction in
            try transaction.writeFields(["mergedInto": nil], to: Transaction.path(of: .member, mia))
        }
        #expect(try await session.queries.snapshot { $0.session.member } == mia)
    }

    @Test("orders tasks by the names of one version")
    func sorted() async throws {
        let folder = try TemporaryFolder()
        let other = try await makeFamily(in: folder)
        try await other.setLocalData(Settings.localName, Array(#"{"sort":"category"}"#.utf8))
        let garden = try await other.write(command: nil) { transaction in
            let (attic, garden) = (try transaction.categories.add("attic"), try transaction.categories.add("garden"))
            _ = try transaction.create(
                .task, id: DocumentID(randomBytes: (1, 2)),
                fields: ["title": "Air", "category": .string(attic.description)])
            _ = try transaction.create(
                .task, id: DocumentID(randomBytes: (1, 3)),
                fields: ["title": "Dig", "category": .string(garden.description)])
            return garden
        }.result
        let session = try await openFamily(in: folder)
        #expect(try await sortedTitles(in: session) == ["Air", "Dig"])
        _ = try await other.write(command: nil) { try $0.categories.rename(garden, to: "acre") }
        #expect(try await sortedTitles(in: session) == ["Dig", "Air"])
    }

    @Test("has a hunt's teams and their players' names, even if the session began earlier")
    func hunts() async throws {
        let folder = try TemporaryFolder()
        let other = try await makeFamily(in: folder)
        let (mia, hunt) = try await other.write(command: nil) { transaction in
            (
                try transaction.members.add(MemberDraft(name: "Mia")),
                try transaction.hunts.add(HuntChanges(title: "Gold"))
            )
        }.result
        let session = try await openFamily(in: folder)
        _ = try await other.write(command: nil) { transaction in
            try transaction.members.rename(mia, to: "Mila")
            _ = try transaction.teams.start("Foxes", of: [mia], in: hunt)
        }
        let board = try await session.hunts.overview(hunt).boardLines().joined()
        #expect(board.contains("Foxes") && board.contains("Mila"))
        #expect(try await session.hunts.overview(named: ["Gold"]).boardLines().joined() == board)
        let results = try await session.snapshot {
            try SearchResults(SearchRequest(SearchQuery("gold"), limit: 10), in: $0)
        }
        #expect(results.teams.map(\.name) == ["Foxes"])
    }

    @Test("has the home location around which places are hidden")
    func hidden() async throws {
        let folder = try TemporaryFolder()
        let other = try await makeFamily(in: folder)
        let pin = try await other.write(command: nil) { transaction in
            var draft = PinDraft(name: "House")
            draft.coordinates = Coordinates(latitude: 52, longitude: 4)
            return try transaction.pins.add(draft)
        }.result
        let session = try await openFamily(in: folder)
        let options = try HomeOptions.parse([])
        #expect(try await HomeRedaction.make(options, in: session).zone == nil)
        _ = try await other.write(command: nil) {
            try $0.family.set("home", called: "home", to: Home(pin: pin).json, told: nil)
        }
        #expect(try await HomeRedaction.make(options, in: session).zone != nil)
    }

    @Test("has a task to share, its time zone and the home that hides its place, even if the session began earlier")
    func shared() async throws {
        let folder = try TemporaryFolder()
        let other = try await makeFamily(in: folder)
        let pin = try await other.write(command: nil) { transaction in
            var draft = PinDraft(name: "House")
            draft.coordinates = Coordinates(latitude: 52, longitude: 4)
            let pin = try transaction.pins.add(draft)
            _ = try transaction.create(
                .task, id: DocumentID(randomBytes: (1, 2)),
                fields: ["title": "Dig", "place": ["pin": .string(pin.description)]])
            return pin
        }.result
        let session = try await openFamily(in: folder)
        _ = try await other.write(command: nil) { transaction in
            _ = try transaction.writeFields(["zone": "Asia/Tokyo"], to: .family)
            try transaction.family.set("home", called: "home", to: Home(pin: pin).json, told: nil)
        }
        #expect(session.directory.family?.zone == "Europe/Amsterdam")
        let (found, redaction, tasks) = try await TaskShareCommand.parse(["Dig"]).find(in: session)
        #expect(found.directory.family?.zone == "Asia/Tokyo" && redaction.zone != nil)
        #expect(tasks.map(\.task.title) == ["Dig"] && tasks.map(\.isHidden) == [true])
    }

    private static let clock: @Sendable () -> Timestamp = { Timestamp(seconds: 1_795_000_000) }

    /// A new family in a folder, written as by another process.
    private func makeFamily(in folder: TemporaryFolder) async throws -> any Replica {
        try await GitReplicaProvider(clock: Self.clock).create(
            at: folder.path + "/home", isBare: true,
            family: FamilyDraft(name: "Test", zone: "Europe/Amsterdam", email: "t@example.org", device: "laptop"))
    }

    /// The family in a folder, opened as by a command.
    private func openFamily(in folder: TemporaryFolder) async throws -> FamilySession {
        let environment = CommandEnvironment(
            provider: GitReplicaProvider(clock: Self.clock), clock: Self.clock, variables: ["HOME": folder.path],
            folder: folder.path, isOutputTerminal: false, isInputTerminal: false)
        return try await CommandEnvironment.$current.withValue(environment) {
            try await FamilySession.open(GlobalOptions.parse(["-C", folder.path + "/home"]))
        }
    }

    private func sortedTitles(in session: FamilySession) async throws -> [String] {
        try await session.snapshot { snapshot in
            var tasks: [TaskRecord] = []
            try snapshot.reader.forEachMembers(of: .task, selecting: TaskRecord.listedMembers) { _, members in
                if let task = TaskRecord(members) { tasks.append(task) }
            }
            return try snapshot.sorted(tasks).map(\.title)
        }
    }
}
