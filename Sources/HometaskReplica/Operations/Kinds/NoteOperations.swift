// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// Writes, changes, deletes and restores notes.
public struct NoteOperations {
    let transaction: Transaction

    /// Writes a note.
    ///
    /// - Throws: `ReplicaError` if the note is blank, or a value is invalid.
    @discardableResult
    public func add(_ draft: NoteDraft) throws -> DocumentID {
        var draft = draft
        draft.items = try draft.items.map { try TaskItem.checkedText($0) }
        draft.values["folder"] = try draft.values["folder"]?.stringValue.map { .string(try NoteFolder.checked($0)) }
        if draft.isBlank { throw Self.blankNote }
        try TextChecker(noun: "note").check(draft.text)
        var fields: [FieldName: JSON?] = draft.fields.mapValues { $0 }
        fields["created"] = transaction.created
        let id = transaction.newID()
        try transaction.create(.note, id: id, fields: fields)
        if let subject = draft.subject {
            transaction.describe("wrote a note about \(CommitMessage.quoted(subject.name))")
        } else {
            transaction.describe("wrote the note \(CommitMessage.quoted(try record(id).name))")
        }
        return id
    }

    /// Changes a note.
    ///
    /// - Throws: `ReplicaError` if the note would become blank, or a value is invalid.
    public func edit(_ id: DocumentID, _ changes: NoteChanges) throws {
        let record = try record(id)
        let title = changes.fields.values["title"].map(\.stringValue) ?? record.title
        var after = NoteDraft(title: title, text: changes.text ?? record.text)
        after.items = record.items.map(\.text)
        if after.isBlank { throw Self.blankNote }
        try TextChecker(noun: "note").check(changes.text ?? [])
        let path = try Transaction.path(of: .note, id)
        var values = try changes.fields.values(at: path, in: transaction)
        let folder = try changes.fields.values["folder"]?.stringValue.map { try NoteFolder.checked($0) }
        if let folder { values["folder"] = .string(folder) }
        if let text = changes.text { values["text"] = .array(text.map { .string($0) }) }
        if changes.subject != nil || changes.removesSubject {
            values.updateValue(changes.subject?.json, forKey: "about")
        }
        let changed = try transaction.writeFields(values, to: path)
        if changed.isEmpty { return }
        if changed == ["title"], let title {
            transaction.describe(
                "renamed the note \(CommitMessage.quoted(record.name)) to \(CommitMessage.quoted(title))")
        } else if changed == ["folder"] {
            let place = folder.map { "into the folder \(CommitMessage.quoted($0))" } ?? "out of its folder"
            transaction.describe("moved the note \(CommitMessage.quoted(record.name)) \(place)")
        } else {
            transaction.describe("changed the note \(CommitMessage.quoted(try self.record(id).name))")
        }
    }

    /// Puts a note into the trash.
    public func delete(_ id: DocumentID) throws {
        try transaction.trash.delete(.note, id, called: record(id).name)
    }

    /// Restores a note from the trash.
    public func restore(_ id: DocumentID) throws {
        try transaction.trash.restore(.note, id, called: record(id).name)
    }

    /// Returns the note, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> NoteRecord {
        try transaction.record(of: .note, id) { NoteRecord($0) }
    }

    private static var blankNote: ReplicaError {
        ReplicaError(
            .invalidValue, "a note needs a title, a text or a checklist", hint: "Write at least one of them.")
    }
}

/// Checks multi-line texts of documents.
struct TextChecker {
    /// The kind of document with the text: `note`.
    let noun: String

    /// Reports the line of a text that contains a control character other than a tab. The schema would report the
    /// character without the line.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue`.
    func check(_ text: [String]) throws {
        for (index, line) in text.enumerated() {
            for scalar in line.unicodeScalars where isControl(scalar) && scalar != "\t" {
                let code = String(scalar.value, radix: 16, uppercase: true)
                let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
                throw ReplicaError(
                    .invalidValue, "line \(index + 1) of the \(noun) has the control character \(name)",
                    hint: "A \(noun) is plain text.")
            }
        }
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
