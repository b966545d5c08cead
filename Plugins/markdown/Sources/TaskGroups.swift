// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// Tasks in groups, each sorted by ``TaskEntry/comesFirst(_:_:)``.
struct TaskGroups {
    /// The property by which tasks are grouped.
    enum Kind: String, CaseIterable {
        case category, member, due, none
    }

    /// The groups that contain tasks; for the kind `none`, one group without a heading.
    private(set) var groups: [(heading: String?, tasks: [TaskEntry])] = []

    /// Groups the tasks by a property.
    init(_ tasks: [TaskEntry], by kind: Kind, now: Timestamp, zone: TimeZoneRules, for call: Call) throws {
        switch kind {
        case .none: groups = [(nil, tasks)]
        case .category:
            try group(tasks, as: .category, others: "No category", for: call) { $0.category.map { [$0] } ?? [] }
        case .member: try group(tasks, as: .member, others: "Nobody", for: call) { $0.assignees }
        case .due:
            let names = ["Overdue", "Today", "The next seven days", "Later", "No date", "Done"]
            let today = zone.civil(at: now).date
            for (index, name) in names.enumerated() {
                groups.append((name, tasks.filter { Self.stretch($0, now: now, today: today) == index }))
            }
        }
        groups = groups.filter { !$0.tasks.isEmpty }.map { ($0.heading, $0.tasks.sorted(by: TaskEntry.comesFirst)) }
    }

    /// Makes a group for each document of a kind, and one for tasks without a reference.
    private mutating func group(
        _ tasks: [TaskEntry], as kind: DocumentKind, others: String, for call: Call, by ids: (TaskEntry) -> [String]
    ) throws {
        var found: [(order: String, name: String, id: String)] = []
        try call.forEachDocument(kind) { document in
            // Documents without a manual order come last, by name.
            found.append(
                (
                    document["order"]?.stringValue ?? "~", document["name"]?.stringValue ?? "",
                    document["id"]?.stringValue ?? ""
                ))
        }
        found.sort { ($0.order, $0.name.lowercased(), $0.id) < ($1.order, $1.name.lowercased(), $1.id) }
        var members: [String: [TaskEntry]] = [:]
        var rest: [TaskEntry] = []
        let known = Set(found.map(\.id))
        for task in tasks {
            let own = Set(ids(task)).intersection(known)
            if own.isEmpty { rest.append(task) }
            for id in own { members[id, default: []].append(task) }
        }
        groups = found.map { ($0.name, members[$0.id] ?? []) } + [(others, rest)]
    }

    private static func stretch(_ task: TaskEntry, now: Timestamp, today: CivilDate) -> Int {
        if task.done != nil { return 5 }
        guard let due = task.due else { return 4 }
        if due.deadline < now { return 0 }
        switch today.days(until: due.day) {
        case ...0: return 1
        case 1...7: return 2
        default: return 3
        }
    }
}
