// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import TestSupport
import Testing

@Suite("Sets of days")
struct DaySetTests {
    /// The longest run, by checking every day.
    private static func longestRun(_ days: Set<Int>) -> Int {
        days.map { start in
            var end = start
            while days.contains(end) { end += 1 }
            return end - start
        }.max() ?? 0
    }

    @Test("Runs are as long as those found by testing each day, before 1970 and across blocks too")
    func random() {
        var random = SeededGenerator()
        for round in 0..<2000 {
            let middle = [0, 63, 64, -1, -64, 20_000, -20_000].randomElement(using: &random) ?? 0
            let reach = [3, 70, 200].randomElement(using: &random) ?? 3
            let part = Int.random(in: 1...20, using: &random)
            var (set, days) = (DaySet(), Set<Int>())
            for day in (middle - reach)...(middle + reach) where Int.random(in: 0..<20, using: &random) < part {
                set.insert(day)
                days.insert(day)
            }
            #expect(set.longestRun == Self.longestRun(days), "round \(round), \(random.note)")
            let today = middle + Int.random(in: -2...2, using: &random)
            var run = 0
            let last = days.contains(today) ? today : today - 1
            while days.contains(last - run) { run += 1 }
            #expect(set.run(upTo: today) == run, "round \(round), \(random.note)")
            #expect(((middle - reach - 2)...(middle + reach + 2)).allSatisfy { set.contains($0) == days.contains($0) })
        }
    }

    @Test("Consecutive whole blocks are one run, and a gap of one day splits them")
    func whole() {
        var set = DaySet()
        for block in -3...3 { set.insert(block: block, bits: .max) }
        #expect(set.longestRun == 7 * 64)
        #expect(set.run(upTo: 255) == 7 * 64)
        set.insert(block: 5, bits: .max)
        #expect(set.longestRun == 7 * 64)
        #expect(set.run(upTo: 257) == 0)
        #expect(DaySet().longestRun == 0)
    }
}
