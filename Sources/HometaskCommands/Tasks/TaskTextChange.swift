// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime

/// The changes made to a task's text.
struct TaskTextChange {
    private let task: TaskRecord
    private let old: TaskText
    private let new: TaskText
    private let session: FamilySession

    /// - Parameter task: the task when its text was made.
    init(_ task: TaskRecord, from old: TaskText, to new: TaskText, in session: FamilySession) {
        self.task = task
        self.old = old
        self.new = new
        self.session = session
    }

    /// Returns the validated change to the task.
    ///
    /// - Throws: `UsageError` and `ReplicaError`, which name the field.
    func taskChange() async throws -> TaskChange {
        var change = TaskChange()
        if let title = changed(.title) {
            guard !title.isEmpty else {
                throw UsageError("the title is empty", hint: "To delete the task, use 'hometask delete'.")
            }
            change.values["title"] = .string(title)
        }
        try changeMembers(&change)
        changeTags(&change)
        try await changeAfter(&change)
        try changeValues(&change)
        try await changePlace(&change)
        try changeExtensions(&change)
        if new.description != old.description {
            change.values["description"] = new.description.isEmpty ? .null : .array(new.description.map { .string($0) })
        }
        return change
    }

    /// Returns the new text of a field; nil if it is unchanged. A missing field counts as empty.
    private func changed(_ field: TaskField) -> String? {
        let text = new.values[field] ?? ""
        return text == old.values[field] ?? "" ? nil : text
    }

    private func changeMembers(_ change: inout TaskChange) throws {
        guard let text = changed(.assignees) else { return }
        let names = text.split(separator: ",").map { TaskText.trimmed($0) }.filter { !$0.isEmpty }
        let present = Dictionary(task.assignees.map { (session.directory.name(of: $0), $0) }) { first, _ in first }
        let chosen = Set(try names.map { try present[$0] ?? session.memberID($0) })
        change.addedAssignees = chosen.subtracting(task.assignees)
        change.removedAssignees = Set(task.assignees).subtracting(chosen)
    }

    private func changeTags(_ change: inout TaskChange) {
        guard let text = changed(.tags) else { return }
        let tags = text.split { $0.isWhitespace || $0 == "," }.map { TaskFieldParser.withoutPlus(String($0)) }
        let (before, after) = (Set(task.tags.map { ExactString($0) }), Set(tags.map { ExactString($0) }))
        change.addedTags = after.subtracting(before).sorted().map(\.string)
        change.removedTags = before.subtracting(after).sorted().map(\.string)
    }

    private func changeAfter(_ change: inout TaskChange) async throws {
        guard let text = changed(.after) else { return }
        let words = text.split { $0.isWhitespace || $0 == "," }.map { String($0) }
        // A predecessor that has since been removed is kept by its id, although the id no longer names a task.
        let present = Dictionary(task.after.map { ("#\($0)", $0) }) { first, _ in first }
        var chosen: Set<DocumentID> = []
        for word in words {
            if let id = present[word] {
                chosen.insert(id)
            } else {
                chosen.insert(try await session.tasks.findOne([word]).id)
            }
        }
        change.addedAfter = chosen.subtracting(task.after)
        change.removedAfter = Set(task.after).subtracting(chosen)
    }

    private func changeValues(_ change: inout TaskChange) throws {
        let parser = TaskFieldParser(session)
        for field in TaskField.all where field.isScalar {
            guard let text = changed(field) else { continue }
            change.values[field.key] = text.isEmpty ? .null : try parser.value(text, of: field)
        }
        if let text = changed(.rule) {
            try change.setRule(text, in: session)
        }
        if let text = changed(.reminders) {
            let times = text.isEmpty ? nil : try ReminderParser.times(text, in: session)
            change.values["reminders"] = times.map { ReminderTime.json($0) } ?? .null
        }
    }

    private func changeExtensions(_ change: inout TaskChange) throws {
        let plugins = ExtensionText(session)
        for name in Set(old.extensions.keys).union(new.extensions.keys).sorted() {
            let text = new.extensions[name] ?? ""
            if text == old.extensions[name] ?? "" { continue }
            try plugins.setValue(text, in: name, of: task, into: &change)
        }
    }

    private func changePlace(_ change: inout TaskChange) async throws {
        let (pin, within) = (changed(.pin), changed(.within))
        guard pin != nil || within != nil else { return }
        guard let name = new.values[.pin], !name.isEmpty else {
            guard new.values[.within]?.isEmpty ?? true || within == nil else {
                throw UsageError("‘within’ needs a pin", hint: "Name it in the field ‘at’.")
            }
            change.values["place"] = .null
            return
        }
        let id: DocumentID
        if pin == nil, let present = task.place?.pin { id = present } else { id = try await session.pins.findID(name) }
        let distance = new.values[.within] ?? ""
        let metres = within == nil ? task.place?.within : distance.isEmpty ? nil : try Distance.metres(distance)
        change.values["place"] = Place(pin: id, within: metres).json
    }
}
