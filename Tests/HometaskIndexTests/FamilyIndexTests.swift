// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskIndex
import TestSupport
import Testing

@Suite("The index")
struct FamilyIndexTests {
    @Test("Whatever is written, and whatever befalls the index, it answers as a look at every document does")
    func random() async throws {
        var seeds = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(3) {
            let seed = seeds.next()
            let world = try await IndexWorld(seed: seed)
            for _ in 0..<25 {
                try await world.step()
                for _ in 0..<6 {
                    guard let fault = try await world.fault() else { continue }
                    Issue.record("seed \(seed), \(seeds.note): \(fault)\n\(world.story.joined(separator: "\n"))")
                    return
                }
            }
            #expect(world.found > 50, "seed \(seed): questions that find nothing show nothing")
        }
    }
}
