// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskPlatform
import HometaskReplica
import Synchronization
import TestSupport
import Testing

@Suite("Concurrent writers", .serialized)
struct ConcurrencyTests {
    let folder: TemporaryFolder
    static let processes = 8

    init() throws { folder = try TemporaryFolder() }

    /// The folder of hometask's own files in the repository, including the locks.
    private func place(isBare: Bool) -> String { folder.path + (isBare ? "/home" : "/home/.git") + "/hometask/" }

    /// Expects a consistent repository without leftover files.
    func expectOrder(commits: ClosedRange<Int>, isBare: Bool) async throws {
        // Upkeep packs objects whose loose files git fsck looks for.
        let upkeep = holdOffUpkeep(isBare: isBare)
        defer { withExtendedLifetime(upkeep) {} }
        let count = try #require(Int(try folder.git("rev-list", "--count", "HEAD", in: "home").dropLast()))
        #expect(commits.contains(count), "\(count) commits")
        #expect(try folder.git("rev-list", "--min-parents=2", "HEAD", in: "home") == "")
        let faults = try folder.git("fsck", "--strict", "--no-dangling", in: "home")
        #expect(!faults.contains("error"))
        let replica = try await provider.open(at: folder.path + "/home")
        #expect(folder.leftovers(in: isBare ? "home" : "home/.git") == [])
        #expect(try await replica.history(since: nil, path: nil, limit: .max).allSatisfy(\.isOurs))
        #expect(try folder.reusedDots(in: "home") == [])
        #expect(try await replica.read { try $0.paths(of: .device).count } == 1)
        if !isBare {
            #expect(try folder.git("status", "--porcelain", in: "home") == "")
            #expect(try folder.git("diff", "HEAD", "--stat", in: "home") == "")
            #expect(try await replica.handEditedPaths() == [])
        }
    }

    /// Waits for a lock and acquires it.
    private func take(_ path: String) -> HeldFile {
        let lock = HeldFile(path)
        #expect(Waiting.until(within: 120) { flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 })
        return lock
    }

