// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// What a query's words mean in a scope, and what they leave unsaid.
public struct ResolvedQuery: Hashable, Sendable {
    /// What is asked in so many words.
    public var condition: QueryCondition
    /// Whether they say if tasks that are done are meant.
    public var speaksOfDone: Bool
    /// Whether they say if tasks that wait are meant.
    public var speaksOfWaiting: Bool
    /// The order of the first saved view that they name.
    public var order: TaskOrder?

    /// The query, with what goes without saying.
    ///
    /// - Parameters:
    ///   - includesDone: whether tasks that are done are asked for too, where nothing is said of that.
    ///   - now: the time until which a task must wait to be left out.
    public func query(includesDone: Bool = false, isTrash: Bool = false, now: Timestamp) -> Query {
        var conditions = [condition]
        if !speaksOfDone, !includesDone, !isTrash { conditions.append(.open) }
        if !speaksOfWaiting, !includesDone, !isTrash { conditions.append(.not(.waiting(now))) }
        return Query(conditions.count == 1 ? condition : .all(conditions), isTrash: isTrash, order: order)
    }
}
