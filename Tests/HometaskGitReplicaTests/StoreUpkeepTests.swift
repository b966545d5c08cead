// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@testable import HometaskGitReplica

@Suite("Upkeep of the repository", .waits)
struct StoreUpkeepTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var git: String { folder.path + "/home/.git" }
    private var journal: String { git + "/hometask/commits" }
    private var hasJournal: Bool { FileManager.default.fileExists(atPath: journal) }

    private func titles() async throws -> [String] {
        let replica = try await provider.open(at: folder.path + "/home")
        return try await replica.read { reader in
            try reader.paths(of: .task).compactMap { try reader.document(at: $0)?["title"]?.stringValue }.sorted()
        }
    }

    private func expectWhole() throws {
        #expect(try folder.git("fsck", "--strict", "--no-dangling", in: "home") == "")
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
    }

    @Test("Upkeep packs all objects and drops them from the journal")
    func packs() async throws {
        let replica = try await folder.makeFamily()
        for title in ["Bins", "Dishes", "Laundry"] { _ = try await replica.add(title) }
        #expect(hasJournal)
        #expect(try #require(try await replica.upkeep()).objects > 10)
        #expect(!hasJournal)
        #expect(try folder.git("count-objects", in: "home").hasPrefix("0 objects"))
        #expect(try #require(try await replica.upkeep()).objects == 0)
        _ = try await replica.add("Windows")
        #expect(hasJournal)
        #expect(try await titles() == ["Bins", "Dishes", "Laundry", "Windows"])
        try expectWhole()
    }

    @Test("Commits announced during upkeep stay in the journal and survive a power cut")
    func appended() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        let commits = CommitJournal(in: git + "/hometask/")
        let seen = try commits.contents()
        _ = try await replica.add("Dishes")
        let tip = try folder.git("rev-parse", "HEAD", in: "home").trimmingCharacters(in: .whitespacesAndNewlines)
        let records = try commits.records()
        try commits.drop(seen)
        #expect(try commits.records() == Array(records.suffix(1)))
        #expect(try commits.lastMove()?.commit.description == tip)
        for line in try folder.git("rev-list", "--objects", "HEAD~1..HEAD", in: "home").split(separator: "\n") {
            try? FileManager.default.removeItem(
                atPath: "\(git)/objects/\(line.prefix(2))/\(line.prefix(40).dropFirst(2))")
        }
        #expect(try await titles() == ["Bins", "Dishes"])
        try expectWhole()
    }

    @Test("A journal restarted meanwhile keeps all its records")
    func begunAgain() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        let commits = CommitJournal(in: git + "/hometask/")
        let seen = try commits.contents()
        _ = try await replica.upkeep()
        for count in 1...9 {
            _ = try await replica.add("Dishes \(count)")
            let records = try commits.records()
            try commits.drop(seen)
            #expect(try commits.records() == records)
            #expect(records.count == count)
        }
        #expect(commits.size > seen.count)
    }

    @Test("Upkeep is needed after a megabyte of changes, and not again right after it has run")
    func isNeeded() async throws {
        let replica = try await folder.makeFamily()
        let task = try await replica.add("Bins")
        #expect(!replica.needsUpkeep())
        let text = String(repeating: "The lid has to be shut. ", count: 15_000)
        for number in 0..<4 {
            _ = try await replica.write(command: nil) {
                try $0.writeFields(["of-a-plugin": .string("\(number) \(text)")], to: task)
            }
        }
        #expect(replica.needsUpkeep())
        _ = try await replica.upkeep()
        _ = try await replica.add("Dishes")
        #expect(!replica.needsUpkeep())
    }

    @Test("Upkeep is needed after about two hundred loose objects")
    func manyObjects() async throws {
        let replica = try await folder.makeFamily()
        var count = 0
        while !replica.needsUpkeep(), count < 200 {
            _ = try await replica.add("Task \(count)")
            count += 1
        }
        #expect((20...120).contains(count), "\(count)")
    }

    @Test("Only one process runs upkeep at a time")
    func oneAtATime() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.upkeep()
        let lock = HeldFile(git + "/hometask/upkeep-lock")
        defer { withExtendedLifetime(lock) {} }
        // A process forked by another test holds the lock of the previous upkeep until its exec.
        var isHeld = false
        for _ in 0..<500 where !isHeld {
            isHeld = flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0
            if !isHeld { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(isHeld)
        #expect(try await replica.upkeep() == nil)
    }

    @Test("Changes survive concurrent upkeep, packing and pruning")
    func beside() async throws {
        let replica = try await folder.makeFamily()
        let task = try await replica.add("Edited")
        let path = folder.path + "/home"
        let packing = Task.detached {
            var count = 0
            while !Task.isCancelled {
                count += try await replica.upkeep()?.objects ?? 0
                try? await Task.sleep(for: .milliseconds(5))
            }
            return count
        }
        let pruning = Task.detached { [folder] in
            for round in 0..<(6 * Command.runs) {
                let words = round % 2 == 0 ? ["gc", "-q", "--prune=now"] : ["prune", "--expire=now"]
                // A pack that git is about to read may be gone: git reports that and changes nothing.
                _ = try? folder.git("-C", path, words[0], words[1], in: "home", expecting: nil)
            }
        }
        var kept: Set = ["Edited"]
        for number in 0..<(40 * Command.runs) {
            let other = try await provider.open(at: path)
            _ = try await other.add("Task \(number)")
            _ = try await replica.write(command: nil) { [number] in
                try $0.writeFields(["points": .number(JSONNumber(number))], to: task)
            }
            kept.insert("Task \(number)")
        }
        await pruning.value
        packing.cancel()
        let packed = try await packing.value
        let last = try #require(try await replica.upkeep())
        #expect(packed + last.objects > 100)
        #expect(try await Set(titles()) == kept)
        try expectWhole()
    }
}