    /// Waits for background upkeep to end; new upkeep is a no-op while the lock is held.
    private func holdOffUpkeep(isBare: Bool) -> HeldFile {
        let path = place(isBare: isBare) + "upkeep-lock"
        close(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        return take(path)
    }

    /// Counts the other processes with a lock file open, whether they hold the lock or wait for it.
    private func countHolders(of path: String) throws -> Int {
        let others = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter {
            Int32($0) ?? getpid() != getpid()
        }
        return others.count { process in
            let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
            return files.contains { file in
                let link = "/proc/\(process)/fd/\(file)"
                return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path
            }
        }
    }

    @Test("Eight processes that add tasks concurrently lose no task", arguments: [false, true])
    func adding(isBare: Bool) async throws {
        _ = try await folder.makeFamily(isBare: isBare)
        let writes = ProcessInfo.processInfo.environment["HOMETASK_TEST_RUNS"] != nil ? 50 : 12
        let script = "for i in $(seq \(writes)); do \"$HOMETASK\" add Task $0 number $i || exit 1; done"
        // Held until all processes wait for it, so that they start together.
        let path = place(isBare: isBare) + "lock"
        let lock = take(path)
        defer { withExtendedLifetime(lock) {} }
        let running = try (0..<Self.processes).map { try Command(["/bin/sh", "-c", script, "\($0)"], in: folder) }
        #expect(try Waiting.until(within: 120) { try countHolders(of: path) == Self.processes })
        #expect(flock(lock.descriptor, LOCK_UN) == 0)
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

    @Test("Eight writers of one task lose no field, and a shared field holds one of the written values")
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
                                throw Lost(writer: writer, round: round, found: before)
                            }
                            let values: [FieldName: JSON?] = [
                                own: .string("\(round)"), "title": .string("Bins \(writer) \(round)"),
                            ]
                            try transaction.writeFields(values, to: path)
                            try transaction.changeDocument(at: path) { document in
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

    @Test("A write overtaken by a git commit is published on top of it")
    func gitWasFaster() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let folder = folder
        let attempts = Mutex(0)
        _ = try await replica.write(command: "edit") { transaction in
            // The branch has been read, and is checked again before it moves.
            if attempts.withLock({
                $0 += 1; return $0
            }) == 1 {
                try folder.git("commit", "-q", "--allow-empty", "-m", "Theirs", in: "home")
            }
            return try transaction.writeFields(["points": 1], to: path)
        }
        #expect(attempts.withLock { $0 } == 1)
        try await expectBoth(path, replica)
        // Replayed after a power cut, the journal must not restore a commit that is on no branch.
        let journal = try String(
            decoding: Data(contentsOf: URL(fileURLWithPath: folder.path + "/home/.git/hometask/commits")), as: UTF8.self
        )
        let announced = journal.matches(of: #/\nnew ([0-9a-f]{40})\n\.\n/#).map { String($0.1) }
        let published = try folder.git("rev-list", "HEAD", in: "home").split(separator: "\n").map(String.init)
        #expect(announced.count > 2 && Set(announced).isSubset(of: published), "\(announced), \(published)")
    }

    private static func other(than actor: String) -> String {
        String(actor.dropLast(2)) + (actor.hasSuffix("zz") ? "yy" : "zz")
    }

    @Test("A write is repeated as the new actor if the device's actor changes meanwhile")
    func actorWasDrawnMeanwhile() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let folder = folder
        let actors = Mutex<[String]>([])
        _ = try await replica.write(command: "edit") { transaction in
            let actor = transaction.author.actor.text
            // The identity has been read, and is checked again before the branch moves.
            if actors.withLock({
                $0.append(actor); return $0.count
            }) == 1 {
                let file = "home/.git/hometask/device.json"
                try folder.write(file, folder.read(file).replacing(actor, with: Self.other(than: actor)))
            }
            return try transaction.writeFields(["points": 1], to: path)
        }
        let (first, last) = actors.withLock { ($0.first ?? "", $0.last) }
        #expect(actors.withLock { $0.count } == 2 && last == Self.other(than: first))
        let seen = try await replica.read { try $0.document(at: path)?.seen.actors.map(\.text) }
        #expect(Set(seen ?? []) == [first, last])
    }

    @Test("A write overtaken by a git commit while waiting for the branch lock is published on top of it", .waits)
    func gitWasFasterUnderTheLock() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let git = folder.path + "/home/.git"
        let theirs = try folder.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "Theirs", in: "home")
        let journal = { try Data(contentsOf: URL(fileURLWithPath: git + "/hometask/commits")).count }
        let before = try journal()
        try folder.write("home/.git/refs/heads/main.lock", "")
        let lock = HeldFile(git + "/refs/heads/main.lock")
        async let written = replica.write(command: "edit") { try $0.writeFields(["points": 1], to: path) }
        // The journal is written after the branch was checked and before it moves.
        // (Blocks the thread: a suspended test would resume too late while blocking tests occupy the others.)
        #expect(try Waiting.until(within: 60, pausing: 5_000) { try journal() > before })
        try folder.write("home/.git/refs/heads/main", theirs)
        try FileManager.default.removeItem(atPath: git + "/refs/heads/main.lock")
        withExtendedLifetime(lock) {}
        _ = try await written
        try await expectBoth(path, replica)
    }

    /// Expects exactly git's commit and the change on top of it, by the same actor as before.
    private func expectBoth(_ path: DocumentPath, _ replica: any Replica) async throws {
        #expect(try await replica.read { try $0.document(at: path)?["points"] } == 1)
        #expect(try await replica.read { try $0.document(at: path)?.seen.actors.count } == 1)
        let subjects = try folder.git("log", "--format=%s", in: "home").split(separator: "\n")
        #expect(subjects.count { $0 == "Theirs" } == 1, "\(subjects)")
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
        #expect(folder.leftovers(in: "home/.git") == [])
        let again = try await provider.open(at: folder.path + "/home")
        #expect(try await again.read { try $0.document(at: path)?["points"] } == 1)
        #expect(try folder.reusedDots(in: "home") == [])
    }

    private struct Lost: Error {
        let text: String
        init(writer: Int, round: Int, found: String?) { text = "\(writer) \(round) \(found ?? "nothing")" }
    }
}
