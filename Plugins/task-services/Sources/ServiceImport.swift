// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The common part of the service imports.
final class ServiceImport {
    /// An entry of a file, which becomes a task or a checklist item.
    struct Entry {
        /// The id of the entry in the service.
        let id: String
        var task: ImportedTask
        /// The line of the file, if it is known.
        var line: Int?
        /// The index of the entry that contains this one; nil if there is none.
        var parent: Int?
        /// Whether the entry has only a title, so that it can become a checklist item.
        var isBare = false
    }

    let call: Call
    let zone: TimeZoneRules
    private var categories: NamedDocuments
    private let members: NamedDocuments
    private let service: String
    /// The fields that the format can express.
    private let fields: [String]
    private var ids: Set<String> = []

    private static let limits = JSONLimits(bytes: 1 << 30, depth: 40)

    /// - Parameters:
    ///   - service: the prefix of the keys with which tasks are proposed.
    ///   - fields: the fields that the format can express.
    init(_ call: Call, of service: String, telling fields: [String]) throws {
        self.call = call
        self.service = service
        self.fields = fields
        zone = call.session.zoneRules
        categories = try NamedDocuments(.category, of: call)
        members = try NamedDocuments(.member, of: call)
    }

    // MARK: Reading

    /// Returns the contents of the file, and its text.
    ///
    /// - Parameters:
    ///   - name: the name of the expected format, for messages.
    ///   - hint: how to get such a file.
    func read(as name: String, hint: String) throws -> (json: JSON, text: String) {
        let text = try call.source()
        do throws(JSONError) {
            return (try JSON.parse(text, limits: Self.limits), text)
        } catch {
            throw Self.refusal(name, "\(error)", hint: hint)
        }
    }

    /// The error for a file that is not an export of the service.
    static func refusal(_ name: String, _ reason: String, hint: String) -> RPCError {
        RPCError(.refused, "the file is not \(name): \(reason)", hint: hint)
    }

    /// Parses an instant such as `2026-11-27T10:00:00.000Z`, in whole seconds; nil for any other value.
    static func instant(_ json: JSON?) -> Timestamp? {
        guard let text = json?.stringValue, text.hasSuffix("Z"), text.utf8.count <= 40 else { return nil }
        return Timestamp(rfc3339: String(text.dropLast().prefix { $0 != "." }) + "Z")
    }

    /// Returns the due date for an instant; midnight gives a whole day.
    func due(_ at: Timestamp) -> Due {
        let date = zone.civil(at: at).date
        return zone.startOfDay(date) == at ? .day(date) : .instant(at, zone: nil)
    }

    /// Puts a task into the category with a name, creating it if absent.
    func categorize(_ task: inout ImportedTask, as name: String) throws {
        guard !PlainText.line(name).line.isEmpty else { return }
        task.category = try categories.findOrPropose(name, for: call)
        if task.category == nil { task.unread.insert("category") }
    }

    /// Assigns a task to the member with one of the given names; if there is none, the first name is added to the
    /// description.
    func assign(_ task: inout ImportedTask, to names: [String]) {
        let names = names.filter { !$0.isEmpty }
        for name in names {
            guard case .one(let id) = members.find(name) else { continue }
            task.assignees.insert(id)
            return
        }
        guard let name = names.first else { return }
        task.unread.insert("assignees")
        task.addDescription("For: \(name)")
    }

    /// Applies a service's word for the state of a task; a state that is neither open nor done is reported.
    func setState(_ entry: inout Entry, _ word: String, doneAt: Timestamp?) {
        let state = TaskState(word)
        if state.isOver { entry.task.doneAt = doneAt ?? call.session.now }
        if let message = state.report(word) { report(entry, message) }
    }

    /// Reports a message about an entry, with its line or else its title.
    func report(_ entry: Entry, _ message: String) {
        let title = PlainText.line(entry.task.title).line.excerpt(limit: 40)
        call.skip(line: entry.line, entry.line == nil ? "‘\(title)’: \(message)" : message)
    }

    /// Returns the id of an entry; nil if it is missing or a duplicate, which is reported.
    func id(of object: JSON, line: Int?) -> String? {
        let id = PlainText.line(object["id"]?.stringValue ?? "").line
        if (1...400).contains(id.unicodeScalars.count), ids.insert(id).inserted { return id }
        let title = (object["title"] ?? object["name"])?.stringValue ?? ""
        call.skip(line: line, "‘\(title.excerpt(limit: 40))’ has no id of its own and is left out")
        return nil
    }

    // MARK: Proposing

    /// Proposes the tasks. Entries with only a title become the checklist of the entry that contains them; others stay
    /// tasks, with a line that names their parent.
    func propose(_ entries: [Entry]) throws {
        var items: [Int: [Int]] = [:]
        let owners = Set(entries.compactMap(\.parent))
        for (index, entry) in entries.enumerated() {
            guard let parent = entry.parent, entry.isBare, !owners.contains(index) else { continue }
            items[parent, default: []].append(index)
        }
        let owned = Set(items.values.joined())
        for (index, entry) in entries.enumerated() where !owned.contains(index) {
            if index % 500 == 499 { try call.progress(index, of: entries.count) }
            var task = entry.task
            for item in items[index] ?? [] {
                task.item(entries[item].task.title, isDone: entries[item].task.doneAt != nil)
            }
            if let parent = entry.parent {
                task.addDescription("Part of: \(PlainText.line(entries[parent].task.title).line)")
            }
            guard let fields = task.fields else {
                call.skip(line: entry.line, "a task has no title and is left out")
                continue
            }
            try call.propose(
                .task, key: "\(service)/\(entry.id)", fields: fields, line: entry.line, uid: entry.id,
                telling: self.fields, unread: task.unread)
        }
    }
}
