// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The tasks that a query selects, read and sorted.
public struct TaskList: Sendable {
    /// The tasks to show, in order, up to the limit.
    public let tasks: [TaskRecord]
    /// The number of tasks that the query selects. If the list has a limit, counting may stop at ``countBound`` beyond
    /// the shown tasks.
    public let count: Int
    /// The number of open tasks in the family.
    public let openCount: Int
    /// The dependencies of the shown tasks. The tasks that wait for the shown tasks are known only if the query or the
    /// order needs them.
    public let dependencies: TaskDependencies
    /// The paths of documents that could not be read.
    public let unreadable: [DocumentPath]

    /// The minimum number of tasks that are counted in addition to those shown.
    public static let countBound = 1000

    /// The number of selected tasks, for display: `12`, or `more than 1049` if counting stopped there.
    public var countText: String {
        count >= tasks.count + Self.countBound ? "more than \(count - 1)" : "\(count)"
    }

    /// Creates a list from tasks that are already sorted and limited.
    public init(
        _ tasks: [TaskRecord], count: Int, openCount: Int, dependencies: TaskDependencies, unreadable: [DocumentPath]
    ) {
        self.tasks = tasks
        self.count = count
        self.openCount = openCount
        self.dependencies = dependencies
        self.unreadable = unreadable
    }

    /// Reads every task, and keeps those that a request selects. Only the needed members are decoded.
    public init(_ request: ListRequest, reading reader: DocumentReader) throws(ReplicaError) {
        let query = request.query
        let relations = query.neededRelations.union(request.order.neededRelations)
        let context = try QueryContext(zone: request.zone, reading: reader, for: relations)
        var found: [TaskRecord] = []
        var openCount = 0
        var unreadable: [DocumentPath] = []
        var members = TaskRecord.listedMembers.union(query.neededMembers)
        if request.wantsDescriptions { members.insert("description") }
        try reader.forEachTask(selecting: members) { (path, task) throws(ReplicaError) in
            guard var task else {
                unreadable.append(path)
                return true
            }
            if task.isOpen, !task.isDeleted { openCount += 1 }
            try reader.lookUpBeginning(of: &task)
            if query.matches(task, in: context) { found.append(task) }
            return true
        }
        let sorted = request.sort(found, context.dependencies)
        let tasks = request.limit.map { Array(sorted.prefix($0)) } ?? sorted
        self.init(
            tasks, count: sorted.count, openCount: openCount,
            dependencies: relations.contains(.dependencies)
                ? context.dependencies : try TaskDependencies(of: tasks, reading: reader),
            unreadable: unreadable)
    }
}
