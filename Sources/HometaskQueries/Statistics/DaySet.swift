// SPDX-License-Identifier: Apache-2.0

public import HometaskTime

/// A set of days, stored as one bit each in blocks of 64, so that the days of a lifetime fit into a few hundred
/// numbers.
public struct DaySet: Hashable, Sendable {
    /// The blocks that contain a day, by their numbers; bit `n` of block `b` is day `64 b + n` since 1970.
    public private(set) var blocks: [Int: UInt64] = [:]

    /// Creates an empty set.
    public init() {}

    /// Returns the number of the block that contains a day, and the day's bit.
    public static func place(of day: Int) -> (block: Int, bit: UInt64) { (day >> 6, 1 << UInt64(day & 63)) }

    /// Adds a day, counted from 1970-01-01.
    public mutating func insert(_ day: Int) {
        let (block, bit) = Self.place(of: day)
        blocks[block, default: 0] |= bit
    }

    /// Adds the days of a block.
    public mutating func insert(block: Int, bits: UInt64) {
        if bits != 0 { blocks[block, default: 0] |= bits }
    }

    /// Adds the days of another set.
    public mutating func formUnion(_ other: DaySet) {
        for (number, days) in other.blocks { blocks[number, default: 0] |= days }
    }

    /// Whether the set contains a day.
    public func contains(_ day: Int) -> Bool {
        let (block, bit) = Self.place(of: day)
        return (blocks[block] ?? 0) & bit != 0
    }

    /// The maximum number of consecutive days.
    public var longestRun: Int {
        var (longest, run, next) = (0, 0, Int.min)
        for (block, bits) in blocks.sorted(by: { $0.key < $1.key }) {
            if block != next { run = 0 }
            next = block + 1
            var (rest, left) = (bits, 64)
            while left > 0 {
                let zeros = min(rest.trailingZeroBitCount, left)
                if zeros > 0 { run = 0 }
                (rest, left) = (zeros == 64 ? 0 : rest >> UInt64(zeros), left - zeros)
                let ones = min((~rest).trailingZeroBitCount, left)
                run += ones
                longest = max(longest, run)
                (rest, left) = (ones == 64 ? 0 : rest >> UInt64(ones), left - ones)
            }
        }
        return longest
    }

    /// Returns the number of consecutive days up to a day or, if the set does not contain that day (which may not be
    /// over), up to the day before.
    public func run(upTo day: Int) -> Int {
        var last = contains(day) ? day : day - 1
        let start = last
        while contains(last) { last -= 1 }
        return start - last
    }
}

/// The consecutive days on which a member did at least one task.
public struct Streak: Hashable, Sendable {
    /// The number of consecutive days up to today, or up to yesterday if nothing has been done yet today.
    public let current: Int
    /// The longest streak ever.
    public let longest: Int

    /// Creates the streak of a set of days, as of today.
    public init(_ days: DaySet, today: CivilDate) {
        current = days.run(upTo: today.dayNumber)
        longest = days.longestRun
    }
}
