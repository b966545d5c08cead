// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import Testing

@testable import HometaskReminders

@Suite("The order of sending devices")
struct ReminderTurnTests {
    private static let start: Timestamp = "2026-11-21T09:00:00Z"
    private static let due: Timestamp = "2026-11-22T10:00:00Z"
    private static let day: Int64 = 86_400
    private let mia = DocumentID.test(1)

    /// Mia, with email reminders sent by device 10, and other devices that send reminders.
    private func shelf(
        receipts: [Int: SentReceipt] = [:], task: JSONObject = [:], since: Timestamp? = nil, quietHours: JSON? = nil
    ) -> MemoryReader {
        let shelf = MemoryReader(zone: "Europe/Amsterdam")
        var channel: JSONObject = ["id": "m", "channel": "email", "to": "a@b", "device": DocumentID.test(10).json]
        channel["since"] = since.map { .string($0.rfc3339) }
        var member: JSONObject = ["name": "Mia", "channels": [.object(channel)]]
        member["quietHours"] = quietHours
        shelf.putMembers(.member, mia, members: member)
        for number in [9, 10, 11, 12] {
            let receipt = receipts[number] ?? SentReceipt(at: Self.start)
            shelf.putMembers(.device, .test(number), members: ["name": "device", "reminded": receipt.json])
        }
        var task = task
        task["title"] = "Bins"
        task["due"] = task["due"] ?? ["at": .string(Self.due.rfc3339)]
        shelf.putMembers(.task, .test(100), members: task)
        return shelf
    }

    private func schedule(
        _ device: Int, _ shelf: MemoryReader, at now: Timestamp, synced: Timestamp?, changed: Timestamp? = nil
    ) throws -> ReminderSchedule {
        let context = DeviceContext(
            try ReminderSnapshot(reading: shelf), device: .test(device), owner: nil, now: now, lastSync: synced)
        return try ReminderSchedule(context, ReminderLedger(since: Self.start)) { _ in changed }
    }

    /// The first hour after the due time at which a device that checks hourly sends the reminder.
    private func hour(
        _ device: Int, _ shelf: MemoryReader, synced: (Timestamp) -> Timestamp?, changed: Timestamp? = nil
    ) throws -> Int64? {
        try (0..<200).first { hour in
            let now = Self.due + hour * 3_600
            return try !schedule(device, shelf, at: now, synced: synced(now), changed: changed).deliveries.isEmpty
        }
    }

    @Test(
        "The named device sends at once, the others in order of their ids a day apart, later if never synced")
    func order() throws {
        let shelf = shelf()
        #expect(try [10, 9, 11, 12].map { try hour($0, shelf) { $0 } } == [0, 24, 48, 72])
        #expect(try [10, 9, 11, 12].map { try hour($0, shelf) { _ in nil } } == [0, 48, 72, 96])
        #expect(try hour(9, shelf) { _ in Self.due + 18 * 3_600 } == 24)
        #expect(try hour(9, shelf) { _ in Self.due + 18 * 3_600 - 1 } == 48)
    }

    @Test("A later change of the task gives the named device a day from then")
    func changed() throws {
        #expect(try hour(9, shelf(), synced: { $0 }, changed: Self.due + 5 * 3_600) == 29)
        // A change in the future comes from a wrong clock; until then, it counts as made now.
        #expect(try hour(10, shelf(), synced: { $0 }, changed: Self.due + Self.day * 400) == 0)
    }

    @Test("The named device's day begins at the end of quiet hours")
    func quietHours() throws {
        // Due at 11:00 in Amsterdam; reminders are allowed from 12:00 on.
        let shelf = shelf(quietHours: ["from": "10:30", "to": "12:00"])
        #expect(try hour(9, shelf) { _ in Self.due + 19 * 3_600 } == 25)
        #expect(try hour(9, shelf) { _ in Self.due + 19 * 3_600 - 1 } == 49)
        // Changed at 16:00, five hours after the due time: reminders are allowed from 17:00 on.
        let later = self.shelf(quietHours: ["from": "15:30", "to": "17:00"])
        let changed = Self.due + 5 * 3_600
        #expect(try hour(9, later, synced: { _ in Self.due + 24 * 3_600 }, changed: changed) == 30)
        #expect(try hour(9, later, synced: { _ in Self.due + 24 * 3_600 - 1 }, changed: changed) == 54)
    }

