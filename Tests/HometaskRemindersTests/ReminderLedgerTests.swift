// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import Testing

@testable import HometaskReminders

@Suite("The ledger of sent reminders")
struct ReminderLedgerTests {
    private static let start: Timestamp = "2026-11-21T09:00:00Z"
    private let mia = DocumentID.test(1)
    private let phone = DocumentID.test(10)

    private func shelf(_ tasks: JSONObject..., mia member: JSONObject = ["name": "Mia"]) -> MemoryReader {
        let shelf = MemoryReader(zone: "Europe/Amsterdam")
        shelf.putMembers(.member, mia, members: member)
        for (index, task) in tasks.enumerated() {
            var task = task
            task["title"] = .string("Task \(index)")
            shelf.putMembers(.task, .test(100 + index), members: task)
        }
        return shelf
    }

    private func schedule(_ shelf: MemoryReader, _ ledger: ReminderLedger, at now: Timestamp) throws -> ReminderSchedule
    {
        let context = DeviceContext(
            try ReminderSnapshot(reading: shelf), device: phone, owner: mia, now: now, lastSync: nil)
        return try ReminderSchedule(context, ledger) { _ in nil }
    }

    /// Sends all due messages.
    @discardableResult
    private func send(_ shelf: MemoryReader, _ ledger: inout ReminderLedger, at now: Timestamp) throws
        -> [ReminderMessage]
    {
        let schedule = try schedule(shelf, ledger, at: now)
        for delivery in schedule.deliveries { ledger.recordDelivery(delivery, at: now) }
        return schedule.deliveries.map(\.message)
    }

    @Test("Several due reminders of one task are a single message, sent only once")
    func merged() throws {
        let shelf = shelf(["due": ["at": "2026-11-23T17:00:00Z"], "reminders": ["P1D", "PT1H", "PT0S"]])
        var ledger = ReminderLedger(since: Self.start)
        let sent = try send(shelf, &ledger, at: "2026-11-23T17:30:00Z")
        #expect(sent.count == 1 && sent.first?.instant == "2026-11-23T17:00:00Z")
        #expect(sent.first?.body == ["It was due today 18:00."])
        #expect(try send(shelf, &ledger, at: "2026-11-24T17:30:00Z").isEmpty)
    }

    @Test("Reminders due before the device began to remind are not sent, but an overdue nag is, once")
    func beginning() throws {
        let old: JSON = ["at": "2026-11-01T17:00:00Z"]
        let shelf = shelf(["due": old], ["due": old, "nag": "P1D"], ["due": ["at": "2026-11-21T10:00:00Z"]])
        var ledger = ReminderLedger(since: Self.start)
        #expect(try send(shelf, &ledger, at: Self.start).map(\.title) == ["Task 1"])
        #expect(try send(shelf, &ledger, at: Self.start + 60).isEmpty)
        #expect(try schedule(shelf, ledger, at: Self.start + 60).next == "2026-11-21T10:00:00Z")
        #expect(try send(shelf, &ledger, at: Self.start + 3600).map(\.title) == ["Task 2"])
    }

    @Test("A new due date is reminded of again; restoring the previous due date is not")
    func anotherDate() throws {
        var ledger = ReminderLedger(since: Self.start)
        let (first, second): (JSONObject, JSONObject) = (
            ["due": ["at": "2026-11-22T10:00:00Z"]], ["due": ["at": "2026-11-22T12:00:00Z"]]
        )
        #expect(try send(shelf(first), &ledger, at: "2026-11-22T10:00:00Z").count == 1)
        #expect(try send(shelf(second), &ledger, at: "2026-11-22T11:00:00Z").isEmpty)
        #expect(try send(shelf(second), &ledger, at: "2026-11-22T12:00:00Z").count == 1)
        #expect(try send(shelf(first), &ledger, at: "2026-11-22T13:00:00Z").isEmpty)
    }

    @Test("Changing the reminder time or quiet hours does not resend reminders")
    func settings() throws {
        var ledger = ReminderLedger(since: Self.start)
        let task: JSONObject = ["due": ["date": "2026-11-22"]]
        #expect(try send(shelf(task), &ledger, at: "2026-11-22T08:00:00Z").count == 1)
        let earlier: JSONObject = ["name": "Mia", "remindAt": "08:00", "quietHours": ["from": "21:00", "to": "09:30"]]
        #expect(try send(shelf(task, mia: earlier), &ledger, at: "2026-11-22T09:00:00Z").isEmpty)
    }

