// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The kind of document that owns the checklists of a command group: tasks or notes.
protocol ChecklistKind: Sendable {
    /// The word for a document of this kind.
    static var noun: String { get }
    /// The help text for the argument that names a document.
    static var help: String { get }
    /// The command that shows a checklist with the numbers of its items.
    static var showCommand: String { get }
    /// The prefix of this group's commands in the log.
    static var prefix: String { get }
    /// Returns the checklist of the document named by `reference`.
    ///
    /// - Parameter prefersDone: whether, of several matching documents, one with a done item is preferred.
    static func named(_ reference: String, prefersDone: Bool, in session: FamilySession) async throws -> Checklist
    /// Returns the current state of a checklist read earlier.
    static func now(_ checklist: Checklist, in session: FamilySession) async throws -> Checklist
    /// Prints the document as JSON.
    static func print(_ checklist: Checklist, in session: FamilySession) async throws
}

/// A checklist and the document that it belongs to.
struct Checklist: Sendable {
    let owner: ChecklistOwner
    /// The task's or note's name for people.
    let name: String
    let items: [TaskItem]

    /// The number of items ticked off: `2/5`; nil if the checklist is empty.
    var progress: String? { items.isEmpty ? nil : "\(items.filter(\.isDone).count)/\(items.count)" }

    /// The owner's name and the progress, to follow a sentence about an item.
    var progressNote: String { progress.map { " (\(name), \($0))" } ?? " (\(name))" }

    init(_ task: TaskRecord) {
        (owner, name, items) = (.task(task.id), task.title, task.items)
    }

    init(_ note: NoteRecord) {
        (owner, name, items) = (.note(note.id), note.name, note.items)
    }
}

/// The checklists of tasks.
enum TaskChecklist: ChecklistKind {
    static let noun = "task"
    static let help = "A number, #id, or words of the title in quotes."
    static let showCommand = "hometask show"
    static let prefix = ""

    static func named(_ reference: String, prefersDone: Bool, in session: FamilySession) async throws -> Checklist {
        Checklist(try await session.tasks.findOne([reference], preferring: prefersDone ? .ticked : .open))
    }

    static func now(_ checklist: Checklist, in session: FamilySession) async throws -> Checklist {
        Checklist(try await session.tasks.findOne(checklist.owner.id))
    }

    static func print(_ checklist: Checklist, in session: FamilySession) async throws {
        try await session.tasks.print([checklist.owner.id])
    }
}

/// The checklists of notes.
enum NoteChecklist: ChecklistKind {
    static let noun = "note"
    static let help = "Words of the title or first line in quotes, or # and the start of the id."
    static let showCommand = "hometask note show"
    static let prefix = "note "

    static func named(_ reference: String, prefersDone: Bool, in session: FamilySession) async throws -> Checklist {
        Checklist(try await session.replica.read { try NoteFinder(reading: $0).note([reference]) })
    }

    static func now(_ checklist: Checklist, in session: FamilySession) async throws -> Checklist {
        try await named("#\(checklist.owner.id)", prefersDone: false, in: session)
    }

    static func print(_ checklist: Checklist, in session: FamilySession) async throws {
        try await session.notes.print([checklist.owner.id])
    }
}