    @Test(
        "A message in any device's receipt is not resent, even by the named device, and a nag covers earlier ones"
    )
    func told() throws {
        let now = Self.due + 30 * 3_600
        let first = try schedule(10, shelf(), at: now, synced: now)
        let id = SentReceipt.digits(of: try #require(first.deliveries.first).message.id)
        let receipts = [12: SentReceipt(at: now, sent: [id])]
        for device in [9, 10, 11] {
            let schedule = try schedule(device, shelf(receipts: receipts), at: now, synced: now)
            // Device 11 does not consider the task before its turn.
            #expect(schedule.deliveries.isEmpty && schedule.settled.count == (device == 11 ? 0 : 1))
        }
        let nagging: JSONObject = ["reminders": ["none"], "nag": "PT1H"]
        let nags = try schedule(10, shelf(task: nagging), at: now, synced: now)
        let series = SentReceipt.digits(of: try #require(nags.deliveries.first?.identities.first?.series))
        for (latest, isSent) in [(now, true), (now - 3_601, false), (now + 400 * Self.day, false)] {
            let receipts = [12: SentReceipt(at: now, nags: [series: latest])]
            let schedule = try schedule(10, shelf(receipts: receipts, task: nagging), at: now, synced: now)
            #expect(schedule.deliveries.isEmpty == isSent)
        }
    }

    @Test("Reminders due before the channel was added are not sent on it, unless its clock was ahead")
    func since() throws {
        let later = Self.due + 2
        #expect(try schedule(10, shelf(since: Self.due + 1), at: later, synced: later).deliveries.isEmpty)
        #expect(try hour(10, shelf(since: Self.due)) { $0 } == 0)
        #expect(try hour(10, shelf(since: Self.due + 4_000 * Self.day)) { $0 } == 0)
    }

    @Test("A receipt is written only with new messages, and at most every six hours")
    func receipts() throws {
        let now = Self.due
        var ledger = ReminderLedger(since: Self.start)
        func receipt(_ shelf: MemoryReader, at now: Timestamp) throws -> SentReceipt? {
            let context = DeviceContext(
                try ReminderSnapshot(reading: shelf), device: .test(10), owner: nil, now: now, lastSync: nil)
            let schedule = try ReminderSchedule(context, ledger) { _ in nil }
            for delivery in schedule.deliveries { ledger.recordDelivery(delivery, at: now) }
            return context.receipt(after: schedule, ledger)
        }
        #expect(try receipt(shelf(), at: Self.start + 7 * 3_600) == nil, "nothing was sent")
        let first = try #require(try receipt(shelf(), at: now))
        #expect(first.sent.count == 1 && SentReceipt(first.json) == first)
        #expect(try receipt(shelf(receipts: [10: first]), at: now + Self.day) == nil, "all was told")
        let empty = SentReceipt(at: now)
        #expect(try receipt(shelf(receipts: [10: empty]), at: now + 6 * 3_600 - 1) == nil, "it is too early")
        #expect(try receipt(shelf(receipts: [10: empty]), at: now + 6 * 3_600)?.sent == first.sent)
        #expect(
            try receipt(shelf(receipts: [10: SentReceipt(at: now + Self.day)]), at: now) != nil, "that clock was wrong")
        #expect(
            try receipt(
                shelf(receipts: [10: empty], task: ["completion": ["at": "2026-11-22T09:00:00Z"]]), at: now + Self.day)
                == nil)
    }
}
