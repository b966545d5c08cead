// SPDX-License-Identifier: Apache-2.0

import HometaskSQLite
import HometaskSystem

/// The records of tasks as the index stores them, in a single array, which is several times as fast as separate arrays.
struct RecordTexts {
    private(set) var bytes: [UInt8] = []
    /// The range of each requested task's record, in the order of the request; empty if there is none.
    private(set) var places: [Range<Int>]

    /// The maximum number of records that are skipped for each requested one; skipping a record takes a tenth of the
    /// time of a lookup.
    private static let mostPassedOver = 8

    /// A size in bytes that most records do not reach.
    private static let usualSize = 600

    init(of numbers: [Int64], in db: Database) throws {
        places = Array(repeating: 0..<0, count: numbers.count)
        // The records are read in the order of the file, so that each page is read once.
        let wanted = numbers.indices.map { (number: numbers[$0], place: $0) }.sorted { $0.number < $1.number }
        guard let first = wanted.first?.number, let last = wanted.last?.number else { return }
        if last - first < Int64(wanted.count * Self.mostPassedOver) {
            try scan(first...last, for: wanted, in: db)
        } else {
            let record = try db.prepare("select members from record where number = ?")
            for (number, place) in wanted { try record.forEachRow([.integer(number)]) { add($0, 0, place: place) } }
        }
    }

    private mutating func scan(
        _ numbers: ClosedRange<Int64>, for wanted: [(number: Int64, place: Int)], in db: Database
    ) throws {
        bytes = Array(unsafeUninitializedCapacity: wanted.count * Self.usualSize) { memory, _ in
            LargeMemory.useHugePages(in: UnsafeMutableRawBufferPointer(memory))
        }
        let all: SQL =
            """
            select number, members from record where number between \(numbers.lowerBound) and \(numbers.upperBound)
            order by number
            """
        var next = wanted.startIndex
        try db.forEachRow(all) { row in
            guard let number = row.integer(0) else { return }
            while next < wanted.endIndex, wanted[next].number <= number {
                if wanted[next].number == number { add(row, 1, place: wanted[next].place) }
                next += 1
            }
        }
    }

    private mutating func add(_ row: Row, _ column: Int32, place: Int) {
        let start = bytes.count
        row.append(column, to: &bytes)
        places[place] = start..<bytes.count
    }
}
