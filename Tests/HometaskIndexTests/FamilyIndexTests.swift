// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskSQLite
import HometaskTime
import TestSupport
import Testing

@testable import HometaskIndex

@Suite("The index")
struct FamilyIndexTests {
    private let provider = GitReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) })

    private func request(_ replica: any Replica) async throws -> ListRequest {
        ListRequest(
            Query(.open), order: TaskOrder([.init(.title)]),
            directory: try await replica.read { try FamilyDirectory(reading: $0) }, zone: .utc)
    }

    @Test("Without a writable folder the index returns no result and no error")
    func unwritable() async throws {
        let world = try await IndexWorld(seed: 1)
        let request = try await request(world.replica)
        let file = world.folder.path + "/file"
        _ = FileManager.default.createFile(atPath: file, contents: nil)
        for folder in [file, file + "/none", world.folder.path + "/missing"] {
            let answer = try await world.replica.read { reader in
                try FamilyIndex(in: folder).list(request, reading: reader)?.tasks.count
            }
            #expect(answer == nil)
        }
    }

    @Test("A query in another zone uses the days of that zone, whatever zone earlier queries used")
    func anotherZone() async throws {
        let world = try await IndexWorld(seed: 3)
        var draft = TaskDraft(title: "Bins")
        draft.values["due"] = ["date": "2026-11-24"]
        let made = draft
        _ = try await world.replica.write(command: nil) { try $0.tasks.add(made) }
        let directory = try await world.replica.read { try FamilyDirectory(reading: $0) }
        // The day has ended in Auckland, but not in Amsterdam.
        let noon = try #require(Timestamp(rfc3339: "2026-11-24T12:00:00Z"))
        for (zone, count) in [("Europe/Amsterdam", 0), ("Pacific/Auckland", 1), ("Europe/Amsterdam", 0)] {
            let request = ListRequest(
                Query(.overdue(noon)), order: TaskOrder([.init(.title)]), directory: directory,
                zone: try TimeZoneRules(identifier: zone))
            let index = FamilyIndex(in: world.folder.path + "/home/hometask")
            let answer = try await world.replica.read { try index.list(request, reading: $0)?.tasks.count }
            #expect(answer == count, "\(zone)")
        }
    }

    @Test("An index found damaged during a query returns no result, and the next query returns the right one")
    func damaged() async throws {
        let world = try await IndexWorld(seed: 4)
        _ = try await world.replica.write(command: nil) { try $0.tasks.add(TaskDraft(title: "Bins")) }
        let request = try await request(world.replica)
        let folder = world.folder.path + "/home/hometask"
        let answer = {
            try await world.replica.read { try FamilyIndex(in: folder).list(request, reading: $0)?.tasks.map(\.title) }
        }
        #expect(try await answer() == ["Bins"])
        // Like damage by a disk: the recorded fingerprint of the index file still matches.
        let file = try #require(FileHandle(forWritingAtPath: folder + "/index.sqlite"))
        try file.write(contentsOf: Data(repeating: 0x78, count: 4096))
        try file.close()
        IndexFile(in: folder + "/").recordFingerprint()
        #expect(try await answer() == nil)
        #expect(try await answer() == ["Bins"])
    }

    @Test("An index that is filled in several portions lists every task once")
    func portions() async throws {
        let folder = try TemporaryFolder()
        let replica = try await MemoryReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) }).create(
            at: "memory", isBare: true,
            family: FamilyDraft(name: "Berg", zone: "UTC", email: "berg@example.org", device: "laptop")
        ) { _ in }
        let titles = (0..<2_500).map { "Task \($0)" }
        _ = try await replica.write(command: nil) { transaction in
            for title in titles { _ = try transaction.tasks.add(TaskDraft(title: title)) }
        }
        let request = try await request(replica)
        let found = try await replica.read { reader in
            try FamilyIndex(in: folder.path).list(request, reading: reader)?.tasks.map(\.title)
        }
        #expect(found?.sorted() == titles.sorted())
    }

    @Test("A failed transaction rolls back; the connection stays usable")
    func rolledBack() throws {
        struct Failure: Error {}
        let folder = try TemporaryFolder()
        let db = try Database(at: folder.path + "/db")
        try db.execute("create table task (title text)")
        #expect(throws: Failure.self) {
            try db.transaction(writes: true) {
                try db.run("insert into task values ('half')")
                throw Failure()
            }
        }
        #expect(try db.integer("select count(*) from task") == 0)
        try db.transaction(writes: true) { try db.run("insert into task values ('whole')") }
        #expect(try db.rows("select title from task") { $0.text(0) } == ["whole"])
    }

    @Test("Concurrent writers and readers each get the result for the version they read")
    func together() async throws {
        let world = try await IndexWorld(seed: 2)
        let home = world.folder.path + "/home"
        let request = try await request(world.replica)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let replica = try await provider.open(at: home)
                    for round in 0..<8 {
                        _ = try await replica.write(command: nil) {
                            try $0.tasks.add(TaskDraft(title: "Task \(number) \(round)"))
                        }
                        let (found, expected) = try await replica.read { reader in
                            let index = FamilyIndex(in: home + "/hometask")
                            let found = try index.list(request, reading: reader)?.tasks.map(\.title)
                            return (found, try TaskList(request, reading: reader).tasks.map(\.title))
                        }
                        #expect(found == expected)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("After random writes and damage, the index returns the same results as a full scan of the documents")
    func random() async throws {
        var seeds = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(1) {
            let seed = seeds.next()
            let world = try await IndexWorld(seed: seed)
            for _ in 0..<25 {
                try await world.step()
                for _ in 0..<4 {
                    let listing = try await world.fault()
                    let searching = (try await world.searchFault(), try await world.searchFault())
                    let naming = (try await world.nameFault(), try await world.beginningFault())
                    guard let fault = listing ?? searching.0 ?? searching.1 ?? naming.0 ?? naming.1 else { continue }
                    Issue.record("seed \(seed), \(seeds.note): \(fault)\n\(world.story.joined(separator: "\n"))")
                    return
                }
            }
            #expect(world.found > 5, "seed \(seed): questions that find nothing show nothing")
            #expect(world.hits > 2, "seed \(seed): searches that find nothing show nothing")
        }
    }
}
