// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Concurrent runs in one gap")
struct RunTests {
    /// The order in which a run is typed: at each step before or after its existing part.
    private static let ways: [[Bool]] = [[true, true], [false, false], [true, false]]

    /// Each person's run, all typed into the gap before `index` of one order.
    private func runs(_ order: PositionOrder, at index: Int, of people: [String], ways: [[Bool]]) -> [[Position]] {
        zip(people, ways).map { person, way in
            var own = order
            own.insert(by: person, at: index)
            var length = 1
            for isForward in way {
                own.insert(by: person, at: isForward ? index + length : index)
                length += 1
            }
            return Array(own.places[index..<(index + length)])
        }
    }

    /// Whether each run keeps its order, and its places are adjacent in the final order.
    private func isUnmingled(_ order: PositionOrder, _ runs: [[Position]]) -> Bool {
        let all = (order.places + runs.flatMap { $0 }).sorted()
        return runs.allSatisfy { run in
            guard let start = all.firstIndex(of: run[0]) else { return false }
            return Array(all[start..<min(all.count, start + run.count)]) == run
        }
    }

    @Test("Runs typed forwards, backwards or outwards into any gap of any small order never interleave")
    func exhaustive() {
        let people = ["a1", "b1", "c1"]
        var orders: Set<PositionOrder> = [PositionOrder()]
        var all = orders
        for _ in 0..<3 {
            orders = Set(
                orders.flatMap { order in
                    (0...order.places.count).flatMap { index in
                        people.map { person in
                            var more = order
                            more.insert(by: person, at: index)
                            return more
                        }
                    }
                })
            all.formUnion(orders)
        }
        var checked = 0
        var faults: [String] = []
        for order in all {
            for index in 0...order.places.count {
                for first in Self.ways {
                    for second in Self.ways {
                        for third in Self.ways {
                            checked += 1
                            let runs = runs(order, at: index, of: people, ways: [first, second, third])
                            if !isUnmingled(order, runs) { faults.append("into \(index) of \(order.places): \(runs)") }
                        }
                    }
                }
            }
        }
        print("\(all.count) orders, \(checked) triples of runs")
        #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
        #expect(all.count > 100)
    }

    @Test("Runs typed into gaps of long orders with removals never interleave")
    func random() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let people = ["a1", "b1", "c1"]
        let count = SeededGenerator.runs(60) * 50
        var faults: [String] = []
        for _ in 0..<count {
            var order = PositionOrder()
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                let index = Int.random(in: 0...order.places.count, using: &generator)
                if index < order.places.count, Int.random(in: 0..<4, using: &generator) == 0 {
                    order.remove(at: index)
                } else {
                    order.insert(by: people[Int.random(in: 0..<3, using: &generator)], at: index)
                }
            }
            let index = Int.random(in: 0...order.places.count, using: &generator)
            let ways = people.map { _ in
                (0..<Int.random(in: 1...5, using: &generator)).map { _ in Bool.random(using: &generator) }
            }
            let runs = runs(order, at: index, of: people, ways: ways)
            if !isUnmingled(order, runs) { faults.append("into \(index) of \(order.places): \(runs)") }
        }
        #expect(faults.isEmpty, "\(SeededGenerator.note): \(faults.count) of \(count): \(faults.prefix(3))")
    }
}
