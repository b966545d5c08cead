// SPDX-License-Identifier: Apache-2.0

/// A column of the table. The cases are in the order of the columns of an export.
enum Column: String, CaseIterable {
    case id, title, status, description, category, tags, assignees, due, wait, priority, points, proof, place, within
    case `repeat`, items, after, completed
    case completedBy = "completed_by"
    case created
    case createdBy = "created_by"
    case reminders, nag

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
        for column in allCases {
            for name in [column.rawValue] + column.otherNames { columns[plain(name)] = column }
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
        case .reminders, .nag: []
        case .createdBy: ["author", "creator", "reporter", "added by"]
        }
    }
}
