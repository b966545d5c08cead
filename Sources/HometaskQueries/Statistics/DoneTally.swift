// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// The counts for done tasks. Tallies of disjoint sets of tasks can be added.
public struct DoneTally: Hashable, Sendable {
    /// The counters in the order in which an index stores them: tasks, tasks with a due date, tasks done in time,
    /// points, total seconds, and the number of tasks for each length (see `lengths`).
    private var counters: SIMD16<Int64>

    /// The number of counters in a tally.
    public static let counterCount = 5 + CompletionLength.allCases.count

    /// The empty tally, with all counters 0.
    public static let zero = DoneTally(counters: .zero)

    private init(counters: SIMD16<Int64>) { self.counters = counters }

    /// Creates the tally of one task.
    ///
    /// - Parameters:
    ///   - at: when the task was done, in seconds since 1970.
    ///   - begun: when the task was created, or became the current task of its series; nil if unknown, which makes the
    ///     length unknown too.
    ///   - isInTime: whether the task was done in time; nil for a task without a due date.
    ///   - points: the points earned. Invalid values are clamped.
    public init(at: Int64, begun: Int64?, isInTime: Bool?, points: Int?) {
        counters = .zero
        counters[0] = 1
        if let isInTime {
            counters[1] = 1
            counters[2] = isInTime ? 1 : 0
        }
        counters[3] = Int64(min(max(points ?? 0, 0), Self.mostPoints))
        if let begun {
            // A task that was added after it was done took no time.
            let seconds = max(at - begun, 0)
            counters[4] = seconds
            counters[5 + CompletionLength(seconds: seconds).rawValue] = 1
        }
    }

    /// Creates the tally of a done task; nil if the task is open.
    public init?(_ task: TaskRecord, in zone: TimeZoneRules) {
        guard let completion = task.completion else { return nil }
        self.init(
            at: completion.at.seconds, begun: task.begunAt?.seconds, isInTime: task.isInTime(in: zone),
            points: task.points)
    }

    /// Creates a tally from its counters; the closure returns the counter at an index in ``values``.
    public init(counter: (Int) -> Int64) {
        counters = .zero
        for index in 0..<Self.counterCount { counters[index] = counter(index) }
    }

    /// The counters, ``counterCount`` of them. Only this type interprets them.
    public var values: [Int64] { (0..<Self.counterCount).map { counters[$0] } }

    /// The maximum points of a task, as in its schema.
    private static let mostPoints = 100_000

    /// The number of tasks, with or without due dates.
    public var count: Int { Int(counters[0]) }
    /// The number of tasks with a due date.
    public var dueCount: Int { Int(counters[1]) }
    /// The number of tasks with a due date that were done in time.
    public var onTimeCount: Int { Int(counters[2]) }
    /// The points earned, clamped to the range of `Int`.
    public var points: Int { Int(clamping: counters[3]) }
    /// The total time from when the tasks could be begun to their completion, in seconds, which may exceed 32 bits.
    public var seconds: Int64 { counters[4] }

    /// The number of tasks for each length.
    public var lengths: [(length: CompletionLength, count: Int)] {
        CompletionLength.allCases.map { ($0, Int(counters[5 + $0.rawValue])) }
    }

    /// The number of tasks with a known length.
    public var timedCount: Int { lengths.reduce(0) { $0 + $1.count } }

    /// The share of tasks done in time among those with a due date, 0 to 1; nil if no task had a due date.
    public var onTimeRate: Double? { dueCount > 0 ? Double(onTimeCount) / Double(dueCount) : nil }

    /// The mean time that the tasks took, in seconds; nil if unknown.
    public var meanSeconds: Double? { timedCount > 0 ? Double(seconds) / Double(timedCount) : nil }

    /// The shortest of the lengths within which at least half of the tasks were done; nil if no lengths are known. It
    /// is the step that contains the median.
    public var halfWithin: CompletionLength? {
        let all = timedCount
        var sum = 0
        for (length, count) in lengths where all > 0 {
            sum += count
            if 2 * sum >= all { return length }
        }
        return nil
    }

    /// Adds the tasks of another tally.
    public static func += (left: inout DoneTally, right: DoneTally) { left.counters &+= right.counters }

    /// Removes the tasks of another tally.
    public static func -= (left: inout DoneTally, right: DoneTally) { left.counters &-= right.counters }
}
