// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// A query whose names and dates have been resolved: it selects tasks.
///
/// A query that does not specify whether tasks are done selects open ones. A query that does not specify whether tasks
/// wait selects those that do not. A query that does specify this is taken literally.
public struct Query: Hashable, Sendable {
    /// The condition, including its implicit parts.
    public var condition: QueryCondition
    /// Whether only tasks in the trash are selected; everything else is in the condition.
    public var isTrash: Bool
    /// The order of a saved view, if the query names one.
    public var order: TaskOrder?

    /// Creates a query from a condition, without implicit conditions on done or waiting tasks.
    public init(_ condition: QueryCondition, isTrash: Bool = false, order: TaskOrder? = nil) {
        self.condition = condition
        self.isTrash = isTrash
        self.order = order
    }

    /// Whether the query selects a task.
    public func matches(_ task: TaskRecord, in context: QueryContext) -> Bool {
        task.isDeleted == isTrash && condition.matches(task, in: context)
    }

    /// The members of a task's document that the query uses.
    public var neededMembers: Set<ExactString> { condition.neededMembers.union(["deleted", "id"]) }

    /// The data outside a task's own document that the query uses.
    public var neededRelations: Set<QueryRelation> { condition.neededRelations }
}
