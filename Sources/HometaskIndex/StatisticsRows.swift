// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import HometaskSQLite
import HometaskTime

/// The counters of statistics. Changes are collected while tasks are added and removed, and are written at the end of
/// an update.
///
/// A done task counts three times: in its day, in its month, and in the total. A request about all time therefore
/// reads one row for each combination of member and category, and a request about years reads the rows of their months
/// and of the days at both ends.
struct StatisticsRows {
    /// The length of time that a row of `done` stands for.
    enum Span: Int64, CaseIterable {
        case ever, month, day
    }

    private var open: [StatisticsContribution.AssigneeGroup: Int64] = [:]
    private var done: [StatisticsContribution.Cell: DoneTally] = [:]

    /// The columns of a tally; their meanings are defined by `DoneTally`.
    static let tallyColumns = (0..<DoneTally.counterCount).map { "c\($0)" }

    static let tables = """
        -- Open tasks, by category and by who is assigned together (numbers of things, with commas).
        create table opened(
            category integer, crew text, count integer not null, primary key(category, crew)
        ) without rowid;

        -- What was done: span 0 is all time (day 0), 1 a month by its first day, 2 a day, counted since 1970-01-01.
        create table done(
            span integer, day integer, member integer, category integer,
            \(tallyColumns.map { "\($0) integer not null" }.joined(separator: ", ")),
            primary key(span, day, member, category)
        ) without rowid;

        -- The days on which members did something: bit n of block b is the day 64 b + n.
        create table doneday(
            member integer, block integer, bits integer not null, primary key(member, block)
        ) without rowid;
        """

    /// Counts an added task.
    mutating func add(_ share: StatisticsContribution) {
        switch share {
        case .open(let assigneeGroup): open[assigneeGroup, default: 0] += 1
        case .done(let cell, let tally): done[cell, default: .zero] += tally
        case .nothing: break
        }
    }

    /// Uncounts a removed task.
    mutating func remove(_ share: StatisticsContribution) {
        switch share {
        case .open(let assigneeGroup): open[assigneeGroup, default: 0] -= 1
        case .done(let cell, let tally): done[cell, default: .zero] -= tally
        case .nothing: break
        }
    }

    /// Adds the collected changes to the counters in the tables.
    func writeRows(to db: Database) throws {
        try writeOpen(to: db)
        let changes = done.filter { $0.value != .zero }
        for span in Span.allCases { try writeChanges(changes, span, to: db) }
        try writeDays(changes, to: db)
    }

    private func writeOpen(to db: Database) throws {
        for (group, change) in open where change != 0 {
            try db.run(
                """
                insert into opened values (\(group.category), \(group.members), \(change))
                on conflict (category, crew) do update set count = count + excluded.count
                """)
            if change < 0 {
                try db.run(
                    "delete from opened where category = \(group.category) and crew = \(group.members) and count = 0")
            }
        }
    }

    private func writeChanges(_ changes: [StatisticsContribution.Cell: DoneTally], _ span: Span, to db: Database) throws
    {
        var sums: [StatisticsContribution.Cell: DoneTally] = [:]
        for (cell, change) in changes { sums[cell.widened(to: span), default: .zero] += change }
        let columns = Self.tallyColumns
        let statement = try db.prepare(
            """
            insert into done values (?, ?, ?, ?\(String(repeating: ", ?", count: columns.count)))
            on conflict (span, day, member, category)
            do update set \(columns.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", "))
            """)
        for (cell, change) in sums.sorted(by: { $0.key < $1.key }) where change != .zero {
            let key = [span.rawValue, Int64(cell.day), cell.member, cell.category]
            try statement.run((key + change.values).map { SQLValue.integer($0) })
            guard change.count <= 0 else { continue }
            try db.run(
                """
                delete from done where span = \(span.rawValue) and day = \(cell.day) and member = \(cell.member)
                and category = \(cell.category) and c0 = 0
                """)
        }
    }

    /// Marks the days on which something is done now, and removes the marks of days on which nothing is done any more.
    private func writeDays(_ changes: [StatisticsContribution.Cell: DoneTally], to db: Database) throws {
        struct Block: Hashable {
            let member: Int64
            let number: Int
        }
        var marks: [Block: (set: UInt64, clear: UInt64)] = [:]
        for (cell, change) in changes {
            let place = DaySet.place(of: cell.day)
            let block = Block(member: cell.member, number: place.block)
            // If the number of tasks grew, there is at least one.
            if try change.count > 0 || Self.isMarked(cell, db) {
                marks[block, default: (0, 0)].set |= place.bit
            } else {
                marks[block, default: (0, 0)].clear |= place.bit
            }
        }
        for (block, mark) in marks {
            let (set, kept) = (Int64(bitPattern: mark.set), Int64(bitPattern: ~mark.clear))
            try db.run(
                """
                insert into doneday values (\(block.member), \(block.number), \(set))
                on conflict (member, block) do update set bits = (bits & \(kept)) | \(set)
                """)
        }
    }

    private static func isMarked(_ cell: StatisticsContribution.Cell, _ db: Database) throws -> Bool {
        try db.integer(
            "select 1 from done where span = \(Span.day.rawValue) and day = \(cell.day) and member = \(cell.member) limit 1"
        ) != nil
    }
}

extension StatisticsContribution.Cell {
    /// Returns the counter of the longer span that contains this one.
    fileprivate func widened(to span: StatisticsRows.Span) -> StatisticsContribution.Cell {
        let start =
            switch span {
            case .ever: 0
            case .month: CivilDate(dayNumber: day).startOfMonth.dayNumber
            case .day: day
            }
        return StatisticsContribution.Cell(day: start, member: member, category: category)
    }
}
