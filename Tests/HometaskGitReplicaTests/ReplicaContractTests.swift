// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica
import Synchronization
import TestSupport
import Testing

@testable import HometaskGitReplica

/// What `Replica` promises to those who call it from several tasks at once.
@Suite("Calls of one replica at once", .serialized, .waits)
struct ReplicaContractTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Does something while a change is being made, and lets the change end after it.
    private func duringChange(
        of replica: any Replica, _ path: DocumentPath, _ body: () async throws -> Void
    ) async throws {
        let gate = Gate()
        async let change = replica.write(command: "edit") { transaction in
            try transaction.writeFields(["title": "Bins, now"], to: path)
            gate.hold()
        }
        #expect(await gate.isHeld())
        do {
            try await body()
            #expect(gate.isClosed, "the change has not ended")
        } catch {
            gate.open()
            throw error
        }
        gate.open()
        _ = try await change
    }

    @Test("What reads does not wait for a change, and sees the family as it was before it")
    func readsDuringChange() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let tip = try await replica.tip()
        try await duringChange(of: replica, path) { () async throws in
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
        #expect(try await replica.title(path) == "Bins, now")
    }

    @Test("What reads waits for nobody else who reads, and sees one version from beginning to end")
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

    @Test("Changes are made one after the other: each is made once, upon the one before it")
    func changesInTurn() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let turns = Turns()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    _ = try await replica.write(command: "edit") { transaction in
                        #expect(turns.begin() == 0, "how many others are at it")
                        defer { turns.end() }
                        let count = try transaction.document(at: path)?["extensions/test/count"]?.intValue ?? 0
                        try transaction.writeFields(["extensions/test/count": .number(JSONNumber(count + 1))], to: path)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(turns.count == 40)
        let document = try await replica.read { try $0.document(at: path) }
        #expect(document?["extensions/test/count"]?.intValue == 40)
    }

    @Test("A sync over a line that has stalled delays neither what reads nor what changes")
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

    @Test("One call after the other opens the repository once; what is open beside that is closed again")
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

/// Counts those who are at something.
private final class Turns: Sendable {
    private let state = Mutex((count: 0, now: 0))

    /// How often it was begun.
    var count: Int { state.withLock(\.count) }

    /// - Returns: how many others are at it.
    func begin() -> Int {
        state.withLock { state in
            (state.count, state.now) = (state.count + 1, state.now + 1)
            return state.now - 1
        }
    }

    func end() { state.withLock { $0.now -= 1 } }
}

/// Holds one thread up until another one lets it go on; for ten seconds at most.
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

/// A server that takes connections on the loopback and says nothing.
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

    /// Waits until somebody has connected.
    func isAsked() async -> Bool {
        for _ in 0..<1000 {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&state, 1, 0) == 1 { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
