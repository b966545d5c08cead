// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import Synchronization
import Testing

@testable import HometaskReminders

@Suite("Sending and recording")
struct ReminderSenderTests {
    private static let start: Timestamp = "2026-11-21T09:00:00Z"
    private static let now: Timestamp = "2026-11-21T12:00:00Z"
    private static let mia = DocumentID.test(1)

    /// Simulates a kill of the program.
    private struct Kill: Error {}
    private struct NoNetwork: Error {}

    /// The state that survives the program: its disk contents and the sent messages.
    private final class World: Sendable {
        struct State {
            var disk = ReminderLedger(since: ReminderSenderTests.start)
            var sent: [DocumentID] = []
            /// The number of steps until the program is killed.
            var patience = Int.max
        }

        let state = Mutex(State())

        /// One step of the program, or the kill once `patience` is used up.
        func step(_ body: (inout State) -> Void) throws {
            try state.withLock { state in
                if state.patience == 0 { throw Kill() }
                state.patience -= 1
                body(&state)
            }
        }

        var disk: ReminderLedger { state.withLock { $0.disk } }
        var sent: [DocumentID] { state.withLock { $0.sent } }
    }

    private func sender(_ world: World) throws -> (ReminderSender, ReminderSchedule) {
        let shelf = MemoryReader(zone: "Europe/Amsterdam")
        shelf.putMembers(.member, Self.mia, members: ["name": "Mia"])
        for index in 0..<4 {
            shelf.putMembers(
                .task, .test(100 + index),
                members: [
                    "title": .string("Task \(index)"),
                    "due": ["at": .string((Self.start + Int64(index + 1) * 60).rfc3339)],
                ])
        }
        let context = DeviceContext(
            try ReminderSnapshot(reading: shelf), device: .test(10), owner: Self.mia, now: Self.now, lastSync: nil)
        let schedule = try ReminderSchedule(context, world.disk) { _ in nil }
        let sender = ReminderSender(
            schedule, context, ledger: world.disk, clock: { Self.now },
            keep: { ledger in try world.step { $0.disk = ledger } })
        return (sender, schedule)
    }

    private func run(_ world: World) async throws {
        var (sender, schedule) = try sender(world)
        try await sender.noteSettled()
        for delivery in schedule.deliveries {
            _ = try await sender.send(
                delivery, by: { message in try world.step { $0.sent.append(message.id) } }, unless: { $0 is Kill })
        }
        _ = try await sender.finish()
    }

    @Test("After a kill at any step, every message is sent, and at most one of them twice", arguments: 0...8)
    func killed(patience: Int) async throws {
        let world = World()
        world.state.withLock { $0.patience = patience }
        let isKilled = patience < 8
        if isKilled {
            await #expect(throws: Kill.self) { try await run(world) }
        } else {
            try await run(world)
        }
        world.state.withLock { $0.patience = Int.max }
        try await run(world)
        try await run(world)
        #expect(Set(world.sent).count == 4)
        #expect(world.sent.count == (isKilled && patience % 2 == 1 ? 5 : 4))
    }

    @Test("A failing channel is skipped for the rest of the round, and the failed message is retried after a pause")
    func failing() async throws {
        let world = World()
        var (sender, schedule) = try sender(world)
        var outcomes: [String] = []
        for delivery in schedule.deliveries {
            switch try await sender.send(delivery, by: { _ in throw NoNetwork() }) {
            case .sent: outcomes.append("sent")
            case .failed(let error): outcomes.append(error is NoNetwork ? "failed" : "\(error)")
            case .passedOver: outcomes.append("passed over")
            }
        }
        #expect(outcomes == ["failed", "passed over", "passed over", "passed over"])
        #expect(world.disk.pause(of: schedule.deliveries[0].message.id, now: Self.now) == Self.now + 60)
        let (_, next) = try self.sender(world)
        #expect(next.deliveries.count == 3 && next.paused.count == 1)
    }

    @Test("An error that ends the round does not count against the channel, and nothing is recorded")
    func ended() async throws {
        let world = World()
        var (sender, schedule) = try sender(world)
        await #expect(throws: CancellationError.self) {
            _ = try await sender.send(schedule.deliveries[0], by: { _ in throw CancellationError() })
        }
        #expect(world.disk == ReminderLedger(since: Self.start))
    }
}
