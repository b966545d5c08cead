// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A task in the list.
struct TaskEntry {
    /// An item of the task's checklist.
    struct Item {
        let text: String
        let isDone: Bool
    }

    let id: String
    let title: String
    let description: [String]
    let assignees: [String]
    let category: String?
    let tags: [String]
    let priority: String?
    let rule: String?
    let pin: String?
    /// The declared fields, except for points and the reminder fields.
    let named: [(name: String, value: String)]
    let items: [Item]
    /// The day and the time at which the task is due, and its deadline, the last instant at which it is not late.
    let due: (day: CivilDate, time: TimeOfDay?, deadline: Timestamp)?
    /// The instant at which the task was done, and the id of the member who did it.
    let done: (at: Timestamp, by: String?)?

    init(_ task: JSONObject, zone: TimeZoneRules) {
        func strings(_ name: String) -> [String] { task[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
        id = task["id"]?.stringValue ?? ""
        title = task["title"]?.stringValue ?? ""
        description = strings("description")
        assignees = strings("assignees")
        category = task["category"]?.stringValue
        tags = strings("tags")
        priority = task["priority"]?.stringValue
        rule = task["repeat"]?.stringValue
        pin = task["place"]?["pin"]?.stringValue
        named = DeclaredField.all.filter { !["nag", "points"].contains($0.name) }.compactMap { field in
            field.text(of: task).map { (name: field.name == "window" ? "time of the photo" : field.name, value: $0) }
        }
        items = (task["items"]?.arrayValue ?? []).map {
            Item(text: $0["text"]?.stringValue ?? "", isDone: $0["done"] == true)
        }
        due = Self.due(task["due"], zone)
        let completion = task["completion"]
        done = completion?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }.map { at in
            (at, completion?["by"]?.stringValue)
        }
    }

    private static func due(
        _ value: JSON?, _ zone: TimeZoneRules
    ) -> (day: CivilDate, time: TimeOfDay?, deadline: Timestamp)? {
        if let day = value?["date"]?.stringValue.flatMap({ CivilDate(iso: $0) }) {
            return (day, nil, Timestamp(seconds: zone.startOfDay(day.adding(days: 1)).seconds - 1))
        }
        guard let at = value?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else { return nil }
        let civil = zone.civil(at: at)
        return (civil.date, civil.time, at)
    }

    /// Whether a task sorts before another: open tasks before done ones, open tasks by deadline and then by priority,
    /// and done tasks with the latest first. Titles break ties.
    static func comesFirst(_ left: TaskEntry, _ right: TaskEntry) -> Bool {
        switch (left.done, right.done) {
        case (nil, .some): return true
        case (.some, nil): return false
        case (let first?, let second?):
            if first.at != second.at { return first.at > second.at }
        case (nil, nil):
            let deadlines = (left.due?.deadline.seconds ?? .max, right.due?.deadline.seconds ?? .max)
            if deadlines.0 != deadlines.1 { return deadlines.0 < deadlines.1 }
            if left.rank != right.rank { return left.rank < right.rank }
        }
        return (left.title.lowercased(), left.id) < (right.title.lowercased(), right.id)
    }

    private var rank: Int { ["high", "medium", "low"].firstIndex(of: priority ?? "") ?? 3 }
}
