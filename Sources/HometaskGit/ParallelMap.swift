// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Works out many values at once, on all processors.
public enum ParallelMap {
    /// The most values that a thread takes at a time: enough for the taking to cost nothing beside the work.
    private static let largestStride = 16
    /// The most threads, the calling one among them: more would wait for the same memory.
    private static let mostThreads = 8

    /// What comes of each item, in the order of the items.
    ///
    /// - Parameters:
    ///   - prepare: makes what a thread needs for its share of the work, and no other thread uses; it is given the number
    ///     of the thread.
    ///   - transform: works on its item alone, for at least some microseconds.
    public static func map<Item: Sendable, Tools, Result: Sendable>(
        _ items: [Item], preparing prepare: @escaping @Sendable (Int) -> Tools,
        _ transform: @escaping @Sendable (Item, Tools) -> Result
    ) -> [Result] {
        let processors = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), mostThreads)
        // A thread costs some ten microseconds; of four turns for each, none waits long for the last.
        let stride = min(items.count / (4 * processors), largestStride)
        let work = Work(items, by: max(1, stride), prepare, transform)
        let helpers =
            stride == 0 ? [] : (1..<processors).compactMap { thread in start { work.run(on: thread) } }
        work.run(on: 0)
        for helper in helpers { pthread_join(helper, nil) }
        return work.results
    }

    /// What comes of each item, in the order of the items.
    public static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ transform: @escaping @Sendable (Item) -> Result
    ) -> [Result] {
        map(items, preparing: { _ in () }) { item, _ in transform(item) }
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

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Returns: nil where there is no thread to be had; the others do its part then.
    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, argument)
        if status == 0 { return thread }
        unsafe Unmanaged<Body>.fromOpaque(argument).release()
        return nil
    }
}
