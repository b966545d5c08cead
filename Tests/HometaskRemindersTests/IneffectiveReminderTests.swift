// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime
import Testing

@testable import HometaskReminders

@Suite("Reminders that have no effect")
struct IneffectiveReminderTests {
    private let now: Timestamp = "2026-11-21T09:00:00Z"

    private func reasons(_ task: JSONObject, _ member: JSONObject = ["name": "Mia"]) throws -> [IneffectiveReminder] {
        let shelf = MemoryReader(zone: "Europe/Amsterdam")
        var task = task
        shelf.putMembers(.member, .test(2), members: member)
        task["title"] = "Bins"
        shelf.putMembers(.task, .test(1), members: task)
        let found = try IneffectiveReminder.all(of: [.test(1)], now: now, reading: shelf)
        #expect(found.allSatisfy { $0.title == "Bins" })
        return found.map(\.reason)
    }

    @Test("Offsets and nags without a due date have no effect; absolute times do")
    func undated() throws {
        #expect(try reasons(["reminders": ["P1D"]]) == [.withoutDate])
        #expect(try reasons(["nag": "PT1H"]) == [.withoutDate])
        #expect(try reasons(["reminders": ["2026-11-22T09:00:00Z"]]).isEmpty)
        #expect(try reasons(["reminders": ["none"]]).isEmpty)
        #expect(try reasons([:]).isEmpty)
    }

    @Test("A past reminder has no effect, unless the task recurs, or quiet hours or a wait delay it")
    func past() throws {
        let due: JSONObject = ["due": ["at": "2026-11-21T17:00:00Z"], "reminders": ["P1D", "PT2H", "PT0S"]]
        let length = try #require(ISODuration(iso: "P1D"))
        #expect(try reasons(due) == [.past(.before(length), at: "2026-11-20T17:00:00Z")])
        var other = due
        other["repeat"] = "FREQ=DAILY"
        #expect(try reasons(other).isEmpty)
        other = due
        other["wait"] = ["at": "2026-11-21T16:00:00Z"]
        #expect(try reasons(other).isEmpty)
        // From half past five in the evening to half past ten: now is within it.
        #expect(try reasons(due, ["name": "Mia", "quietHours": ["from": "17:30", "to": "10:30"]]).isEmpty)
        #expect(
            try reasons(["reminders": ["2026-11-21T08:00:00Z"]]) == [
                .past(.at("2026-11-21T08:00:00Z"), at: "2026-11-21T08:00:00Z")
            ])
    }

    @Test("A reminder past for one member but not for another has an effect")
    func pastForOne() throws {
        let task: JSONObject = ["due": ["at": "2026-11-21T17:00:00Z"], "reminders": ["P1D"], "title": "Bins"]
        let shelf = MemoryReader(zone: "Europe/Amsterdam")
        shelf.putMembers(.member, .test(2), members: ["name": "Mia"])
        shelf.putMembers(.member, .test(3), members: ["name": "Ben", "quietHours": ["from": "17:30", "to": "10:30"]])
        shelf.putMembers(.task, .test(1), members: task)
        #expect(try IneffectiveReminder.all(of: [.test(1)], now: now, reading: shelf).isEmpty)
        shelf.putMembers(.member, .test(3), members: ["name": "Ben"])
        #expect(try IneffectiveReminder.all(of: [.test(1)], now: now, reading: shelf).count == 1)
    }

    @Test("A done task has no reminders, and a task in the trash is not reported")
    func closed() throws {
        let done: JSONObject = ["completion": ["at": "2026-11-21T08:00:00Z"], "reminders": ["P1D"]]
        #expect(try reasons(done) == [.closed])
        var deleted = done
        deleted["deleted"] = "2026-11-21T08:00:00Z"
        #expect(try reasons(deleted).isEmpty)
    }
}
