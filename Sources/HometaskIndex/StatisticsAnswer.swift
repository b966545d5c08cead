// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries
import HometaskSQLite
import HometaskTime

/// The answer to a request for statistics, from a database of the requested version.
struct StatisticsAnswer {
    private(set) var counts = StatisticsCounts()
    private let db: Database
    private var names: [Int64: DocumentID] = [:]

    init(_ request: StatisticsRequest, _ db: Database) throws {
        self.db = db
        try readOpen()
        if request.isOfAllTime {
            try read(.ever, in: 0...0) { $0.done[$2, default: .zero] += $3 }
        } else {
            for (span, days) in Self.pieces(of: request.countedDays) {
                try read(span, in: days) { $0.done[$2, default: .zero] += $3 }
            }
        }
        let divided = request.dividedDays
        // The rows are sorted by day.
        var (day, period) = (Int.min, 0)
        for (span, days) in request.step == .month ? Self.pieces(of: divided) : [(.day, divided)] {
            try read(span, in: days) { counts, rowDay, key, tally in
                if rowDay != day { (day, period) = (rowDay, request.period(of: rowDay)) }
                counts.periods[period, default: [:]][key, default: .zero] += tally
            }
        }
        try readDays()
        counts.unreadable = try db.rows("select path from unreadable order by path") { DocumentPath(text: $0.text(0)) }
            .compactMap(\.self)
    }

    /// Divides a range of days into whole months, and the days before the first and after the last of them.
    private static func pieces(of days: ClosedRange<Int>) -> [(StatisticsRows.Span, ClosedRange<Int>)] {
        let (first, last) = (CivilDate(dayNumber: days.lowerBound), CivilDate(dayNumber: days.upperBound))
        let firstMonth = first == first.startOfMonth ? first : first.endOfMonth.adding(days: 1)
        let end = last == last.endOfMonth ? last : last.startOfMonth.adding(days: -1)
        guard firstMonth < end else { return [(.day, days)] }
        var pieces: [(StatisticsRows.Span, ClosedRange<Int>)] = [(.month, firstMonth.dayNumber...end.dayNumber)]
        if first < firstMonth { pieces.append((.day, first.dayNumber...firstMonth.dayNumber - 1)) }
        if end < last { pieces.append((.day, end.dayNumber + 1...last.dayNumber)) }
        return pieces
    }

    private mutating func read(
        _ span: StatisticsRows.Span, in days: ClosedRange<Int>,
        add: (inout StatisticsCounts, Int, StatisticsCounts.Key, DoneTally) -> Void
    ) throws {
        let columns = SQL(verbatim: StatisticsRows.tallyColumns.joined(separator: ", "))
        let rows = try db.rows(
            """
            select day, member, category, \(columns) from done
            where span = \(span.rawValue) and day between \(days.lowerBound) and \(days.upperBound)
            """
        ) { row in
            (
                day: Int(row.integer(0) ?? 0), member: row.integer(1) ?? 0, category: row.integer(2) ?? 0,
                tally: DoneTally { row.integer(3 + Int32($0)) ?? 0 }
            )
        }
        for row in rows {
            let key = StatisticsCounts.Key(member: try id(row.member), category: try id(row.category))
            add(&counts, row.day, key, row.tally)
        }
    }

    private mutating func readOpen() throws {
        let rows = try db.rows("select category, crew, count from opened") {
            (category: $0.integer(0) ?? 0, assignees: $0.text(1), count: Int($0.integer(2) ?? 0))
        }
        for row in rows {
            let members = try row.assignees.split(separator: ",").compactMap { Int64($0) }.compactMap { try id($0) }
            let key = StatisticsCounts.OpenKey(category: try id(row.category), assignees: Set(members))
            counts.open[key, default: 0] += row.count
        }
    }

    private mutating func readDays() throws {
        let rows = try db.rows("select member, block, bits from doneday where bits != 0") {
            (member: $0.integer(0) ?? 0, block: Int($0.integer(1) ?? 0), bits: UInt64(bitPattern: $0.integer(2) ?? 0))
        }
        for row in rows { counts.days[try id(row.member), default: DaySet()].insert(block: row.block, bits: row.bits) }
    }

    /// Returns the id for a number; nil for 0.
    private mutating func id(_ number: Int64) throws -> DocumentID? {
        if number == 0 { return nil }
        if let known = names[number] { return known }
        let found = try db.rows("select name from thing where number = \(number)") { DocumentID($0.text(0)) }.first
        guard case let id?? = found else { throw SQLiteError.damaged("a number stands for nobody") }
        names[number] = id
        return id
    }
}
