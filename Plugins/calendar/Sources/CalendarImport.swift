// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// Reads a calendar's to-dos as tasks.
final class CalendarImport {
    let call: Call
    let zones: CalendarZones
    private var categories: NamedDocuments
    private let members: NamedDocuments
    private var pins: NamedDocuments
    /// The tasks that the UIDs of the file stand for, and their titles.
    private var ids: [String: DocumentID] = [:]
    private var titles: [String: String] = [:]
    /// Those of the UIDs that are tasks of this family, which an export wrote.
    private var own: Set<DocumentID> = []

    /// What the format tells of every task: what programs keep that know nothing of hometask.
    private static let told = ["description", "due", "priority", "repeat"]

    init(_ call: Call) throws {
        self.call = call
        zones = CalendarZones(call.session)
        categories = try NamedDocuments(.category, of: call)
        members = try NamedDocuments(.member, of: call)
        pins = try NamedDocuments(.pin, of: call)
    }

    func run() throws {
        let bytes = try call.sourceBytes()
        let reader = CalendarReader(bytes, zones: zones) { line, message in call.skip(line: line, message) }
        guard reader.isCalendar else {
            throw RPCError(
                .refused, "the file is not a calendar: it has no line BEGIN:VCALENDAR",
                hint: "Export the list of tasks as iCalendar (.ics), and import that file.")
        }
        try survey(reader.todos)
        var seen: Set<String> = []
        for (index, todo) in reader.todos.enumerated() {
            if index % 500 == 499 { try call.progress(index, of: reader.todos.count) }
            try take(todo, &seen)
        }
        for (name, found) in reader.others.sorted(by: { $0.key < $1.key }) where name == "VEVENT" || name == "VJOURNAL"
        {
            let what = name == "VEVENT" ? "event" : "journal entry"
            let plural =
                found.count == 1
                ? "1 \(what) is" : "\(found.count) \(name == "VEVENT" ? "events" : "journal entries") are"
            call.skip(line: found.line, "\(plural) left out: a family has only tasks")
        }
    }

    /// Determines which task each UID stands for, before anything refers to one.
    private func survey(_ todos: [FoundTodo]) throws {
        var candidates: Set<DocumentID> = []
        for todo in todos {
            let uid = todo.uid
            if let id = DocumentID(uid) { candidates.insert(id) }
            for relation in todo.all("RELATED-TO") { if let id = DocumentID(relation.text) { candidates.insert(id) } }
            if titles[uid] == nil { titles[uid] = PlainText.line(todo.text("SUMMARY")).line }
        }
        own = try call.present(.task, among: candidates)
        for todo in todos where ids[todo.uid] == nil && Self.reason(toLeaveOut: todo) == nil {
            ids[todo.uid] = try call.id(ofKey: Self.key(todo))
        }
        for id in own { ids[id.description] = id }
    }

    /// The key under which a to-do becomes a task.
    private static func key(_ todo: FoundTodo) -> String {
        let uid = todo.uid
        if !uid.isEmpty && uid.unicodeScalars.count <= 200 { return "task/\(uid)" }
        let text = uid.isEmpty ? todo.properties.map { "\($0.name):\($0.value)" }.joined(separator: "\n") : uid
        return "task/\(DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: text))"
    }

    /// Why no task is made of a to-do; nil if one is.
    private static func reason(toLeaveOut todo: FoundTodo) -> String? {
        if todo.first("RECURRENCE-ID") != nil { return "a single occurrence of a recurring to-do is left out" }
        if todo.text("STATUS").uppercased() == "CANCELLED" { return "the to-do is cancelled and is left out" }
        return nil
    }

    private func take(_ todo: FoundTodo, _ seen: inout Set<String>) throws {
        let uid = todo.uid
        if let reason = Self.reason(toLeaveOut: todo) { return call.skip(line: todo.line, reason) }
        let key = Self.key(todo)
        guard seen.insert(key).inserted else {
            return call.skip(line: todo.line, "an earlier to-do has the same UID, so this one is left out")
        }
        let here = DocumentID(uid).flatMap { own.contains($0) ? $0 : nil }
        var reader = TodoReader(todo, isOurs: here != nil, for: self)
        let task = try reader.task()
        guard let fields = task.fields else {
            return call.skip(line: todo.line, "the to-do has no title (SUMMARY) and is left out")
        }
        if let here {
            try call.match(.task, here, fields: fields, line: todo.line, telling: Self.told, unread: task.unread)
        } else {
            try call.propose(
                .task, key: key, fields: fields, line: todo.line, uid: uid, telling: Self.told,
                unread: task.unread)
        }
    }

    /// The task of a UID.
    func task(_ uid: String) -> DocumentID? { ids[uid] }

    /// Whether a to-do of that UID is in the file, be it one that is left out.
    func knows(_ uid: String) -> Bool { titles[uid] != nil }

    /// The title of a to-do of the file.
    func title(_ uid: String) -> String? { titles[uid].flatMap { $0.isEmpty ? nil : $0 } }

    /// The member of that address or name.
    func member(address: String?, name: String) -> DocumentID? {
        if let address, case .one(let id) = members.find(address) { return id }
        if case .one(let id) = members.find(name) { return id }
        return nil
    }

    /// Whether the family has one category with that name.
    func hasCategory(_ name: String) -> Bool {
        if case .one = categories.find(name) { return true }
        return false
    }

    /// The category with that name, a new one where there is none.
    func category(_ name: String) throws -> DocumentID? { try categories.findOrPropose(name, for: call) }

    /// The pin with that name, a new one where there is none.
    func pin(_ name: String, fields: JSONObject) throws -> DocumentID? {
        try pins.findOrPropose(name, with: fields, for: call)
    }
}
