// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime
import Testing

@Suite("Statistics of documents")
struct StatisticsTests {
    private let mia = DocumentID.test(1)
    private let ben = DocumentID.test(2)
    private let house = DocumentID.test(3)
    private let reader = MemoryReader()
    private var count = 100

    init() {
        reader.putMembers(.member, mia, members: ["name": "Mia"])
        reader.putMembers(.member, ben, members: ["name": "Ben"])
        reader.putMembers(.category, house, members: ["name": "House"])
    }

    private mutating func add(_ members: JSONObject) {
        count += 1
        var members = members
        members["title"] = "Task"
        reader.putMembers(.task, .test(count), members: members)
    }

    /// Adds a done task.
    private mutating func done(
        _ at: String, by member: DocumentID? = nil, due: JSON? = nil, points: Int? = nil, created: String? = nil,
        previous: DocumentID? = nil, window: JSON? = nil
    ) {
        var completion: JSONObject = ["at": .string(at)]
        completion["by"] = member.map { .string($0.description) }
        var members: JSONObject = ["completion": .object(completion)]
        members["due"] = due
        members["points"] = points.map { .number(JSONNumber($0)) }
        members["created"] = created.map { ["at": .string($0)] }
        members["previous"] = previous.map { .string($0.description) }
        members["window"] = window
        add(members)
    }

