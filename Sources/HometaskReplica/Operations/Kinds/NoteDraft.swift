// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// A note that is about to be written.
public struct NoteDraft: Hashable, Sendable {
    /// The lines of the note; empty for a note that is only a heading or a checklist.
    public var text: [String]
    /// The texts of the note's checklist items.
    public var items: [String] = []
    /// The document that the note is about, such as a task; nil for none.
    public var subject: Subject?
    /// The values of the note's other fields: the texts of `TextField`s, such as its heading, and the fields of
    /// plugins.
    public var values: [FieldName: JSON] = [:]

    /// Creates a draft without checklist and other fields, which can be added afterwards.
    public init(title: String? = nil, text: [String], subject: Subject? = nil) {
        self.text = text
        self.subject = subject
        values["title"] = title.map { .string($0) }
    }

    /// Whether the note has no content.
    public var isBlank: Bool {
        values["title"] == nil && items.isEmpty && text.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    }

    /// The values by field, without empty ones.
    var fields: [FieldName: JSON] {
        var fields = values
        if !text.isEmpty { fields["text"] = .array(text.map { .string($0) }) }
        if !items.isEmpty { fields["items"] = .array(items.map { ["text": .string($0)] }) }
        fields["about"] = subject?.json
        return fields
    }
}

/// Changes to a note; nil leaves a value unchanged.
public struct NoteChanges: Hashable, Sendable {
    /// The new lines, which replace all old lines.
    public var text: [String]?
    /// The new subject; it overrides ``removesSubject``.
    public var subject: Subject?
    /// Whether to remove the subject.
    public var removesSubject = false
    /// Changes to the note's other fields.
    public var fields = FieldChange()

    /// Creates an empty change.
    public init() {}
}
