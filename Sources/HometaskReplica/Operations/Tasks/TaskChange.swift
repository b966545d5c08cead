// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging
import HometaskTime

/// A change of a task; other fields stay unchanged.
public struct TaskChange: Hashable, Sendable {
    /// The new values by field; null clears a field. Members and tags have their own lists below.
    public var values: [FieldName: JSON] = [:]
    /// Members to add to the assignees.
    public var addedAssignees: Set<DocumentID> = []
    /// Whether the added members replace the assignees.
    public var replacesAssignees = false
    /// Members to remove from the assignees.
    public var removedAssignees: Set<DocumentID> = []
    /// Tags to add, in any Unicode form; they override ``removedTags``.
    public var addedTags: [String] = []
    /// Tags to remove, in any Unicode form; a tag that the task does not have is ignored.
    public var removedTags: [String] = []
    /// Prerequisites to add: tasks that must be done before the task.
    public var addedAfter: Set<DocumentID> = []
    /// Prerequisites to remove: tasks that must be done before the task.
    public var removedAfter: Set<DocumentID> = []
    /// The elements to add to and remove from other fields that are sets of strings.
    public var elements: [FieldName: ElementChange] = [:]
    /// The values on which the change is based, by field; if a value has changed since, the change is refused. Other
    /// fields are not checked.
    public var expected: [FieldName: JSON] = [:]

    /// Whether the change also applies to later occurrences. Changes to the rule or the checklist always do.
    public var isOfSeries = false

    /// Whether a new rule without a day of the month keeps the end of the month, like a rule in words.
    public var keepsMonthEnd = false

    /// Creates an empty change.
    public init() {}

    /// The elements to add to and remove from a set of strings.
    public struct ElementChange: Hashable, Sendable {
        /// The elements to add.
        public var added: [String] = []
        /// The elements to remove.
        public var removed: [String] = []

        /// Creates an empty change.
        public init() {}
    }

    /// Whether the change is empty.
    public var isEmpty: Bool {
        values.isEmpty && addedAssignees.isEmpty && !replacesAssignees && removedAssignees.isEmpty && addedTags.isEmpty
            && removedTags.isEmpty
            && addedAfter.isEmpty && removedAfter.isEmpty && elements.isEmpty
    }
}

extension TaskChange.ElementChange {
    /// Adds the new values of fields that are lists of strings.
    static func apply(
        _ changes: [FieldName: TaskChange.ElementChange], to values: inout [FieldName: JSON?], at path: DocumentPath,
        in transaction: Transaction
    ) throws {
        guard !changes.isEmpty, let document = try transaction.document(at: path) else { return }
        for (field, elements) in changes {
            let removed = Set(elements.removed.map { ExactString($0) })
            let given = values[field].flatMap { $0 }?.arrayValue
            var kept = (given ?? document[field]?.arrayValue ?? []).compactMap(\.stringValue).map { ExactString($0) }
            kept.removeAll { removed.contains($0) }
            for element in elements.added.map({ ExactString($0) }) where !kept.contains(element) {
                kept.append(element)
            }
            if transaction.rule(of: field, in: document) == .set { kept.sort() }
            values.updateValue(kept.isEmpty ? nil : .array(kept.map { .string($0.string) }), forKey: field)
        }
    }
}
