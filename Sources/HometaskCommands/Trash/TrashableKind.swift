// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// A kind of document that two commands move to the trash and restore: `hometask pin delete`, `hometask pin restore`.
protocol TrashableKind: Sendable {
    associatedtype Record: Identifiable<DocumentID>, Sendable
    /// The effect of a deletion on other documents.
    associatedtype Effect: Sendable

    /// The word for a document of this kind, and for its group of commands.
    static var noun: String { get }
    /// The help text for the argument that names documents.
    static var argument: ArgumentHelp { get }
    static var deleteAbstract: String { get }
    static var deleteDiscussion: String { get }
    static var restoreAbstract: String { get }
    static var restoreDiscussion: String { get }

    /// Returns the documents named by `words`, inside or outside the trash.
    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) async throws -> [Record]
    /// Returns the name of a document in reports.
    static func name(of record: Record, in session: FamilySession) -> String
    /// Moves a document to the trash.
    static func delete(_ id: DocumentID, in transaction: Transaction) throws -> Effect
    /// Restores a document from the trash.
    static func restore(_ id: DocumentID, in transaction: Transaction) throws
    /// Prints documents that were deleted or restored as JSON.
    static func print(_ records: [Record], in session: FamilySession) async throws
    /// Reports the effects of deletions on other documents.
    static func report(_ effects: [Effect], of records: [Record], isJSON: Bool, in session: FamilySession) async throws
    /// Returns the sentence about a restored document.
    static func restored(_ record: Record, in session: FamilySession) -> String
}

extension TrashableKind {
    static var deleteAbstract: String { "Move a \(noun) to the trash." }
    static var deleteDiscussion: String { "'hometask \(noun) restore' restores it." }
    static var restoreAbstract: String { "Restore a \(noun) from the trash." }
    static var restoreDiscussion: String { "'hometask \(noun) list --trash' lists the deleted \(noun)s." }

    static func report(
        _ effects: [Effect], of records: [Record], isJSON: Bool, in session: FamilySession
    ) async throws {}

    static func restored(_ record: Record, in session: FamilySession) -> String {
        "Restored: \(name(of: record, in: session))"
    }
}

/// Categories; their tasks are not moved to the trash with them.
enum CategoryTrash: TrashableKind {
    static let noun = "category"
    static let argument = ArgumentHelp("The category; several words need no quotes.", valueName: "category")
    static let deleteAbstract = "Move a category to the trash; its tasks are kept."
    static let restoreDiscussion = "'hometask trash list' shows the trash."

    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) throws -> [CategoryRecord] {
        let word = words.joined(separator: " ")
        let all = session.directory.categories.values.sorted { $0.id < $1.id }
        let deleted = all.filter(\.isDeleted).map { ($0.id, $0.name) }
        let id =
            try isTrash
            ? Reference.id(of: word, among: deleted, noun: "category", isTrash: true) : session.categoryID(word)
        return all.filter { $0.id == id }
    }

    static func name(of category: CategoryRecord, in session: FamilySession) -> String { category.name }

    static func delete(_ id: DocumentID, in transaction: Transaction) throws { try transaction.categories.delete(id) }

    static func restore(_ id: DocumentID, in transaction: Transaction) throws { try transaction.categories.restore(id) }

    static func print(_ categories: [CategoryRecord], in session: FamilySession) throws {
        for category in categories { try session.output.print(.object(CategoryJSON.object(category))) }
    }

    static func restored(_ category: CategoryRecord, in session: FamilySession) -> String {
        "Restored the category ‘\(category.name)’."
    }
}

/// Comments and reactions of all members.
enum CommentTrash: TrashableKind {
    static let noun = "comment"
    static let argument = CommentFormatter.arguments
    static let deleteDiscussion = """
        'hometask comment restore' restores it. Comments of others can be deleted, too. 'hometask react --remove' \
        removes a reaction of your own.
        """
    static let restoreAbstract = "Restore a comment or a reaction from the trash."

    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) async throws -> [CommentRecord] {
        try await session.comments.find(words, isTrash: isTrash)
    }

    static func name(of comment: CommentRecord, in session: FamilySession) -> String {
        let owner = CommentFormatter.owner(of: comment, in: session).map { "\($0): " } ?? ""
        return "\(owner)\(comment.name)"
    }

    static func delete(_ id: DocumentID, in transaction: Transaction) throws { try transaction.comments.delete(id) }

    static func restore(_ id: DocumentID, in transaction: Transaction) throws { try transaction.comments.restore(id) }

    static func print(_ comments: [CommentRecord], in session: FamilySession) async throws {
        try await session.comments.print(comments.map(\.id))
    }
}

/// Treasure hunts, together with their teams.
enum HuntTrash: TrashableKind {
    static let noun = "hunt"
    static let argument = HuntFormatter.argument

    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) async throws -> [HuntRecord] {
        [try await session.hunts.find(words, isTrash: isTrash)]
    }

    static func name(of hunt: HuntRecord, in session: FamilySession) -> String { hunt.title }

    static func delete(_ id: DocumentID, in transaction: Transaction) throws { try transaction.hunts.delete(id) }

    static func restore(_ id: DocumentID, in transaction: Transaction) throws { try transaction.hunts.restore(id) }

    static func print(_ hunts: [HuntRecord], in session: FamilySession) async throws {
        for hunt in hunts { try await session.hunts.overview(hunt.id).printJSON() }
    }
}

