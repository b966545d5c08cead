// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging
public import HometaskTime

/// A task that is about to be created.
public struct TaskDraft: Hashable, Sendable {
    /// The title, in one line.
    public var title: String
    /// The lines of the description.
    public var description: [String] = []
    /// The members assigned to the task; empty for none.
    public var assignees: [DocumentID] = []
    /// The tags, without the `+` before them in queries.
    public var tags: [String] = []
    /// The reminders; nil if the members' own reminders apply, empty for none.
    public var reminders: [ReminderTime]?
    /// The tasks that must be done before this one.
    public var after: [DocumentID] = []
    /// The place where the task has to be done; nil for none.
    public var place: Place?
    /// The recurrence rule. Without a due date, the task is due on the first day of the rule from today on.
    public var rule: RecurrenceRule?
    /// The texts of the checklist items.
    public var items: [String] = []
    /// The values of the task's other fields in the form of documents: flags, the fields that the properties below
    /// access, and the fields of plugins.
    public var values: [FieldName: JSON] = [:]

    /// Creates a draft that only has a title.
    public init(title: String) {
        self.title = title
    }

    /// The category that the task belongs to.
    public var category: DocumentID? {
        get { values["category"]?.stringValue.flatMap { DocumentID($0) } }
        set { values["category"] = newValue.map { .string($0.description) } }
    }

    /// The due date; nil for none, or for the first date of ``rule``.
    public var due: Due? {
        get { Due(values["due"]) }
        set { values["due"] = newValue?.json }
    }

    /// The time until which lists hide the task.
    public var wait: Due? {
        get { Due(values["wait"]) }
        set { values["wait"] = newValue?.json }
    }

    /// The interval of repeated reminders, from the due date until the task is done.
    public var nag: ISODuration? {
        get { values["nag"]?.stringValue.flatMap { ISODuration(iso: $0) } }
        set { values["nag"] = newValue.map { .string($0.description) } }
    }

    /// The priority; nil for none, which lists show last.
    public var priority: Priority? {
        get { values["priority"]?.stringValue.flatMap { Priority(rawValue: $0) } }
        set { values["priority"] = newValue.map { .string($0.rawValue) } }
    }

    /// The points for completing the task.
    public var points: Int? {
        get { values["points"]?.intValue }
        set { values["points"] = newValue.map { .number(JSONNumber($0)) } }
    }

    /// The time window in which the proof photo must be taken.
    public var window: ProofWindow? {
        get { ProofWindow(values["window"]) }
        set { values["window"] = newValue?.json }
    }

    /// Whether the task requires a photo as proof.
    public var needsPhoto: Bool {
        get { self[.proof] }
        set { self[.proof] = newValue }
    }

    /// Whether an adult must approve the completion.
    public var needsApproval: Bool {
        get { self[.approval] }
        set { self[.approval] = newValue }
    }

    /// Whether the task has a flag; false for a field that is not a flag, which cannot be set either.
    public subscript(flag: TaskField) -> Bool {
        get { flag.flagWord.map { values[flag.key] == .string($0) } ?? false }
        set { if let word = flag.flagWord { values[flag.key] = newValue ? .string(word) : nil } }
    }

    /// The values by field, without empty ones.
    var fields: [FieldName: JSON] {
        var fields = values
        fields["title"] = .string(title)
        if !description.isEmpty { fields["description"] = .array(description.map { .string($0) }) }
        if !assignees.isEmpty { fields["assignees"] = .array(assignees.map { .string($0.description) }) }
        if !tags.isEmpty { fields["tags"] = .array(tags.map { .string($0) }) }
        if let reminders { fields["reminders"] = ReminderTime.json(reminders) }
        if !after.isEmpty { fields["after"] = .array(after.map { .string($0.description) }) }
        if !items.isEmpty { fields["items"] = .array(items.map { ["text": .string($0)] }) }
        if let place { fields["place"] = place.json }
        if let rule { fields["repeat"] = .string(rule.description) }
        return fields
    }
}
