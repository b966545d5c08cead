// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
public import HometaskTime

/// A task that is about to be made.
public struct TaskDraft: Hashable, Sendable {
    /// What is to be done, in a line.
    public var title: String
    /// The lines of its description.
    public var description: [String] = []
    /// The members who should do it.
    public var assignees: [DocumentID] = []
    /// The category it belongs to.
    public var category: DocumentID?
    /// Words to find it by, without the `+` that queries put before them.
    public var tags: [String] = []
    /// When it is due.
    public var due: Due?
    /// Until when lists leave it out.
    public var wait: Due?
    /// When to remind of it; nil where the members' own reminders apply, empty for none.
    public var reminders: [ReminderTime]?
    /// How often to remind of it from when it is due until it is done.
    public var nag: ISODuration?
    /// The tasks that must be done before it.
    public var after: [DocumentID] = []
    /// How pressing it is.
    public var priority: Priority?
    /// What doing it earns.
    public var points: Int?
    /// Whether a photo must prove it.
    public var needsPhoto = false
    /// Where it is to be done.
    public var place: Place?
    /// When the photo that proves it must be taken.
    public var window: ProofWindow?
    /// Whether an adult must approve that it was done.
    public var needsApproval = false
    /// When it recurs. Without a due date it is due on the first day from today on that the rule names.
    public var rule: RecurrenceRule?
    /// The texts of its checklist.
    public var items: [String] = []

    /// The fields of plugins.
    public var extensions: [ExtensionName: JSON] = [:]

    /// A draft with nothing but a title.
    public init(title: String) {
        self.title = title
    }

    /// The values by field, without those that are empty.
    var fields: [FieldName: JSON] {
        var fields: [FieldName: JSON] = ["title": .string(title)]
        if !description.isEmpty { fields["description"] = .array(description.map { .string($0) }) }
        if !assignees.isEmpty { fields["assignees"] = .array(assignees.map { .string($0.description) }) }
        if let category { fields["category"] = .string(category.description) }
        if !tags.isEmpty { fields["tags"] = .array(tags.map { .string($0) }) }
        if let due { fields["due"] = due.json }
        if let wait { fields["wait"] = wait.json }
        if let reminders { fields["reminders"] = ReminderTime.json(reminders) }
        if let nag { fields["nag"] = .string(nag.description) }
        if !after.isEmpty { fields["after"] = .array(after.map { .string($0.description) }) }
        if let priority { fields["priority"] = .string(priority.rawValue) }
        if let points { fields["points"] = .number(JSONNumber(points)) }
        if needsPhoto { fields["proof"] = "photo" }
        if !items.isEmpty { fields["items"] = .array(items.map { ["text": .string($0)] }) }
        if let place { fields["place"] = place.json }
        if let window { fields["window"] = window.json }
        if needsApproval { fields["approval"] = "adult" }
        if let rule { fields["repeat"] = .string(rule.description) }
        for (name, value) in extensions { fields[name.field] = value }
        return fields
    }
}
