// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Works out many values at once, on all processors.
public enum ParallelMap {
    /// The most values that a thread takes at a time: enough for the taking to cost nothing beside the work.
    public static let largestStride = 16
    /// The number of items, of some microseconds each, above which other threads save more than their start costs.
    public static let many = 500
    /// The most threads, the calling one among them.
    private static let mostThreads = 8

    /// What comes of each item, in the order of the items.
    ///
    /// - Parameters:
    ///   - least: fewer items than this are left to the calling thread: what others would save is not worth their
    ///     start.
    ///   - atOnce: how many items a thread takes at a time at most; 1 where each is a lot of work, so that none waits
    ///     for what another took.
    ///   - prepare: makes what a thread needs for its share of the work, and no other thread uses; it is given the
    ///     number of the thread.
    ///   - transform: works on its item alone, for at least some microseconds.
    /// - Throws: what `transform` throws for the first item, in their order, that it throws for. Items after that one
    ///   may have been worked on, or not.
    public static func map<Item: Sendable, Tools, Result: Sendable, Failure: Error>(
        _ items: [Item], least: Int = 0, atOnce: Int = largestStride,
        preparing prepare: @escaping @Sendable (Int) -> Tools,
        _ transform: @escaping @Sendable (Item, Tools) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        if items.count < max(1, least) {
            let tools = prepare(0)
            return try items.map { item throws(Failure) in try transform(item, tools) }
        }
        var failure: Failure?
        let results = [Result](unsafeUninitializedCapacity: items.count) { places, count in
            guard let first = places.baseAddress else { return }
            LargeMemory.useHugePages(in: UnsafeMutableRawBufferPointer(places))
            let work = Work(items, into: first, atOnce: atOnce, prepare, transform)
            failure = work.finish()
            count = failure == nil ? items.count : 0
        }
        if let failure { throw failure }
        return results
    }

    /// What comes of each item, in the order of the items.
    ///
    /// - Parameters:
    ///   - least: fewer items than this are left to the calling thread.
    ///   - atOnce: how many items a thread takes at a time at most.
    /// - Throws: what `transform` throws for the first item that it throws for.
    public static func map<Item: Sendable, Result: Sendable, Failure: Error>(
        _ items: [Item], least: Int = 0, atOnce: Int = largestStride,
        _ transform: @escaping @Sendable (Item) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        try map(items, least: least, atOnce: atOnce, preparing: { _ in () }) { item, _ throws(Failure) in
            try transform(item)
        }
    }

    /// Items that several threads take from, and the places of their results.
    ///
    /// `@unchecked`, since a pointer is not `Sendable`: a place is written by the one thread that took its item from
    /// `next`, and read or emptied only by `finish`, after all other threads have been joined.
    private final class Work<Item: Sendable, Tools, Result: Sendable, Failure: Error>: @unchecked Sendable {
        private let items: [Item]
        private let places: UnsafeMutablePointer<Result>
        private let processors: Int
        /// How many items a thread takes at a time; none if there are too few for several threads.
        private let stride: Int
        private let prepare: @Sendable (Int) -> Tools
        private let transform: @Sendable (Item, Tools) throws(Failure) -> Result
        private let next = Atomic<Int>(0)
        private let outcome = Mutex<Outcome>(Outcome())

        private struct Outcome {
            /// The places that have their results.
            var filled: [Range<Int>] = []
            /// What was thrown for the first of the items that something was thrown for.
            var failure: (place: Int, error: Failure)?
        }

        init(
            _ items: [Item], into places: UnsafeMutablePointer<Result>, atOnce: Int,
            _ prepare: @escaping @Sendable (Int) -> Tools,
            _ transform: @escaping @Sendable (Item, Tools) throws(Failure) -> Result
        ) {
            self.items = items
            self.places = places
            self.prepare = prepare
            self.transform = transform
            processors = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), ParallelMap.mostThreads)
            // A thread costs more than a few items do; of four turns for each, none waits long for the last.
            stride = min(items.count / (4 * processors), atOnce)
        }

        /// Works on all items. Where something was thrown, no place has a result.
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
                // Where they lie: a subscript of the array would copy each, which of a large record costs as much as
                // some of the work.
                try items.withUnsafeBufferPointer { items throws(Failure) in
                    while place < range.upperBound {
                        (places + place).initialize(to: try transform(items[place], tools))
                        place += 1
                    }
                }
            } catch {
                thrown = error
                // Whatever comes before has been taken already, and is worked on to its end.
                next.store(items.count, ordering: .relaxed)
            }
            outcome.withLock { outcome in
                outcome.filled.append(range.lowerBound..<place)
                if let thrown, outcome.failure.map({ place < $0.place }) ?? true { outcome.failure = (place, thrown) }
            }
        }
    }
}
