// SPDX-License-Identifier: Apache-2.0

public import HometaskPlatform
import Synchronization

/// Computes many values at once, on all processors.
public enum ParallelMap {
    /// The maximum number of items that a thread takes at a time: enough to make the cost of taking them negligible.
    public static let largestStride = 16
    /// The number of items, of a few microseconds each, above which additional threads are worth their start-up cost.
    public static let many = 500
    /// The maximum number of threads, including the calling one.
    private static let mostThreads = 8

    /// Returns the result for each item, in the order of the items.
    ///
    /// - Parameters:
    ///   - least: below this number of items, only the calling thread works, since starting others would not pay off.
    ///   - atOnce: the maximum number of items that a thread takes at a time; 1 if each item is a lot of work, so that
    ///     none waits for other items taken with it.
    ///   - prepare: creates the private tools of one thread; it receives the number of the thread.
    ///   - transform: processes one item on its own, for at least a few microseconds.
    /// - Throws: the error that `transform` throws for the first item, in order, for which it throws. Items after that
    ///   one may or may not have been processed.
    public static func map<Item: Sendable, Tools, Result: Sendable, Failure: Error>(
        _ items: [Item], least: Int = 0, atOnce: Int = largestStride,
        preparing prepare: @escaping @Sendable (Int) -> Tools,
        transform: @escaping @Sendable (Item, Tools) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        if items.count < max(1, least) {
            let tools = prepare(0)
            return try items.map { item throws(Failure) in try transform(item, tools) }
        }
        var failure: Failure?
        let results = [Result](unsafeUninitializedCapacity: items.count) { places, count in
            guard let first = places.baseAddress else { return }
            LargeMemory.useHugePages(in: UnsafeMutableRawBufferPointer(places))
            let work = Work(items, into: first, atOnce: atOnce, prepare: prepare, transform: transform)
            failure = work.finish()
            count = failure == nil ? items.count : 0
        }
        if let failure { throw failure }
        return results
    }

    /// Returns the result for each item, in the order of the items.
    ///
    /// - Parameters:
    ///   - least: below this number of items, only the calling thread works.
    ///   - atOnce: the maximum number of items that a thread takes at a time.
    /// - Throws: the error that `transform` throws for the first item for which it throws.
    public static func map<Item: Sendable, Result: Sendable, Failure: Error>(
        _ items: [Item], least: Int = 0, atOnce: Int = largestStride,
        transform: @escaping @Sendable (Item) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        try map(items, least: least, atOnce: atOnce, preparing: { _ in () }) { item, _ throws(Failure) in
            try transform(item)
        }
    }

    /// Items that several threads process, and the memory for their results.
    ///
    /// `@unchecked`, because a pointer is not `Sendable`; all other properties are. Each result is written only by the
    /// thread that took its item from `next`, and `next` gives each item to one thread. A result is read or released
    /// only after `finish` has joined all other threads, and `map` keeps the memory until `finish` returns. Each thread
    /// uses only the tools that it prepared itself.
    private final class Work<Item: Sendable, Tools, Result: Sendable, Failure: Error>: @unchecked Sendable {
        private let items: [Item]
        private let places: UnsafeMutablePointer<Result>
        private let processors: Int
        /// The number of items that a thread takes at a time; zero if there are too few for multiple threads.
        private let stride: Int
        private let prepare: @Sendable (Int) -> Tools
        private let transform: @Sendable (Item, Tools) throws(Failure) -> Result
        private let next = Atomic<Int>(0)
        private let outcome = Mutex<Outcome>(Outcome())

        private struct Outcome {
            /// The ranges whose results have been written.
            var filled: [Range<Int>] = []
            /// The error of the first item, in order, that failed.
            var failure: (place: Int, error: Failure)?
        }

        init(
            _ items: [Item], into places: UnsafeMutablePointer<Result>, atOnce: Int,
            prepare: @escaping @Sendable (Int) -> Tools,
            transform: @escaping @Sendable (Item, Tools) throws(Failure) -> Result
        ) {
            self.items = items
            self.places = places
            self.prepare = prepare
            self.transform = transform
            processors = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), ParallelMap.mostThreads)
            // A thread costs more than a few items do. With four chunks per thread, the wait for the last chunk is
            // short.
            stride = min(items.count / (4 * processors), atOnce)
        }

        /// Processes all items. If there was an error, no results remain.
        func finish() -> Failure? {
            let helpers =
                stride == 0 ? [] : (1..<processors).compactMap { thread in SystemThread.start { self.run(on: thread) } }
            run(on: 0)
            for helper in helpers { pthread_join(helper, nil) }
            return outcome.withLock { outcome in
                guard let failure = outcome.failure else { return nil }
                for range in outcome.filled { (places + range.lowerBound).deinitialize(count: range.count) }
                return failure.error
            }
        }

        private func run(on thread: Int) {
            let tools = prepare(thread)
            let taken = max(1, stride)
            while true {
                let start = next.add(taken, ordering: .relaxed).oldValue
                guard start < items.count else { return }
                fill(start..<min(start + taken, items.count), tools)
            }
        }

        private func fill(_ range: Range<Int>, _ tools: Tools) {
            var place = range.lowerBound
            var thrown: Failure?
            do throws(Failure) {
                // Reads the items in place: subscripting the array would copy each, which for a large record costs as
                // much as some of the work.
                try items.withUnsafeBufferPointer { items throws(Failure) in
                    while place < range.upperBound {
                        (places + place).initialize(to: try transform(items[place], tools))
                        place += 1
                    }
                }
            } catch {
                thrown = error
                // All earlier items have already been taken, and will be completed.
                next.store(items.count, ordering: .relaxed)
            }
            outcome.withLock { outcome in
                outcome.filled.append(range.lowerBound..<place)
                if let thrown, outcome.failure.map({ place < $0.place }) ?? true { outcome.failure = (place, thrown) }
            }
        }
    }
}

/// Memory advice for large buffers.
public enum LargeMemory {
    /// The minimum number of bytes; smaller buffers have too few whole huge pages to gain anything.
    private static let least = 8 << 20
    /// The size of a huge page on the processors that Debian supports.
    private static let hugePage = 2 << 20

    /// Asks the system for huge pages behind memory that is about to be filled (madvise(2), `MADV_HUGEPAGE`).
    ///
    /// The system clears and maps each page when it is first written. For a list of a hundred thousand tasks, this
    /// takes a tenth of the time, and there are far fewer huge pages. Has no effect if the system has no huge pages, or
    /// uses them by default.
    public static func useHugePages(in memory: UnsafeMutableRawBufferPointer) {
        guard memory.count >= least, let start = memory.baseAddress else { return }
        let first = (UInt(bitPattern: start) + UInt(hugePage - 1)) & ~UInt(hugePage - 1)
        let end = (UInt(bitPattern: start) + UInt(memory.count)) & ~UInt(hugePage - 1)
        guard first < end, let place = UnsafeMutableRawPointer(bitPattern: first) else { return }
        Platform.useHugePages(place, count: Int(end - first))
    }
}

/// Starts system threads, for work that would block the shared thread pool of tasks.
public enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread, which has to be joined or detached.
    ///
    /// - Returns: nil if no thread can be created.
    public static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, argument)
        if status == 0 { return thread }
        Unmanaged<Body>.fromOpaque(argument).release()
        return nil
    }
}
