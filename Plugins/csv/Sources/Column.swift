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

    /// The noun for a value of the column in messages: `due date`.
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
    static let window = Column("window")

    /// All columns, in the order of an export. Declared fields without a place of their own come last.
    static let all: [Column] = {
        let placed: [Column] = [
            .id, .title, .status, .description, .category, .tags, .assignees, .due, .wait, .priority, .points, .proof,
            .place, .within, .repeat, .items, .after, .completed, .completedBy, .created, .createdBy, .reminders, .nag,
            .window,
        ]
        return placed + DeclaredField.all.map { Column($0.name) }.filter { !placed.contains($0) }
    }()

    /// The declared field that the column contains; nil if it contains something else.
    var declared: DeclaredField? { Self.declared[name] }

    private static let declared = Dictionary(uniqueKeysWithValues: DeclaredField.all.map { ($0.name, $0) })
}
