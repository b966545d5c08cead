// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// Tasks that were read, found and sorted.
public struct TaskList: Sendable {
    /// The tasks to show, in order, up to the limit.
    public let tasks: [TaskRecord]
    /// How many tasks the query asks for; where only some of them are shown, it may be that no more than ``countBound``
    /// beyond these were counted.
    public let count: Int
    /// How many tasks of the family are open.
    public let openCount: Int
    /// What the tasks to show have to do with others; which others wait for them is known only where the query or the
    /// order needs it.
    public let dependencies: TaskDependencies
    /// Documents that could not be read, by their places.
    public let unreadable: [DocumentPath]

    /// How many tasks are counted at least, beside those to show.
    public static let countBound = 1000

    /// How many tasks the query asks for, for people: `12`, or `more than 1049` where nobody counted further.
    public var countText: String {
        count >= tasks.count + Self.countBound ? "more than \(count - 1)" : "\(count)"
    }

    /// Creates a list of tasks that were sorted and cut off already.
    public init(
        _ tasks: [TaskRecord], count: Int, openCount: Int, dependencies: TaskDependencies, unreadable: [DocumentPath]
    ) {
        self.tasks = tasks
        self.count = count
        self.openCount = openCount
        self.dependencies = dependencies
        self.unreadable = unreadable
    }

    /// Reads every task, and keeps what a question asks for. Only the members that the question and a list need are
    /// decoded.
    public init(_ question: ListRequest, reading reader: DocumentReader) throws(ReplicaError) {
        let query = question.query
        let relations = query.neededRelations.union(question.order.neededRelations)
        let context = try QueryContext(zone: question.zone, reading: reader, for: relations)
        var found: [TaskRecord] = []
        var openCount = 0
        var unreadable: [DocumentPath] = []
        var members = TaskRecord.listedMembers.union(query.neededMembers)
        if question.wantsDescriptions { members.insert("description") }
        let scanner = MemberScanner(selecting: members)
        try reader.forEachDocument(of: .task) { path, bytes in
            guard let members = try? scanner.listed(of: bytes), path.owns(members), let task = TaskRecord(members)
            else {
                unreadable.append(path)
                return true
            }
            if task.isOpen, !task.isDeleted { openCount += 1 }
            if query.matches(task, in: context) { found.append(task) }
            return true
        }
        let sorted = question.sort(found, context.dependencies)
        let tasks = question.limit.map { Array(sorted.prefix($0)) } ?? sorted
        self.init(
            tasks, count: sorted.count, openCount: openCount,
            dependencies: relations.contains(.dependencies)
                ? context.dependencies : try TaskDependencies(of: tasks, reading: reader),
            unreadable: unreadable)
    }
}
