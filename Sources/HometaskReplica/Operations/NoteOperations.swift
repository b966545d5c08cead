// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

extension Transaction {
    /// Writes a note.
    ///
    /// - Throws: `ReplicaError` where it is blank, or a value is not valid.
    @discardableResult
    public func addNote(_ draft: NoteDraft) throws -> DocumentID {
        var draft = draft
        draft.items = try draft.items.map { try TaskItem.checkedText($0) }
        draft.folder = try draft.folder.map { try NoteFolder.checked($0) }
        if draft.isBlank { throw Self.blankNote }
        try Self.check(draft.text, of: "note")
        var fields: [FieldName: JSON?] = draft.extensions.byField
        for (field, value) in draft.fields { fields[field] = value }
        fields["created"] = created
        let id = newID()
        try create(.note, id: id, fields)
        if let subject = draft.subject {
            tell("wrote a note about \(Diary.quoted(subject.name))")
        } else {
            tell("wrote the note \(Diary.quoted(try note(id).name))")
        }
        return id
    }

    /// Changes a note.
    ///
    /// - Throws: `ReplicaError` where it would become blank, or a value is not valid.
    public func editNote(_ id: DocumentID, _ changes: NoteChanges) throws {
        let record = try note(id)
        var after = NoteDraft(
            title: changes.removesTitle ? nil : changes.title ?? record.title, text: changes.text ?? record.text)
        after.items = record.items.map(\.text)
        if after.isBlank { throw Self.blankNote }
        try Self.check(changes.text ?? [], of: "note")
        var values: [FieldName: JSON?] = [:]
        if changes.title != nil || changes.removesTitle {
            values.updateValue(after.title.map { .string($0) }, forKey: "title")
        }
        if let text = changes.text { values["text"] = .array(text.map { .string($0) }) }
        let folder = try changes.folder.map { try NoteFolder.checked($0) }
        if folder != nil || changes.removesFolder {
            values.updateValue(folder.map { .string($0) }, forKey: "folder")
        }
        if changes.subject != nil || changes.removesSubject {
            values.updateValue(changes.subject?.json, forKey: "about")
        }
        let path = try Self.path(of: .note, id)
        values.merge(try self.values(of: changes.extensions, at: path)) { own, _ in own }
        let changed = try write(values, to: path)
        if changed.isEmpty { return }
        if changed == ["title"], let title = after.title {
            tell("renamed the note \(Diary.quoted(record.name)) to \(Diary.quoted(title))")
        } else if changed == ["folder"] {
            let place = folder.map { "into the folder \(Diary.quoted($0))" } ?? "out of its folder"
            tell("moved the note \(Diary.quoted(record.name)) \(place)")
        } else {
            tell("changed the note \(Diary.quoted(try note(id).name))")
        }
    }

    /// Puts a note into the trash.
    public func deleteNote(_ id: DocumentID) throws {
        let record = try note(id)
        try change(Self.path(of: .note, id)) { if !$0.isDeleted { $0.delete(by: author) } }
        tell("deleted the note \(Diary.quoted(record.name))")
    }

    /// Takes a note out of the trash.
    public func restoreNote(_ id: DocumentID) throws {
        let record = try note(id)
        try change(Self.path(of: .note, id)) { $0.restore(by: author) }
        tell("restored the note \(Diary.quoted(record.name))")
    }

    /// The note as it is written in the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func note(_ id: DocumentID) throws -> NoteRecord {
        guard let document = try document(at: Self.path(of: .note, id)), let record = NoteRecord(document.shown) else {
            throw ReplicaError(.notFound, "there is no note #\(id)")
        }
        return record
    }

    private static var blankNote: ReplicaError {
        ReplicaError(.invalidValue, "a note needs a title, a text or a checklist")
    }
}
