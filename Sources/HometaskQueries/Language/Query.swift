// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// A query whose names and dates have been looked up: which tasks are asked for.
///
/// A query that does not say whether it means tasks that are done asks for open ones, and one that does not say whether
/// it means tasks that wait asks for those that do not; one that says so is taken at its word.
public struct Query: Hashable, Sendable {
    /// The condition, including its implicit parts.
    public var condition: QueryCondition
    /// Whether only tasks in the trash are selected; everything else is in the condition.
    public var isTrash: Bool
    /// The order of a saved view, if the query names one.
    public var order: TaskOrder?

    /// Creates a query from a condition as it is, without implicit conditions on done or waiting tasks.
    public init(_ condition: QueryCondition, isTrash: Bool = false, order: TaskOrder? = nil) {
        self.condition = condition
        self.isTrash = isTrash
        self.order = order
    }

    /// Whether the query selects a task.
    public func matches(_ task: TaskRecord, in context: QueryContext) -> Bool {
        task.isDeleted == isTrash && condition.matches(task, in: context)
    }

    /// The members of a task's document that the query looks at.
    public var neededMembers: Set<ExactString> { condition.neededMembers.union(["deleted", "id"]) }

    /// What the query looks at beside a task's own document.
    public var neededRelations: Set<QueryRelation> { condition.neededRelations }
}
