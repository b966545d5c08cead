// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Random numbers that come again with the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    let seed: UInt64

    /// Takes the seed of HOMETASK_TEST_SEED if there is one.
    init() {
        let given = ProcessInfo.processInfo.environment["HOMETASK_TEST_SEED"].flatMap(UInt64.init)
        seed = given ?? UInt64.random(in: 0...UInt64.max)
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
