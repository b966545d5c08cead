// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskQueries
import HometaskReplica

/// The results of a query: first the current ones, then again after each change of the documents that may have affected
/// them.
///
/// The passing of time does not produce new results: a task that becomes overdue appears as such after the next change.
/// Apart from that, the sequence continues and ends like `ReplicaChanges`.
public struct TaskLists: AsyncSequence, Sendable {
    let replica: any Replica
    let ask: @Sendable (any Replica) async throws -> TaskList

    /// The kinds of documents that lists contain or queries refer to.
    private static let kinds: Set<DocumentKind> = [.task, .member, .category, .view, .pin, .photo, .note, .family]

    /// Returns an iterator for one observer, which has seen no list yet.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The state of one observer. After the first call of `next()`, a copy must not be used in parallel; create another
    /// iterator instead.
    public struct Iterator: AsyncIteratorProtocol {
        private let lists: TaskLists
        private var changes: ReplicaChanges.Iterator?

        fileprivate init(_ lists: TaskLists) { self.lists = lists }

        /// Returns the list after a change that may have affected it; nil after the task was cancelled.
        ///
        /// - Throws: `QueryError`, `ReplicaError`.
        public mutating func next() async throws -> TaskList? {
            if changes == nil {
                changes = try await lists.replica.changes().makeAsyncIterator()
                return try await lists.ask(lists.replica)
            }
            while let change = try await changes?.next() {
                if change.mayConcern(TaskLists.kinds) { return try await lists.ask(lists.replica) }
            }
            return nil
        }
    }
}
