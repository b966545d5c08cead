// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskPlatform
import HometaskReplica
import TestSupport
import Testing

/// `git prune` first determines which objects are reachable and removes the others later, including objects written in
/// the meantime that a branch reaches by then.
@Suite("Objects removed by a concurrent prune")
struct PruneTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var objects: String { folder.path + "/home/.git/objects" }

    /// Removes the objects that a prune started before these commits would remove: all their objects that no earlier
    /// commit has.
    private func prune(_ range: String) throws {
        for line in try folder.git("rev-list", "--objects", range, in: "home").split(separator: "\n") {
            let id = line.prefix(40)
            try? FileManager.default.removeItem(atPath: "\(objects)/\(id.prefix(2))/\(id.dropFirst(2))")
        }
    }

    private func titles() async throws -> [String] {
        let replica = try await provider.open(at: folder.path + "/home")
        return try await replica.read { reader in
            try reader.paths(of: .task).compactMap { try reader.document(at: $0)?["title"]?.stringValue }.sorted()
        }
    }

    private func expectWhole() throws {
        #expect(try folder.git("fsck", "--strict", "--no-dangling", in: "home") == "")
    }

    @Test("Pruned objects are restored by the next command", arguments: [1, 3])
    func ended(commits: Int) async throws {
        let replica = try await folder.makeFamily()
        for title in ["Bins", "Dishes", "Laundry", "Windows"] { _ = try await replica.add(title) }
        let tip = try folder.git("rev-parse", "HEAD", in: "home")
        try prune("HEAD~\(commits)..HEAD")
        // The last step of a prune.
        try folder.git("prune", "--expire=now", in: "home", expecting: nil)
        #expect(try await titles() == ["Bins", "Dishes", "Laundry", "Windows"])
        #expect(try folder.git("rev-parse", "HEAD", in: "home") == tip)
        try expectWhole()
        let again = try await provider.open(at: folder.path + "/home")
        _ = try await again.add("Shelves")
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
    }

    @Test("Objects removed by a running prune are restored by the command that misses them", arguments: 0..<4)
    func goesOn(object: Int) async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let (tree, task) = (try folder.git("rev-parse", "HEAD^{tree}", in: "home"), "HEAD:\(path.text)")
        let folders = try folder.git("rev-parse", "HEAD:tasks", in: "home")
        let ids = [try folder.git("rev-parse", "HEAD", in: "home"), tree, folders]
        let id = object < 3 ? ids[object].dropLast() : try folder.git("rev-parse", task, in: "home").dropLast()
        try FileManager.default.removeItem(atPath: "\(objects)/\(id.prefix(2))/\(id.dropFirst(2))")
        #expect(try await titles() == ["Bins"])
        try expectWhole()
    }

    @Test("A writer notices that an object it has read is gone")
    func inOneProcess() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        try prune("HEAD~1..HEAD")
        try FileManager.default.removeItem(atPath: objects + "/tmp_hometask_mark")
        _ = try await replica.add("Dishes")
        try expectWhole()
    }

    @Test(
        "Objects of a pending commit removed by a running prune are restored before publication", .waits,
        .serialized,
        arguments: [false, true], [false, true])
    func beforePublishing(isBare: Bool, sparesCommit: Bool) async throws {
        let replica = try await folder.makeFamily(isBare: isBare)
        let gitFolder = folder.path + (isBare ? "/home" : "/home/.git")
        let objects = gitFolder + "/objects"
        _ = try await replica.add("Bins")
        let before = try loose(objects)
        let lock = HeldFile(gitFolder + "/hometask/lock")
        #expect(flock(lock.descriptor, LOCK_EX) == 0)
        async let written = replica.add("Dishes")
        var new: Set<String> = []
        // The commit is the last object written.
        var hasCommit = false
        // Blocks the thread: the writer times out if the lock is not released within half a minute.
        for _ in 0..<6000 where !hasCommit {
            usleep(10_000)
            new = try loose(objects).subtracting(before)
            hasCommit = try new.contains { try type(of: $0) == "commit" }
        }
        #expect(new.count > 3)
        for id in new {
            if try sparesCommit && type(of: id) == "commit" { continue }
            try FileManager.default.removeItem(atPath: "\(objects)/\(id.prefix(2))/\(id.dropFirst(2))")
        }
        #expect(flock(lock.descriptor, LOCK_UN) == 0)
        _ = try await written
        try expectWhole()
        #expect(try await titles() == ["Bins", "Dishes"])
    }

    /// The ids of the loose objects.
    private func loose(_ objects: String) throws -> Set<String> {
        let names = FileManager.default.enumerator(atPath: objects)?.compactMap { $0 as? String } ?? []
        return Set(
            names.filter { $0.wholeMatch(of: #/[0-9a-f]{2}\/[0-9a-f]{38}/#) != nil }.map { $0.replacing("/", with: "") }
        )
    }

    private func type(of object: String) throws -> String {
        try folder.git("cat-file", "-t", object, in: "home").trimmingCharacters(in: .newlines)
    }

    @Test("Changes survive concurrent runs of 'git gc --prune=now' and 'git prune'", .waits)
    func beside() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("First")
        let path = folder.path
        let rounds = 15 * Command.runs
        // Each prune begins while something is being written.
        let pruning = Task.detached {
            for round in 0..<rounds {
                let words = round % 3 == 0 ? ["gc", "-q", "--prune=now"] : ["prune", "--expire=now"]
                try Self.git(words, at: path + "/home")
            }
        }
        var kept: Set<String> = ["First"]
        let task = try await replica.add("Edited")
        kept.insert("Edited")
        var number = 0
        while !pruning.isCancelled, number < 40 * Command.runs {
            number += 1
            let other = try await provider.open(at: path + "/home")
            _ = try await other.add("Task \(number)")
            _ = try await replica.write(command: nil) { [number] in
                try $0.writeFields(["points": .number(JSONNumber(number))], to: task)
            }
            kept.insert("Task \(number)")
        }
        try await pruning.value
        #expect(try await Set(titles()) == kept)
        try expectWhole()
    }

    @Test("Changes succeed while several prunes run without a pause", .waits)
    func withoutPause() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("First")
        let path = folder.path
        let count = 20 * Command.runs
        try await withThrowingTaskGroup(of: Void.self) { group in
            for words in [["gc", "-q", "--prune=now"]] + Array(repeating: ["prune", "--expire=now"], count: 3) {
                group.addTask { for _ in 0..<count { try Self.git(words, at: path + "/home") } }
            }
            for number in 0..<count {
                _ = try await provider.open(at: path + "/home").add("Task \(number)")
            }
            try await group.waitForAll()
        }
        #expect(try await titles().count == count + 1)
        try expectWhole()
    }

    /// Runs git concurrently with the test, ignoring its errors.
    private static func git(_ words: [String], at path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Tool("git").path)
        process.arguments = ["-C", path] + words
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }
}
