// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The figures of the report.
struct Figures {
    /// The tasks done by a member, or in a category.
    struct Share {
        let name: String
        let color: String?
        var count = 0
        var points = 0
        /// The number of open tasks, either in the category or assigned to the member.
        var open = 0
    }

    /// An open task in the report, with names instead of ids.
    struct Row {
        let id: String
        let title: String
        let priority: String?
        let members: [String]
        let category: String?
        let due: String?
        let deadline: Timestamp?
    }

    /// The first day of each week, and the number of tasks done in it.
    private(set) var weeks: [(first: CivilDate, count: Int)]
    private(set) var members: [Share] = []
    private(set) var categories: [Share] = []
    private(set) var onTime = 0
    private(set) var late = 0
    private(set) var undated = 0
    private(set) var overdue: [Row] = []
    private(set) var open: [Row] = []
    /// The number of open tasks that are hidden until a later time.
    private(set) var waiting = 0
    let now: CivilTime

    private let zone: TimeZoneRules
    private let instant: Timestamp

    /// The number of tasks done in all weeks.
    var done: Int { onTime + late + undated }

    /// Computes the figures for a number of weeks, ending with the current one.
    init(weeks count: Int, weekStart: Weekday, zone: TimeZoneRules, now: Timestamp, of call: Call) throws {
        self.zone = zone
        self.now = zone.civil(at: now)
        instant = now
        let last = self.now.date.startOfWeek(weekStart)
        weeks = (0..<count).map { (last.adding(days: 7 * ($0 + 1 - count)), 0) }
        let names = try Names(call)
        var people: [String: Share] = [:]
        var groups: [String: Share] = [:]
        try call.forEachDocument(.task) { task in
            guard let at = task["completion"]?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else {
                let assignees = (task["assignees"]?.arrayValue ?? []).compactMap(\.stringValue)
                for person in assignees.isEmpty ? [""] : assignees {
                    people[person, default: names.share(person, else: "Nobody")].open += 1
                }
                let group = task["category"]?.stringValue ?? ""
                groups[group, default: names.share(group, else: "No category")].open += 1
                return add(open: task, names)
            }
            guard let week = week(of: zone.civil(at: at).date) else { return }
            weeks[week].count += 1
            switch deadline(task["due"]) {
            case nil: undated += 1
            case let deadline?: if at <= deadline { onTime += 1 } else { late += 1 }
            }
            let points = task["points"]?.intValue ?? 0
            let person = task["completion"]?["by"]?.stringValue ?? ""
            people[person, default: names.share(person, else: "Nobody")].add(points)
            let group = task["category"]?.stringValue ?? ""
            groups[group, default: names.share(group, else: "No category")].add(points)
        }
        members = Self.sorted(people)
        categories = Self.sorted(groups)
        overdue.sort(by: Self.comesFirst)
        open.sort(by: Self.comesFirst)
    }

    private func week(of day: CivilDate) -> Int? {
        let days = weeks[0].first.days(until: day)
        return days >= 0 && days / 7 < weeks.count ? days / 7 : nil
    }

    private mutating func add(open task: JSONObject, _ names: Names) {
        if let wait = task["wait"], let end = begin(wait), end > instant {
            waiting += 1
            return
        }
        let deadline = deadline(task["due"])
        let row = Row(
            id: task["id"]?.stringValue ?? "", title: task["title"]?.stringValue ?? "",
            priority: task["priority"]?.stringValue,
            members: (task["assignees"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { names.name($0) } },
            category: task["category"]?.stringValue.flatMap { names.name($0) }, due: words(task["due"]),
            deadline: deadline)
        if let deadline, deadline < instant { overdue.append(row) } else { open.append(row) }
    }

    // MARK: Times

    /// Returns the deadline, the last instant at which a task is not late.
    private func deadline(_ due: JSON?) -> Timestamp? {
        if let day = due?["date"]?.stringValue.flatMap({ CivilDate(iso: $0) }) {
            return Timestamp(seconds: zone.startOfDay(day.adding(days: 1)).seconds - 1)
        }
        return due?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
    }

    private func begin(_ wait: JSON) -> Timestamp? {
        if let day = wait["date"]?.stringValue.flatMap({ CivilDate(iso: $0) }) { return zone.startOfDay(day) }
        return wait["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
    }

    private func words(_ due: JSON?) -> String? {
        if let day = due?["date"]?.stringValue.flatMap({ CivilDate(iso: $0) }) { return day.words }
        return due?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }.map { at in
            let civil = zone.civil(at: at)
            return "\(civil.date.words) \(civil.time.hourAndMinute)"
        }
    }

    // MARK: Orders

    /// Sorts by the number of done tasks in descending order, and then by name.
    private static func sorted(_ shares: [String: Share]) -> [Share] {
        shares.sorted { left, right in
            if left.value.count != right.value.count { return left.value.count > right.value.count }
            return (left.value.name.lowercased(), left.key) < (right.value.name.lowercased(), right.key)
        }.map(\.value)
    }

    private static func comesFirst(_ left: Row, _ right: Row) -> Bool {
        let deadlines = (left.deadline?.seconds ?? .max, right.deadline?.seconds ?? .max)
        if deadlines.0 != deadlines.1 { return deadlines.0 < deadlines.1 }
        let ranks = [left, right].map { ["high", "medium", "low"].firstIndex(of: $0.priority ?? "") ?? 3 }
        if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
        return (left.title.lowercased(), left.id) < (right.title.lowercased(), right.id)
    }
}

extension Figures.Share {
    fileprivate mutating func add(_ points: Int) {
        count += 1
        self.points += points
    }
}

/// The names and colours of members and categories.
private struct Names {
    private var found: [String: (name: String, color: String?)] = [:]

    init(_ call: Call) throws {
        for kind in [DocumentKind.member, .category] {
            try call.forEachDocument(kind) { document in
                guard let id = document["id"]?.stringValue else { return }
                found[id] = (document["name"]?.stringValue ?? "", document["color"]?.stringValue)
            }
        }
    }

    func name(_ id: String) -> String? { found[id]?.name }

    func share(_ id: String, else other: String) -> Figures.Share {
        Figures.Share(name: found[id]?.name ?? other, color: found[id]?.color)
    }
}
