// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskIndex
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime
import TestSupport
import Testing

/// Noon in Amsterdam, on Wednesday 18 November 2026.
private let noon = Timestamp(seconds: 1_795_000_000)

@Suite("Queries in words")
struct ListQueryTests {
    let folder: TemporaryFolder
    let replica: any Replica

    init() async throws {
        folder = try TemporaryFolder()
        replica = try await GitReplicaProvider(clock: { noon }).create(
            at: folder.path + "/home", isBare: true,
            family: FamilyDraft(name: "Test", zone: "Europe/Amsterdam", email: "t@example.org", device: "laptop"))
        let mia = try await replica.write(command: nil) { transaction in
            let mia = try transaction.members.add(MemberDraft(name: "Mia"))
            for (title, due) in [("Late", "2026-11-17"), ("Thursday", "2026-11-19"), ("Saturday", "2026-11-21")] {
                var draft = TaskDraft(title: title)
                draft.due = CivilDate(iso: due).map { .day($0) }
                if title != "Late" { draft.assignees = [mia] }
                _ = try transaction.tasks.add(draft)
            }
            _ = try transaction.views.save("mine soon", query: "mine due<fri", sort: "-title")
            return mia
        }.result
        try await replica.setMember(mia)
    }

    private func titles(_ query: String) async throws -> [String] { try await replica.list(query).tasks.map(\.title) }

    @Test("Words mean the same as on the command line: for the device's member, now, in the family's zone")
    func words() async throws {
        #expect(try await titles("") == ["Late", "Thursday", "Saturday"])
        #expect(try await titles("mine due<fri") == ["Thursday"])
        #expect(try await titles("overdue") == ["Late"])
        #expect(try await titles("@\"mine soon\" or late") == ["Thursday", "Late"], "the view's order")
        #expect(try await replica.list("", order: TaskOrder([.init(.title)]), limit: 1).tasks.map(\.title) == ["Late"])
        #expect(try await replica.list("", limit: 1).count == 3)
    }

    @Test("A query uses the index, creating it if absent")
    func index() async throws {
        let derived = try #require(replica.derivedFolder)
        #expect(!FileManager.default.fileExists(atPath: derived + "/index.sqlite"))
        _ = try await replica.list("mine")
        #expect(FileManager.default.fileExists(atPath: derived + "/index.sqlite"))
    }

    @Test("A task is not found by removed values")
    func takenOff() async throws {
        // The newest task: the index reuses its row number for the row that replaces it.
        let task = try #require(try await replica.list("saturday").tasks.first)
        let path = try #require(DocumentPath(kind: .task, id: task.id))
        let write = { (fields: [FieldName: JSON?]) in
            _ = try await replica.write(command: nil) {
                try $0.writeFields(fields, to: path)
            }
        }
        try await write(["tags": ["garden"]])
        #expect(try await titles("+garden") == ["Saturday"])
        #expect(try await titles("mine") == ["Thursday", "Saturday"])
        try await write(["tags": nil, "assignees": nil])
        #expect(try await titles("+garden") == [])
        #expect(try await titles("mine") == ["Thursday"])
    }

    @Test("A viewpoint sets the member, the time and the order")
    func viewpoint() async throws {
        let member = try await replica.member()
        var viewpoint = try await replica.read { try Viewpoint(reading: $0, member: member, now: noon) }
        viewpoint.now = Timestamp(seconds: noon.seconds + 3 * 86_400)
        viewpoint.order = TaskOrder([.init(.title)])
        #expect(try await replica.list("overdue", from: viewpoint).tasks.map(\.title) == ["Late", "Thursday"])
        viewpoint.member = nil
        await #expect(throws: QueryError.self) { try await replica.list("mine", from: viewpoint) }
    }

    @Test("A query that cannot be parsed reports the position of the error")
    func faults() async throws {
        let error = await #expect(throws: QueryError.self) { try await replica.list("mine asignee:mia") }
        #expect(error?.range == 5..<12)
        #expect(error?.suggestion == "assignee:mia" || error?.suggestion == "assignee")
    }
}

extension ListQueryTests {
    @Test("An observed list is delivered again only when it may have changed")
    func observed() async throws {
        var lists = replica.lists("mine").makeAsyncIterator()
        #expect(try await lists.next()?.tasks.map(\.title) == ["Thursday", "Saturday"])
        let list = try #require(try await replica.list("saturday").tasks.first)
        _ = try await replica.write(command: nil) { try $0.tasks.complete(list.id, Completion(at: noon, by: nil)) }
        #expect(try await lists.next()?.tasks.map(\.title) == ["Thursday"])
        let task = Task { [lists] in
            var lists = lists
            return try await lists.next() == nil
        }
        task.cancel()
        #expect(try await task.value)
        await #expect(throws: QueryError.self) { for try await _ in replica.lists("mine (") {} }
    }
}
