// SPDX-License-Identifier: Apache-2.0

import Foundation

/// SplitMix64 (Steele, Lea and Flood, 2014): small and portable.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The seed that reproduces the same numbers.
    public let seed: UInt64
    private var state: UInt64

    /// A generator with a given seed.
    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// A generator seeded from HOMETASK_TEST_SEED, otherwise from the default seed, otherwise randomly.
    public init(usually usual: UInt64? = nil) {
        self.init(seed: Self.givenSeed ?? usual ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    }

    /// The next number of the seed's sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A random element of a non-empty list.
    public mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: 0..<list.count, using: &self)]
    }

    private static let givenSeed = ProcessInfo.processInfo.environment["HOMETASK_TEST_SEED"].flatMap { UInt64($0) }

    /// The seed of this run: HOMETASK_TEST_SEED, or a new one.
    public static let runSeed: UInt64 = SeededGenerator().seed

    /// The number of runs of a random test: HOMETASK_TEST_RUNS, or the given number.
    public static func runs(_ usual: Int) -> Int {
        ProcessInfo.processInfo.environment["HOMETASK_TEST_RUNS"].flatMap { Int($0) } ?? usual
    }

    /// A note for failing expectations, with which the run can be reproduced.
    public static var note: String { "run again with HOMETASK_TEST_SEED=\(runSeed)" }

    /// The same note for a generator with its own seed.
    public var note: String { "run again with HOMETASK_TEST_SEED=\(seed)" }
}
