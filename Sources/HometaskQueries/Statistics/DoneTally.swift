// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// What is counted of tasks that are done. Tallies of tasks apart add up to the tally of all of them.
public struct DoneTally: Hashable, Sendable {
    /// The counters in the order in which an index keeps them: how many tasks, how many of them were due at some time,
    /// how many of these were done by then, the points, the seconds they took, and how many took how long (see
    /// `lengths`).
    private var counters: SIMD16<Int64>

    /// How many counters a tally has.
    public static let counterCount = 5 + CompletionLength.allCases.count

    /// The tally of no task, whose counters are all 0.
    public static let zero = DoneTally(counters: .zero)

    private init(counters: SIMD16<Int64>) { self.counters = counters }

    /// The tally of one task.
    ///
    /// - Parameters:
    ///   - at: when it was done, in seconds since 1970.
    ///   - created: when it was made; nil if it is unknown, and then it does not say how long it took.
    ///   - deadline: the last second at which it was not late; nil for a task that was not due at any time.
    ///   - points: what doing it earned. A value that no task may have counts as the nearest one that it may.
    public init(at: Int64, created: Int64?, deadline: Int64?, points: Int?) {
        counters = .zero
        counters[0] = 1
        if let deadline {
            counters[1] = 1
            counters[2] = at <= deadline ? 1 : 0
        }
        counters[3] = Int64(min(max(points ?? 0, 0), Self.mostPoints))
        if let created {
            // What was noted down after it was done took no time since it was noted down.
            let seconds = max(at - created, 0)
            counters[4] = seconds
            counters[5 + CompletionLength(seconds: seconds).rawValue] = 1
        }
    }

    /// The tally of a task that is done; nil if it is open.
    public init?(_ task: TaskRecord, in zone: TimeZoneRules) {
        guard let completion = task.completion else { return nil }
        self.init(
            at: completion.at.seconds, created: task.createdAt?.seconds,
            deadline: task.due?.deadline(in: zone).seconds, points: task.points)
    }

    /// A tally from its counters, each as a closure gives it for its place among ``values``.
    public init(counter: (Int) -> Int64) {
        counters = .zero
        for index in 0..<Self.counterCount { counters[index] = counter(index) }
    }

    /// The counters, ``counterCount`` of them. What they are is a matter of this type alone.
    public var values: [Int64] { (0..<Self.counterCount).map { counters[$0] } }

    /// The most points that a task may earn, as its schema says.
    private static let mostPoints = 100_000

    /// How many tasks are counted, due or not.
    public var count: Int { Int(counters[0]) }
    /// How many of them were due at some time.
    public var dueCount: Int { Int(counters[1]) }
    /// How many of those that were due were done at that time or before it.
    public var onTimeCount: Int { Int(counters[2]) }
    /// The points they earned.
    public var points: Int { Int(counters[3]) }
    /// The seconds from when they were made until they were done, in all.
    public var seconds: Int { Int(counters[4]) }

    /// How many of them took how long.
    public var lengths: [(length: CompletionLength, count: Int)] {
        CompletionLength.allCases.map { ($0, Int(counters[5 + $0.rawValue])) }
    }

    /// How many of them say when they were made, and with it how long they took.
    public var timedCount: Int { lengths.reduce(0) { $0 + $1.count } }

    /// Which part of the tasks that were due was done in time, 0 to 1; nil if none was due.
    public var onTimeRate: Double? { dueCount > 0 ? Double(onTimeCount) / Double(dueCount) : nil }

    /// The mean time that the tasks took, in seconds; nil if it is unknown.
    public var meanSeconds: Double? { timedCount > 0 ? Double(seconds) / Double(timedCount) : nil }

    /// The shortest of the lengths within which at least half of them were done; nil if it is unknown how long they
    /// took. It is exact, and coarser than a median: that lies within this length and beyond the next shorter one.
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

    /// Takes the tasks of another tally away.
    public static func -= (left: inout DoneTally, right: DoneTally) { left.counters &-= right.counters }
}
