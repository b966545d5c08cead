// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import TestSupport
import Testing

@testable import HometaskReplica

@Suite("Observing a family", .serialized)
struct ObservingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The number of this process's descriptors that watch a folder; see proc(5) on `fdinfo`.
    private func watches(of place: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + place)
        let number = try #require(attributes[.systemFileNumber] as? UInt64)
        let line = "ino:\(String(number, radix: 16)) "
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").filter { name in
            let text = try? String(contentsOfFile: "/proc/self/fdinfo/" + name, encoding: .utf8)
            return text?.contains(line) == true
        }.count
    }

    @Test("Changes by this replica, another one and plain git are reported with their paths")
    func everySource() async throws {
        let replica = try await folder.makeFamily()
        let observer = try await Observer(replica)
        let own = try await replica.add("Own")
        #expect(try await observer.catchesUp(with: replica))
        #expect(observer.changes.last?.paths?.contains(own) == true)

        let other = try await provider.open(at: folder.path + "/home")
        let theirs = try await other.add("Theirs")
        #expect(try await observer.catchesUp(with: replica), "another program")
        #expect(observer.changes.last?.paths?.contains(theirs) == true)

        let before = try folder.git("rev-parse", "HEAD~1", in: "home").trimmingCharacters(in: .whitespacesAndNewlines)
        try folder.git("reset", "-q", "--hard", before, in: "home")
        #expect(try await observer.catchesUp(with: replica))
        #expect(observer.changes.last?.paths == [theirs])
        try await observer.finish()
    }

    @Test("Changes are reported on packed, nested, switched and linked-worktree branches")
    func everyPlace() async throws {
        let replica = try await folder.makeFamily()
        let observer = try await Observer(replica)
        func check(_ step: String) async throws {
            #expect(try await observer.catchesUp(with: replica), "\(step)")
        }
        try folder.git("pack-refs", "--all", "--prune", in: "home")
        _ = try await replica.add("After packing")
        try await check("packed")
        try folder.git("switch", "-q", "-c", "deep/er/branch", in: "home")
        _ = try await provider.open(at: folder.path + "/home").add("Deep down")
        try await check("a branch in folders of its own")
        try folder.git("pack-refs", "--all", "--prune", in: "home")
        _ = try await provider.open(at: folder.path + "/home").add("Deep down, packed")
        try await check("packed, and its folders gone")
        try folder.git("switch", "-q", "main", in: "home")
        try await check("another branch")
        try folder.git("worktree", "add", "-q", "../linked", "deep/er/branch", in: "home")
        let linked = try await provider.open(at: folder.path + "/linked")
        let second = try await Observer(linked)
        _ = try await provider.open(at: folder.path + "/linked").add("Linked")
        #expect(try await second.catchesUp(with: linked), "a linked working tree")
        try await second.finish()
        try await observer.finish()
    }

    @Test("Changes are reported in a bare repository, which has only references to watch")
    func bare() async throws {
        let replica = try await folder.makeFamily(isBare: true)
        let other = try await provider.open(at: folder.path + "/home")
        let observer = try await Observer(replica)
        for step in ["loose", "packed", "deep/er"] {
            if step == "packed" { try folder.git("pack-refs", "--all", "--prune", in: "home") }
            if step == "deep/er" { try folder.git("branch", "-q", "-m", "deep/er", in: "home") }
            _ = try await other.add(step)
            #expect(try await observer.catchesUp(with: replica), "\(step)")
        }
        try folder.git("update-ref", "HEAD", "HEAD~2", in: "home")
        #expect(try await observer.catchesUp(with: replica))
        try await observer.finish()
    }

    @Test("A slow observer receives one coalesced change, and nothing queues")
    func coalescing() async throws {
        let replica = try await folder.makeFamily(isBare: true)
        var changes = try await replica.changes().makeAsyncIterator()
        var paths: Set<DocumentPath> = []
        for number in 0..<30 { paths.insert(try await replica.add("Task \(number)")) }
        let change = try #require(try await changes.next())
        #expect(Set(change.paths ?? []).isSuperset(of: paths))
        #expect(change.version == (try await replica.read { $0.version }))
        let later = try await replica.add("Later")
        let next = try #require(try await changes.next())
        #expect(next.paths == [later] && next.earlier == change.version, "what was told is not told again")
    }

    @Test("Observation starts at the given version, even an unknown one")
    func versions() async throws {
        let replica = try await folder.makeFamily(isBare: true)
        let version = try await replica.read { $0.version }
        let path = try await replica.add("One")
        var changes = try await replica.changes(since: version).makeAsyncIterator()
        #expect(try await changes.next()?.paths?.contains(path) == true)
        for unknown in [String(repeating: "12", count: 20), "no version"] {
            var changes = try await replica.changes(since: unknown).makeAsyncIterator()
            let change = try #require(try await changes.next())
            #expect(change.paths == nil && change.mayConcern([.view]))
        }
    }

    @Test("Neither commits without document changes nor a detached HEAD are reported")
    func nothing() async throws {
        let replica = try await folder.makeFamily()
        let observer = try await Observer(replica)
        var (told, hasLooked) = (0, false)
        while !hasLooked, told < 50 {
            try folder.git("commit", "-q", "--allow-empty", "-m", "Nothing", in: "home")
            try folder.write("home/README", "Plain text \(told)\n")
            try folder.git("add", "README", in: "home")
            try folder.git("commit", "-q", "-m", "A file that is no document", in: "home")
            let version = try await replica.read { $0.version }
            // If the observer checks before the next change, it resumes from these commits, as that change then shows.
            try await Task.sleep(for: .milliseconds(20 * (told + 1)))
            let path = try await replica.add("At last")
            #expect(try await observer.catchesUp(with: replica))
            told += 1
            #expect(observer.changes.count == told && observer.changes.last?.paths?.contains(path) == true)
            hasLooked = observer.changes.last?.earlier == version
        }
        #expect(hasLooked)
        let version = try await replica.read { $0.version }
        try folder.git("checkout", "-q", "--detach", "HEAD~1", in: "home")
        #expect(try await replica.change(since: version) == nil, "what every observer asks")
        #expect(observer.changes.count == told)
        try folder.git("checkout", "-q", "main", in: "home")
        let path = try await replica.add("At the very last")
        #expect(try await observer.catchesUp(with: replica))
        #expect(observer.changes.count == told + 1 && observer.changes.last?.paths?.contains(path) == true)
        try await observer.finish()
    }

    @Test("A cancelled or abandoned observer ends at once, and the last one leaves no watch")
    func ending() async throws {
        let replica = try await folder.makeFamily()
        #expect(try watches(of: "home/.git") == 0)
        let observers = try await (0..<5).asyncMap { _ in try await Observer(replica) }
        let path = try await replica.add("For all")
        for observer in observers {
            #expect(try await observer.catchesUp(with: replica))
            #expect(observer.changes.last?.paths?.contains(path) == true)
        }
        #expect(try watches(of: "home/.git") == 1, "one watch serves all")
        for observer in observers { try await observer.finish() }
        #expect(try await eventually() { try watches(of: "home/.git") == 0 })

        // One abandoned by a loop that breaks, one cancelled before it began.
        let changes = try await replica.changes()
        _ = try await replica.add("One more")
        for try await _ in changes { break }
        let early = Task { for try await _ in try await replica.changes() {} }
        early.cancel()
        try await early.value
        #expect(try await eventually() { try watches(of: "home/.git") == 0 })

        let again = try await Observer(replica)
        _ = try await replica.add("And again")
        #expect(try await again.catchesUp(with: replica), "a watch begins anew")
        try await again.finish()
    }

    @Test("Observation of a deleted repository ends with an error")
    func failing() async throws {
        let replica = try await folder.makeFamily()
        let home = folder.path + "/home"
        let changes = try await replica.changes()
        let ending = Task { for try await _ in changes {} }
        try await Task.sleep(for: .milliseconds(50))
        // The observer may be writing a file there.
        #expect(
            try await eventually() {
                try? FileManager.default.removeItem(atPath: home + "/.git")
                return !FileManager.default.fileExists(atPath: home + "/.git")
            })
        let error = await #expect(throws: ReplicaError.self) { try await ending.value }
        #expect(error?.message.isEmpty == false)
    }

    @Test("Observers miss no change, however slow they are")
    func random() async throws {
        var seeds = SeededGenerator()
        for run in 0..<SeededGenerator.runs(2) {
            var random = SeededGenerator(seed: seeds.next())
            let name = "run\(run)"
            let replica = try await folder.makeFamily(name)
            let other = try await provider.open(at: folder.path + "/" + name)
            let observers = try await [0, 7, 60].asyncMap { try await Observer(replica, slowness: $0) }
            var paths = [try await replica.add("First")]
            for step in 0..<40 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0...2: paths.append(try await replica.add("Task \(step)"))
                case 3...4: paths.append(try await other.add("Task \(step)"))
                case 5...6:
                    let path = try #require(paths.randomElement(using: &random))
                    // The task may have been reset away.
                    _ = try? await other.write(command: nil) { transaction in
                        try transaction.writeFields(["title": .string("New \(step)")], to: path)
                    }
                case 7: try folder.git("pack-refs", "--all", "--prune", in: name)
                case 8: try folder.git("reset", "-q", "--hard", "HEAD~1", in: name, expecting: nil)
                default: try await Task.sleep(for: .milliseconds(Int.random(in: 0...20, using: &random)))
                }
            }
            for observer in observers {
                #expect(try await observer.catchesUp(with: replica), "\(random.note)")
                #expect(!observer.changes.isEmpty)
                try await observer.finish()
            }
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
