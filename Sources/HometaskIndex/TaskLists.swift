// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskQueries
public import HometaskReplica

/// The list that a query asks for, first as it is, and again whenever a change of the documents may have changed it.
///
/// Time alone changes nothing here: what is overdue by tomorrow is told with the next change. Otherwise it continues
/// and ends as ``ReplicaChanges`` does.
public struct TaskLists: AsyncSequence, Sendable {
    fileprivate let replica: any Replica
    fileprivate let ask: @Sendable (any Replica) async throws -> TaskList

    /// The kinds of documents that lists are made of, or that queries speak of.
    private static let kinds: Set<DocumentKind> = [.task, .member, .category, .view, .pin, .photo, .note, .family]

    /// Returns an iterator for one observer, which has seen no list yet.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// What one observer has seen. Once it has been asked, a copy of it must not be asked beside it: make another
    /// iterator.
    public struct Iterator: AsyncIteratorProtocol {
        private let lists: TaskLists
        private var changes: ReplicaChanges.Iterator?

        fileprivate init(_ lists: TaskLists) { self.lists = lists }

        /// The list when it may be another than before; nil once the task is cancelled.
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

extension Replica {
    /// The list that a query asks for, now and whenever it may be another; see
    /// ``list(_:order:limit:includesDone:wantsDescriptions:from:)``.
    public nonisolated func lists(
        _ query: String, order: TaskOrder? = nil, limit: Int? = nil, includesDone: Bool = false,
        wantsDescriptions: Bool = false
    ) -> TaskLists {
        TaskLists(replica: self) { replica in
            try await replica.list(
                query, order: order, limit: limit, includesDone: includesDone, wantsDescriptions: wantsDescriptions)
        }
    }
}
