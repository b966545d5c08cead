// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskMerging
import TestSupport
import Testing

@Suite("Histories in which hometask and plain git take turns")
struct ForeignHistoryTests {
    /// Seeds of histories that once lost a value. In the first, a cherry-picked seal was mistaken for a fork of the
    /// device that had created its item.
    private static let formerFaults: [UInt64] = [11_148_311_030_171_652_187]

    @Test("Devices that merge, revert, pick, rebase, amend and squash converge and lose no value")
    func anyOrder() async throws {
        var generator = SeededGenerator()
        let seeds = [generator.seed] + (1..<2 * Command.runs).map { _ in generator.next() }
        for seed in Self.formerFaults + seeds {
            let devices = seed % 2 == 0 ? 2 : 3
            let world = try await ForeignWorld(
                seed: seed, devices: devices, squashes: !Self.formerFaults.contains(seed))
            do {
                for _ in 0..<30 { try await world.step() }
                try await world.meet()
                let faults = try await faults(world)
                if !faults.isEmpty {
                    let story = world.story.filter { !$0.contains("git ls-tree") && !$0.contains("git cat-file blob") }
                    Issue.record("seed \(seed): \(faults.joined(separator: "; "))\n\(story.joined(separator: "\n"))")
                    try world.keep()
                    return
                }
            } catch {
                Issue.record("seed \(seed): \(error)\n\(world.story.joined(separator: "\n"))")
                try world.keep()
                return
            }
        }
    }

    @Test("A seed reproduces the same history")
    func repeatable() async throws {
        let seed = SeededGenerator().seed
        var tips: Set<String> = []
        for _ in 0..<2 {
            let world = try await ForeignWorld(seed: seed, devices: 2)
            for _ in 0..<30 { try await world.step() }
            try await world.meet()
            tips.insert(try world.git(world.names[0], ["rev-parse", "main"]).output)
        }
        #expect(tips.count == 1, "seed \(seed)")
    }

    private func faults(_ world: ForeignWorld) async throws -> [String] {
        var found: [String] = []
        let heads = try (world.names + ["hub"]).map { try world.git($0, ["rev-parse", "main"]).output }
        if Set(heads).count > 1 { found.append("the heads differ") }
        for name in world.names {
            let status = try world.git(name, ["status", "--porcelain"]).output
            if !status.isEmpty { found.append("\(name) is not clean: \(status)") }
            let check = try world.git(name, ["fsck", "--strict", "--no-dangling"])
            if check.status != 0 { found.append("\(name): \(check.output)") }
        }
        for task in world.tasks {
            let bytes = Array(try world.folder.read("\(world.names[0])/\(task.text)").utf8)
            if !Document.isCanonical(bytes) { found.append("\(task.text) is not canonical") }
        }
        var account = try ValueAccount(world, in: world.names[0])
        let lost = try account.lost()
        if !lost.isEmpty { found.append("lost: \(lost)") }
        return found
    }
}
