// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A column of the table: a field of tasks, or a part of one.
struct Column: Hashable, Sendable, CustomStringConvertible {
    /// The name, which is also the heading in an export.
    let name: String

    private init(_ name: String) { self.name = name }

    /// The column with a name; nil if there is none.
    init?(named name: String) {
        guard let column = Self.all.first(where: { $0.name == name }) else { return nil }
        self = column
    }

    var description: String { name }

    /// What a message calls one of its values: `due date`.
    var noun: String {
        switch self {
        case .due: "due date"
        case .wait: "waiting date"
        case .completed: "date of completion"
        case .created: "date of creation"
        case .repeat: "recurrence"
        case .within: "distance"
        case .reminders: "reminder"
        default: name
        }
    }

    static let id = Column("id")
    static let title = Column("title")
    static let status = Column("status")
    static let description = Column("description")
    static let category = Column("category")
    static let tags = Column("tags")
    static let assignees = Column("assignees")
    static let due = Column("due")
    static let wait = Column("wait")
    static let priority = Column("priority")
    static let points = Column("points")
    static let proof = Column("proof")
    static let place = Column("place")
    static let within = Column("within")
    static let `repeat` = Column("repeat")
    static let items = Column("items")
    static let after = Column("after")
    static let completed = Column("completed")
    static let completedBy = Column("completed_by")
    static let created = Column("created")
    static let createdBy = Column("created_by")
    static let reminders = Column("reminders")
    static let nag = Column("nag")

    /// All columns, in the order of an export. Declared fields without a place of their own come last.
    static let all: [Column] = {
        let placed: [Column] = [
            .id, .title, .status, .description, .category, .tags, .assignees, .due, .wait, .priority, .points, .proof,
            .place, .within, .repeat, .items, .after, .completed, .completedBy, .created, .createdBy, .reminders, .nag,
            Column("window"),
        ]
        return placed + DeclaredField.all.map { Column($0.name) }.filter { !placed.contains($0) }
    }()

    /// The declared field that the column contains; nil if it contains something else.
    var declared: DeclaredField? { Self.declared[name] }

    private static let declared = Dictionary(uniqueKeysWithValues: DeclaredField.all.map { ($0.name, $0) })

    /// The column with a heading, which is its own name or one that other programs use; nil if there is none.
    init?(heading: String) {
        guard let column = Self.byHeading[Self.plain(heading)] else { return nil }
        self = column
    }

    /// Returns the letters and digits in lower case, so that `Due Date` and `due_date` are the same heading.
    static func plain(_ heading: String) -> String {
        String(heading.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    private static let byHeading: [String: Column] = {
        var columns: [String: Column] = [:]
        for column in all {
            for name in [column.name] + column.otherNames { columns[plain(name)] = column }
        }
        return columns
    }()

    private var otherNames: [String] {
        switch self {
        case .id: ["uuid", "uid", "guid", "task id", "key", "identifier"]
        case .title: ["task", "tasks", "name", "task name", "summary", "subject", "content", "todo", "to do", "what"]
        case .status: ["state", "is done", "complete", "is completed", "is complete", "checked"]
        case .description: ["notes", "note", "details", "detail", "comment", "comments", "body", "text"]
        case .category: ["categories", "project", "list", "list name", "group", "area", "section", "folder"]
        case .tags: ["tag", "labels", "label", "keywords", "contexts", "context"]
        case .assignees:
            [
                "assignee", "assigned to", "assigned", "owner", "member", "members", "responsible", "who", "person",
                "for",
            ]
        case .due: ["due date", "due on", "due at", "due by", "deadline", "date", "due datetime", "when"]
        case .wait:
            ["wait until", "start", "start date", "hide until", "defer", "defer until", "defer date", "scheduled"]
        case .priority: ["prio", "importance", "urgency"]
        case .points: ["score", "reward"]
        case .proof: ["needs photo"]
        case .place: ["location", "pin", "where"]
        case .within: ["radius", "within metres", "within meters"]
        case .repeat: ["recurrence", "recurring", "rrule", "repeats", "recurrence rule"]
        case .items: ["checklist", "subtasks", "steps", "checklist items"]
        case .after: ["depends", "depends on", "blocked by", "dependencies", "predecessors"]
        case .completed:
            [
                "done", "completed at", "completed on", "completed date", "completion date", "date completed",
                "done at",
                "done on", "finished", "completion",
            ]
        case .completedBy: ["done by", "finished by"]
        case .created:
            ["created at", "created on", "created date", "creation date", "date created", "date added", "added"]
        case .createdBy: ["author", "creator", "reporter", "added by"]
        default: []
        }
    }
}
