// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("Processes that write at once", .serialized)
struct ConcurrencyTests {
    let folder: TemporaryFolder
    static let processes = 8

    init() throws { folder = try TemporaryFolder() }

    /// Expects a repository in which everybody has finished and nothing is left over.
    func expectOrder(commits: ClosedRange<Int>, isBare: Bool) async throws {
        let count = try #require(Int(try folder.git("rev-list", "--count", "HEAD", in: "home").dropLast()))
        #expect(commits.contains(count), "\(count) commits")
        #expect(try folder.git("rev-list", "--min-parents=2", "HEAD", in: "home") == "")
        #expect(try folder.git("fsck", "--strict", "--no-dangling", in: "home").contains("error") == false)
        #expect(folder.leftovers(in: isBare ? "home" : "home/.git") == [])
        let replica = try await provider.open(at: folder.path + "/home")
        #expect(try await replica.history(since: nil, path: nil, limit: .max).allSatisfy(\.isOurs))
        #expect(try folder.reusedDots(in: "home") == [])
        #expect(try await replica.read { try $0.paths(of: .device).count } == 1)
        if !isBare {
            #expect(try folder.git("status", "--porcelain", in: "home") == "")
            #expect(try folder.git("diff", "HEAD", "--stat", in: "home") == "")
            #expect(try await replica.handEditedPaths() == [])
        }
    }

    @Test("Eight processes that add tasks at once lose none", arguments: [false, true])
    func adding(isBare: Bool) async throws {
        _ = try await folder.makeFamily(isBare: isBare)
        let writes = ProcessInfo.processInfo.environment["HOMETASK_TEST_RUNS"] != nil ? 50 : 12
        let script = "for i in $(seq \(writes)); do \"$HOMETASK\" add Task $0 number $i || exit 1; done"
        let running = try (0..<Self.processes).map { try Command(["/bin/sh", "-c", script, "\($0)"], in: folder) }
        for command in running {
            let outcome = command.finish()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let total = Self.processes * writes
        let titles = try await provider.open(at: folder.path + "/home").read { reader in
            try reader.paths(of: .task).compactMap { try reader.document(at: $0)?["title"]?.stringValue }
        }
        let expected = (0..<Self.processes).flatMap { process in (1...writes).map { "Task \(process) number \($0)" } }
        #expect(titles.sorted() == expected.sorted())
        try await expectOrder(commits: (total + 1)...(total + 1), isBare: isBare)
    }

    @Test("Eight writers of one task lose no field, and the value of a field they share is one that was written")
    func oneTask() async throws {
        let path = try await folder.makeFamily().add("Bins")
        let rounds = 6 * min(Command.runs, 8)
        let place = folder.path + "/home"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<Self.processes {
                group.addTask {
                    let replica = try await provider.open(at: place)
                    for round in 1...rounds {
                        _ = try await replica.write(command: "edit") { transaction in
                            let own = FieldName("extensions/test/writer\(writer)")
                            let before = try transaction.document(at: path)?[own]?.stringValue
                            guard before == (round == 1 ? nil : "\(round - 1)") else {
                                throw Lost(writer, round, before)
                            }
                            let values: [FieldName: JSON?] = [
                                own: .string("\(round)"), "title": .string("Bins \(writer) \(round)"),
                            ]
                            try transaction.write(values, to: path)
                            try transaction.change(path) { document in
                                document.insert("tag-\(writer)-\(round)", into: "tags", by: transaction.author)
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let document = try #require(try await provider.open(at: place).read { try $0.document(at: path) })
        for writer in 0..<Self.processes {
            #expect(document[FieldName("extensions/test/writer\(writer)")] == .string("\(rounds)"))
        }
        #expect(document["tags"]?.arrayValue?.count == Self.processes * rounds)
        #expect(document.conflicts.isEmpty)
        let last = try #require(document["title"]?.stringValue)
        #expect((0..<Self.processes).contains { last == "Bins \($0) \(rounds)" })
        try await expectOrder(commits: (2 + Self.processes * rounds)...(2 + Self.processes * rounds), isBare: false)
    }

    private struct Lost: Error {
        let text: String
        init(_ writer: Int, _ round: Int, _ found: String?) { text = "\(writer) \(round) \(found ?? "nothing")" }
    }
}
