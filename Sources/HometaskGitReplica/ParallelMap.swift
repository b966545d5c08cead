// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Works out many values at once, on all processors.
enum ParallelMap {
    /// So many values are taken at a time: enough for the taking to cost nothing beside the work.
    private static let stride = 16
    /// The most threads, the calling one among them: more would wait for the same memory.
    private static let mostThreads = 8

    /// What comes of each item, in the order of the items.
    ///
    /// - Parameter transform: works on its item alone, for at least some microseconds; it is called on several threads.
    static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ transform: @escaping @Sendable (Item) -> Result
    ) -> [Result] {
        let processors = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), mostThreads)
        let threads = min(processors, items.count / stride)
        guard threads > 1 else { return items.map(transform) }
        let work = Work(items, transform)
        let helpers = (1..<threads).compactMap { _ in start { work.run() } }
        work.run()
        for helper in helpers { pthread_join(helper, nil) }
        return work.results
    }

    /// Items that several threads take from.
    private final class Work<Item: Sendable, Result: Sendable>: Sendable {
        private let items: [Item]
        private let transform: @Sendable (Item) -> Result
        private let next = Atomic<Int>(0)
        private let parts = Mutex<[(start: Int, results: [Result])]>([])

        init(_ items: [Item], _ transform: @escaping @Sendable (Item) -> Result) {
            self.items = items
            self.transform = transform
        }

        func run() {
            while true {
                let start = next.add(ParallelMap.stride, ordering: .relaxed).oldValue
                guard start < items.count else { return }
                let results = items[start..<min(start + ParallelMap.stride, items.count)].map(transform)
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
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument)
        if status == 0 { return thread }
        Unmanaged<Body>.fromOpaque(argument).release()
        return nil
    }
}
