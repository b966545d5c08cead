// SPDX-License-Identifier: Apache-2.0

/// SplitMix64: a seeded random number generator with the same numbers on every machine.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix: RandomNumberGenerator {
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

    /// Returns a random number below the given bound.
    mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

    /// Returns a random element of a non-empty list.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// Returns true with a probability of 1 in `one`.
    mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
}
