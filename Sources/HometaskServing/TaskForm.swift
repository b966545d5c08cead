// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskQueries
public import HometaskTime

/// The fields of a task as form controls represent them: strings, choices and ticks.
///
/// A nil field is absent from the form, and an empty string means no value. The author's changes are the differences
/// from the form as it was shown.
public struct TaskForm: Hashable, Sendable {
    /// The title of the task, in one line.
    public var title: String?
    /// The description, with line feeds as line ends.
    public var description: String?
    /// The due date: `2026-12-24`, `2026-12-24T18:00`, or words such as `fri`.
    public var due: String?
    /// The recurrence rule, in words or in the notation of RFC 5545.
    public var rule: String?
    /// The tags of the task, separated by spaces.
    public var tags: String?
    /// The id of the task's category.
    public var category: String?
    /// `high`, `medium` or `low`.
    public var priority: String?
    /// The assigned members, without those who have left the family.
    public var assignees: Set<DocumentID>?
    /// The ids of the ticked checklist items.
    public var doneItems: Set<String>?
    /// The text of a new checklist item.
    public var newItem: String?
    /// Whether changes to a recurring task also apply to later occurrences. Changes to the rule or the checklist always
    /// do.
    public var isOfSeries = false

    /// Creates a form in which all fields are nil.
    public init() {}

    /// Strips line ends and surrounding whitespace from the value of a single-line control, as browsers do.
    public static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }
        let head = String(String.UnicodeScalarView(scalars)).drop(while: \.isWhitespace)
        return String(head.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Normalises line ends to line feeds: browsers send CRLF (HTML, 4.10.21.8).
    public static func lines(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            if scalar == "\r" {
                scalars.append("\n")
            } else if scalar != "\n" || !isAfterReturn {
                scalars.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return String(scalars)
    }

    /// Formats a due date for the form, in the family's time zone: `2026-12-24`, `2026-12-24T18:00`.
    public static func text(of due: Due, in zone: TimeZoneRules) -> String {
        switch due {
        case .day(let date): return date.description
        case .instant(let time, _):
            let civil = zone.civil(at: time)
            return "\(civil.date)T\(civil.time.hourAndMinute)"
        }
    }

    /// Returns this form with its missing fields taken from another form.
    ///
    /// - Parameters:
    ///   - other: the form from which missing fields are taken, such as that of the task's current version.
    ///   - base: the form as it was shown; fields unchanged since then are also taken from the other form. Nil if
    ///     unknown.
    public func merging(_ other: TaskForm, since base: TaskForm?) -> TaskForm {
        func pick<Value: Equatable>(_ field: KeyPath<TaskForm, Value?>) -> Value? {
            let typed = self[keyPath: field]
            return typed == nil || typed == base?[keyPath: field] ? other[keyPath: field] : typed
        }
        var form = TaskForm()
        (form.title, form.description) = (pick(\.title), pick(\.description))
        (form.due, form.rule, form.tags) = (pick(\.due), pick(\.rule), pick(\.tags))
        (form.category, form.priority) = (pick(\.category), pick(\.priority))
        (form.assignees, form.doneItems, form.newItem) = (pick(\.assignees), pick(\.doneItems), pick(\.newItem))
        form.isOfSeries = isOfSeries
        return form
    }
}

extension TaskForm {
    /// Creates the form of a task.
    init(of task: JSONObject, from viewpoint: Viewpoint) {
        func text(_ key: String) -> String { task[key]?.stringValue ?? "" }
        title = Self.line(text("title"))
        description = Self.lines(Self.texts(task["description"]).joined(separator: "\n"))
        due = Due(task["due"]).map { Self.text(of: $0, in: viewpoint.zone) } ?? ""
        rule = task["repeat"]?.stringValue.map { Self.line(RuleParser(from: viewpoint).words(for: $0)) } ?? ""
        tags = Self.line(Self.texts(task["tags"]).joined(separator: " "))
        (category, priority) = (text("category"), text("priority"))
        let members = Set(viewpoint.directory.activeMembers.map(\.id))
        assignees = Set(Self.texts(task["assignees"]).compactMap { DocumentID($0) }).intersection(members)
        doneItems = Set(TaskItem.all(task["items"]).filter(\.isDone).map(\.id))
        newItem = ""
    }

    static func texts(_ list: JSON?) -> [String] { list?.arrayValue?.compactMap(\.stringValue) ?? [] }

    /// An unambiguous encoding of the whole form.
    var bytes: [UInt8] {
        func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        func list(_ texts: [String]?) -> JSON { texts.map { .array($0.sorted().map { .string($0) }) } ?? .null }
        let all: JSON = [
            text(title), text(description), text(due), text(rule), text(tags), text(category), text(priority),
            list(assignees?.map(\.description)), list(doneItems.map { Array($0) }), text(newItem), .bool(isOfSeries),
        ]
        return all.compactBytes()
    }
}
