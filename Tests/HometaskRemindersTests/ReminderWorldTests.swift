// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import TestSupport
import Testing

@testable import HometaskReminders

@Suite("Reminders of a family whose devices edit, sync, sleep and crash")
struct ReminderWorldTests {
    private static let seeds = (0..<UInt64(SeededGenerator.runs(2))).map { SeededGenerator.runSeed &+ $0 }

    /// The expected messages for tasks still due: for each member and channel, with the device if the channel belongs
    /// to a device.
    private func expected(_ world: ReminderWorld) throws -> [(DocumentID, device: Int?, what: String)] {
        let snapshot = try ReminderSnapshot(reading: world.hub.reader)
        var found: [(DocumentID, device: Int?, what: String)] = []
        for task in snapshot.tasks {
            for member in snapshot.members(of: task) {
                for channel in snapshot.channels(of: member) {
                    // A device that takes over waits for the missing device, and possibly for a second one.
                    let isLate = world.devices.contains { $0.id == channel.device && $0.isGone }
                    let time = world.now - (isLate ? 3 * ReminderWorld.failoverDelay : 0)
                    let plan = snapshot.plan(task, for: member, asOf: time)
                    for reminder in plan.past where reminder.due >= ReminderWorld.start {
                        let identity = ReminderIdentity(
                            reminder.occasion, of: task.id, to: member.id, on: channel, family: .test(0))
                        let owners = world.devices.indices.filter { world.devices[$0].owner == member.id }
                        let what = "\(reminder.occasion.text) due \(reminder.due) on \(channel.name) of task \(task.id)"
                        for device in channel.device == nil ? owners.map(Optional.some) : [nil] {
                            if let device, world.devices[device].isGone { continue }
                            found.append((identity.id, device: device, what: what))
                        }
                    }
                }
            }
        }
        return found
    }

    private func isSent(_ occasion: DocumentID, by device: Int?, in world: ReminderWorld) -> Bool {
        world.sent.keys.contains { $0.occasion == occasion && (device == nil || device == $0.device) }
    }

    /// Lets a world settle: clocks are correct, all remaining devices are awake and sync.
    private func settle(_ world: inout ReminderWorld) throws {
        for index in world.devices.indices {
            world.devices[index].skew = 0
            world.devices[index].sleepsUntil = world.now
        }
        world.broken = [:]
        let calm = ReminderWorld.Conditions(
            edits: false, sleeps: false, crashes: false, clocks: false, failures: false, syncEvery: 1)
        try world.live(Int(ReminderWorld.failoverDelay / 1_800) * 6, calm)
        for index in world.devices.indices where !world.devices[index].isGone { world.sync(index) }
    }

    private func expectNoLoss(_ world: ReminderWorld, _ note: String) throws {
        let expected = try expected(world)
        let lost = expected.filter { !isSent($0.0, by: $0.device, in: world) }.map(\.what)
        #expect(lost.isEmpty, "lost: \(lost.prefix(3)); \(note)")
    }

    private func expectFewDuplicates(_ world: ReminderWorld, _ note: String) {
        for (sending, count) in world.sent {
            let allowed = 1 + (world.crashes[sending] ?? 0) + (world.jumps[sending.device] ?? 0)
            #expect(count <= allowed, "sent \(count) times by one device; \(note)")
        }
    }

    @Test(
        "In rough conditions nothing still due is lost, and each crash or clock change costs at most one duplicate",
        arguments: seeds)
    func rough(seed: UInt64) throws {
        let note = "run again with HOMETASK_TEST_SEED=\(seed) HOMETASK_TEST_RUNS=1"
        var world = ReminderWorld(shared: true, seed: seed)
        try world.live(150, .rough)
        try settle(&world)
        try expectNoLoss(world, note)
        expectFewDuplicates(world, note)
        #expect(world.sent.count > 5, "too little happened; \(note)")
    }

    @Test(
        "With correct clocks, each device sends each message at most once, plus once per crash", arguments: seeds)
    func exact(seed: UInt64) throws {
        let note = "run again with HOMETASK_TEST_SEED=\(seed) HOMETASK_TEST_RUNS=1"
        var conditions = ReminderWorld.Conditions.rough
        conditions.clocks = false
        var world = ReminderWorld(shared: true, seed: seed)
        try world.live(150, conditions)
        try settle(&world)
        try expectNoLoss(world, note)
        for (sending, count) in world.sent {
            #expect(count <= 1 + (world.crashes[sending] ?? 0), "sent \(count) times; \(note)")
        }
    }

    @Test("With all devices awake and synced, exactly one device sends each shared message, once", arguments: seeds)
    func calm(seed: UInt64) throws {
        let note = "run again with HOMETASK_TEST_SEED=\(seed) HOMETASK_TEST_RUNS=1"
        var world = ReminderWorld(shared: true, seed: seed)
        try world.live(150, .calm)
        try settle(&world)
        try expectNoLoss(world, note)
        let shared = Set(try expected(world).filter { $0.device == nil }.map(\.0))
        for (sending, count) in world.sent {
            #expect(count == 1, "sent \(count) times; \(note)")
            if shared.contains(sending.occasion) {
                #expect(sending.device == 2, "sent by device \(sending.device); \(note)")
            }
        }
    }

    @Test("If the named device is gone for good, exactly one other device takes over each message", arguments: seeds)
    func takeover(seed: UInt64) throws {
        let note = "run again with HOMETASK_TEST_SEED=\(seed) HOMETASK_TEST_RUNS=1"
        var world = ReminderWorld(shared: true, seed: seed)
        try world.live(60, .calm)
        world.devices[2].isGone = true
        let before = world.sent
        try world.live(90, .calm)
        try settle(&world)
        try expectNoLoss(world, note)
        let after = world.sent.filter { before[$0.key] == nil }
        let shared = Set(try expected(world).filter { $0.device == nil }.map(\.0))
        let times = Dictionary(grouping: after.keys.filter { shared.contains($0.occasion) }, by: \.occasion)
        for (_, sendings) in times { #expect(sendings.count == 1, "sent by \(sendings.map(\.device)); \(note)") }
        for (_, count) in after { #expect(count == 1, "\(note)") }
    }
}
