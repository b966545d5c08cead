// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Memory for many values at once.
public enum LargeMemory {
    /// In fewer bytes than this there are too few whole pages to gain anything.
    private static let least = 8 << 20
    /// The size of a huge page on the processors that Debian supports.
    private static let hugePage = 2 << 20

    /// Asks the system for huge pages behind memory that is about to be filled (madvise(2), `MADV_HUGEPAGE`).
    ///
    /// The system clears and maps memory page by page when it is written first; in a list of a hundred thousand tasks
    /// that is a tenth of all the time. Where it has no huge pages, or uses them unasked, nothing changes.
    public static func useHugePages(in memory: UnsafeMutableRawBufferPointer) {
        guard memory.count >= least, let start = memory.baseAddress else { return }
        let first = (UInt(bitPattern: start) + UInt(hugePage - 1)) & ~UInt(hugePage - 1)
        let end = (UInt(bitPattern: start) + UInt(memory.count)) & ~UInt(hugePage - 1)
        guard first < end, let place = UnsafeMutableRawPointer(bitPattern: first) else { return }
        _ = madvise(place, Int(end - first), MADV_HUGEPAGE)
    }
}
