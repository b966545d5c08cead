// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// Operations on the items of checklists.
public struct ItemOperations {
    let transaction: Transaction

    /// Returns the checklist of a task or a note, with the changes of the transaction; every item has an id.
    ///
    /// - Throws: `ReplicaError.Code.notFound` if there is no such document.
    public func all(of owner: ChecklistOwner) throws -> [TaskItem] {
        _ = try name(of: owner)
        guard var document = try transaction.document(at: owner.path) else { return [] }
        document.makeList(of: Self.field, by: transaction.author)
        return TaskItem.all(document[Self.field])
    }

    /// Adds items to a checklist, in order.
    ///
    /// - Throws: `ReplicaError` (`invalidValue` if a text is invalid; `notFound` if the place no longer exists).
    public func add(_ texts: [String], to owner: ChecklistOwner, at place: Document.ItemPlace = .last) throws {
        let name = try name(of: owner)
        let texts = try texts.map { try TaskItem.checkedText($0) }
        try transaction.changeDocument(at: owner.path) { document in
            var place = place
            for text in texts {
                let id = document.insertItem(
                    ["text": .string(text)], into: Self.field, at: place, by: transaction.author)
                guard let id else { throw Self.goneItem(name, owner) }
                place = .after(id)
            }
        }
        for text in texts {
            transaction.describe("added \(CommitMessage.quoted(text)) to \(CommitMessage.quoted(name))")
        }
    }

    /// Ticks an item off, or reopens it. Nothing changes if the item already has that state.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func tick(_ item: TaskItem, of owner: ChecklistOwner, isDone: Bool) throws {
        let title = CommitMessage.quoted(try name(of: owner))
        let value: JSON = isDone ? true : .null
        if try writeItem(["done": value], to: item, of: owner) {
            let text = CommitMessage.quoted(item.text)
            transaction.describe(isDone ? "ticked \(text) off in \(title)" : "reopened \(text) in \(title)")
        }
    }

    /// Changes the text of an item.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `invalidValue` if the text is empty or invalid).
    public func rename(_ item: TaskItem, of owner: ChecklistOwner, to text: String) throws {
        let title = CommitMessage.quoted(try name(of: owner))
        let text = try TaskItem.checkedText(text)
        if try writeItem(["text": .string(text)], to: item, of: owner) {
            transaction.describe(
                "renamed \(CommitMessage.quoted(item.text)) to \(CommitMessage.quoted(text)) in \(title)")
        }
    }

    /// Moves an item within its checklist. This is a weak write: it does not restore a document that is deleted
    /// concurrently.
    ///
    /// - Throws: `ReplicaError` (`notFound`, and `invalidRequest` if the item is to be moved beside itself).
    public func move(_ item: TaskItem, of owner: ChecklistOwner, to place: Document.ItemPlace) throws {
        let name = try name(of: owner)
        guard place != .before(item.id), place != .after(item.id) else {
            throw ReplicaError(
                .invalidRequest, "\(Quotation.of(item.text)) cannot be moved beside itself",
                hint: "Name another item to move it before or after.")
        }
        let isMoved = try transaction.changeDocument(at: owner.path) { document in
            try requireItem(item, of: owner, called: name, in: document)
            return document.moveItem(item.id, to: place, in: Self.field, by: transaction.author)
        }
        guard isMoved else { return }
        let others = try all(of: owner)
        transaction.describe(
            "moved \(CommitMessage.quoted(item.text)) \(Self.placeWords(place, others)) in \(CommitMessage.quoted(name))"
        )
    }

    /// Removes an item from its checklist.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func delete(_ item: TaskItem, of owner: ChecklistOwner) throws {
        let name = try name(of: owner)
        try transaction.changeDocument(at: owner.path) { document in
            try requireItem(item, of: owner, called: name, in: document)
            document.removeItem(item.id, from: Self.field, by: transaction.author)
        }
        transaction.describe("deleted \(CommitMessage.quoted(item.text)) from \(CommitMessage.quoted(name))")
    }

    private static let field: FieldName = "items"

    /// Returns the display name of the document with the checklist.
    private func name(of owner: ChecklistOwner) throws -> String {
        switch owner {
        case .task(let id): try transaction.tasks.record(id).title
        case .note(let id): try transaction.notes.record(id).name
        }
    }

    private func writeItem(_ members: JSONObject, to item: TaskItem, of owner: ChecklistOwner) throws -> Bool {
        let name = try name(of: owner)
        let path = try owner.path
        return try transaction.changeDocument(at: path) { document in
            try requireItem(item, of: owner, called: name, in: document)
            let before = document
            guard document.writeItem(item.id, members, in: Self.field, by: transaction.author) else { return false }
            noteSettled(members, of: item, from: before, to: document, at: path)
            return true
        }
    }

    /// Records the values of an item in conflict that a write replaces, except the shown one, which the author of the
    /// write saw.
    private func noteSettled(
        _ members: JSONObject, of item: TaskItem, from before: Document, to after: Document, at path: DocumentPath
    ) {
        for conflict in before.conflicts where conflict.field == Self.field && conflict.member?.item == item.id {
            guard let name = conflict.member?.name, let written = members[name],
                !after.conflicts.contains(where: { $0.member == conflict.member })
            else { continue }
            for candidate in conflict.candidates.dropFirst() where candidate.value != written {
                transaction.settled.append(
                    SettledConflict(path: path, field: Self.field, member: conflict.member, value: candidate.value))
            }
        }
    }

    /// Checks that an item still exists: a hand edit of the file may have removed it.
    private func requireItem(
        _ item: TaskItem, of owner: ChecklistOwner, called name: String, in document: Document
    ) throws {
        var document = document
        document.makeList(of: Self.field, by: transaction.author)
        if !TaskItem.all(document[Self.field]).contains(where: { $0.id == item.id }) {
            throw Self.goneItem(name, owner)
        }
    }

    private static func goneItem(_ name: String, _ owner: ChecklistOwner) -> ReplicaError {
        ReplicaError(
            .notFound, "the item is no longer in the checklist of \(Quotation.of(name))",
            hint: "\(.showChecklist(of: owner)) shows the current items.")
    }

    private static func placeWords(_ place: Document.ItemPlace, _ items: [TaskItem]) -> String {
        let name = { (id: String) in CommitMessage.quoted(items.first { $0.id == id }?.text ?? id) }
        return switch place {
        case .first: "to the top"
        case .last: "to the bottom"
        case .before(let id): "before \(name(id))"
        case .after(let id): "after \(name(id))"
        }
    }
}
