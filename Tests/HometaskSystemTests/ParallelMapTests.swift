// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem
import Synchronization
import Testing

@Suite("Parallel map")
struct ParallelMapTests {
    @Test(
        "Results are in order, for any number of items",
        arguments: [0, 1, 2, 15, 16, 17, 1_000, 10_007])
    func order(_ count: Int) {
        let items = Array(0..<count)
        #expect(ParallelMap.map(items) { $0 * 3 } == items.map { $0 * 3 })
        #expect(ParallelMap.map(items, least: 1_000) { $0 * 3 } == items.map { $0 * 3 })
    }

    @Test("Each thread has its own tools, and each item is processed once")
    func tools() {
        let made = Mutex<[Int]>([])
        let worked = Atomic<Int>(0)
        let found = ParallelMap.map(Array(0..<5_000), preparing: { thread in made.withLock { $0.append(thread) } }) {
            item, _ in
            worked.add(1, ordering: .relaxed)
            return item
        }
        #expect(found == Array(0..<5_000) && worked.load(ordering: .relaxed) == 5_000)
        let threads = made.withLock { $0 }
        #expect(threads.contains(0) && Set(threads).count == threads.count)
    }

    private struct Refusal: Error, Equatable {
        let item: Int
    }

    @Test(
        "With several failing items, the first one's error is thrown, and no result leaks",
        arguments: [[0], [4_999], [700, 701, 4_000], Array(0..<5_000), [2_500, 17]])
    func failing(_ refused: [Int]) {
        final class Count: Sendable {
            let alive = Atomic<Int>(0)
        }
        final class Counted: Sendable {
            private let count: Count
            init(_ count: Count) {
                self.count = count
                count.alive.add(1, ordering: .relaxed)
            }
            deinit { count.alive.subtract(1, ordering: .relaxed) }
        }
        let count = Count()
        let refused = Set(refused)
        #expect(throws: Refusal(item: refused.min() ?? 0)) {
            try ParallelMap.map(Array(0..<5_000)) { item throws(Refusal) in
                if refused.contains(item) { throw Refusal(item: item) }
                return Counted(count)
            }
        }
        #expect(count.alive.load(ordering: .relaxed) == 0)
        #expect(throws: Refusal(item: 3)) {
            try ParallelMap.map(Array(0..<9), least: 10) { item throws(Refusal) in
                if item >= 3 { throw Refusal(item: item) }
                return item
            }
        }
    }

    @Test(
        "With two items failing at once, the first one's error is thrown",
        .enabled(if: sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1))
    func failingTogether() {
        let hasOther = Atomic<Bool>(false)
        #expect(throws: Refusal(item: 0)) {
            try ParallelMap.map(Array(0..<100), atOnce: 1) { item throws(Refusal) in
                // The first item fails once another thread has begun to fail, so that neither thread knows of the other
                // failure.
                for _ in 0..<10_000 where item == 0 && !hasOther.load(ordering: .acquiring) { usleep(1000) }
                if item != 0 { hasOther.store(true, ordering: .releasing) }
                throw Refusal(item: item)
            }
        }
    }

    @Test("Too few items to start a thread are left to the caller")
    func few() {
        let caller = pthread_self()
        let threads = ParallelMap.map(Array(0..<99), least: 100) { _ in pthread_self() }
        #expect(Set(threads) == [caller])
    }
}
