// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime
import TestSupport

/// A family of random tasks at a random time and place: as documents for the queries, and as plain values for the naive
/// evaluator, which uses Foundation's calendar.
struct QueryWorld: Sendable {
    let tasks: [PlainTask]
    let now: Int64
    let calendar: Calendar
    let scope: QueryScope
    private let documents: [DocumentPath: [UInt8]]

    var reader: MemoryReader { MemoryReader(documents) }

    /// Mia, Ben, Zoë, and Zoe, who was merged into Zoë.
    static let members = [1: "Mia", 2: "Ben", 3: "Zoë", 4: "Zoe"]
    static let categories = [11: "Garden", 12: "House", 13: "Far, far away"]
    /// School, a shop 60 m from it, a mountain 10 km away, and a pin without coordinates.
    static let pins: [Int: (name: String, place: (Double, Double)?)] = [
        21: ("School", (52.37, 4.89)), 22: ("Shop", (52.3705, 4.8904)), 23: ("Hill", (52.46, 4.89)), 24: ("Dream", nil),
    ]

    init(using generator: inout SeededGenerator) throws {
        let names = ["Europe/Amsterdam", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC"]
        let name = names.randomElement(using: &generator) ?? "UTC"
        // Half of the times are within two weeks of a change of the clocks in Amsterdam.
        let anchors: [Int64] = [1_774_746_000, 1_792_890_000, 1_795_251_600]
        let anchor = anchors.randomElement(using: &generator) ?? 0
        let now = anchor + Int64.random(in: -1_209_600...1_209_600, using: &generator)
        self.now = now
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: name) ?? .gmt
        calendar.firstWeekday = Bool.random(using: &generator) ? 2 : 1
        self.calendar = calendar
        var tasks: [PlainTask] = []
        for number in 0..<14 { tasks.append(PlainTask.random(number, near: now, using: &generator)) }
        self.tasks = tasks
        let reader = MemoryReader()
        for (id, name) in Self.members {
            var members: JSONObject = ["name": .string(name)]
            if id == 4 { members["mergedInto"] = .string(DocumentID.test(3).description) }
            reader.putMembers(.member, .test(id), members: members)
        }
        for (id, name) in Self.categories { reader.putMembers(.category, .test(id), members: ["name": .string(name)]) }
        for (id, pin) in Self.pins {
            var members: JSONObject = ["name": .string(pin.name)]
            members["location"] = pin.place.flatMap { Coordinates(latitude: $0.0, longitude: $0.1)?.location() }
            reader.putMembers(.pin, .test(id), members: members)
        }
        for task in tasks {
            reader.putMembers(.task, task.id, members: task.members)
            let about: JSON = ["kind": "task", "id": .string(task.id.description)]
            if task.hasPhotoDocument { reader.putMembers(.photo, .test(3000 + task.number), members: ["about": about]) }
            if task.hasNote { reader.putMembers(.note, .test(4000 + task.number), members: ["about": about]) }
        }
        documents = reader.documents
        scope = QueryScope(
            directory: try FamilyDirectory(reading: reader), pins: try PinFinder(reading: reader).pins,
            member: .test(1), now: Timestamp(seconds: now), zone: try TimeZoneRules(identifier: name),
            weekStart: calendar.firstWeekday == 2 ? .monday : .sunday)
    }

    /// The numbers of the tasks found by a query.
    func found(_ text: String, includesDone: Bool = false) throws -> [Int] {
        let meaning = try QueryParser.parse(text).resolve(in: scope)
        let query = meaning.query(includesDone: includesDone, now: scope.now)
        let question = ListRequest(query, order: TaskOrder([]), directory: scope.directory, zone: scope.zone)
        let list = try TaskList(question, reading: reader)
        return list.tasks.compactMap { task in tasks.first { $0.id == task.id }?.number }.sorted()
    }
}

extension QueryWorld {
    func startOfDay(year: Int, month: Int, day: Int) -> Int64 {
        let date = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? .distantPast
        return Int64(calendar.startOfDay(for: date).timeIntervalSince1970)
    }

    /// The first second of the day a number of days from today.
    func startOfDay(ahead days: Int) -> Int64 {
        let noon = calendar.date(
            byAdding: .hour, value: 12, to: calendar.startOfDay(for: Date(timeIntervalSince1970: Double(now))))
        let date = calendar.date(byAdding: .day, value: days, to: noon ?? .distantPast) ?? .distantPast
        return Int64(calendar.startOfDay(for: date).timeIntervalSince1970)
    }

    func end(_ date: PlainDate) -> Int64 {
        switch date {
        case .day(let year, let month, let day): startOfDay(year: year, month: month, day: day + 1) - 1
        case .instant(let seconds): seconds
        }
    }

    func start(_ date: PlainDate) -> Int64 {
        switch date {
        case .day(let year, let month, let day): startOfDay(year: year, month: month, day: day)
        case .instant(let seconds): seconds
        }
    }

    func isWaiting(_ task: PlainTask) -> Bool { task.isOpen && task.wait.map { start($0) > now } ?? false }

    private func isActive(_ number: Int) -> PlainTask? {
        tasks.first { $0.number == number && $0.isOpen && !$0.isDeleted }
    }

    /// The tasks that one task depends on, transitively.
    private func reach(_ start: Int) -> Set<Int> {
        var found: Set<Int> = []
        var rest = [start]
        while let number = rest.popLast() {
            for next in isActive(number)?.after ?? [] where isActive(next) != nil && found.insert(next).inserted {
                rest.append(next)
            }
        }
        return found
    }

    func blockers(_ task: PlainTask) -> [Int] {
        guard isActive(task.number) != nil else { return [] }
        return task.after.filter { isActive($0) != nil && $0 != task.number && !reach($0).contains(task.number) }
    }

    func isBlocking(_ task: PlainTask) -> Bool { tasks.contains { blockers($0).contains(task.number) } }
}
