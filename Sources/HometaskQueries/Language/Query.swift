// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// A query whose names and dates have been looked up: which tasks are asked for.
///
/// A query that does not say whether it means tasks that are done asks for open ones, and one that does not say whether
/// it means tasks that wait asks for those that do not; one that says so is taken at its word.
public struct Query: Hashable, Sendable {
    /// What is asked, with what goes without saying.
    public var condition: QueryCondition
    /// Whether tasks in the trash are asked for, and only those; all else is said by the condition.
    public var isTrash: Bool
    /// The order that a saved view brings along, where the query names one.
    public var order: TaskOrder?

    /// Creates a query from a condition that is taken as it is; nothing about done or waiting tasks is added.
    public init(_ condition: QueryCondition, isTrash: Bool = false, order: TaskOrder? = nil) {
        self.condition = condition
        self.isTrash = isTrash
        self.order = order
    }

    /// Whether a task is asked for.
    public func matches(_ task: TaskRecord, in context: QueryContext) -> Bool {
        task.isDeleted == isTrash && condition.matches(task, in: context)
    }

    /// The members of a task's document that the query looks at.
    public var neededMembers: Set<ExactString> { condition.neededMembers.union(["deleted", "id"]) }

    /// What the query looks at beside a task's own document.
    public var neededRelations: Set<QueryRelation> { condition.neededRelations }
}
