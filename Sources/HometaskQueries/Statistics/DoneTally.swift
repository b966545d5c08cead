// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// The counts for done tasks. The tallies of disjoint sets of tasks add up to the tally of all of them.
public struct DoneTally: Hashable, Sendable {
    /// The counters in the order in which an index stores them: the tasks, those of them that were due, those of these
    /// that were done in time, the points, the seconds that they took, and the number of tasks for each length (see
    /// `lengths`).
    private var counters: SIMD16<Int64>

    /// The number of counters in a tally.
    public static let counterCount = 5 + CompletionLength.allCases.count

    /// The tally of no tasks, with all counters 0.
    public static let zero = DoneTally(counters: .zero)

    private init(counters: SIMD16<Int64>) { self.counters = counters }

    /// Creates the tally of one task.
    ///
    /// - Parameters:
    ///   - at: when it was done, in seconds since 1970.
    ///   - begun: when it was created, or became the current one of its series; nil if unknown: then its length is
    ///     unknown too.
    ///   - isInTime: whether it was not late; nil for a task without a due date.
    ///   - points: the points earned. An invalid value is replaced with the nearest valid one.
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

    /// Creates a tally from its counters; a closure returns each by its index in ``values``.
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
    /// The points they earned; the largest number there is if there are more, on a machine with 32 bits.
    public var points: Int { Int(clamping: counters[3]) }
    /// The total seconds from when the tasks could be begun to their completion, which soon need more than 32 bits.
    public var seconds: Int64 { counters[4] }

    /// The number of tasks for each length.
    public var lengths: [(length: CompletionLength, count: Int)] {
        CompletionLength.allCases.map { ($0, Int(counters[5 + $0.rawValue])) }
    }

    /// The number of tasks with a known length, because it is known when they could be begun.
    public var timedCount: Int { lengths.reduce(0) { $0 + $1.count } }

    /// The share of the tasks with a due date that were done in time, 0 to 1; nil if there were none.
    public var onTimeRate: Double? { dueCount > 0 ? Double(onTimeCount) / Double(dueCount) : nil }

    /// The mean time that the tasks took, in seconds; nil if unknown.
    public var meanSeconds: Double? { timedCount > 0 ? Double(seconds) / Double(timedCount) : nil }

    /// The shortest of the lengths within which at least half of the tasks were done; nil if it is unknown how long
    /// they took. It is exact but coarser than a median: the median is within this length and beyond the next shorter
    /// one.
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
