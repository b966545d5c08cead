// SPDX-License-Identifier: Apache-2.0

import GRDB
import HometaskDocuments
import HometaskReplica

/// The answer to a question, from a database that shows the version asked for.
struct TaskAnswer {
    let list: TaskList

    init(_ question: TaskQuestion, _ db: Database) throws {
        let dependencies = try Self.dependencies(db)
        let selection = TaskSelection(question, dependencies: dependencies)
        let numbers = try SQLRequest<Int64>(literal: selection.numbers).fetchAll(db)
        let isWhole = question.limit.map { numbers.count < $0 } ?? true
        let count = try isWhole ? numbers.count : SQLRequest<Int>(literal: selection.count).fetchOne(db) ?? 0
        list = TaskList(
            try Self.tasks(numbers, for: question, db), count: count,
            openCount: try Int.fetchOne(db, sql: "select count(*) from task where trashed = 0 and open = 1") ?? 0,
            dependencies: dependencies,
            unreadable: try String.fetchAll(db, sql: "select path from unreadable order by path")
                .compactMap { DocumentPath(text: $0) })
    }

    /// The tasks with some numbers. As where documents are read, a description is there if it was asked for.
    private static func tasks(_ numbers: [Int64], for question: TaskQuestion, _ db: Database) throws -> [TaskRecord] {
        let statement = try db.makeStatement(sql: "select members from record where number = ?")
        let hasDescription =
            question.wantsDescriptions || question.query.neededMembers.contains(ExactString("description"))
        return try numbers.map { number in
            let text = try String.fetchOne(statement, arguments: [number]) ?? ""
            guard var members = (try? JSON.parse(Array(text.utf8)))?.objectValue else { throw Self.damaged }
            if !hasDescription { members["description"] = nil }
            guard let task = TaskRecord(members) else { throw Self.damaged }
            return task
        }
    }

    private static var damaged: DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a task has no record")
    }

    /// What depends on what, among all tasks that are open.
    private static func dependencies(_ db: Database) throws -> TaskDependencies {
        let rows = try Row.fetchAll(
            db,
            sql: """
                select t.id, o.id from after a join task t on t.number = a.task join task o on o.id = a.other
                where t.open = 1 and t.trashed = 0 and o.open = 1 and o.trashed = 0
                """)
        var after: [DocumentID: Set<DocumentID>] = [:]
        for row in rows {
            guard let task = DocumentID(row[0] as String), let other = DocumentID(row[1] as String) else { continue }
            after[task, default: []].insert(other)
        }
        return TaskDependencies(after)
    }
}