/// Notes, together with their checklists.
enum NoteTrash: TrashableKind {
    static let noun = "note"
    static let argument = ArgumentHelp(
        "Words of one note's title or first line, or #ids of several.", valueName: "note")

    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) async throws -> [NoteRecord] {
        try await session.replica.read { try NoteFinder(reading: $0).notes(words, isTrash: isTrash) }
    }

    static func name(of note: NoteRecord, in session: FamilySession) -> String { note.name }

    static func delete(_ id: DocumentID, in transaction: Transaction) throws { try transaction.notes.delete(id) }

    static func restore(_ id: DocumentID, in transaction: Transaction) throws { try transaction.notes.restore(id) }

    static func print(_ notes: [NoteRecord], in session: FamilySession) async throws {
        try await session.notes.print(notes.map(\.id))
    }
}

/// Photos, whose deletion can reopen the tasks that they proved.
enum PhotoTrash: TrashableKind {
    static let noun = "photo"
    static let argument = ArgumentHelp("Words of one photo's caption or task, or #ids of several.", valueName: "photo")
    static let deleteDiscussion = """
        Reopens a task that only this photo proved. 'hometask photo restore' restores it: the file stays in the family.
        """
    static let restoreDiscussion = """
        This completes a task that requires a photo. 'hometask photo list --trash' lists the deleted photos.
        """

    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) async throws -> [PhotoRecord] {
        try await session.replica.read { try PhotoFinder(reading: $0).photos(words, isTrash: isTrash, reading: $0) }
    }

    static func name(of photo: PhotoRecord, in session: FamilySession) -> String { photo.name }

    /// Moves a photo to the trash.
    ///
    /// - Returns: the task that this reopens, if any.
    static func delete(_ id: DocumentID, in transaction: Transaction) throws -> DocumentID? {
        try transaction.photos.delete(id)
    }

    static func restore(_ id: DocumentID, in transaction: Transaction) throws { try transaction.photos.restore(id) }

    static func print(_ photos: [PhotoRecord], in session: FamilySession) async throws {
        try await session.photos.print(photos.map(\.id))
    }

    static func report(
        _ reopened: [DocumentID?], of photos: [PhotoRecord], isJSON: Bool, in session: FamilySession
    ) async throws {
        if isJSON { return }
        for task in reopened.compactMap(\.self) {
            try session.output.say("Open again: \(try await session.tasks.findOne(task).title)")
        }
    }
}

/// Pins, including the one named by the setting `home`.
enum PinTrash: TrashableKind {
    static let noun = "pin"
    static let argument = ArgumentHelp("Words of one pin's name, or #ids of several.", valueName: "pin")
    static let deleteDiscussion =
        "'hometask pin restore' restores it. Tasks and notes that refer to it are not changed."

    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) async throws -> [PinRecord] {
        try await session.replica.read { try PinFinder(reading: $0).pins(words, isTrash: isTrash) }
    }

    static func name(of pin: PinRecord, in session: FamilySession) -> String { pin.name }

    static func delete(_ id: DocumentID, in transaction: Transaction) throws { try transaction.pins.delete(id) }

    static func restore(_ id: DocumentID, in transaction: Transaction) throws { try transaction.pins.restore(id) }

    static func print(_ pins: [PinRecord], in session: FamilySession) async throws {
        try await session.pins.print(pins.map(\.id))
    }

    static func report(_: [Void], of pins: [PinRecord], isJSON: Bool, in session: FamilySession) throws {
        guard pins.contains(where: { $0.id == session.directory.family?.home?.pin }) else { return }
        if isJSON { return session.output.remark("note: \(deletedHomeNote)") }
        try session.output.say("Note: \(deletedHomeNote).")
    }

    /// The effect of deleting the pin named by the setting `home`.
    private static let deletedHomeNote =
        "home is no longer hidden in maps, shares and exports; 'hometask config set --family home PIN' names another pin"
}

/// Templates; documents created from them are not moved to the trash with them.
enum TemplateTrash: TrashableKind {
    static let noun = "template"
    static let argument = TemplateFormatter.argument
    static let deleteDiscussion = "'hometask template restore' restores it; documents created from it are kept."

    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) async throws -> [TemplateRecord] {
        [try await session.templates.find(words, isTrash: isTrash)]
    }

    static func name(of template: TemplateRecord, in session: FamilySession) -> String { template.name }

    static func delete(_ id: DocumentID, in transaction: Transaction) throws { try transaction.templates.delete(id) }

    static func restore(_ id: DocumentID, in transaction: Transaction) throws { try transaction.templates.restore(id) }

    static func print(_ templates: [TemplateRecord], in session: FamilySession) async throws {
        let (current, all) = try await session.snapshot { snapshot in
            (snapshot.session, try TemplateFinder(reading: snapshot.reader).templates)
        }
        for template in templates {
            let record = all.first { $0.id == template.id } ?? template
            try session.output.print(TemplateFormatter.json(record, in: current))
        }
    }
}

/// Saved views; the tasks that they list are not moved to the trash with them.
enum ViewTrash: TrashableKind {
    static let noun = "view"
    static let argument = ArgumentHelp("The view; several words need no quotes.", valueName: "view")
    static let deleteAbstract = "Move a view to the trash; the tasks it lists are kept."
    static let restoreDiscussion = "'hometask trash list' shows the trash."

    static func find(_ words: [String], isTrash: Bool, in session: FamilySession) async throws -> [ViewRecord] {
        [try await session.views.find(words.joined(separator: " "), isTrash: isTrash)]
    }

    static func name(of view: ViewRecord, in session: FamilySession) -> String { view.name }

    static func delete(_ id: DocumentID, in transaction: Transaction) throws { try transaction.views.delete(id) }

    static func restore(_ id: DocumentID, in transaction: Transaction) throws { try transaction.views.restore(id) }

    static func print(_ views: [ViewRecord], in session: FamilySession) throws {
        for view in views { try session.output.print(.object(ViewJSON.object(view))) }
    }

    static func restored(_ view: ViewRecord, in session: FamilySession) -> String {
        "Restored the view ‘\(view.name)’."
    }
}
