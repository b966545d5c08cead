// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import Synchronization
import TestSupport
import Testing

/// Maintains a copy of a family from the reported changes alone.
final class Observer: Sendable {
    private let known: Mutex<[DocumentPath: [UInt8]]>
    private let told = Mutex<[ReplicaChange]>([])
    private let task = Mutex<Task<Void, any Error>?>(nil)

    /// Starts observing a replica.
    ///
    /// - Parameter slowness: the pause after each change, in milliseconds.
    init(_ replica: any Replica, slowness: Int = 0) async throws {
        known = Mutex(try await replica.read { try Self.documents($0) })
        let changes = try await replica.changes()
        task.withLock {
            $0 = Task { [weak self] in
                for try await change in changes {
                    try await self?.take(change, from: replica)
                    if slowness > 0 { try await Task.sleep(for: .milliseconds(slowness)) }
                }
            }
        }
    }

    /// Every document of a version.
    static func documents(_ reader: DocumentReader) throws -> [DocumentPath: [UInt8]] {
        var found: [DocumentPath: [UInt8]] = [:]
        for kind in [DocumentKind.task, .member, .device, .view, .family, .category] {
            try reader.forEachDocument(of: kind) { path, bytes in
                found[path] = Array(bytes)
                return true
            }
        }
        return found
    }

    private func take(_ change: ReplicaChange, from replica: any Replica) async throws {
        let paths = try #require(change.paths)
        // The branch may have advanced by now; later changes will be reported.
        let read = try await replica.read { reader in try paths.map { ($0, try reader.bytes(at: $0)) } }
        // Recorded first, so that a visible document implies a visible change.
        told.withLock { $0.append(change) }
        known.withLock { known in
            for (path, bytes) in read { known[path] = bytes }
        }
    }

    var changes: [ReplicaChange] { told.withLock { $0 } }
    var documents: [DocumentPath: [UInt8]] { known.withLock { $0 } }

    /// Waits until the copy matches the replica; false on timeout.
    func catchesUp(with replica: any Replica, within seconds: Double = 120) async throws -> Bool {
        let truth = try await replica.read { try Self.documents($0) }
        return try await eventually(within: seconds) { self.documents == truth }
    }

    /// Stops observing; throws the error that ended the sequence.
    func finish() async throws {
        let running = task.withLock { $0 }
        running?.cancel()
        do { try await running?.value } catch is CancellationError {}
    }
}

/// Whether a condition becomes true within a time limit.
func eventually(within seconds: Double = 120, _ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return try await condition()
}
