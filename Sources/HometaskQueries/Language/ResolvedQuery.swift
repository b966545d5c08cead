// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The meaning of a query's words in a scope, without the implicit conditions.
public struct ResolvedQuery: Hashable, Sendable {
    /// The condition in the words alone, without the implicit conditions.
    public var condition: QueryCondition
    /// Whether the words specify whether tasks are done.
    public var speaksOfDone: Bool
    /// Whether the words specify whether tasks wait.
    public var speaksOfWaiting: Bool
    /// The sort order of the first saved view in the query.
    public var order: TaskOrder?

    /// Restricts the query to done tasks.
    public mutating func requireDone() {
        condition = .all([condition, .term(.done)])
        speaksOfDone = true
    }

    /// Returns the query with its implicit conditions.
    ///
    /// - Parameters:
    ///   - includesDone: whether to include done tasks if the query does not specify whether tasks are done.
    ///   - isTrash: whether to query the tasks in the trash instead; done and waiting tasks are then not left out.
    ///   - now: a task that waits until after this time is left out.
    public func query(includesDone: Bool = false, isTrash: Bool = false, now: Timestamp) -> Query {
        var conditions = [condition]
        if !speaksOfDone, !includesDone, !isTrash { conditions.append(.open) }
        if !speaksOfWaiting, !includesDone, !isTrash { conditions.append(.not(.waiting(now))) }
        return Query(conditions.count == 1 ? condition : .all(conditions), isTrash: isTrash, order: order)
    }
}
