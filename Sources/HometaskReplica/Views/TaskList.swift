// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// Tasks that were read, filtered and sorted.
public struct TaskList: Sendable {
    /// The tasks to show, in order.
    public let tasks: [TaskRecord]
    /// How many tasks of the family are open.
    public let openCount: Int
    /// Documents that could not be read, by their places.
    public let unreadable: [DocumentPath]

    /// Reads the tasks that pass a filter. Only the members that the filter and a list need are decoded.
    public init(
        reading reader: any DocumentReader, filter: TaskFilter, order: TaskOrder, directory: FamilyDirectory,
        zone: TimeZoneRules
    ) throws {
        var found: [TaskRecord] = []
        var openCount = 0
        var unreadable: [DocumentPath] = []
        let scanner = MemberScanner(selecting: filter.neededMembers)
        try reader.forEachDocument(of: .task) { path, bytes in
            guard let members = try? scanner.members(of: bytes), path.owns(members), let task = TaskRecord(members)
            else {
                unreadable.append(path)
                return true
            }
            if task.isOpen, !task.isDeleted { openCount += 1 }
            if filter.matches(task, in: directory) { found.append(task) }
            return true
        }
        tasks = order.sort(found, in: directory, zone: zone)
        self.openCount = openCount
        self.unreadable = unreadable
    }
}
