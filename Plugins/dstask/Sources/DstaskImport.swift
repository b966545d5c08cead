// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The import of a task list printed by dstask. The members of its objects are defined in dstask's `task.go`.
final class DstaskImport {
    private let call: Call
    private let zone: TimeZoneRules
    private var categories: NamedDocuments
    private let members: NamedDocuments
    private var ids: [String: DocumentID] = [:]
    /// The line of the task that is being read.
    private var line: Int?

    /// The tasks of this family for the uuids in the file.
    private var present: [String: DocumentID] = [:]

    /// The plugins whose imports share the uuids: dstask can import tasks from Taskwarrior.
    private static let plugins = ["dstask", "taskwarrior"]
    /// The fields that the format can express.
    private static let supportedFields = ["after", "category", "description", "due", "items", "priority", "tags"]

    private static let limits = JSONLimits(bytes: 1 << 30, depth: 20)

    init(_ call: Call) throws {
        self.call = call
        zone = call.session.zoneRules
        categories = try NamedDocuments(.category, of: call)
        members = try NamedDocuments(.member, of: call)
    }

    func run() throws {
        let tasks = try tasks()
        try matchTasks(tasks.map(\.task))
        var seen: Set<String> = []
        for (index, (task, line)) in tasks.enumerated() {
            self.line = line
            if index % 500 == 499 { try call.progress(index, of: tasks.count) }
            let title = task.text("summary")
            if ["template", "recurring"].contains(task.text("status")) {
                call.skip(line: line, "‘\(title.excerpt(limit: 40))’ is a template and is left out")
            } else if !seen.insert(Self.key(task)).inserted {
                call.skip(line: line, "an earlier task has the uuid of ‘\(title.excerpt(limit: 40))’")
            } else {
                let read = try read(task)
                guard let fields = read.fields else {
                    call.skip(line: line, "task \(index + 1) of the list has no summary")
                    continue
                }
                try propose(task, fields, unread: read.unread)
            }
        }
    }

    private func propose(_ task: JSONObject, _ fields: JSONObject, unread: Set<String>) throws {
        let uuid = task.text("uuid")
        if let id = present[uuid] {
            try call.match(.task, id, fields: fields, line: line, telling: Self.supportedFields, unread: unread)
        } else {
            try call.propose(
                .task, key: Self.key(task), fields: fields, line: line, uid: uuid, telling: Self.supportedFields,
                unread: unread)
        }
    }

    private func tasks() throws -> [(task: JSONObject, line: Int?)] {
        let text = try call.source()
        let list: [JSON]?
        do throws(JSONError) {
            list = try JSON.parse(text, limits: Self.limits).arrayValue
        } catch {
            throw Self.refusal("\(error)")
        }
        guard let list else { throw Self.refusal("it holds a single value") }
        let lines = ElementLines(of: text)
        return list.enumerated().compactMap { index, element in
            guard let object = element.objectValue else {
                call.skip(line: lines[index], "entry \(index + 1) of the list is not a task")
                return nil
            }
            return (Self.known(object), lines[index])
        }
    }

    /// Returns the known members of an object, with lower-case names: versions of dstask differ in case.
    private static func known(_ object: JSONObject) -> JSONObject {
        JSONObject(object.members.map { ($0.0.string.lowercased(), $0.1) }.filter { names.contains($0.0) })
    }

    private static let names: Set<String> = [
        "uuid", "status", "summary", "notes", "tags", "project", "priority", "delegatedto", "subtasks", "dependencies",
        "created", "resolved", "due",
    ]

    private static func refusal(_ reason: String) -> RPCError {
        RPCError(
            .refused, "the file is not a list of tasks in JSON: \(reason)",
            hint: "Write it with: dstask show-open > tasks.json")
    }

    private static func key(_ task: JSONObject) -> String {
        let uuid = PlainText.line(task.text("uuid")).line
        if (1...200).contains(uuid.unicodeScalars.count) { return "task/\(uuid)" }
        return "task/\(DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: task.canonicalBytes()))"
    }

