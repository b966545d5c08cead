// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// A kind of document whose history a command shows: `hometask history`, `hometask pin history`.
protocol HistoryKind: Sendable {
    /// The id of a document, and its name for people.
    typealias Found = (id: DocumentID, name: String)

    static var kind: DocumentKind { get }
    /// The help text for the argument that names the document.
    static var argument: ArgumentHelp { get }
    static var configuration: CommandConfiguration { get }

    /// Returns the document named by `words`, inside or outside the trash.
    ///
    /// - Parameter numbers: the numbers of tasks in lists.
    static func find(
        _ words: [String], isTrash: Bool, numbers: ListNumbers, in snapshot: FamilySnapshot
    ) throws -> Found
}

extension HistoryKind {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history", abstract: "Show who changed which field of a \(kind), and when, newest first.",
            discussion: "Works for \(kind)s in the trash, too.")
    }
}

/// Comments and reactions of all members.
enum CommentHistory: HistoryKind {
    static let kind = DocumentKind.comment
    static let argument = CommentFormatter.argument

    static func find(
        _ words: [String], isTrash: Bool, numbers: ListNumbers, in snapshot: FamilySnapshot
    ) throws -> Found {
        let comment = try CommentFinder(reading: snapshot.reader).comment(words, isTrash: isTrash)
        return (comment.id, comment.name)
    }
}

/// Treasure hunts, without their teams.
enum HuntHistory: HistoryKind {
    static let kind = DocumentKind.hunt
    static let argument = HuntFormatter.argument

    static func find(
        _ words: [String], isTrash: Bool, numbers: ListNumbers, in snapshot: FamilySnapshot
    ) throws -> Found {
        let hunt = try HuntFinder(reading: snapshot.reader).hunt(words, isTrash: isTrash)
        return (hunt.id, hunt.title)
    }
}

/// Notes, together with their checklists.
enum NoteHistory: HistoryKind {
    static let kind = DocumentKind.note
    static let argument = ArgumentHelp(
        "Words of the note's title or first line, or # and the start of its id.", valueName: "note")

    static func find(
        _ words: [String], isTrash: Bool, numbers: ListNumbers, in snapshot: FamilySnapshot
    ) throws -> Found {
        let note = try NoteFinder(reading: snapshot.reader).note(words, isTrash: isTrash)
        return (note.id, note.name)
    }
}

/// Pins, without the documents that refer to them.
enum PinHistory: HistoryKind {
    static let kind = DocumentKind.pin
    static let argument = ArgumentHelp("Words of the pin's name, or # and the start of its id.", valueName: "pin")

    static func find(
        _ words: [String], isTrash: Bool, numbers: ListNumbers, in snapshot: FamilySnapshot
    ) throws -> Found {
        let pin = try PinFinder(reading: snapshot.reader).pin(words, isTrash: isTrash)
        return (pin.id, pin.name)
    }
}

/// Tasks, whose command is in no group.
enum TaskHistory: HistoryKind {
    static let kind = DocumentKind.task
    static let argument = ArgumentHelp("A number, #id, or words of the title.", valueName: "task")
    static let configuration = CommandConfiguration(
        commandName: "history", _superCommandName: "hometask",
        abstract: "Show who changed which field of a task, and when, newest first.",
        discussion: "Tasks in the trash have a history, too: name them by # and the start of their id.")

    static func find(
        _ words: [String], isTrash: Bool, numbers: ListNumbers, in snapshot: FamilySnapshot
    ) throws -> Found {
        let finder = snapshot.session.tasks.finder(snapshot.reader, numbers, isTrash: isTrash)
        let task = try finder.task(words)
        return (task.id, task.title)
    }
}
