// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A document of a kind other than tasks, as a value.
public protocol DocumentRecord: Hashable, Sendable, Identifiable where ID == DocumentID {
    /// The kind of the documents.
    static var kind: DocumentKind { get }
    /// The fields that documents of every kind may have.
    var common: CommonFields { get }
}

/// The fields that documents of every kind may have.
public struct CommonFields: Hashable, Sendable {
    @usableFromInline let id: DocumentID
    @usableFromInline var texts: [FieldName: String]
    @usableFromInline let aboutKind: DocumentKind?
    @usableFromInline let aboutID: DocumentID?
    @usableFromInline let createdAt: Timestamp?
    @usableFromInline let createdBy: DocumentID?
    @usableFromInline let isDeleted: Bool
    @usableFromInline let hasConflict: Bool
    @usableFromInline let extensions: JSONObject

    /// Returns the members that the common fields of a kind of document are read from.
    static func members(of kind: DocumentKind) -> Set<ExactString> {
        TextField.members(of: kind).union(["about", "conflicts", "created", "deleted", "extensions", "id"])
    }

    /// Reads the fields from the members of a document; nil if it has no id.
    ///
    /// - Parameter creation: the document's member with the time and the author of its creation.
    package init?(_ members: JSONObject, of kind: DocumentKind, creation: ExactString = "created") {
        guard let id = members.id("id") else { return nil }
        self.id = id
        texts = TextField.texts(of: kind, in: members)
        let (about, created) = (members["about"], members[creation]?.objectValue)
        aboutKind = about?["kind"]?.stringValue.map { DocumentKind(rawValue: $0) }
        aboutID = about?["id"]?.stringValue.flatMap { DocumentID($0) }
        createdAt = created?.time("at")
        createdBy = created?.id("by")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
        extensions = members["extensions"]?.objectValue ?? [:]
    }
}

extension DocumentRecord {
    /// The document's permanent id.
    @inlinable public var id: DocumentID { common.id }

    /// The texts of the document's ``TextField``s.
    @inlinable public var texts: [FieldName: String] { common.texts }

    /// The kind of the document that it is about; nil if it stands alone.
    @inlinable public var aboutKind: DocumentKind? { common.aboutKind }

    /// The document that it is about; nil if it stands alone.
    @inlinable public var aboutID: DocumentID? { common.aboutID }

    /// When the document was created.
    @inlinable public var createdAt: Timestamp? { common.createdAt }

    /// The member who created the document; nil if the document names none.
    @inlinable public var createdBy: DocumentID? { common.createdBy }

    /// Whether the document is in the trash, for instance after `undo` of the command that made it.
    @inlinable public var isDeleted: Bool { common.isDeleted }

    /// Whether the document has open conflicts between concurrent edits.
    @inlinable public var hasConflict: Bool { common.hasConflict }

    /// The fields that plugins added, by plugin and name, as stored in the document.
    @inlinable public var extensions: JSONObject { common.extensions }
}
