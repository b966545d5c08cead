// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries
import HometaskSQLite
import HometaskTime

/// A task's contribution to the counters of statistics. Members and categories are represented by their numbers in the
/// index, 0 for none. The contribution is the same whether it is computed from a new document or from the row of an old
/// one.
enum StatisticsContribution: Hashable {
    /// The counter for a done task.
    struct Cell: Hashable, Comparable {
        /// The day on which it was done, counted from 1970-01-01.
        let day: Int
        let member: Int64
        let category: Int64

        static func < (left: Cell, right: Cell) -> Bool {
            (left.day, left.member, left.category) < (right.day, right.member, right.category)
        }
    }

    /// The counter for an open task.
    struct AssigneeGroup: Hashable {
        let category: Int64
        /// The assignees' numbers in ascending order, separated by commas; empty for nobody.
        let members: String
    }

    case open(AssigneeGroup)
    case done(Cell, DoneTally)
    /// No contribution: the task is in the trash.
    case nothing

    /// The columns of a task in the table `task`, and its assignees.
    struct Columns {
        var isTrashed: Bool
        var done: Int64?
        /// Whether the task was done in time; nil without a due date or a completion.
        var isInTime: Bool?
        /// The creation time, or the time when the task became the current one of its series.
        var begun: Int64?
        var points: Int64?
        var category: Int64?
        var doneBy: Int64?
        var assignees: [Int64]
    }

    init(_ task: Columns, zone: TimeZoneRules) {
        if task.isTrashed {
            self = .nothing
        } else if let done = task.done {
            let day = zone.civil(at: Timestamp(seconds: done)).date.dayNumber
            let tally = DoneTally(
                at: done, begun: task.begun, isInTime: task.isInTime, points: task.points.map { Int($0) })
            self = .done(Cell(day: day, member: task.doneBy ?? 0, category: task.category ?? 0), tally)
        } else {
            let members = Set(task.assignees).sorted().map { String($0) }.joined(separator: ",")
            self = .open(AssigneeGroup(category: task.category ?? 0, members: members))
        }
    }

    /// The contribution of a task that is in the tables; nil if it is not.
    init?(of number: Int64, in db: Database, zone: TimeZoneRules) throws {
        let rows = try db.rows(
            "select trashed, done, due, created, points, category, doneby, features from task where number = \(number)"
        ) { row in
            Columns(
                isTrashed: row.integer(0) != 0, done: row.integer(1),
                isInTime: row.integer(2).map { _ in TaskRow.isInTime(Int(row.integer(7) ?? 0)) },
                begun: row.integer(3), points: row.integer(4), category: row.integer(5), doneBy: row.integer(6),
                assignees: [])
        }
        guard var columns = rows.first else { return nil }
        columns.assignees = try db.rows("select thing from \"for\" where task = \(number)") { $0.integer(0) ?? 0 }
        self.init(columns, zone: zone)
    }
}
