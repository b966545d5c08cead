// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// The changes of a family's documents, as they happen: those of this process, of others, of syncs, and of plain git.
///
/// ```swift
/// for try await change in try await replica.changes() { … }
/// ```
///
/// What is observed is the version, and nothing queues: whoever is slow finds all that happened in the meantime as one
/// change, with every place that differs. So each difference is told at least once, before the sequence waits again;
/// what was changed and changed back in the meantime is none. Commits that leave all documents alone are not told of.
/// While git is in the middle of something that takes HEAD off its branch, the sequence waits.
///
/// It ends when the task is cancelled, and with an error where the documents can no longer be read. Any number may be
/// iterated at once; each of its iterators begins with the same version.
public struct ReplicaChanges: AsyncSequence, Sendable {
    private let replica: any Replica
    private let version: String

    init(of replica: any Replica, since version: String) {
        self.replica = replica
        self.version = version
    }

    /// An iterator. Nothing is watched before it is asked.
    public func makeAsyncIterator() -> Iterator { Iterator(replica, seen: version) }

    /// What one observer has seen. Once it has been asked, a copy of it must not be asked beside it: make another
    /// iterator.
    public struct Iterator: AsyncIteratorProtocol {
        private let replica: any Replica
        /// The version that was told last.
        private var seen: String
        private var signal: (any ChangeSignal)?
        private var hasEnded = false

        fileprivate init(_ replica: any Replica, seen: String) {
            self.replica = replica
            self.seen = seen
        }

        /// The next change; nil once the task is cancelled.
        ///
        /// - Throws: `ReplicaError` where the documents cannot be read; nothing follows it.
        public mutating func next() async throws -> ReplicaChange? {
            if hasEnded { return nil }
            do {
                if let change = try await change() { return change }
            } catch {
                end()
                throw error
            }
            end()
            return nil
        }

        private mutating func change() async throws -> ReplicaChange? {
            // Asked for before the version is read, so that nothing happens unheard between the two.
            let signal = signal ?? replica.observe()
            self.signal = signal
            while !Task.isCancelled {
                if let change = try await replica.change(since: seen) {
                    seen = change.version
                    if change.paths?.isEmpty != true { return change }
                }
                guard await signal.wait() else { break }
            }
            return nil
        }

        private mutating func end() {
            hasEnded = true
            signal = nil
        }
    }
}

/// Tells one observer when the branch may have moved, until it is let go.
public protocol ChangeSignal: AnyObject, Sendable {
    /// Waits until the branch may have moved since this returned last, or since the signal was made.
    ///
    /// - Returns: false if the task was cancelled.
    func wait() async -> Bool
}

extension Replica {
    /// The changes of the documents from a version on, or from now.
    ///
    /// - Parameter version: what a reader or an earlier change called the version that the caller knows; nil for the
    ///   one at the time of the call.
    public func changes(since version: String? = nil) throws -> ReplicaChanges {
        ReplicaChanges(of: self, since: try version ?? read { $0.version })
    }

    /// What differs from a version; nil if it is still that one, or HEAD is off its branch for now.
    func change(since version: String) throws -> ReplicaChange? {
        do {
            return try read { reader in
                if reader.version == version { return nil }
                let paths = try reader.paths(changedSince: version)
                return ReplicaChange(
                    earlier: version, version: reader.version, paths: paths?.sorted { $0.text < $1.text })
            }
        } catch let error as ReplicaError where error.code == .unsettled {
            return nil
        }
    }
}