    /// Determines the task for each uuid, before references to them are resolved.
    private func matchTasks(_ tasks: [JSONObject]) throws {
        var candidates: [DocumentID: String] = [:]
        for uuid in Set(tasks.flatMap { [$0.text("uuid")] + $0.texts("dependencies") }) {
            guard let id = DocumentID(uuid) else { continue }
            candidates[id] = uuid
            for plugin in Self.plugins where plugin != call.session.plugin {
                guard let family = call.session.family else { continue }
                candidates[PluginChange.id(ofKey: "task/\(uuid)", plugin: plugin, family: family)] = uuid
            }
        }
        for task in tasks {
            if !task.text("uuid").isEmpty { ids[task.text("uuid")] = try call.id(ofKey: Self.key(task)) }
        }
        for id in try call.present(.task, among: Set(candidates.keys)).sorted() {
            if let uuid = candidates[id] { present[uuid] = id }
        }
        ids.merge(present) { $1 }
    }

    private func read(_ task: JSONObject) throws -> ImportedTask {
        var result = ImportedTask()
        result.title = task.text("summary")
        result.addDescription(task.text("notes"))
        for tag in task.texts("tags") { result.tag(tag) }
        if !task.text("project").isEmpty {
            result.category = try categories.findOrPropose(task.text("project"), for: call)
            if result.category == nil { result.unread.insert("category") }
        }
        // P2 is dstask's default priority.
        let priority = task.text("priority").uppercased()
        result.priority = ["P0": "high", "P1": "medium", "P3": "low"][priority]
        if result.priority == nil, !["", "P2"].contains(priority) { result.unread.insert("priority") }
        result.createdAt = instant(task, "created")
        if Self.hasTime(task, "due") { result.unread.insert("due") }
        if let due = instant(task, "due") {
            result.unread.remove("due")
            let date = zone.civil(at: due).date
            result.due =
                isDay(task.text("due")) || zone.startOfDay(date) == due
                ? .day(day(task.text("due")) ?? date) : .instant(due, zone: nil)
        }
        if task.text("status") == "resolved" {
            result.doneAt = instant(task, "resolved") ?? call.session.now
        } else if ["delegated", "deferred"].contains(task.text("status")) {
            result.tag(task.text("status"))
        }
        if !task.text("delegatedto").isEmpty {
            if case .one(let id) = members.find(task.text("delegatedto")) {
                result.assignees.insert(id)
            } else {
                result.unread.insert("assignees")
                result.addDescription("For: \(task.text("delegatedto"))")
            }
        }
        for item in task["subtasks"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
            let members = Self.known(item)
            result.item(members.text("summary"), isDone: members["resolved"] == true)
        }
        depend(task, &result)
        return result
    }

    private func depend(_ task: JSONObject, _ result: inout ImportedTask) {
        for uuid in task.texts("dependencies") where uuid != task.text("uuid") {
            if let id = ids[uuid] {
                result.after.insert(id)
            } else {
                result.unread.insert("after")
                fault(task, "depends on a task that is not in the file: \(uuid.excerpt(limit: 40))")
            }
        }
    }

    private func fault(_ task: JSONObject, _ message: String) {
        call.skip(line: line, "‘\(task.text("summary").excerpt(limit: 40))’ \(message)")
    }

    /// Parses a time in Go's format: RFC 3339 with an offset and fractional seconds. Go's zero time, in year 1, means
    /// no time.
    private func instant(_ task: JSONObject, _ name: String) -> Timestamp? {
        let text = task.text(name)
        guard Self.hasTime(task, name) else { return nil }
        var bare = text
        if let dot = bare.firstIndex(of: ".") {
            bare.removeSubrange(
                dot..<(bare[dot...].dropFirst().firstIndex { !("0"..."9").contains($0) } ?? bare.endIndex))
        }
        let words = DateParser(now: call.session.now, zone: zone)
        if bare.utf8.count <= 25, bare.utf8.count >= 20, case .instant(let instant)? = try? words.parse(bare) {
            return instant
        }
        fault(task, "has an invalid time as \(name): \(text.excerpt(limit: 40))")
        return nil
    }

    private static func hasTime(_ task: JSONObject, _ name: String) -> Bool {
        let text = task.text(name)
        return !text.isEmpty && !text.hasPrefix("0001-01-01")
    }

    /// Whether a time is midnight at its own offset, which means the whole day in dstask.
    private func isDay(_ text: String) -> Bool { text.dropFirst(10).hasPrefix("T00:00:00") }

    private func day(_ text: String) -> CivilDate? { isDay(text) ? CivilDate(iso: String(text.prefix(10))) : nil }
}
