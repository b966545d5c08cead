// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The local tasks that belong to Taskwarrior series: imported occurrences, and the next tasks created from them here.
struct TaskwarriorSeriesHere {
    /// The tasks, by the UUIDs of their templates.
    private(set) var tasks: [String: [JSONObject]] = [:]
    /// The imported occurrences, each with the UUID of its template and its position in the series.
    private var occurrences: [(parent: String, place: Int, task: JSONObject)] = []
    /// The tasks created here, by the ids of the tasks before them.
    private var following: [String: JSONObject] = [:]
    /// The tasks created here, by the UUIDs of their templates and their due times.
    private var due: [String: JSONObject] = [:]

    /// Collects the tasks of the series with the given templates.
    init(of parents: Set<String>, for call: Call) throws {
        let zone = call.session.zoneRules
        try call.forEachDocument(.task) { task in
            guard let text = task["extensions"]?[call.session.plugin]?["uid"]?.stringValue else { return }
            let uid = TaskwarriorUID(text)
            guard let parent = uid.parent, parents.contains(parent) else { return }
            tasks[parent, default: []].append(task)
            if call.uid(of: task, key: TaskwarriorUID.key) != nil {
                if let place = uid.place { occurrences.append((parent, place, task)) }
            } else {
                if let previous = task["previous"]?.stringValue { following[previous] = task }
                if let due = Due(task["due"]) { self.due[Self.key(parent, due.beginning(in: zone))] = task }
            }
        }
    }

    private static func key(_ parent: String, _ due: Timestamp) -> String { parent + TaskwarriorTime.text(due) }

    /// Returns the tasks created here for occurrences in the file, by the UUIDs of the occurrences. A task matches an
    /// occurrence if it is due at the same time, or if it is the same number of occurrences after the same task.
    ///
    /// - Parameters:
    ///   - new: the occurrences that have not been imported before.
    ///   - all: all occurrences in the file.
    ///   - known: the tasks of previously imported occurrences, by UUID.
    func match(
        _ new: [JSONObject], among all: [JSONObject], known: [String: JSONObject]
    ) -> [String: JSONObject] {
        var found: [String: JSONObject] = [:]
        for task in new { found[task.text("uuid")] = due[task.text("parent") + task.text("due")] }
        var taken = Set(found.values.map { $0.text("id") })
        for (parent, steps) in steps(among: all, known) {
            var last: (place: Int, id: String)?
            for step in steps {
                let uuid = step.occurrence?.text("uuid") ?? ""
                if let task = step.task ?? found[uuid] {
                    last = (step.place, task.text("id"))
                } else if tasks[parent] != nil, let from = last,
                    let next = self.next(after: from.id, by: step.place - from.place, without: taken)
                {
                    taken.insert(next.text("id"))
                    found[uuid] = next
                    last = (step.place, next.text("id"))
                }
            }
        }
        return found
    }

    /// Returns the occurrences of the file and the imported ones, in order, by the UUIDs of their templates. Imported
    /// occurrences include their tasks.
    private func steps(
        among all: [JSONObject], _ known: [String: JSONObject]
    ) -> [String: [(place: Int, occurrence: JSONObject?, task: JSONObject?)]] {
        var steps: [String: [(place: Int, occurrence: JSONObject?, task: JSONObject?)]] = [:]
        for task in all {
            guard let place = TaskwarriorUID(of: task).place else { continue }
            steps[task.text("parent"), default: []].append((place, task, known[task.text("uuid")]))
        }
        let inFile = Set(known.values.map { $0.text("id") })
        for (parent, place, task) in occurrences where !inFile.contains(task.text("id")) {
            steps[parent, default: []].append((place, nil, task))
        }
        return steps.mapValues { $0.sorted { $0.place < $1.place } }
    }

    /// Returns the task that is a number of tasks after another in its series; nil if there is none, or if a task
    /// between them is another occurrence of the file.
    private func next(after id: String, by count: Int, without taken: Set<String>) -> JSONObject? {
        var task: JSONObject?
        for _ in 0..<max(count, 0) {
            guard let next = following[task?.text("id") ?? id], !taken.contains(next.text("id")) else { return nil }
            task = next
        }
        return task
    }
}