    @Test("Quiet hours also delay earlier reminders")
    func quiet() throws {
        let member: JSONObject = ["name": "Mia", "quietHours": ["from": "21:00", "to": "07:00"]]
        let shelf = shelf(["due": ["at": "2026-11-21T19:00:00Z"]], mia: member)
        var ledger = ReminderLedger(since: Self.start)
        let night = try schedule(shelf, ledger, at: "2026-11-21T23:00:00Z")
        #expect(night.deliveries.isEmpty && night.next == "2026-11-22T06:00:00Z")
        #expect(try send(shelf, &ledger, at: "2026-11-22T06:00:00Z").count == 1)
    }

    @Test("A clock set far ahead and back loses no reminders, and no device begins in the future")
    func clocks() throws {
        let due: JSON = ["at": "2026-11-22T10:00:00Z"]
        let shelf = shelf(["due": due, "reminders": ["none"], "nag": "PT1H"], ["due": due])
        var ledger = ReminderLedger(since: "2027-06-01T00:00:00Z")
        #expect(try send(shelf, &ledger, at: "2027-06-01T00:00:00Z").count == 1)
        ledger.adjust(to: Self.start)
        #expect(ledger.since == Self.start)
        // The nag sent too early does not suppress later nags.
        #expect(try send(shelf, &ledger, at: "2026-11-22T10:00:00Z").count == 2)
        #expect(try send(shelf, &ledger, at: "2026-11-22T10:30:00Z").isEmpty)
        #expect(try send(shelf, &ledger, at: "2026-11-22T09:50:00Z").isEmpty)
        #expect(try send(shelf, &ledger, at: "2026-11-22T11:00:00Z").count == 1)
    }

    @Test("A clock set back by less than a nag's interval resends no earlier nags")
    func clockSetBack() throws {
        let shelf = shelf(["due": ["at": "2026-11-22T10:00:00Z"], "reminders": ["none"], "nag": "P1D"])
        var ledger = ReminderLedger(since: Self.start)
        #expect(try send(shelf, &ledger, at: "2026-11-23T10:00:00Z").count == 1)
        #expect(try send(shelf, &ledger, at: "2026-11-22T12:00:00Z").isEmpty)
        #expect(try send(shelf, &ledger, at: "2026-11-23T12:00:00Z").isEmpty)
        #expect(try send(shelf, &ledger, at: "2026-11-24T10:00:00Z").count == 1)
    }

    @Test("A failed message stays due, and is retried with growing pauses of at most an hour")
    func failures() throws {
        let shelf = shelf(["due": ["at": "2026-11-22T10:00:00Z"]])
        var ledger = ReminderLedger(since: Self.start)
        var now: Timestamp = "2026-11-22T10:00:00Z"
        var pauses: [Int64] = []
        for _ in 0..<9 {
            let delivery = try #require(try schedule(shelf, ledger, at: now).deliveries.first)
            ledger.noteFailure(delivery, at: now)
            let waiting = try schedule(shelf, ledger, at: now)
            #expect(waiting.deliveries.isEmpty && waiting.paused.count == 1)
            let next = try #require(waiting.next)
            pauses.append(next.seconds - now.seconds)
            now = next
        }
        #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
        // A clock set back does not lengthen the pause.
        #expect(try schedule(shelf, ledger, at: "2026-11-22T10:00:30Z").deliveries.count == 1)
        #expect(try send(shelf, &ledger, at: now).count == 1)
        #expect(ledger.count == 1, "what was sent, and no failure any more")
    }

