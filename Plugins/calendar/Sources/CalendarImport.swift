// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The import of a calendar's to-dos as tasks.
final class CalendarImport {
    let call: Call
    let zones: CalendarZones
    private var categories: NamedDocuments
    private let members: NamedDocuments
    private var pins: NamedDocuments
    /// The task for each UID in the file; the next property has the titles of the to-dos.
    private var ids: [String: DocumentID] = [:]
    private var titles: [String: String] = [:]
    /// The tasks of this family whose ids occur as UIDs in the file, as in an export of this family.
    private var own: Set<DocumentID> = []

    /// The fields that the format can express. Those that need properties of hometask's own are not among them, because
    /// other programs may drop these.
    private static let supportedFields = ["description", "due", "priority", "repeat"]

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
        try matchTasks(reader.todos)
        var seen: Set<String> = []
        for (index, todo) in reader.todos.enumerated() {
            if index % 500 == 499 { try call.progress(index, of: reader.todos.count) }
            try proposeTask(todo, &seen)
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

    /// Determines the task for each UID before other to-dos refer to it.
    private func matchTasks(_ todos: [TodoComponent]) throws {
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

    /// Returns the key with which the task of a to-do is proposed. A UID that is longer than 200 characters is replaced
    /// by a hash, and a missing one by a hash of the properties.
    private static func key(_ todo: TodoComponent) -> String {
        let uid = todo.uid
        if !uid.isEmpty && uid.unicodeScalars.count <= 200 { return "task/\(uid)" }
        let text = uid.isEmpty ? todo.properties.map { "\($0.name):\($0.value)" }.joined(separator: "\n") : uid
        return "task/\(DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: text))"
    }

    /// Returns why a to-do is not imported; nil if it is.
    private static func reason(toLeaveOut todo: TodoComponent) -> String? {
        if todo.first("RECURRENCE-ID") != nil { return "a single occurrence of a recurring to-do is left out" }
        if todo.text("STATUS").uppercased() == "CANCELLED" { return "the to-do is cancelled and is left out" }
        return nil
    }

    private func proposeTask(_ todo: TodoComponent, _ seen: inout Set<String>) throws {
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
            try call.match(
                .task, here, fields: fields, line: todo.line, telling: Self.supportedFields, unread: task.unread)
        } else {
            try call.propose(
                .task, key: key, fields: fields, line: todo.line, uid: uid, telling: Self.supportedFields,
                unread: task.unread)
        }
    }

    /// Returns the task for a UID; nil if the file has no such to-do, or it is left out.
    func task(_ uid: String) -> DocumentID? { ids[uid] }

    /// Whether the file has a to-do with a UID, even one that is left out.
    func knows(_ uid: String) -> Bool { titles[uid] != nil }

    /// Returns the title of the to-do with a UID; nil if it has none.
    func title(_ uid: String) -> String? { titles[uid].flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the member with an e-mail address, or otherwise with a name; nil if there is not exactly one.
    func member(address: String?, name: String) -> DocumentID? {
        if let address, case .one(let id) = members.find(address) { return id }
        if case .one(let id) = members.find(name) { return id }
        return nil
    }

    /// Whether the family has exactly one category with a name.
    func hasCategory(_ name: String) -> Bool {
        if case .one = categories.find(name) { return true }
        return false
    }

    /// Returns the category with a name, and proposes a new one if there is none; nil if several have the name.
    func category(_ name: String) throws -> DocumentID? { try categories.findOrPropose(name, for: call) }

    /// Returns the pin with a name, and proposes a new one if there is none; nil if several have the name.
    func pin(_ name: String, fields: JSONObject) throws -> DocumentID? {
        try pins.findOrPropose(name, with: fields, for: call)
    }
}
