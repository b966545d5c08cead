// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import Synchronization
import TestSupport
import Testing

/// In-memory replicas compared with git replicas: for any operations and sync order of two devices, both kinds end with
/// the same documents, byte for byte, and return the same results.
@Suite("In-memory replicas", .waits)
struct MemoryReplicaTests {
    /// A family on two devices that sync with a remote.
    private struct Household {
        let devices: [any Replica]
        let tasks: [DocumentPath]

        init(in folder: String, by provider: any ReplicaProvider) async throws {
            let draft = FamilyDraft(
                name: "Test", zone: "Europe/Amsterdam", email: "test@example.org", device: "laptop")
            try provider.createRemote(at: folder + "/hub")
            let one = try await provider.create(at: folder + "/one", isBare: true, family: draft)
            try await one.setRemote("origin", url: folder + "/hub")
            let mia = try await one.write(command: nil) { try $0.members.add(MemberDraft(name: "Mia")) }.result
            try await one.setMember(mia)
            var tasks: [DocumentPath] = []
            for title in ["Milk", "Bins", "Rent"] { tasks.append(try await one.add(title)) }
            _ = try await one.write(command: "edit") { [tasks] in
                try $0.writeFields(
                    ["due": ["date": "2026-11-20"], "recurrence": ["rule": "FREQ=WEEKLY"]], to: tasks[1])
            }
            _ = try await one.sync(.both, remote: nil) { _ in }
            let two = try await provider.join(url: folder + "/hub", at: folder + "/two", isBare: true) { _ in }
            let device = try await two.deviceID()
            _ = try await two.write(command: nil) { try $0.devices.setName("tablet", of: device) }
            _ = try await two.write(command: nil) { try $0.members.add(MemberDraft(name: "Tom")) }
            self.tasks = tasks
            devices = [one, two]
        }
    }

