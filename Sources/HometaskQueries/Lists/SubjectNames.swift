// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The names of the documents that notes, photos and comments are about.
public struct SubjectNames: Sendable {
    private var names: [DocumentPath: String] = [:]

    /// Reads the names of the documents that some notes are about, one read for each document. A document that is
    /// missing or cannot be read has no name.
    public init(of notes: [NoteRecord], reading reader: DocumentReader) throws(ReplicaError) {
        try read(notes.map { ($0.aboutKind, $0.aboutID) }, reader)
    }

    /// Reads the names of the documents that some photos are about.
    public init(of photos: [PhotoRecord], reading reader: DocumentReader) throws(ReplicaError) {
        try read(photos.map { ($0.aboutKind, $0.aboutID) }, reader)
    }

    /// Reads the names of the documents that some comments are about.
    public init(of comments: [CommentRecord], reading reader: DocumentReader) throws(ReplicaError) {
        try read(comments.map { ($0.aboutKind, $0.aboutID) }, reader)
    }

    private mutating func read(_ subjects: [(DocumentKind?, DocumentID?)], _ reader: DocumentReader)
        throws(ReplicaError)
    {
        for (kind, id) in subjects {
            guard let path = Self.path(kind, id), names[path] == nil, let bytes = try reader.bytes(at: path),
                let members = (try? JSON.parse(bytes))?.objectValue
            else { continue }
            names[path] = Self.name(of: path.kind, members)
        }
    }

    private static func name(of kind: DocumentKind, _ members: JSONObject) -> String? {
        switch kind {
        case .note: NoteRecord(members)?.name
        case .photo: PhotoRecord(members)?.name
        default: members.text("title") ?? members.text("name")
        }
    }

    /// Returns the display name of a document; nil if unknown.
    public func name(of kind: DocumentKind?, _ id: DocumentID?) -> String? {
        Self.path(kind, id).flatMap { names[$0] }
    }

    private static func path(_ kind: DocumentKind?, _ id: DocumentID?) -> DocumentPath? {
        guard let kind, let id else { return nil }
        return DocumentPath(kind: kind, id: id)
    }
}
