// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging
import HometaskTime

/// What is to become different about tasks.
public struct TaskChange: Hashable, Sendable {
    /// The new values by field; null clears one. Members and tags have their own lists below.
    public var values: [FieldName: JSON] = [:]
    /// Members who should do it from now on too.
    public var addedAssignees: Set<DocumentID> = []
    /// Whether the added members replace the assignees.
    public var replacesAssignees = false
    /// Members who should no longer.
    public var removedAssignees: Set<DocumentID> = []
    /// Tags that it gets, compared byte for byte; they override ``removedTags``.
    public var addedTags: [String] = []
    /// Tags that it loses, compared byte for byte; one that it does not have is ignored.
    public var removedTags: [String] = []
    /// Tasks that must be done before it from now on too.
    public var addedAfter: Set<DocumentID> = []
    /// Tasks that need no longer be done before it.
    public var removedAfter: Set<DocumentID> = []
    /// What other fields that are sets of texts gain and lose.
    public var elements: [FieldName: ElementChange] = [:]
    /// The values that the change was made on, by field; where one has become another since, the change is refused.
    /// Fields that are not named are not looked at.
    public var expected: [FieldName: JSON] = [:]

    /// Whether the change applies to this and later occurrences, not only to this one. A rule and a checklist always
    /// belong to the series.
    public var isOfSeries = false

    /// A change of nothing.
    public init() {}

    /// What a set of texts gains and loses.
    public struct ElementChange: Hashable, Sendable {
        /// What it has from now on too.
        public var added: [String] = []
        /// What it has no longer.
        public var removed: [String] = []

        /// A change of nothing.
        public init() {}
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool {
        values.isEmpty && addedAssignees.isEmpty && !replacesAssignees && removedAssignees.isEmpty && addedTags.isEmpty
            && removedTags.isEmpty
            && addedAfter.isEmpty && removedAfter.isEmpty && elements.isEmpty
    }
}

extension Transaction {
    /// Changes fields of a task; other fields keep their values, including concurrent changes by others.
    ///
    /// - Returns: the fields that changed.
    /// - Throws: `ReplicaError` (`notFound`; `invalidValue`; `superseded` if a field has changed since the change was
    ///   prepared).
    @discardableResult
    public func change(_ task: DocumentID, by change: TaskChange) throws -> [FieldName] {
        let path = try Self.path(of: .task, task)
        let record = try self.task(task)
        try requireExpected(change, of: record, at: path)
        var values = change.values.mapValues { $0.isNull ? nil : $0 as JSON? }
        let assignees = record.assignees.filter { member in
            !change.removedAssignees.contains(member)
                && (!change.replacesAssignees || change.addedAssignees.contains(member))
        }
        let newcomers = change.addedAssignees.subtracting(assignees).sorted()
        if assignees.count < record.assignees.count || !newcomers.isEmpty {
            values["assignees"] = .array((assignees + newcomers).map { .string($0.description) })
        }
        let tags = Self.tags(record.tags, change)
        if tags != record.tags { values["tags"] = .array(tags.map { .string($0) }) }
        try put(change.elements, into: &values, at: path)
        try prepareRecurrence(&values, of: record, at: path, change)
        if let after = try after(record, change) { values["after"] = .array(after.map { .string($0.description) }) }
        let changed = try write(values, to: path)
        let told = changed.count > 1 ? changed.filter { $0 != "series" } : changed
        if !told.isEmpty { tell(Self.deed(told, of: record, change)) }
        return told
    }

    /// Puts in what a change of a recurring task, or of a task that begins to recur, brings with it.
    private func prepareRecurrence(
        _ values: inout [FieldName: JSON?], of record: TaskRecord, at path: DocumentPath, _ change: TaskChange
    ) throws {
        guard let document = try document(at: path) else { return }
        var rule: RecurrenceRule?
        if let text = change.values["repeat"], !text.isNull {
            rule = try checkedRule(text)
        }
        let isNewDate = try rule.map { try setDue(by: $0, &values, of: document) } ?? false
        guard rule != nil || record.rule != nil else { return }
        if let due = values["due"] ?? (rule == nil ? nil : document["due"]) { values["due"] = zoned(due) }
        if let series = series(after: change, values, of: document, isNewDate: isNewDate) {
            values.updateValue(series, forKey: "series")
        }
    }

    /// Puts in the due date that follows from a new rule, unless one was given.
    ///
    /// - Returns: whether it is another one.
    private func setDue(
        by rule: RecurrenceRule, _ values: inout [FieldName: JSON?], of document: Document
    ) throws -> Bool {
        if values.keys.contains("due") {
            if let given = values["due"], given == nil { values["due"] = try firstDue(rule).json }
            return false
        }
        guard let due = try due(by: rule, of: document) else { return false }
        values["due"] = due.json
        return true
    }

    private static func tags(_ tags: [String], _ change: TaskChange) -> [String] {
        let removed = Set(change.removedTags.map { ExactString($0) })
        var kept = tags.filter { !removed.contains(ExactString($0)) }
        for tag in change.addedTags where !kept.contains(where: { ExactString($0) == ExactString(tag) }) {
            kept.append(tag)
        }
        return kept
    }

    private func requireExpected(_ change: TaskChange, of record: TaskRecord, at path: DocumentPath) throws {
        guard !change.expected.isEmpty, let document = try document(at: path) else { return }
        for (field, value) in change.expected.sorted(by: { $0.key < $1.key }) where change.values[field] != nil {
            let present = document[field] ?? .null
            if present == value || present == change.values[field] { continue }
            throw ReplicaError(
                .superseded,
                "the \(field.words) of \(Diary.quoted(record.title)) has become \(present.compactText) meanwhile",
                hint: "Check the task, and change it again.")
        }
    }

    private static func deed(_ changed: [FieldName], of record: TaskRecord, _ change: TaskChange) -> String {
        let title = Diary.quoted(record.title)
        if changed == ["title"], let new = change.values["title"]?.stringValue {
            return "renamed \(title) to \(Diary.quoted(new))"
        }
        let names = changed.map { TaskField.title(of: $0) }
        if changed == ["after"] { return "changed what comes before \(title)" }
        let list =
            names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
        return "changed the \(list) of \(title)"
    }
}
