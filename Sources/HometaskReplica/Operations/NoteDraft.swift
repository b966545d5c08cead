// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// What a note is about.
public struct NoteSubject: Hashable, Sendable {
    /// Its kind: a task or a pin.
    public let kind: DocumentKind
    /// Its id.
    public let id: DocumentID
    /// What people call it, for the diary.
    public let name: String

    /// A task as a subject.
    public init(_ task: TaskRecord) {
        kind = .task
        id = task.id
        name = task.title
    }

    /// A pin as a subject.
    public init(_ pin: PinRecord) {
        kind = .pin
        id = pin.id
        name = pin.name
    }

    /// The field `about` of a note.
    var json: JSON { ["id": .string(id.description), "kind": .string(kind.rawValue)] }
}

/// A note that is about to be written.
public struct NoteDraft: Hashable, Sendable {
    /// Its heading.
    public var title: String?
    /// Its lines.
    public var text: [String]
    /// What it is about.
    public var subject: NoteSubject?
    /// The fields of plugins.
    public var extensions: [ExtensionName: JSON] = [:]

    /// A draft.
    public init(title: String? = nil, text: [String], subject: NoteSubject? = nil) {
        self.title = title
        self.text = text
        self.subject = subject
    }

    /// Whether there is nothing in it to read.
    public var isBlank: Bool { title == nil && text.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// The values by field, without those that are empty.
    var fields: [FieldName: JSON] {
        var fields: [FieldName: JSON] = [:]
        fields["title"] = title.map { .string($0) }
        if !text.isEmpty { fields["text"] = .array(text.map { .string($0) }) }
        fields["about"] = subject?.json
        return fields
    }
}

/// Changes to a note; what is nil stays as it is.
public struct NoteChanges: Hashable, Sendable {
    /// Another heading.
    public var title: String?
    /// Whether the heading is taken away.
    public var removesTitle = false
    /// Other lines.
    public var text: [String]?
    /// Another subject.
    public var subject: NoteSubject?
    /// Whether it is about nothing but itself from now on.
    public var removesSubject = false
    /// Changes to the fields of plugins.
    public var extensions = ExtensionChange()

    /// No changes.
    public init() {}
}
