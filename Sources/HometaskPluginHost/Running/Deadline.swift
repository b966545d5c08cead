// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// A moment on the monotonic clock (`CLOCK_MONOTONIC`), which is not affected by setting the time.
struct Deadline: Hashable, Comparable, Sendable {
    private let nanoseconds: Int64

    /// Returns the moment the given number of milliseconds from now.
    static func after(milliseconds: Int) -> Deadline {
        Deadline(nanoseconds: clock() + Int64(milliseconds) * 1_000_000)
    }

    /// The remaining milliseconds, at least 0 and rounded up, so that a wait of this length does not end early.
    var remaining: Int32 {
        let left = nanoseconds - Self.clock()
        return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
    }

    var hasPassed: Bool { nanoseconds <= Self.clock() }

    static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }

    private static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
