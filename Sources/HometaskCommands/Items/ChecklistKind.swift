// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The documents whose checklists a group of commands keeps: tasks or notes.
protocol ChecklistKind: Sendable {
    /// What one is called.
    static var noun: String { get }
    /// How one is named on the command line.
    static var help: String { get }
    /// The command that shows a checklist with the numbers of its items.
    static var showCommand: String { get }
    /// What stands before the name of a command of this group in the diary.
    static var prefix: String { get }
    /// The one that a word names.
    static func named(_ reference: String, in session: FamilySession) async throws -> Checklist
    /// The one of an earlier answer as it is now.
    static func now(_ checklist: Checklist, in session: FamilySession) async throws -> Checklist
    /// Prints it for programs.
    static func print(_ checklist: Checklist, in session: FamilySession) async throws
}

/// A checklist with what it belongs to.
struct Checklist: Sendable {
    let owner: ChecklistOwner
    /// What people call the task or the note.
    let name: String
    let items: [TaskItem]

    /// How much is ticked off: `2/5`; nil if it is empty.
    var progress: String? { items.isEmpty ? nil : "\(items.filter(\.isDone).count)/\(items.count)" }

    /// What it belongs to and how far it is, after a sentence about an item.
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

    static func named(_ reference: String, in session: FamilySession) async throws -> Checklist {
        Checklist(try await session.task([reference]))
    }

    static func now(_ checklist: Checklist, in session: FamilySession) async throws -> Checklist {
        Checklist(try await session.task(checklist.owner.id))
    }

    static func print(_ checklist: Checklist, in session: FamilySession) async throws {
        try await session.printTasks([checklist.owner.id])
    }
}

/// The checklists of notes.
enum NoteChecklist: ChecklistKind {
    static let noun = "note"
    static let help = "Words of the title or first line in quotes, or # and the start of the id."
    static let showCommand = "hometask note show"
    static let prefix = "note "

    static func named(_ reference: String, in session: FamilySession) async throws -> Checklist {
        Checklist(try await session.replica.read { try NoteFinder(reading: $0).note([reference]) })
    }

    static func now(_ checklist: Checklist, in session: FamilySession) async throws -> Checklist {
        try await named("#\(checklist.owner.id)", in: session)
    }

    static func print(_ checklist: Checklist, in session: FamilySession) async throws {
        try await session.printNotes([checklist.owner.id])
    }
}
