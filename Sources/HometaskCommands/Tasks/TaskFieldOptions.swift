// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime

/// The options that set the fields of a task, one for each field of the table that has an option, shared by `add` and
/// `edit`.
struct TaskFieldOptions: TableOptions {
    static let declared =
        TaskField.all.compactMap { TableOption.setting($0) } + [
            TableOption.text(
                "description-file", help: "Read the description from this file; - for standard input.", value: "file")
        ]

    /// The given strings, by field.
    private var texts: [TaskField: [String]] = [:]
    /// The file that contains the description.
    private(set) var descriptionFile: String?

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: TableOption.Key.self)
        for field in TaskField.all where field.help != nil {
            let option = TableOption.Key(field.name)
            if field.isRepeatable {
                texts[field] = try options.decode([String].self, forKey: option)
            } else if field.values == .number {
                texts[field] = try options.decodeIfPresent(Int.self, forKey: option).map { ["\($0)"] }
            } else {
                texts[field] = try options.decodeIfPresent(String.self, forKey: option).map { [$0] }
            }
        }
        descriptionFile = try options.decodeIfPresent(String.self, forKey: TableOption.Key("description-file"))
    }

    /// Returns the values of a repeatable field.
    func values(_ field: TaskField) -> [String] { texts[field] ?? [] }

    /// Returns the value of a field; nil if it was not given.
    func value(_ field: TaskField) -> String? { texts[field]?.first }

    /// Returns whether a value was given for a field.
    func sets(_ field: TaskField) -> Bool {
        !values(field).isEmpty || field == .description && descriptionFile != nil
    }

    var setReminders: Bool { sets(.reminders) || sets(.nag) }

    /// Returns the options combined with the fields among the words.
    ///
    /// - Throws: `UsageError` if the two contradict each other.
    func joined(with parsed: ParsedTask) throws -> TaskFieldOptions {
        var options = self
        for field in TaskField.all where field.help != nil {
            if field.isRepeatable {
                let given = parsed.values(field, and: values(field))
                options.texts[field] = field == .tags ? parsed.tags + given : given
            } else {
                options.texts[field] = try parsed.value(field, or: value(field)).map { [$0] }
            }
        }
        return options
    }
}

extension TaskFieldOptions {
    /// Returns the draft of a new task, from options combined with the words.
    func draft(_ parsed: ParsedTask, in session: FamilySession) async throws -> TaskDraft {
        let title = try parsed.value(.title, or: parsed.title.isEmpty ? nil : parsed.title) ?? ""
        guard VisibleText.isVisible(title) else {
            throw UsageError(
                "the task has no title", hint: "Give it a title, for example: 'hometask add Take out the bins'")
        }
        var draft = TaskDraft(title: title)
        draft.assignees = try parsed.assignees + AssigneeChange.assignees(values(.assignees), in: session)
        draft.tags = values(.tags).map(TaskFieldParser.withoutPlus)
        draft.values = try scalars(in: session).filter { !$0.value.isNull }
        if let every = value(.rule), every.lowercased() != "none" {
            let (rule, due) = try session.rules.parse(every, from: draft.due)
            (draft.rule, draft.due) = (rule, due)
        }
        draft.place = try await place(in: session)
        draft.description = try descriptionLines(in: session.environment) ?? []
        draft.after = try await predecessors(in: session)
        draft.reminders = try value(.reminders).flatMap { try ReminderParser.coming($0, in: session) }
        return draft
    }

    /// Adds the options to a change, except `--within` without `--at`, which depends on each task's own pin.
    func apply(to change: inout TaskChange, _ parsed: ParsedTask, in session: FamilySession) async throws {
        let assignees = try AssigneeChange(values(.assignees), in: session)
        change.replacesAssignees = assignees.replaces
        change.addedAssignees = Set(parsed.assignees + assignees.added)
        change.removedAssignees.formUnion(assignees.removed)
        change.addedTags = values(.tags).map(TaskFieldParser.withoutPlus)
        change.values.merge(try scalars(in: session)) { $1 }
        if let rule = value(.rule) {
            try change.setRule(rule.lowercased() == "none" ? "" : rule, in: session)
        }
        if sets(.pin), let place = try await place(in: session) { change.values["place"] = place.json }
        change.addedAfter = Set(try await predecessors(in: session))
        if let remind = value(.reminders) {
            let times = try ReminderParser.coming(remind, in: session)
            change.values["reminders"] = times.map { ReminderTime.json($0) } ?? .null
        }
        if let lines = try descriptionLines(in: session.environment) {
            change.values["description"] = lines.isEmpty ? .null : .array(lines.map { .string($0) })
        }
    }

    /// Returns the values of scalar fields as documents store them; null clears a field.
    private func scalars(in session: FamilySession) throws -> [FieldName: JSON] {
        let parser = TaskFieldParser(session)
        var values: [FieldName: JSON] = [:]
        for field in TaskField.all where field.isScalar {
            if let text = value(field) { values[field.key] = try parser.value(text, of: field) }
        }
        return values
    }

    /// Returns the place given by the options; nil if there is none.
    private func place(in session: FamilySession) async throws -> Place? {
        guard let pin = value(.pin) else {
            if sets(.within) { throw UsageError("--within needs a pin", hint: "Name it with --at PIN.") }
            return nil
        }
        let metres = try value(.within).map { try Distance.metres($0) }
        return Place(pin: try await session.pins.findID(pin), within: metres)
    }

    private func predecessors(in session: FamilySession) async throws -> [DocumentID] {
        var found: [DocumentID] = []
        for word in values(.after) {
            for id in try await TaskFieldParser(session).tasks(word) where !found.contains(id) { found.append(id) }
        }
        return found
    }

    /// Returns the lines of the description given by the options; nil if there are none.
    private func descriptionLines(in environment: CommandEnvironment) throws -> [String]? {
        guard let file = descriptionFile else { return value(.description).map(TaskFieldParser.lines) }
        if value(.description) != nil {
            throw UsageError(
                "the description is given twice: with --description and with --description-file",
                hint: "Leave out one of them.")
        }
        let bytes = try file == "-" ? TextFile.readStandardInput() : TextFile.read(environment.absolute(file))
        guard let bytes else {
            throw TextFile.missing(file, hint: "'-' stands for standard input.")
        }
        return TaskFieldParser.lines(try TextFile.text(bytes, of: file == "-" ? "standard input" : file))
    }
}
