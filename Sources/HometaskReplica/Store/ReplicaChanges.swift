// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The changes of a family's documents as they happen: those of this process, of other processes, of syncs, and of
/// plain git.
///
/// ```swift
/// for try await change in try await replica.changes() { … }
/// ```
///
/// The sequence observes versions and does not queue changes: a slow consumer receives everything that happened in the
/// meantime as one change with all differing paths. Every difference is therefore reported at least once before the
/// sequence waits again; a change that was reverted in the meantime is not reported, and neither are commits that
/// change no document. While git has temporarily moved HEAD off its branch, the sequence waits.
///
/// The sequence ends when the task is cancelled, or with an error if the documents can no longer be read. Any number of
/// iterators may be used at once; all of them begin with the same version.
public struct ReplicaChanges: AsyncSequence, Sendable {
    private let replica: any DocumentStorage
    private let version: String

    init(of replica: any DocumentStorage, since version: String) {
        self.replica = replica
        self.version = version
    }

    /// Creates an iterator. Observing starts with the iterator's first use.
    public func makeAsyncIterator() -> Iterator { Iterator(replica, seen: version) }

    /// The state of one observer. After the first call of `next()`, a copy must not be used in parallel; create another
    /// iterator instead.
    public struct Iterator: AsyncIteratorProtocol {
        private let replica: any DocumentStorage
        /// The last reported version.
        private var seen: String
        private var waitForChange: (@Sendable () async -> Bool)?
        private var hasEnded = false

        fileprivate init(_ replica: any DocumentStorage, seen: String) {
            self.replica = replica
            self.seen = seen
        }

        /// Returns the next change; nil after the task was cancelled.
        ///
        /// - Throws: `ReplicaError` if the documents cannot be read; in that case, the sequence ends.
        public mutating func next() async throws -> ReplicaChange? {
            if hasEnded { return nil }
            do {
                if let change = try await nextChange() { return change }
            } catch {
                end()
                throw error
            }
            end()
            return nil
        }

        private mutating func nextChange() async throws -> ReplicaChange? {
            // Observing begins before the version is read, so that no change in between is missed.
            let waitForChange = waitForChange ?? replica.observe()
            self.waitForChange = waitForChange
            while !Task.isCancelled {
                if let change = try await replica.change(since: seen) {
                    seen = change.version
                    if change.paths?.isEmpty != true { return change }
                }
                guard await waitForChange() else { break }
            }
            return nil
        }

        private mutating func end() {
            hasEnded = true
            waitForChange = nil
        }
    }
}

/// A change of a family's documents between two versions, over any number of commits.
public struct ReplicaChange: Hashable, Sendable {
    /// The previously reported version, or the observer's initial version.
    public let earlier: String
    /// The present version, as in ``VersionReader/version``; a later run of the program can start from it.
    public let version: String
    /// The paths of the documents that differ, including new and removed ones, sorted as texts; nil if the earlier
    /// version is not known here (any more), so that any document may differ.
    public let paths: [DocumentPath]?

    /// Creates a change between two versions; `paths` is nil if any document may differ.
    public init(earlier: String, version: String, paths: [DocumentPath]?) {
        self.earlier = earlier
        self.version = version
        self.paths = paths
    }

    /// Whether documents of certain kinds may differ.
    public func mayConcern(_ kinds: Set<DocumentKind>) -> Bool {
        paths?.contains { kinds.contains($0.kind) } ?? true
    }
}
