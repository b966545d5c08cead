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

    /// - Throws: `ReplicaError.Code.notFound` if there is no such task.
    init(of task: DocumentID, by change: TaskChange, in transaction: Transaction) throws {
        self.transaction = transaction
        self.change = change
        path = try Transaction.path(of: .task, task)
        record = try transaction.tasks.record(task)
    }

    /// Writes the change.
    ///
    /// - Returns: the fields that changed.
    func writeFields() throws -> [FieldName] {
        try requireExpected()
        if let title = change.values["title"]?.stringValue { try TaskOperations.requireVisible(title: title) }
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
        if values["repeat"] != nil || record.rule != nil, let document = try transaction.document(at: path) {
            try transaction.seriesEditing.addEffects(
                to: &values, of: document, keepsMonthEnd: change.keepsMonthEnd
            ) { _ in change.isOfSeries }
        }
        if let after = try TaskOrdering(transaction: transaction).after(record, change) {
            values["after"] = .array(after.map { .string($0.description) })
        }
        let changed = try transaction.writeFields(values, to: path)
        let told = changed.count > 1 ? changed.filter { $0 != "series" } : changed
        if !told.isEmpty { transaction.describe(deed(told)) }
        return told
    }

    private func tags() -> [String] {
        let removed = Set(change.removedTags)
        var kept = record.tags.filter { !removed.contains($0) }
        for tag in change.addedTags where !kept.contains(tag) { kept.append(tag) }
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
        if changed == ["after"] { return "changed what comes before \(title)" }
        let names = changed.map { TaskField.title(of: $0) }
        return "changed the \(names.list(with: "and")) of \(title)"
    }
}