    @Test("The receipt lists this device's nags, not those of another device")
    func told() throws {
        let shelf = shelf(["due": ["at": "2026-11-22T10:00:00Z"], "reminders": ["none"], "nag": "PT1H"])
        for isOurs in [true, false] {
            var ledger = ReminderLedger(since: Self.start)
            let schedule = try schedule(shelf, ledger, at: "2026-11-22T10:00:00Z")
            ledger.recordDelivery(try #require(schedule.deliveries.first), at: "2026-11-22T10:00:00Z", isOurs: isOurs)
            #expect(ledger.sentReminders(of: schedule.present).nags.isEmpty == !isOurs)
            #expect(try self.schedule(shelf, ledger, at: "2026-11-22T10:00:00Z").deliveries.isEmpty)
        }
    }

    @Test("The ledger round-trips, stays proportional to its tasks, and forgets nothing too early")
    func bytes() throws {
        var ledger = ReminderLedger(since: Self.start)
        var now = Self.start
        var present: Set<DocumentID> = []
        var most = 0
        for day in 1...200 {
            now = Self.start + Int64(day) * 86_400
            let shelf = shelf(
                ["due": ["at": .string(now.rfc3339)], "nag": "PT1H"], ["due": ["at": .string(now.rfc3339)]])
            let all = try schedule(shelf, ledger, at: now)
            #expect(all.deliveries.count == 2)
            for delivery in all.deliveries { ledger.recordDelivery(delivery, at: now) }
            present = try schedule(shelf, ledger, at: now).present
            ledger.prune(keeping: present, now: now)
            #expect(try schedule(shelf, ledger, at: now).deliveries.isEmpty)
            most = max(most, ledger.count)
        }
        #expect(most <= 62 * 3)
        ledger.noteNear([.test(100)])
        #expect(ReminderLedger(ledger.bytes) == ledger)
        ledger.prune(keeping: present, now: now + 400 * 86_400)
        #expect((1...4).contains(ledger.count))
        #expect(ReminderLedger(Array("{}".utf8)) == nil)
    }

    @Test("Unassigned tasks notify all members; former members, and other members' devices, get nothing")
    func whom() throws {
        let shelf = shelf(["due": ["at": "2026-11-22T10:00:00Z"]])
        shelf.putMembers(.member, .test(2), members: ["name": "Tom"])
        shelf.putMembers(.member, .test(3), members: ["name": "Ben", "removed": true])
        let snapshot = try ReminderSnapshot(reading: shelf)
        #expect(snapshot.members(of: snapshot.tasks[0]).map(\.name) == ["Mia", "Tom"])
        shelf.putMembers(.task, .test(101), members: ["title": "Ben's", "assignees": [DocumentID.test(3).json]])
        let left = try #require(ReminderSnapshot(reading: shelf).tasks.first { $0.title == "Ben's" })
        #expect(snapshot.members(of: left).isEmpty)
        var ledger = ReminderLedger(since: Self.start)
        #expect(try send(shelf, &ledger, at: "2026-11-22T10:00:00Z").map(\.memberName) == ["Mia"])
        shelf.putMembers(
            .task, .test(100),
            members: ["title": "Bins", "due": ["date": "2026-11-23"], "assignees": [DocumentID.test(2).json]])
        #expect(try send(shelf, &ledger, at: "2026-11-23T10:00:00Z").isEmpty)
    }

    @Test("A channel added by two devices counts once")
    func sameChannel() throws {
        let mail: (String, String) -> JSON = { ["id": .string($0), "channel": "email", "to": .string($1)] }
        let shelf = shelf(
            [:], mia: ["name": "Mia", "channels": [mail("a", "a@b"), mail("b", "a@b"), mail("c", "c@d")]])
        let snapshot = try ReminderSnapshot(reading: shelf)
        let mia = try #require(snapshot.directory.members[mia])
        #expect(snapshot.channels(of: mia).map(\.address) == ["a@b", "c@d"])
    }

    @Test("A task is near within its own distance, or within a hundred metres by default")
    func near() throws {
        let shelf = shelf(
            ["place": ["pin": DocumentID.test(200).json]],
            ["place": ["pin": DocumentID.test(200).json, "within": 20]],
            ["place": ["pin": DocumentID.test(200).json, "within": 500]])
        shelf.putMembers(.pin, .test(200), members: ["name": "Shop", "location": ["latitude": 52, "longitude": 5]])
        for (latitude, expected) in [(52.0001, [0, 1, 2]), (52.0008, [0, 2]), (52.002, [2]), (52.02, [])] {
            let near = try NearbyTasks(
                around: try #require(Coordinates(latitude: latitude, longitude: 5)), for: mia, now: Self.start,
                isImperial: false, reading: shelf)
            #expect(near.tasks == Set(expected.map { DocumentID.test(100 + $0) }), "\(latitude)")
        }
    }

    @Test("A blocked task has no reminder until its dependency is done")
    func blocked() throws {
        let due: JSON = ["at": "2026-11-22T10:00:00Z"]
        let shelf = shelf(["due": due, "after": [DocumentID.test(101).json]], ["reminders": ["none"]])
        var ledger = ReminderLedger(since: Self.start)
        #expect(try send(shelf, &ledger, at: "2026-11-22T11:00:00Z").isEmpty)
        shelf.putMembers(.task, .test(101), members: ["title": "First", "completion": ["at": "2026-11-22T12:00:00Z"]])
        #expect(try send(shelf, &ledger, at: "2026-11-22T12:00:00Z").count == 1)
    }
}
