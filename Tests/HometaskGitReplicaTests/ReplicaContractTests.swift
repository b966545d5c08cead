// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskPlatform
import HometaskReplica
import Synchronization
import TestSupport
import Testing

@testable import HometaskGitReplica

/// The contract of `Replica` for concurrent callers.
@Suite("Concurrent calls of one replica", .serialized, .waits)
struct ReplicaContractTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A read does not wait for a change, and sees the family as it was before")
    func readsDuringChange() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let tip = try await replica.tip()
        let count = try await attempts(of: { try $0.writeFields(["title": "Bins, now"], to: path) }, in: replica) {
            () async throws in
            #expect(try await replica.title(path) == "Bins")
            #expect(try await replica.tip() == tip)
            #expect(try await replica.history(since: nil, path: path, limit: 9).count == 1)
            #expect(try await replica.versions(of: path).count == 1)
            #expect(try await replica.status().conflicted.isEmpty)
            #expect(try await replica.undoable()?.command == "add")
            #expect(try await replica.waitingPhotos().isEmpty)
            #expect(try await replica.member() == nil)
            #expect(try await replica.localData("numbers") == nil)
        }
        #expect(count == 1)
        #expect(try await replica.title(path) == "Bins, now")
    }

    @Test("A read does not wait for other reads, and sees one version throughout")
    func readsDuringReads() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let gate = Gate()
        async let titles = replica.read { reader in
            let before = try reader.document(at: path)?["title"]
            gate.hold()
            return [before, try reader.document(at: path)?["title"]]
        }
        #expect(await gate.isHeld())
        #expect(try await replica.title(path) == "Bins")
        _ = try await replica.write(command: "edit") { try $0.writeFields(["title": "Bins, now"], to: path) }
        #expect(try await replica.title(path) == "Bins, now")
        #expect(gate.isClosed)
        gate.open()
        #expect(try await titles == ["Bins", "Bins"])
    }

    // MARK: Concurrent changes

    /// Makes a change, and a second change during the first attempt.
    ///
    /// - Returns: the number of attempts of the first change.
    private func attempts(
        of change: @escaping @Sendable (Transaction) throws -> Void, in replica: any Replica,
        besides other: () async throws -> Void
    ) async throws -> Int {
        let (gate, count) = (Gate(), Count())
        async let first = replica.write(command: "edit") { transaction in
            try change(transaction)
            if count.add() == 1 { gate.hold() }
        }
        #expect(await gate.isHeld())
        do {
            try await other()
            #expect(gate.isClosed, "the other one has waited")
        } catch {
            gate.open()
            throw error
        }
        gate.open()
        _ = try await first
        return count.value
    }

    @Test("A change does not wait for another change, and is not retried after a change of other documents")
    func independent() async throws {
        let replica = try await folder.makeFamily()
        let (bins, dishes) = (try await replica.add("Bins"), try await replica.add("Dishes"))
        let count = try await attempts(of: { try $0.writeFields(["title": "Bins, now"], to: bins) }, in: replica) {
            _ = try await replica.write(command: "edit") { try $0.writeFields(["title": "Dishes, now"], to: dishes) }
            #expect(try await replica.title(bins) == "Bins")
        }
        #expect(count == 1)
        #expect(try await replica.title(bins) == "Bins, now")
        #expect(try await replica.title(dishes) == "Dishes, now")
        #expect(try folder.git("fsck", "--strict", "--no-dangling", in: "home") == "")
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
        #expect(try folder.reusedDots(in: "home") == [])
        // The journal is complete for a power cut, and holds nothing of the commit that is on no branch.
        let journal = CommitJournal(in: folder.path + "/home/.git/hometask/")
        let objects = try #require(try journal.records().last).objects
        #expect(objects.count { $0.kind == .commit } == 1)
        let blobs = objects.filter { $0.kind == .blob }.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(blobs.contains { $0.contains("Bins, now") })
        #expect(objects.count == Set(objects).count)
    }

    /// A dependency of a change, modified meanwhile.
    enum Dependence: CaseIterable {
        case sameDocument, readDocument, absentDocument, listedKind, handEdit, member
    }

    /// A family with two tasks, and the id of a third.
    private struct Chores: Sendable {
        let bins: DocumentPath
        let dishes: DocumentPath
        let new: DocumentID

        init(in replica: any Replica) async throws {
            bins = try await replica.add("Bins")
            dishes = try await replica.add("Dishes")
            var generator = SystemRandomNumberGenerator()
            new = .random(using: &generator)
        }

        /// The value of a dependency, as a change sees it.
        func seen(of what: Dependence, in transaction: Transaction) throws -> String? {
            func title(_ path: DocumentPath?) throws -> String? {
                try path.flatMap { try transaction.document(at: $0)?["title"]?.stringValue }
            }
            switch what {
            case .sameDocument, .handEdit: return try title(bins)
            case .readDocument: return try title(dishes)
            case .absentDocument: return try title(DocumentPath(kind: .task, id: new))
            case .listedKind: return try transaction.paths(of: .task).count == 3 ? "New" : nil
            case .member: return transaction.member == new ? "New" : nil
            }
        }

        func change(_ what: Dependence, in replica: any Replica) async throws {
            switch what {
            case .sameDocument, .readDocument:
                _ = try await replica.write(command: nil) {
                    try $0.writeFields(["title": "New"], to: what == .readDocument ? dishes : bins)
                }
            case .absentDocument, .listedKind:
                _ = try await replica.write(command: nil) { try $0.create(.task, id: new, fields: ["title": "New"]) }
            case .handEdit:
                let file = "\(replica.folder)/\(bins.text)"
                let text = try String(contentsOfFile: file, encoding: .utf8).replacing("\"Bins\"", with: "\"New\"")
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                _ = try await replica.takeInHandEdits(allowsManyRemovals: false)
            case .member:
                try await replica.setMember(new)
                _ = try await replica.write(command: nil) { try $0.writeFields(["title": "Dishes, now"], to: dishes) }
            }
        }
    }

    @Test("A change is retried if one of its dependencies has changed", arguments: Dependence.allCases)
    func dependent(on what: Dependence) async throws {
        let replica = try await folder.makeFamily()
        let chores = try await Chores(in: replica)
        let seen = Mutex<[String?]>([])
        let count = try await attempts(
            of: { transaction in
                let now = try chores.seen(of: what, in: transaction)
                seen.withLock { $0.append(now) }
                try transaction.writeFields(["description": ["Now"]], to: chores.bins)
            }, in: replica
        ) {
            try await chores.change(what, in: replica)
        }
        #expect(count == 2)
        #expect(seen.withLock(\.self).last == "New" && seen.withLock(\.self).first != "New")
        let document = try #require(try await replica.read { try $0.document(at: chores.bins) })
        #expect(document["description"] == ["Now"])
        #expect(document["title"] == ([.sameDocument, .handEdit].contains(what) ? "New" : "Bins"))
    }

    @Test("Concurrent changes of one document are all made, each on top of the previous one")
    func counting() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    _ = try await replica.write(command: "edit") { transaction in
                        let count = try transaction.document(at: path)?["extensions/test/count"]?.intValue ?? 0
                        try transaction.writeFields(["extensions/test/count": .number(JSONNumber(count + 1))], to: path)
                    }
                }
            }
            try await group.waitForAll()
        }
        let document = try await replica.read { try $0.document(at: path) }
        #expect(document?["extensions/test/count"]?.intValue == 40)
        #expect(try await replica.history(since: nil, path: path, limit: .max).count == 41)
    }

    @Test("A review of changes blocks no other writer, however often it is overtaken")
    func reviews() async throws {
        let replica = try await folder.makeFamily()
        let bins = try await replica.add("Bins")
        let reviewer = OvertakenReviewer(rival: try await provider.open(at: folder.path + "/home"), path: bins)
        replica.setReviewer(reviewer)
        _ = try await replica.write(command: "edit") { transaction in
            let title = try transaction.document(at: bins)?["title"]?.stringValue ?? ""
            try transaction.writeFields(["description": [.string("This is \(title)")]], to: bins)
        }
        #expect(reviewer.reviews.value == 11)
        #expect(reviewer.delays.value == 0)
        #expect(try await replica.read { try $0.document(at: bins)?["description"] } == ["This is Bins 10"])
    }

    @Test("A sync over a stalled line delays neither reads nor changes")
    func stalledSync() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let server = try SilentServer()
        try await replica.setRemote("origin", url: "git://127.0.0.1:\(server.port)/family")
        let sync = Task { try await replica.sync(.both, remote: nil) { _ in } }
        #expect(await server.isAsked())
        #expect(try await replica.title(path) == "Bins")
        _ = try await replica.write(command: "edit") { try $0.writeFields(["title": "Bins, now"], to: path) }
        #expect(try await replica.takeInHandEdits(allowsManyRemovals: false).taken.isEmpty)
        #expect(try await replica.title(path) == "Bins, now")
        #expect(try await replica.lastSync() == nil)
        sync.cancel()
        await #expect(throws: (any Error).self) { try await sync.value }
        #expect(try await replica.title(path) == "Bins, now")
    }

    @Test("Sequential calls share one open repository; surplus handles are closed")
    func handles() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let pool = try #require(replica as? GitReplica).pool
        for _ in 0..<10 {
            _ = try await replica.title(path)
            _ = try await replica.write(command: "edit") { try $0.writeFields(["title": "Bins, now"], to: path) }
        }
        #expect(pool.idleCount == 1)
        func nest(_ depth: Int) throws {
            try pool.withParts { _ in if depth > 0 { try nest(depth - 1) } }
        }
        try nest(10)
        #expect(pool.idleCount == StorePool.mostIdle)
    }
}

