// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Works out many values at once, on all processors.
public enum ParallelMap {
    /// The most values that a thread takes at a time: enough for the taking to cost nothing beside the work.
    public static let largestStride = 16
    /// From so many items on, of some microseconds each, other threads save more than their start costs.
    public static let many = 500
    /// The most threads, the calling one among them.
    private static let mostThreads = 8

    /// What comes of each item, in the order of the items.
    ///
    /// - Parameters:
    ///   - least: fewer items than this are left to the calling thread: what others would save is not worth their
    ///     start.
    ///   - atOnce: how many items a thread takes at a time at the most; 1 where each is a lot of work, so that none
    ///     waits for what another took.
    ///   - prepare: makes what a thread needs for its share of the work, and no other thread uses; it is given the
    ///     number of the thread.
    ///   - transform: works on its item alone, for at least some microseconds.
    public static func map<Item: Sendable, Tools, Result: Sendable>(
        _ items: [Item], least: Int = 0, atOnce: Int = largestStride,
        preparing prepare: @escaping @Sendable (Int) -> Tools,
        _ transform: @escaping @Sendable (Item, Tools) -> Result
    ) -> [Result] {
        if items.count < least {
            let tools = prepare(0)
            return items.map { transform($0, tools) }
        }
        let processors = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), mostThreads)
        // A thread costs more than a few items do; of four turns for each, none waits long for the last.
        let stride = min(items.count / (4 * processors), atOnce)
        let work = Work(items, by: max(1, stride), prepare, transform)
        let helpers =
            stride == 0 ? [] : (1..<processors).compactMap { thread in SystemThread.start { work.run(on: thread) } }
        work.run(on: 0)
        for helper in helpers { pthread_join(helper, nil) }
        return work.results
    }

    /// What comes of each item, in the order of the items.
    ///
    /// - Parameters:
    ///   - least: fewer items than this are left to the calling thread.
    ///   - atOnce: how many items a thread takes at a time at the most.
    public static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], least: Int = 0, atOnce: Int = largestStride, _ transform: @escaping @Sendable (Item) -> Result
    ) -> [Result] {
        map(items, least: least, atOnce: atOnce, preparing: { _ in () }) { item, _ in transform(item) }
    }

    /// Items that several threads take from.
    private final class Work<Item: Sendable, Tools, Result: Sendable>: Sendable {
        private let items: [Item]
        private let stride: Int
        private let prepare: @Sendable (Int) -> Tools
        private let transform: @Sendable (Item, Tools) -> Result
        private let next = Atomic<Int>(0)
        private let parts = Mutex<[(start: Int, results: [Result])]>([])

        init(
            _ items: [Item], by stride: Int, _ prepare: @escaping @Sendable (Int) -> Tools,
            _ transform: @escaping @Sendable (Item, Tools) -> Result
        ) {
            self.items = items
            self.stride = stride
            self.prepare = prepare
            self.transform = transform
        }

        func run(on thread: Int) {
            let tools = prepare(thread)
            while true {
                let start = next.add(stride, ordering: .relaxed).oldValue
                guard start < items.count else { return }
                let results = items[start..<min(start + stride, items.count)].map { transform($0, tools) }
                parts.withLock { $0.append((start, results)) }
            }
        }

        var results: [Result] {
            parts.withLock { parts in parts.sorted { $0.start < $1.start }.flatMap(\.results) }
        }
    }
}
