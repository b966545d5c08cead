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
    /// The system clears and maps each page when it is first written. For a list of a hundred thousand tasks, this takes
    /// a tenth of the time, and huge pages are far fewer. If the system has none, or uses them without being asked, the
    /// call has no effect.
    public static func useHugePages(in memory: UnsafeMutableRawBufferPointer) {
        guard memory.count >= least, let start = memory.baseAddress else { return }
        let first = (UInt(bitPattern: start) + UInt(hugePage - 1)) & ~UInt(hugePage - 1)
        let end = (UInt(bitPattern: start) + UInt(memory.count)) & ~UInt(hugePage - 1)
        guard first < end, let place = UnsafeMutableRawPointer(bitPattern: first) else { return }
        _ = madvise(place, Int(end - first), MADV_HUGEPAGE)
    }
}
