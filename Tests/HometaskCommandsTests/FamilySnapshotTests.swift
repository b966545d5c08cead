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
    @Test("has the names, views and tasks of one version, even if the session began before it")
    func later() async throws {
        let folder = try TemporaryFolder()
        let clock: @Sendable () -> Timestamp = { Timestamp(seconds: 1_795_000_000) }
        let provider = GitReplicaProvider(clock: clock)
        let home = folder.path + "/home"
        let other = try await provider.create(
            at: home, isBare: true,
            family: FamilyDraft(name: "Test", zone: "Europe/Amsterdam", email: "t@example.org", device: "laptop"))
        let garden = try await other.write(command: nil) { transaction in
            let id = try transaction.categories.add("garden")
            _ = try transaction.create(
                .task, id: DocumentID(randomBytes: (1, 2)),
                fields: ["title": "Dig", "category": .string(id.description)])
            return id
        }.result
        let environment = CommandEnvironment(
            provider: provider, clock: clock, variables: ["HOME": folder.path], folder: folder.path,
            isOutputTerminal: false, isInputTerminal: false)
        let session = try await CommandEnvironment.$current.withValue(environment) {
            try await FamilySession.open(GlobalOptions.parse(["-C", home]))
        }
        _ = try await other.write(command: nil) { transaction in
            try transaction.categories.rename(garden, to: "yard")
            _ = try transaction.views.save("mine", query: "category:yard", sort: nil, extensions: ExtensionChange())
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

    @Test("has the member whom the device named as that version knows them, also if a merge was taken back since")
    func unmerged() async throws {
        let folder = try TemporaryFolder()
        let clock: @Sendable () -> Timestamp = { Timestamp(seconds: 1_795_000_000) }
        let provider = GitReplicaProvider(clock: clock)
        let home = folder.path + "/home"
        let other = try await provider.create(
            at: home, isBare: true,
            family: FamilyDraft(name: "Test", zone: "Europe/Amsterdam", email: "t@example.org", device: "laptop"))
        let (mia, ben) = try await other.write(command: nil) { transaction in
            let mia = try transaction.members.add(MemberDraft(name: "Mia"))
            let ben = try transaction.members.add(MemberDraft(name: "Ben"))
            try transaction.members.merge(keeping: ben, mia)
            return (mia, ben)
        }.result
        try await other.setMember(mia)
        let environment = CommandEnvironment(
            provider: provider, clock: clock, variables: ["HOME": folder.path], folder: folder.path,
            isOutputTerminal: false, isInputTerminal: false)
        let session = try await CommandEnvironment.$current.withValue(environment) {
            try await FamilySession.open(GlobalOptions.parse(["-C", home]))
        }
        #expect(session.member == ben)
        _ = try await other.write(command: nil) { transaction in
            try transaction.writeFields(["mergedInto": nil], to: Transaction.path(of: .member, mia))
        }
        #expect(try await session.queries.snapshot { $0.session.member } == mia)
    }
}
