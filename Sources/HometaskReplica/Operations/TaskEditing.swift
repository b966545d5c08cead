// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// Writes a change of one task, and the values that follow from it if the task recurs.
struct TaskEditing {
    private let transaction: Transaction
    private let record: TaskRecord
    private let path: DocumentPath
    private let change: TaskChange
    private let dates: SeriesEditing

    /// - Throws: `ReplicaError.Code.notFound` if there is no such task.
    init(of task: DocumentID, by change: TaskChange, in transaction: Transaction) throws {
        self.transaction = transaction
        self.change = change
        path = try Transaction.path(of: .task, task)
        record = try transaction.tasks.record(task)
        dates = SeriesEditing(transaction: transaction)
    }

    /// Writes the change.
    ///
    /// - Returns: the fields that changed.
    func writeFields() throws -> [FieldName] {
        try requireExpected()
        var values = change.values.mapValues { $0.isNull ? nil : $0 as JSON? }
        let assignees = record.assignees.filter { member in
            !change.removedAssignees.contains(member)
                && (!change.replacesAssignees || change.addedAssignees.contains(member))
        }
        let newcomers = change.addedAssignees.subtracting(assignees).sorted()
        if assignees.count < record.assignees.count || !newcomers.isEmpty {
            values["assignees"] = .array((assignees + newcomers).map { .string($0.description) })
        }
        let tags = tags()
        if tags != record.tags { values["tags"] = .array(tags.map { .string($0) }) }
        try TaskChange.ElementChange.apply(change.elements, to: &values, at: path, in: transaction)
        try prepareRecurrence(&values)
        if let after = try TaskOrdering(transaction: transaction).after(record, change) {
            values["after"] = .array(after.map { .string($0.description) })
        }
        let changed = try transaction.writeFields(values, to: path)
        let told = changed.count > 1 ? changed.filter { $0 != "series" } : changed
        if !told.isEmpty { transaction.describe(deed(told)) }
        return told
    }

    /// Adds the values that follow from a change of a recurring task, or of a task that begins to recur.
    private func prepareRecurrence(_ values: inout [FieldName: JSON?]) throws {
        guard let document = try transaction.document(at: path) else { return }
        var rule: RecurrenceRule?
        if let text = change.values["repeat"], !text.isNull {
            rule = try dates.checkedRule(text)
        }
        let isNewDate = try rule.map { try setDue(by: $0, &values, of: document) } ?? false
        guard rule != nil || record.rule != nil else { return }
        if let due = values["due"] ?? (rule == nil ? nil : document["due"]) { values["due"] = dates.zoned(due) }
        if let series = dates.series(after: change, values, of: document, isNewDate: isNewDate) {
            values.updateValue(series, forKey: "series")
        }
    }

    /// Adds the due date that follows from a new rule, unless one was given.
    ///
    /// - Returns: whether the due date changes.
    private func setDue(
        by rule: RecurrenceRule, _ values: inout [FieldName: JSON?], of document: Document
    ) throws -> Bool {
        if values.keys.contains("due") {
            if let given = values["due"], given == nil { values["due"] = try dates.firstDue(rule).json }
            return false
        }
        guard let due = try dates.due(by: rule, of: document) else { return false }
        values["due"] = due.json
        return true
    }

    private func tags() -> [String] {
        let removed = Set(change.removedTags.map { ExactString($0) })
        var kept = record.tags.filter { !removed.contains(ExactString($0)) }
        for tag in change.addedTags where !kept.contains(where: { ExactString($0) == ExactString(tag) }) {
            kept.append(tag)
        }
        return kept
    }

    private func requireExpected() throws {
        guard !change.expected.isEmpty, let document = try transaction.document(at: path) else { return }
        for (field, value) in change.expected.sorted(by: { $0.key < $1.key }) where change.values[field] != nil {
            let present = document[field] ?? .null
            if present == value || present == change.values[field] { continue }
            throw ReplicaError(
                .superseded,
                "the \(field.words) of \(Quotation.of(record.title)) has become \(present.compactText) in the meantime",
                hint: "Check the task, and change it again.")
        }
    }

    private func deed(_ changed: [FieldName]) -> String {
        let title = CommitMessage.quoted(record.title)
        if changed == ["title"], let new = change.values["title"]?.stringValue {
            return "renamed \(title) to \(CommitMessage.quoted(new))"
        }
        let names = changed.map { TaskField.title(of: $0) }
        if changed == ["after"] { return "changed what comes before \(title)" }
        let list =
            names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
        return "changed the \(list) of \(title)"
    }
}
