// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime
import Testing

@Suite("Urgency")
struct UrgencyTests {
    private static let now: Int64 = 1_795_251_600
    private static let day: Int64 = 86_400

    private func parts(_ task: PlainTask, _ text: String? = nil, dependencies: TaskDependencies = .init()) throws
        -> [String: Int]
    {
        var members = task.members
        members["id"] = .string(task.id.description)
        let record = try #require(TaskRecord(members))
        let measure = UrgencyMeasure(
            try text.map { try Urgency($0) } ?? Urgency(), now: Timestamp(seconds: Self.now), zone: .utc,
            me: [.test(1)], dependencies: dependencies)
        let parts = measure.parts(of: record)
        #expect(measure.hundredths(of: record) == parts.map(\.hundredths).reduce(0, +))
        return Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0.hundredths) })
    }

    @Test(
        "a due date counts a fifth two weeks ahead, rising to the full value a week overdue",
        arguments: [
            (100, 240), (14, 240), (7, 560), (0, 880), (-7, 1200), (-100, 1200),
        ])
    func due(days: Int64, hundredths: Int) throws {
        let task = PlainTask(due: .instant(Self.now + days * Self.day))
        #expect(try parts(task) == ["due": hundredths])
    }

    @Test("each term applies only to the tasks it is meant for")
    func terms() throws {
        #expect(try parts(PlainTask()) == [:])
        #expect(try parts(PlainTask(priority: 3)) == ["high": 600])
        #expect(try parts(PlainTask(priority: 1)) == ["low": 180])
        #expect(try parts(PlainTask(created: (Self.now - 73 * Self.day, nil))) == ["age": 40])
        #expect(try parts(PlainTask(created: (Self.now - 999 * Self.day, nil))) == ["age": 200])
        #expect(try parts(PlainTask(created: (Self.now + 999 * Self.day, nil))) == [:])
        #expect(try parts(PlainTask(assignees: [2, 1], category: 11)) == ["mine": 200, "category": 100])
        #expect(try parts(PlainTask(tags: ["a"])) == ["tags": 80])
        #expect(try parts(PlainTask(tags: ["a", "b", "c", "d"])) == ["tags": 100])
        #expect(try parts(PlainTask(wait: .instant(Self.now + 1))) == ["waiting": -300])
        #expect(try parts(PlainTask(priority: 3, done: (Self.now, nil, false))) == [:])
        #expect(try parts(PlainTask(priority: 3, isDeleted: true)) == [:])
        let dependencies = TaskDependencies([.test(1000): [.test(5)], .test(6): [.test(1000)]])
        #expect(try parts(PlainTask(), nil, dependencies: dependencies) == ["blocking": 800, "blocked": -500])
    }

    @Test("coefficients are set individually, for tags too")
    func coefficients() throws {
        let task = PlainTask(tags: ["school"], priority: 3)
        #expect(try parts(task, "HIGH=1.25, +school=-5,tags=0") == ["high": 125, "tags": 0, "+school": -500])
        for text in [
            "", "due", "due=", "due=x", "due=1e3", "due=nan", "due=1001", "dew=1", "=1", "+=1", "due=1,,age=2",
        ] {
            #expect(throws: ReplicaError.self) { try Urgency(text) }
        }
    }
}
