// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// Tasks that were read, found and sorted.
public struct TaskList: Sendable {
    /// The tasks to show, in order.
    public let tasks: [TaskRecord]
    /// How many tasks of the family are open.
    public let openCount: Int
    /// What the tasks to show have to do with others; which others wait for them is known only where the query or the
    /// order needs it.
    public let dependencies: TaskDependencies
    /// Documents that could not be read, by their places.
    public let unreadable: [DocumentPath]

    /// Reads the tasks that a query asks for. Only the members that the query and a list need are decoded.
    ///
    /// - Parameters:
    ///   - urgency: how urgent tasks are, for an order that asks for it; what it has to know of dependencies is read.
    ///   - wantsDescriptions: whether the tasks are to have their descriptions, which most lists do not show.
    public init(
        reading reader: any DocumentReader, query: Query, order: TaskOrder, directory: FamilyDirectory,
        zone: TimeZoneRules, urgency: UrgencyMeasure? = nil, wantsDescriptions: Bool = false
    ) throws {
        let relations = query.neededRelations.union(order.neededRelations)
        let context = try QueryContext(zone: zone, reading: reader, for: relations)
        var found: [TaskRecord] = []
        var openCount = 0
        var unreadable: [DocumentPath] = []
        var members = TaskRecord.listedMembers.union(query.neededMembers)
        if wantsDescriptions { members.insert("description") }
        let scanner = MemberScanner(selecting: members)
        try reader.forEachDocument(of: .task) { path, bytes in
            guard let members = try? scanner.members(of: bytes), path.owns(members), let task = TaskRecord(members)
            else {
                unreadable.append(path)
                return true
            }
            if task.isOpen, !task.isDeleted { openCount += 1 }
            if query.matches(task, in: context) { found.append(task) }
            return true
        }
        var urgency = urgency
        urgency?.dependencies = context.dependencies
        tasks = order.sort(found, in: directory, zone: zone, urgency: urgency)
        dependencies =
            relations.contains(.dependencies)
            ? context.dependencies : try TaskDependencies(of: found, reading: reader)
        self.openCount = openCount
        self.unreadable = unreadable
    }
}
