// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import TestSupport
import Testing

@Suite("The keys of the manual order")
struct ManualOrderTests {
    /// Whether the keys are in strictly ascending byte order.
    private func isSorted(_ keys: [String]) -> Bool {
        zip(keys, keys.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    @Test(
        "There is a key between any two, however close",
        arguments: [
            ("U", "V"), ("U1", "V"), ("Uz", "V"), ("Uz", "V1"), ("Uzzz", "V"), ("U", "U1"), ("U", "U01"),
            ("z", nil), ("zz", nil), (nil, "1"), (nil, "01"), (nil, nil),
        ])
    func neighbours(_ low: String?, _ high: String?) throws {
        for tail in [0, 1, 30, 59, 60, 61, -7, .max] {
            let key = try #require(ManualOrder.between(low, high, tail: tail))
            #expect(isSorted([low, key, high].compactMap { $0 }), "\(key) with the tail \(tail)")
        }
    }

    @Test("Keys stay in the order of their items after any moves")
    func random() throws {
        for _ in 0..<SeededGenerator.runs(5) {
            var generator = SeededGenerator(seed: SeededGenerator.runSeed)
            var keys: [String] = []
            for _ in 0..<200 {
                let place = Int.random(in: 0...keys.count, using: &generator)
                let (low, high) = (place > 0 ? keys[place - 1] : nil, place < keys.count ? keys[place] : nil)
                let key = try #require(
                    ManualOrder.between(low, high, tail: .random(in: 0...Int.max, using: &generator)))
                keys.insert(key, at: place)
            }
            #expect(isSorted(keys), "\(generator.note)")
        }
    }

    @Test("No key exists between keys that are equal, reversed or malformed")
    func impossible() {
        for (low, high) in [("U", "U"), ("V", "U"), ("U0", "V"), ("", "V"), ("U", "V-"), ("é", "z")] {
            #expect(ManualOrder.between(low, high, tail: 1) == nil, "\(low) and \(high)")
        }
    }
}
