// SPDX-License-Identifier: Apache-2.0
import Foundation

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The seed of this run: HOMETASK_TEST_SEED, or a new one.
    static let runSeed: UInt64 =
        ProcessInfo.processInfo.environment["HOMETASK_TEST_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 0...UInt64(UInt32.max))

    /// What a failing expectation says, so that the run can be repeated.
    static var note: String { "run again with HOMETASK_TEST_SEED=\(runSeed)" }
}
