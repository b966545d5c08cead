// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// A query whose names and dates have been resolved: it selects tasks.
///
/// Unless the query specifies whether tasks are done, it selects open tasks. Unless it specifies whether tasks wait, it
/// selects tasks that do not wait.
public struct Query: Hashable, Sendable {
    /// The condition, including its implicit parts.
    public var condition: QueryCondition
    /// Whether only tasks in the trash are selected; the condition covers everything else.
    public var isTrash: Bool
    /// The sort order of the saved view, if the query names one.
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
