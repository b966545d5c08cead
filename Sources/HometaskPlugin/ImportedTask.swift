// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// A task from another program's file, reduced to what the schema of tasks allows.
public struct ImportedTask: Sendable {
    /// The title. The part that does not fit into a title begins the description.
    public var title = ""
    /// The texts of the description, with any line breaks.
    public var notes: [String] = []
    /// The category that the task belongs to.
    public var category: DocumentID?
    /// The members assigned to the task.
    public var assignees: Set<DocumentID> = []
    /// The tasks that must be done before this task.
    public var after: Set<DocumentID> = []
    /// The due date of the task.
    public var due: Due?
    /// The time until which lists hide the task.
    public var wait: Due?
    /// The priority: high, medium or low.
    public var priority: String?
    /// The completion time; nil while the task is open.
    public var doneAt: Timestamp?
    /// The member who completed the task; nil if unknown. Only used together with ``doneAt``.
    public var doneBy: DocumentID?
    /// The recurrence rule in the syntax of RFC 5545; nil if the task does not recur.
    public var rule: String?
    /// The creation time of the task.
    public var createdAt: Timestamp?
    /// The member who created the task; nil if unknown. Only used together with ``createdAt``.
    public var createdBy: DocumentID?
    /// Fields without a property here, in the form of documents. Fields that tasks do not have in this version, such as
    /// those written by a later version, are left out.
    public var others: JSONObject = [:]
    /// The fields whose value in the file could not be read completely; an existing task keeps its values of these
    /// fields.
    public var unread: Set<String> = []
    /// The tags; the next property is the checklist.
    private var tags: Set<ExactString> = []
    private var items: [(text: String, isDone: Bool)] = []

    /// The maximum number of lines of a description; further lines are left out.
    private static let mostLines = 10_000

    /// Creates an empty task.
    public init() {}

    /// Makes the rule keep the end of the month if the task is due there; for programs whose rules name no days.
    ///
    /// - Parameter zone: the zone that determines the day of the due date.
    public mutating func keepMonthEnd(in zone: TimeZoneRules) {
        guard let due, let rule = rule.flatMap({ try? RecurrenceRule($0) }) else { return }
        self.rule = rule.keepingMonthEnd(from: due.date(in: zone)).description
    }

    /// Adds a text to the description, on separate lines.
    public mutating func addDescription(_ text: String) { notes.append(text) }

    /// Adds a tag. Spaces in it are replaced with dashes, overlong tags are truncated, and empty tags are left out. If
    /// a text gives no tag, `tags` is added to ``unread``.
    public mutating func tag(_ text: some StringProtocol) {
        let words = PlainText.line(text).line.split(whereSeparator: \.isWhitespace).joined(separator: "-")
        var label = String.UnicodeScalarView()
        for scalar in words.unicodeScalars.drop(while: { "#+@".unicodeScalars.contains($0) }) {
            if label.count == PlainText.longestLabel { break }
            if !scalar.properties.isWhitespace { label.append(scalar) }
        }
        if let label = PlainText.label(String(label)) {
            tags.insert(ExactString(label))
        } else if !words.isEmpty {
            unread.insert("tags")
        }
    }

    /// Adds an item to the checklist; a text without visible characters is ignored.
    public mutating func item(_ text: String, isDone: Bool) { items.append((text, isDone)) }

    /// Sets the reminders.
    ///
    /// - Returns: the texts that are not valid reminders, which are left out.
    public mutating func remind(_ texts: [String]) -> [String] {
        func isReminder(_ text: String) -> Bool {
            Schema.of(.task)?.validate(field: "reminders", value: [.string(text)]).isEmpty ?? false
        }
        let all = Set(texts.filter(isReminder).map { ExactString($0) }).sorted().map { JSON.string($0.string) }
        // A task has at most 100 reminders, and "none" excludes all others.
        others["reminders"] = all.isEmpty ? nil : all.contains("none") ? ["none"] : .array(Array(all.prefix(100)))
        return texts.filter { !isReminder($0) }
    }

    /// Sets a field that ``DeclaredField`` describes; false if the text is not a valid value of the field.
    public mutating func set(_ field: DeclaredField, to text: String) -> Bool {
        guard let value = field.value(text) else { return false }
        others[field.name] = value
        return true
    }

    /// The fields of a new document; nil if there is no title.
    public var fields: JSONObject? {
        let (title, rest) = PlainText.line(title)
        guard !title.isEmpty else { return nil }
        var fields = JSONObject(
            others.members.map { ($0.0.string, $0.1) }.filter { Schema.of(.task)?.rule(for: $0.0) != nil })
        fields["title"] = .string(title)
        var lines = PlainText.lines(rest)
        fields["items"] = checklist(&lines)
        for text in notes { lines += PlainText.lines(text) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if !lines.isEmpty { fields["description"] = .array(lines.prefix(Self.mostLines).map { .string($0) }) }
        fields["category"] = category.map { .string($0.description) }
        fields["assignees"] = Self.set(assignees)
        fields["after"] = Self.set(after)
        if !tags.isEmpty { fields["tags"] = .array(tags.sorted().map { .string($0.string) }) }
        fields["due"] = due?.json
        fields["wait"] = wait?.json
        fields["priority"] = priority.map { .string($0) }
        fields["repeat"] = rule.map { .string($0) }
        if let doneAt {
            var completion: JSONObject = ["at": .string(doneAt.rfc3339)]
            completion["by"] = doneBy.map { .string($0.description) }
            fields["completion"] = .object(completion)
        }
        if let createdAt {
            var created: JSONObject = ["at": .string(createdAt.rfc3339)]
            created["by"] = createdBy.map { .string($0.description) }
            fields["created"] = .object(created)
        }
        return fields
    }

    /// The checklist; texts that do not fit into items are appended to the lines.
    private func checklist(_ lines: inout [String]) -> JSON? {
        var list: [JSON] = []
        for item in items {
            let (text, rest) = PlainText.line(item.text)
            guard !text.isEmpty else { continue }
            list.append(item.isDone ? ["text": .string(text), "done": true] : ["text": .string(text)])
            lines += PlainText.lines(rest)
        }
        return list.isEmpty ? nil : .array(list)
    }

    private static func set(_ ids: Set<DocumentID>) -> JSON? {
        ids.isEmpty ? nil : .array(ids.sorted().map { .string($0.description) })
    }
}