/// Lets a rival replica change a document during each of the first ten reviews.
private final class OvertakenReviewer: ChangeReviewer {
    private let rival: any Replica
    private let path: DocumentPath
    let reviews = Count()
    /// How often the rival had to wait for the review.
    let delays = Count()

    init(rival: any Replica, path: DocumentPath) {
        self.rival = rival
        self.path = path
    }

    func review(_ transaction: Transaction, command: String?) {
        let number = reviews.add()
        guard number <= 10 else { return }
        let gate = Gate()
        Task.detached { [rival, path] in
            _ = try await rival.write(command: nil) {
                try $0.writeFields(["title": .string("Bins \(number)")], to: path)
            }
            gate.open()
        }
        if !Waiting.until(within: 5, condition: { !gate.isClosed }) { _ = delays.add() }
    }

    func committed(_ changes: [DocumentChange], command: String?) {}
}

/// A counter that is thread-safe.
private final class Count: Sendable {
    private let state = Mutex(0)

    var value: Int { state.withLock(\.self) }

    func add() -> Int {
        state.withLock { count in
            count += 1
            return count
        }
    }
}

/// Blocks one thread until another opens the gate; for ten seconds at most.
private final class Gate: Sendable {
    private let state = Mutex((isHeld: false, isOpen: false))

    var isClosed: Bool { state.withLock { !$0.isOpen } }

    func open() { state.withLock { $0.isOpen = true } }

    func hold() {
        state.withLock { $0.isHeld = true }
        _ = Waiting.until(within: 10) { !isClosed }
        open()
    }

    func isHeld() async -> Bool {
        for _ in 0..<5000 where !state.withLock(\.isHeld) { try? await Task.sleep(for: .milliseconds(2)) }
        return state.withLock(\.isHeld)
    }
}

/// A server that takes connections on the loopback and never replies.
private final class SilentServer: Sendable {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let file = descriptor
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(file, address, size) == 0 && listen(file, 5) == 0 && getsockname(file, address, &size) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Waits until a client has connected.
    func isAsked() async -> Bool {
        for _ in 0..<1000 {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&state, 1, 0) == 1 { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
