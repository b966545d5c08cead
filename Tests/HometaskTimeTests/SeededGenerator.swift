// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Repeatable random numbers (SplitMix64). The seed comes from HOMETASK_TEST_SEED, else it is fixed; each failure of
/// a test that uses one names it through ``note``.
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init() {
        seed = ProcessInfo.processInfo.environment["HOMETASK_TEST_SEED"].flatMap { UInt64($0) } ?? 20_261_121
        state = seed
    }

    /// What to say beside a failure, to have the same numbers again.
    var note: Comment { "HOMETASK_TEST_SEED=\(seed)" }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
