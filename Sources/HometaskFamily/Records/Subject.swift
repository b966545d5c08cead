// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A document that a photo, a note or a comment is about.
public struct Subject: Hashable, Sendable {
    /// Its kind: a task, a pin, a note, a hunt or a photo.
    public let kind: DocumentKind
    /// The document's id, stored in the field `about` together with the kind.
    public let id: DocumentID
    /// Its name for people, for the log.
    public let name: String

    /// Creates a subject from a task, named by its title.
    public init(_ task: TaskRecord) {
        self.init(kind: .task, id: task.id, name: task.title)
    }

    /// Creates a subject from a pin, under the pin's own name.
    public init(_ pin: PinRecord) {
        self.init(kind: .pin, id: pin.id, name: pin.name)
    }

    /// Creates the subject of a photo from a note. Notes cannot be about notes.
    public init(_ note: NoteRecord) {
        self.init(kind: .note, id: note.id, name: note.name)
    }

    /// Creates the subject of a photo that solves a clue, from a hunt.
    public init(_ hunt: HuntRecord) {
        self.init(kind: .hunt, id: hunt.id, name: hunt.title)
    }

    /// Creates the subject of a comment from a photo.
    public init(_ photo: PhotoRecord) {
        self.init(kind: .photo, id: photo.id, name: photo.name)
    }

    private init(kind: DocumentKind, id: DocumentID, name: String) {
        self.kind = kind
        self.id = id
        self.name = name
    }

    /// The task that a field `about` names; nil if it names none.
    package static func task(_ about: JSON?) -> DocumentID? {
        about?["kind"] == "task" ? about?["id"]?.stringValue.flatMap { DocumentID($0) } : nil
    }

    /// The value of the field `about`: the id and the kind, without the name.
    package var json: JSON { ["id": .string(id.description), "kind": .string(kind.rawValue)] }
}
