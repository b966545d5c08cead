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
    /// The to-dos for single occurrences (RECURRENCE-ID), by the UID of the recurring to-do.
    private var occurrences: [String: [TodoComponent]] = [:]
    private var checklists = TodoChecklists()

    /// The fields that the format can express. Fields that require hometask's own properties are excluded, because
    /// other programs may drop these properties.
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
        if reader.hasWindows1252 { call.note(SourceTextDecoder.windows1252Note) }
        try matchTasks(reader.todos)
        let keys = Self.keys(of: reader.todos)
        checklists = try TodoChecklists(
            of: reader.todos, isTask: { ids[$0] != nil && DocumentID($0).map { !own.contains($0) } ?? true },
            present: { try call.present(.task, among: Set($0.compactMap { ids[$0] })) }, ids: ids)
        var seen: Set<String> = []
        for (index, todo) in reader.todos.enumerated() where !checklists.hasItem(todo) {
            if index % 500 == 499 { try call.progress(index, of: reader.todos.count) }
            try proposeTask(todo, key: keys[index], seen: &seen)
        }
        noteSubtasks(reader.todos)
        for (name, found) in reader.others.sorted(by: { $0.key < $1.key }) where name == "VEVENT" || name == "VJOURNAL"
        {
            let what = name == "VEVENT" ? "event" : "journal entry"
            let plural =
                found.count == 1
                ? "1 \(what) is" : "\(found.count) \(name == "VEVENT" ? "events" : "journal entries") are"
            call.skip(line: found.line, "\(plural) left out: a family has only tasks")
        }
    }

    /// Counts the subtasks that became tasks of their own because they have more data than a checklist item can store.
    private func noteSubtasks(_ todos: [TodoComponent]) {
        let count = todos.count { todo in
            !checklists.hasItem(todo) && !todo.isPlain && todo.parent.map { $0 != todo.uid && ids[$0] != nil } ?? false
                && Self.reason(toLeaveOut: todo) == nil
        }
        if count == 0 { return }
        call.note(
            "\(count) \(count == 1 ? "to-do" : "to-dos") below another \(count == 1 ? "is a task" : "are tasks") of "
                + "\(count == 1 ? "its" : "their") own, with more than an item of a checklist can have")
    }

    /// Determines the task for each UID, before references to them are resolved.
    private func matchTasks(_ todos: [TodoComponent]) throws {
        var candidates: Set<DocumentID> = []
        for todo in todos {
            let uid = todo.uid
            if let id = DocumentID(uid) { candidates.insert(id) }
            for relation in todo.all("RELATED-TO") { if let id = DocumentID(relation.text) { candidates.insert(id) } }
            if titles[uid] == nil { titles[uid] = PlainText.line(todo.title).line }
            if !uid.isEmpty, todo.first("RECURRENCE-ID") != nil { occurrences[uid, default: []].append(todo) }
        }
        own = try call.present(.task, among: candidates)
        for todo in todos where !todo.uid.isEmpty && ids[todo.uid] == nil && Self.reason(toLeaveOut: todo) == nil {
            ids[todo.uid] = try call.id(ofKey: Self.key(todo))
        }
        for id in own { ids[id.description] = id }
    }

    /// Returns the key with which the task of a to-do is proposed. A UID longer than 200 characters is replaced by its
    /// hash, and a missing UID by a hash of the properties.
    private static func key(_ todo: TodoComponent) -> String {
        let uid = todo.uid
        if !uid.isEmpty && uid.unicodeScalars.count <= 200 { return "task/\(uid)" }
        let text = uid.isEmpty ? todo.properties.map { "\($0.name):\($0.value)" }.joined(separator: "\n") : uid
        return "task/\(DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: text))"
    }

    /// Returns the key of each to-do. Equal to-dos without a UID are separate tasks, so all but the first have a number
    /// in their keys.
    private static func keys(of todos: [TodoComponent]) -> [String] {
        var counts: [String: Int] = [:]
        return todos.map { todo in
            let key = key(todo)
            guard todo.uid.isEmpty else { return key }
            counts[key, default: 0] += 1
            let count = counts[key] ?? 1
            return count == 1 ? key : "\(key)/\(count)"
        }
    }

    /// Returns the reason why a to-do is not imported; nil if it is imported.
    private static func reason(toLeaveOut todo: TodoComponent) -> String? {
        if todo.first("RECURRENCE-ID") != nil { return "a single occurrence of a recurring to-do is left out" }
        if todo.isCancelled { return "the to-do is cancelled and is left out" }
        return nil
    }

    private func proposeTask(_ todo: TodoComponent, key: String, seen: inout Set<String>) throws {
        let uid = todo.uid
        if let reason = Self.reason(toLeaveOut: todo) {
            // Closed occurrences are reported with the recurring to-do.
            let isClosed = todo.first("RECURRENCE-ID") != nil && (todo.isDone || todo.isCancelled)
            return isClosed && ids[uid] != nil ? () : call.skip(line: todo.line, reason)
        }
        guard seen.insert(key).inserted else {
            return call.skip(line: todo.line, "an earlier to-do has the same UID, so this one is left out")
        }
        let here = DocumentID(uid).flatMap { own.contains($0) ? $0 : nil }
        var reader = TodoReader(todo, isOurs: here != nil, for: self)
        let task = try reader.task()
        guard let fields = task.fields else {
            return call.skip(line: todo.line, "the to-do has no title (SUMMARY or DESCRIPTION) and is left out")
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

    /// Returns the to-dos for single occurrences of a recurring to-do.
    func occurrences(of todo: TodoComponent) -> [TodoComponent] { occurrences[todo.uid] ?? [] }

    /// Returns the to-dos that are items of a to-do's checklist.
    func items(of todo: TodoComponent) -> [TodoComponent] { checklists.items(of: todo) }

    /// Returns the task for a UID; nil if the file has no such to-do, or the to-do is not imported.
    func task(_ uid: String) -> DocumentID? { ids[uid] }

    /// Whether the file has a to-do with a UID, even if that to-do is not imported.
    func knows(_ uid: String) -> Bool { titles[uid] != nil }

    /// Returns the title of the to-do with a UID; nil if it has no title.
    func title(_ uid: String) -> String? { titles[uid].flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the member with the given email address, or otherwise the given name; nil if there is not exactly one.
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

    /// Returns the category with a name, proposing a new category if there is none; nil if several have the name.
    func category(_ name: String) throws -> DocumentID? { try categories.findOrPropose(name, for: call) }

    /// Returns the pin with a name, proposing a new pin if there is none; nil if several have the name.
    func pin(_ name: String, fields: JSONObject) throws -> DocumentID? {
        try pins.findOrPropose(name, with: fields, for: call)
    }
}
