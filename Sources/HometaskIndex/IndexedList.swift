// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskSQLite
import HometaskSystem

/// The answer to a request for a list, from a database of the requested version.
struct IndexedList {
    let list: TaskList

    init(_ request: ListRequest, _ db: Database) throws {
        let dependencies = try Self.dependencies(db)
        // The index cannot store urgencies, which change by the hour and depend on the member. It cannot sort by the
        // values of a plugin's field either, because their order is defined by the plugin's schema.
        let sortsHere = request.order.terms.contains { $0.key == .urgency } || !request.order.extensionNames.isEmpty
        var selected = request
        if sortsHere { (selected.order, selected.limit) = (TaskOrder([]), nil) }
        let selection = try TaskSelection(selected, dependencies: dependencies, in: db)
        let numbers = try db.rows(selection.numbers) { $0.integer(0) ?? 0 }
        var count = numbers.count
        if let limit = selected.limit, count == limit {
            count = Int(try db.integer(selection.count(upTo: limit + TaskList.countBound)) ?? 0)
        }
        let openCount = try db.integer("select value from tally where name = 'open'") ?? 0
        var tasks = try Self.tasks(numbers, for: request, in: db)
        if sortsHere {
            if request.order.terms.contains(where: { $0.key == .created }) {
                try Self.setBeginnings(of: &tasks, numbers, in: db)
            }
            tasks = request.sort(tasks, dependencies)
            if let limit = request.limit { tasks = Array(tasks.prefix(limit)) }
        }
        list = TaskList(
            tasks, count: count, openCount: Int(openCount),
            dependencies: dependencies,
            unreadable: try db.rows("select path from unreadable order by path") { DocumentPath(text: $0.text(0)) }
                .compactMap(\.self))
    }

    /// Returns the tasks with the given numbers. As with documents, the description is included only on request.
    private static func tasks(_ numbers: [Int64], for request: ListRequest, in db: Database) throws -> [TaskRecord] {
        let hasDescription =
            request.wantsDescriptions || request.query.neededMembers.contains(ExactString("description"))
        let records = try RecordTexts(of: numbers, in: db)
        return try ParallelMap.map(records.places, least: ParallelMap.many) { place in
            let task = records.bytes.withUnsafeBytes { bytes in
                TaskRecord(
                    compactText: UnsafeRawBufferPointer(rebasing: bytes[place]), hasDescription: hasDescription)
            }
            guard let task else { throw Self.damaged }
            return task
        }
    }

    /// Sets the times at which tasks became the current ones of their series, which are not in their records.
    private static func setBeginnings(of tasks: inout [TaskRecord], _ numbers: [Int64], in db: Database) throws {
        var begun: [Int64: Timestamp] = [:]
        try db.forEachRow(
            """
            select t.number, p.done from task t cross join task p on p.id = t.previous
            where t.previous is not null and p.done is not null
            """
        ) { row in
            if let number = row.integer(0), let seconds = row.integer(1) { begun[number] = Timestamp(seconds: seconds) }
        }
        for (place, number) in numbers.enumerated() { tasks[place].since = begun[number] }
    }

    private static var damaged: SQLiteError { .damaged("a task has no record") }

    /// Returns the dependencies among all open tasks.
    private static func dependencies(_ db: Database) throws -> TaskDependencies {
        // SQLite evaluates a cross join in the order in which it is written; few tasks have dependencies.
        let pairs = try db.rows(
            """
            select t.id, o.id from after a cross join task t on t.number = a.task cross join task o on o.id = a.other
            where t.open = 1 and t.trashed = 0 and o.open = 1 and o.trashed = 0
            """
        ) { (DocumentID($0.text(0)), DocumentID($0.text(1))) }
        var after: [DocumentID: Set<DocumentID>] = [:]
        for case (let task?, let other?) in pairs { after[task, default: []].insert(other) }
        return TaskDependencies(after)
    }
}
