// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import Synchronization

/// The state of a repository in memory, shared by all replicas open at its folder.
final class MemoryRepository: Sendable {
    struct State: Sendable {
        /// The commit at the tip of the branch.
        var tip: String?
        /// The repository's device; nil before its first use as a device, as in a remote.
        fileprivate(set) var device: MemoryDevice?
        var localData: [String: [UInt8]] = [:]
        /// The URLs of the remotes, by name.
        var remotes: [String: String] = [:]
        /// The remotes' tips as of the last exchange, by name.
        var remoteTips: [String: String] = [:]
        var lastSync: Timestamp?
        var commands = CommandLog(nil)
        /// The files of photos, by their ids in git.
        var files: [String: [UInt8]] = [:]
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var observerCount = 0
    }

    let folder: String
    let isBare: Bool
    let commits: MemoryCommits
    /// The name for the device's document.
    private let deviceName: String
    private let entropy: @Sendable () -> UInt64
    private let state = Mutex(State())
    private let turn = Mutex(())

    init(
        folder: String, isBare: Bool, commits: MemoryCommits, deviceName: String,
        entropy: @escaping @Sendable () -> UInt64
    ) {
        self.folder = folder
        self.isBare = isBare
        self.commits = commits
        self.deviceName = deviceName
        self.entropy = entropy
    }

    /// The device that the repository represents, drawn lazily.
    var device: MemoryDevice {
        if let known = current.device { return known }
        var generator = EntropyRecord(entropy).replayed
        let drawn = MemoryDevice(named: deviceName, from: &generator)
        return state.withLock { state in
            let device = state.device ?? drawn
            state.device = device
            return device
        }
    }

    /// Changes the data of the device.
    func updateDevice(_ change: (inout MemoryDevice) -> Void) {
        _ = device
        state.withLock { state in
            guard var known = state.device else { return }
            change(&known)
            state.device = known
        }
    }

    /// A snapshot of the current state.
    var current: State { state.withLock(\.self) }

    /// Changes the state as one atomic step.
    func update<Result>(_ body: (inout State) throws -> sending Result) rethrows -> sending Result {
        try state.withLock { state in
            let before = state.tip
            defer {
                if state.tip != before { for observer in state.observers.values { observer.yield() } }
            }
            return try body(&state)
        }
    }

    /// Runs a closure while no other caller publishes a change.
    func withTurn<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
        try turn.withLock { _ in try body() }
    }

    /// Returns the documents at the tip of the branch.
    func reader() -> MemoryVersionReader {
        let tip = current.tip
        return MemoryVersionReader(commits[tip]?.tree ?? DocumentTree(), of: tip, among: commits)
    }

    func observe() -> @Sendable () async -> Bool {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = update { state in
            state.observerCount += 1
            state.observers[state.observerCount] = continuation
            return state.observerCount
        }
        continuation.onTermination = { [weak self] _ in self?.update { $0.observers[number] = nil } }
        return {
            for await _ in stream { return true }
            return false
        }
    }
}

/// The device that a repository in memory represents.
struct MemoryDevice: Hashable, Sendable {
    /// The id of the device's document.
    let id: DocumentID
    /// The actor of the device's writes.
    let actor: ActorID
    /// The name for the device's document.
    var name: String
    /// The member that the device writes for.
    var member: DocumentID?
    /// Whether the device's document names the actor and the member.
    var isDeclared = false

    init(named name: String, from generator: inout some RandomNumberGenerator) {
        id = .random(using: &generator)
        actor = .random(using: &generator)
        self.name = name
    }
}
