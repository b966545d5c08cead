// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A reader of an account in the format of Todoist's Sync API: objects under `items`, `projects`, `sections`, `notes`,
/// `reminders` and `collaborators`. Ids are strings or, in old versions, numbers.
struct TodoistBackup {
    private(set) var items: [TodoistTask] = []

    private static let limits = JSONLimits(bytes: 1 << 30, depth: 40)

    /// Reads a file.
    ///
    /// - Throws: `RPCError` if it has no items.
    init(_ text: String, fault: (Int?, String) -> Void) throws {
        let account: JSON
        do throws(JSONError) {
            account = try JSON.parse(text, limits: Self.limits)
        } catch {
            throw Self.refusal("\(error)")
        }
        guard let list = account["items"]?.arrayValue else { throw Self.refusal("it has no ‘items’") }
        let projects = Self.names(account["projects"], "name")
        let sections = Self.names(account["sections"], "name")
        let people = Self.names(account["collaborators"], "email").merging(
            Self.names(account["collaborators"], "full_name")
        ) { email, name in email.isEmpty ? name : email }
        var notes: [String: [String]] = [:]
        for note in account["notes"]?.arrayValue ?? [] {
            notes[Self.id(note["item_id"]), default: []].append(note["content"]?.stringValue ?? "")
        }
        let reminders = Dictionary(grouping: account["reminders"]?.arrayValue ?? []) { Self.id($0["item_id"]) }
        var places: [String: Int] = [:]
        var parents: [String] = []
        let lines = ElementLines(of: text, in: "items")
        for (index, object) in list.enumerated() where object["is_deleted"] != true {
            let id = Self.id(object["id"])
            guard !id.isEmpty, places[id] == nil else {
                fault(lines[index], "item \(index + 1) has no unique id and is left out")
                continue
            }
            places[id] = items.count
            parents.append(Self.id(object["parent_id"]))
            var item = Self.item(object, id)
            item.line = lines[index]
            item.project = projects[Self.id(object["project_id"])] ?? ""
            item.section = sections[Self.id(object["section_id"])] ?? ""
            item.responsible = people[Self.id(object["responsible_uid"])] ?? ""
            item.notes = notes[id] ?? []
            for reminder in reminders[id] ?? [] where reminder["is_deleted"] != true {
                if let text = Self.reminder(reminder) { item.reminders.append(text) } else { item.otherReminders += 1 }
            }
            items.append(item)
        }
        for (index, parent) in parents.enumerated() where places[parent] != index {
            items[index].parent = places[parent]
        }
    }

    private static func refusal(_ reason: String) -> RPCError {
        RPCError(
            .refused, "the file is not a Todoist backup in JSON: \(reason)",
            hint: "Save the answer of the Sync API to resource_types=[\"all\"], or export a project as CSV.")
    }

    private static func id(_ json: JSON?) -> String {
        let text = json?.stringValue ?? json?.intValue.map { "\($0)" } ?? ""
        return text.unicodeScalars.count <= 200 ? PlainText.line(text).line : ""
    }

    private static func names(_ json: JSON?, _ member: String) -> [String: String] {
        var names: [String: String] = [:]
        for object in json?.arrayValue ?? [] { names[id(object["id"])] = object[member]?.stringValue ?? "" }
        return names
    }

    private static func item(_ object: JSON, _ id: String) -> TodoistTask {
        var item = TodoistTask(key: "task/\(id)", title: object["content"]?.stringValue ?? "")
        item.uid = id
        item.description = object["description"]?.stringValue ?? ""
        // In the API, 4 is the highest priority and 1 the default.
        item.priority = object["priority"]?.intValue.flatMap { (1...4).contains($0) ? 5 - $0 : nil } ?? 4
        item.labels = object["labels"]?.arrayValue?.compactMap(\.stringValue) ?? []
        item.resolved = object["due"]?["datetime"]?.stringValue ?? object["due"]?["date"]?.stringValue ?? ""
        item.date = item.resolved
        if object["due"]?["is_recurring"] == true { item.date = object["due"]?["string"]?.stringValue ?? "" }
        item.language = object["due"]?["lang"]?.stringValue ?? ""
        item.zone = object["due"]?["timezone"]?.stringValue ?? ""
        item.deadline = object["deadline"]?["date"]?.stringValue ?? ""
        if let amount = object["duration"]?["amount"]?.intValue {
            item.duration = "\(amount) \(object["duration"]?["unit"]?.stringValue ?? "")"
        }
        item.isDone = object["checked"] == true || object["checked"] == 1
        item.doneAt = instant(object["completed_at"])
        item.createdAt = instant(object["added_at"])
        return item
    }

    /// Returns a reminder, as minutes before the due date or as an instant; nil for a location reminder, or for a time
    /// without a zone.
    private static func reminder(_ object: JSON) -> String? {
        if let minutes = object["minute_offset"]?.intValue, minutes >= 0 { return "PT\(minutes)M" }
        return instant(object["due"]?["date"])?.rfc3339
    }

    /// Parses an instant such as `2026-11-27T10:00:00.000000Z`, in whole seconds; nil for any other value.
    private static func instant(_ json: JSON?) -> Timestamp? {
        guard let text = json?.stringValue, text.hasSuffix("Z"), text.utf8.count <= 40 else { return nil }
        return Timestamp(rfc3339: String(text.dropLast().prefix { $0 != "." }) + "Z")
    }
}
