// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// A searchable document: a task, a note, a pin, a photo, a comment or a hunt.
public struct SearchDocument: Hashable, Sendable {
    /// The texts of a document, the most important first.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// A task's or hunt's title, a note's heading, a pin's name, a photo's caption.
        case title
        /// The items of a checklist.
        case items
        /// A task's description, a note's or comment's text, a pin's labels, a photo's camera, a hunt's text; and the
        /// texts of ``fields``.
        case text
    }

    /// The kinds of documents that searches cover.
    public static let kinds: [DocumentKind] = [.task, .note, .pin, .photo, .comment, .hunt]
    /// The fields, apart from the headings, whose texts are searched.
    public static let fields: [TextField] = TextField.all.filter { $0.isSearched && kinds.contains($0.kind) }

    /// The document's kind, one of ``kinds``; it determines which of the records below is not nil.
    public let kind: DocumentKind
    /// The document's id, from its member `id`.
    public let id: DocumentID
    /// The tie-break among documents that match equally well.
    public let order: SearchOrder
    /// The document's members that searches use or show.
    public let members: JSONObject

    /// Returns the members of a kind of document that searches use or show.
    public static func members(of kind: DocumentKind) -> Set<ExactString> {
        switch kind {
        case .task: TaskRecord.listedMembers.union(["description"])
        case .note: noteMembers
        case .pin: pinMembers
        case .photo: PhotoRecord.members
        case .comment: CommentRecord.members
        case .hunt: HuntRecord.members
        default: []
        }
    }

    private static let noteMembers = TextField.members(of: .note)
        .union(["about", "conflicts", "created", "deleted", "extensions", "id", "items", "text"])

    private static let pinMembers = TextField.members(of: .pin)
        .union(["conflicts", "created", "deleted", "extensions", "id", "labels", "location", "name"])

    /// Creates a document from its members; nil if the id is missing, and for reactions, which contain no words.
    public init?(_ kind: DocumentKind, _ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        if kind == .comment, CommentRecord(members)?.isReaction == true { return nil }
        self.kind = kind
        self.id = id
        self.members = members
        order = SearchOrder(
            isDeleted: kind == .task ? members.time("deleted") != nil : members["deleted"] != nil,
            isOpen: kind != .task || Completion(members["completion"]) == nil,
            createdAt: (members["attached"] ?? members["created"])?.objectValue?.time("at"), id: id)
    }

    /// Returns the separate texts of a field; a phrase never spans two texts. The lines of a description, a note or a
    /// comment form one text, because their line breaks are only layout.
    public func texts(of field: Field) -> [String] {
        switch (field, kind) {
        case (.title, .photo): [members.text("caption")].compactMap({ $0 })
        case (.text, .photo): fieldTexts + [members.text("camera")].compactMap({ $0 })
        case (.title, .pin): [members.text("name")].compactMap({ $0 })
        case (.title, _): [members.text("title")].compactMap({ $0 })
        case (.items, .task), (.items, .note): TaskItem.all(members["items"]).map({ $0.text })
        case (.text, .task): Self.joined(members.strings("description"))
        case (.text, .note), (.text, .comment), (.text, .hunt): Self.joined(members.strings("text")) + fieldTexts
        case (.text, .pin): fieldTexts + members.strings("labels")
        default: []
        }
    }

    private var fieldTexts: [String] {
        Self.fields.compactMap { $0.kind == kind ? members.text($0.name) : nil }
    }

    private static func joined(_ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [lines.joined(separator: "\n")]
    }

    /// Returns the words of a field as stored in an index: folded, separated by spaces, and with a separator word
    /// between texts that no search can match.
    public func folded(_ field: Field) -> String {
        var bytes: [UInt8] = []
        for (number, text) in texts(of: field).enumerated() {
            if number > 0 { bytes += Self.border }
            var words = SearchTokenizer(text)
            while words.next(into: &bytes) != nil { bytes.append(UInt8(ascii: " ")) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The separator word: a private-use character, which no other word contains.
    private static let border = Array("\u{E000} ".utf8)

    /// The task, if the document is a task.
    public var task: TaskRecord? { kind == .task ? TaskRecord(members) : nil }

    /// The note, if the document is a note.
    public var note: NoteRecord? { kind == .note ? NoteRecord(members) : nil }

    /// The photo, if the document is a photo.
    public var photo: PhotoRecord? { kind == .photo ? PhotoRecord(members) : nil }

    /// The pin, if the document is a pin.
    public var pin: PinRecord? { kind == .pin ? PinRecord(members) : nil }

    /// The comment, if the document is a comment.
    public var comment: CommentRecord? { kind == .comment ? CommentRecord(members) : nil }

    /// The hunt, if the document is a hunt.
    public var hunt: HuntRecord? { kind == .hunt ? HuntRecord(members) : nil }
}