    /// Performs one random operation on a device and describes the outcome.
    private static func step(
        _ number: Int, in household: Household, using random: inout SeededGenerator
    ) async throws -> String {
        let replica = household.devices[Int.random(in: 0...1, using: &random)]
        let path = household.tasks[Int.random(in: 0..<household.tasks.count, using: &random)]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return await said { "\(try await replica.undo().undone.subject)" }
        case 1: return await said { "\(try await replica.redo().undone.subject)" }
        case 2:
            return await said {
                let draft = TaskDraft(title: "Task \(number)")
                return "\(try await replica.write(command: "add") { try $0.tasks.add(draft) }.result)"
            }
        case 3: return await said { try await complete(path, on: replica) }
        case 4, 5, 6: return await said { try await sync(replica) }
        default:
            let shown = try await replica.read { try $0.document(at: path)?.shown } ?? JSONObject()
            let edits = RandomEdits(of: path, shown, by: "step \(number)", using: &random)
            return await said {
                let written = try await replica.write(command: "edit") { try edits.apply(to: $0) }
                return "\(written.commit == nil ? "nothing" : "something"), \(written.settled)"
            }
        }
    }

    private static func complete(_ path: DocumentPath, on replica: any Replica) async throws -> String {
        let id = try #require(path.id)
        let written = try await replica.write(command: "done") { transaction in
            try transaction.tasks.complete(id, Completion(at: transaction.now, by: transaction.member))
        }
        return "\(written.result)"
    }

    private static func sync(_ replica: any Replica) async throws -> String {
        let report = try await replica.sync(.both, remote: nil) { _ in }
        let (joined, conflicted) = (report.joined.map(\.text).sorted(), report.conflicted.map(\.text).sorted())
        return "\(report.received), \(report.sent), \(joined), \(conflicted), \(report.notices)"
    }

    private static func said(_ body: () async throws -> String) async -> String {
        do { return try await body() } catch { return "\(error)" }
    }

    /// All documents of a device, its status and its history.
    private static func account(of replica: any Replica) async throws -> [String] {
        let kinds: [DocumentKind] = [.family, .member, .task, .view, .device]
        var lines = try await replica.read { reader in
            try kinds.flatMap { kind in
                try reader.paths(of: kind).map { path in
                    "\(path.text): \(String(decoding: try reader.bytes(at: path) ?? [], as: UTF8.self))"
                }
            }
        }
        let status = try await replica.status()
        lines.append("conflicts: \(status.conflicted.map(\.text).sorted())")
        lines.append("distance: \(status.distance.map { "\($0)" } ?? "none")")
        lines.append("undo: \(try await replica.undoable().map { "\($0.command) \($0.undone.subject)" } ?? "none")")
        lines += try await replica.history(since: nil, path: nil, limit: .max).map { "\($0.author): \($0.subject)" }
            .sorted()
        return lines
    }

    @Test("Two in-memory devices end in the same state as two git devices", arguments: 0..<12)
    func twins(run: Int) async throws {
        let folder = try TemporaryFolder()
        let random = SeededGenerator(usually: UInt64(490_000 + run))
        let clock = Clock()
        func entropy() -> @Sendable () -> UInt64 {
            let draws = Draws(seed: random.seed)
            return { draws.next() }
        }
        let git = try await Household(
            in: folder.path, by: GitReplicaProvider(clock: { clock.now }, machine: "machine", entropy: entropy()))
        let memory = try await Household(
            in: "memory", by: MemoryReplicaProvider(clock: { clock.now }, entropy: entropy()))
        var (first, second) = (random, random)
        for number in 0..<40 {
            // The order of tasks created in one second depends on commit ids, which differ.
            clock.advance()
            let expected = try await Self.step(number, in: git, using: &first)
            let answer = try await Self.step(number, in: memory, using: &second)
            try #require(answer == expected, "step \(number); \(random.note)")
        }
        for number in 0..<2 {
            let expected = try await Self.account(of: git.devices[number])
            let account = try await Self.account(of: memory.devices[number])
            try #require(account.difference(from: expected).isEmpty, "\(random.note)")
        }
    }

    @Test("Refused operations give the same error codes as the git replica")
    func refusals() async throws {
        let folder = try TemporaryFolder()
        let git = try await Self.refusals(
            of: GitReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) }), in: folder.path)
        let memory = try await Self.refusals(
            of: MemoryReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) }), in: "memory")
        #expect(memory == git)
        #expect(git.count == 9 && !git.contains(nil))
    }

    /// The error codes of a fixed series of calls; nil for a successful call.
    private static func refusals(of provider: any ReplicaProvider, in folder: String) async throws -> [ReplicaError
        .Code?]
    {
        let draft = FamilyDraft(name: "Test", zone: "Europe/Amsterdam", email: nil, device: "laptop")
        let one = try await provider.create(at: folder + "/one", isBare: true, family: draft)
        let other = try await provider.create(at: folder + "/other", isBare: true, family: draft)
        try provider.createRemote(at: folder + "/hub")
        var codes: [ReplicaError.Code?] = []
        codes.append(await code { _ = try await provider.open(at: folder + "/none") })
        codes.append(await code { _ = try await provider.create(at: folder + "/one", isBare: true, family: draft) })
        codes.append(await code { _ = try await one.sync(.both, remote: nil) { _ in } })
        codes.append(await code { _ = try await one.sync(.both, remote: "far") { _ in } })
        codes.append(await code { try await one.setRemote("a b", url: folder + "/hub") })
        codes.append(await code { try await one.setLocalData("A", []) })
        codes.append(await code { _ = try await one.redo() })
        codes.append(await code { _ = try await one.read(at: "none") { _ in } })
        try await one.setRemote("origin", url: folder + "/hub")
        _ = try await one.sync(.both, remote: nil) { _ in }
        try await other.setRemote("origin", url: folder + "/hub")
        codes.append(await code { _ = try await other.sync(.both, remote: nil) { _ in } })
        return codes
    }

    private static func code(of body: () async throws -> Void) async -> ReplicaError.Code? {
        do { try await body() } catch { return (error as? ReplicaError)?.code }
        return nil
    }
}

/// A clock that is set forward by hand.
private final class Clock: Sendable {
    private let seconds = Mutex<Int64>(1_795_000_000)

    var now: Timestamp { Timestamp(seconds: seconds.withLock(\.self)) }

    func advance() { seconds.withLock { $0 += 1 } }
}

/// A thread-safe random number generator.
private final class Draws: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

    func next() -> UInt64 { generator.withLock { $0.next() } }
}