    private func statistics(
        by step: StatisticsStep = .day, since: String? = nil, until: String? = nil, today: String = "2026-11-21",
        change: (inout StatisticsRequest) -> Void = { _ in }
    ) throws -> Statistics {
        var question = StatisticsRequest(
            by: step, directory: try FamilyDirectory(reading: reader),
            zone: try TimeZoneRules(identifier: "Europe/Amsterdam"),
            today: try #require(CivilDate(iso: today)))
        question.since = since.flatMap { CivilDate(iso: $0) }
        question.until = until.flatMap { CivilDate(iso: $0) }
        change(&question)
        return try Statistics(question, reading: reader)
    }

    private func counts(_ statistics: Statistics) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: statistics.periods.map { ($0.first.description, $0.done.count) })
    }

    private func group(_ statistics: Statistics, _ member: Statistics.Subject) -> Statistics.Group? {
        statistics.members.first { $0.subject == member }
    }

    @Test("Days are those of the zone, also across clock changes: one of 25 hours and one of 23")
    mutating func daylight() throws {
        for at in [
            "2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z",
            "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z",
        ] { done(at) }
        let autumn = counts(try statistics(since: "2026-10-24", until: "2026-10-26"))
        #expect(autumn == ["2026-10-24": 1, "2026-10-25": 4, "2026-10-26": 1])
        for at in ["2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"] {
            done(at)
        }
        let spring = counts(try statistics(since: "2026-03-28", until: "2026-03-30"))
        #expect(spring == ["2026-03-28": 1, "2026-03-29": 2, "2026-03-30": 1])
    }

    @Test("Months and weeks follow the calendar and the family's setting, cut to the requested range")
    mutating func periods() throws {
        for at in [
            "2026-01-31T22:59:59Z", "2026-01-31T23:00:00Z", "2026-02-28T22:59:59Z", "2026-02-28T23:00:00Z",
            "2028-02-29T12:00:00Z",
        ] { done(at) }
        let months = try statistics(by: .month, since: "2026-01-20", until: "2026-03-10").periods
        #expect(
            months.map { "\($0.first) \($0.last) \($0.done.count)" } == [
                "2026-01-20 2026-01-31 1", "2026-02-01 2026-02-28 2", "2026-03-01 2026-03-10 1",
            ])
        #expect(counts(try statistics(by: .month, since: "2028-02-01", until: "2028-02-29")) == ["2028-02-01": 1])
        // 1 February 2026 is a Sunday.
        let question: (Weekday) -> (inout StatisticsRequest) -> Void = { day in { $0.weekStart = day } }
        let monday = try statistics(by: .week, since: "2026-01-26", until: "2026-02-08", change: question(.monday))
        #expect(counts(monday) == ["2026-01-26": 2, "2026-02-02": 0])
        let sunday = try statistics(by: .week, since: "2026-01-26", until: "2026-02-08", change: question(.sunday))
        #expect(counts(sunday) == ["2026-01-26": 1, "2026-02-01": 1, "2026-02-08": 0])
    }

    @Test("A task is on time up to the last second of its due day or of its due time")
    mutating func onTime() throws {
        done("2026-10-25T22:59:59Z", by: mia, due: ["date": "2026-10-25"])
        done("2026-10-25T23:00:00Z", by: mia, due: ["date": "2026-10-25"])
        done("2026-10-25T10:00:00Z", by: mia, due: ["at": "2026-10-25T10:00:00Z"])
        done("2026-10-25T10:00:01Z", by: mia, due: ["at": "2026-10-25T10:00:00Z"])
        done("2026-10-25T10:00:01Z", by: mia)
        let done = try statistics().done
        #expect((done.count, done.dueCount, done.onTimeCount) == (5, 4, 2))
        #expect(done.onTimeRate == 0.5)
        #expect(try statistics(since: "2030-01-01").done.onTimeRate == nil)
    }

    @Test("A task done by the end of its window is on time, and one done later is late")
    mutating func windows() throws {
        let (due, day): (JSON, JSON) = (["at": "2026-11-20T17:00:00Z"], ["date": "2026-11-20"])
        let evening: JSON = ["from": "18:00", "to": "21:00"]
        for at in ["2026-11-20T16:59:00Z", "2026-11-20T19:59:00Z", "2026-11-20T20:01:00Z", "2026-11-21T18:00:00Z"] {
            done(at, due: due, window: evening)
        }
        done("2026-11-20T22:30:00Z", due: day, window: ["from": "22:00", "to": "06:00"])
        let done = try statistics().done
        // Before the window, just before its end, and in a night that began on the day.
        #expect((done.dueCount, done.onTimeCount) == (5, 3))
    }

    @Test("An occurrence is timed from the moment it became current, not from the first one's creation")
    mutating func occurrences() throws {
        done("2026-11-20T09:00:00Z", created: "2026-11-20T09:00:00Z")
        let first = DocumentID.test(count)
        done("2026-11-20T11:00:00Z", created: "2026-10-01T00:00:00Z", previous: first)
        #expect(try statistics().done.meanSeconds == 3600)
    }

    @Test("Task times are a mean, and the step within which half were done")
    mutating func lengths() throws {
        for at in ["2026-10-01T00:30:00Z", "2026-10-01T01:00:00Z", "2026-10-01T01:00:01Z", "2028-10-01T00:00:00Z"] {
            done(at, created: "2026-10-01T00:00:00Z")
        }
        done("2026-09-30T00:00:00Z", created: "2026-10-01T00:00:00Z")
        done("2026-10-30T00:00:00Z")
        let done = try statistics().done
        #expect(done.timedCount == 5)
        #expect(done.lengths.map(\.count) == [3, 1, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(done.halfWithin == .hour)
        #expect(done.meanSeconds == Double(1800 + 3600 + 3601 + 731 * 86_400 + 0) / 5)
    }

    @Test("Tasks count for the member who did them, merged members count as one, and tasks done by nobody are kept")
    mutating func members() throws {
        let (twin, gone) = (DocumentID.test(4), DocumentID.test(5))
        reader.putMembers(.member, twin, members: ["name": "Benny", "mergedInto": .string(ben.description)])
        reader.putMembers(.member, gone, members: ["name": "Ann", "removed": true])
        for member in [mia, ben, twin, gone, .test(9), nil] { done("2026-11-20T12:00:00Z", by: member, points: 2) }
        done("2026-11-21T12:00:00Z", by: twin, points: 3)
        add(["assignees": .array([ben, twin].map { .string($0.description) })])
        add(["assignees": .array([mia, twin].map { .string($0.description) })])
        add(["assignees": .array([.string(DocumentID.test(8).description)])])
        add(["category": .string(house.description)])
        add(["category": .string(DocumentID.test(7).description), "deleted": "2026-11-20T12:00:00Z"])
        let all = try statistics()
        let rows = all.members.map { "\($0.subject): \($0.openCount) \($0.done.count) \($0.done.points)" }
        #expect(
            rows
                == [
                    (Statistics.Subject.known(ben), "2 3 7"), (.known(gone), "0 1 2"), (.known(mia), "1 1 2"),
                    (.unknown, "1 1 2"), (.none, "1 1 2"),
                ].map { "\($0): \($1)" })
        #expect((all.openCount, all.done.count) == (4, 7))
        #expect(all.members.map { all.rank(of: $0) } == [1, 2, 2, nil, nil])
        #expect(group(all, .known(ben))?.streak?.current == 2)
        #expect(all.categories.map(\.openCount) == [1, 3])
        #expect(all.categories.map(\.subject) == [.known(house), .none])
        let bens = try statistics { [twin] in $0.member = twin }
        #expect(bens.members.map(\.subject) == [.known(ben)])
        #expect((bens.openCount, bens.done.count) == (2, 3))
        let houses = try statistics { [house] in $0.category = house }
        #expect((houses.openCount, houses.done.count) == (1, 0))
    }

    @Test("A streak continues until a full day passes without a task, regardless of the request's filters")
    mutating func streaks() throws {
        for day in ["16", "17", "18", "20", "21"] { done("2026-11-\(day)T12:00:00Z", by: mia) }
        func streak(_ today: String) throws -> [Int?] {
            let statistics = try statistics(since: "2026-11-21", today: today) { [house] in $0.category = house }
            let streak = group(statistics, .known(mia))?.streak
            return [streak?.current, streak?.longest]
        }
        #expect(try streak("2026-11-21") == [2, 3])
        #expect(try streak("2026-11-22") == [2, 3])
        #expect(try streak("2026-11-23") == [0, 3])
        #expect(try streak("2026-11-18") == [3, 3])
    }

    @Test("Very long ranges omit the periods without done tasks")
    mutating func sparse() throws {
        done("0001-01-01T12:00:00Z")
        done("9999-12-31T12:00:00Z")
        let days = try statistics(since: "0000-01-01", until: "9999-12-31").periods
        #expect(days.map(\.first.description) == ["0001-01-01", "9999-12-31"])
        for step in StatisticsStep.allCases {
            let periods = try statistics(by: step, since: "9999-12-01", until: "9999-12-31").periods
            #expect(periods.reduce(0) { $0 + $1.done.count } == 1)
            #expect(periods.last?.last == .latest)
        }
        #expect(try statistics().done.count == 2)
        #expect(try statistics().periods.map(\.done.count) == [0])
    }

    @Test("Points out of range are clamped")
    mutating func hugePoints() throws {
        for points in [Int.max, Int.min, -1, 5] { done("2026-11-20T12:00:00Z", by: mia, points: points) }
        #expect(try statistics().done.points == 100_005)
    }
}
