// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// Documents from which others are created: a task, several tasks, a note or a hunt.
public struct TemplateRecord: Hashable, Sendable, Identifiable {
    /// The template's permanent id.
    public let id: DocumentID
    /// The name people use.
    public let name: String
    /// The texts of the template's own ``TextField``s.
    public let texts: [FieldName: String]
    /// The fields and the kind of each document that it creates, in the form of such a document.
    public let documents: [JSONObject]
    /// When it was first saved.
    public let createdAt: Timestamp?
    /// Who saved it first.
    public let createdBy: DocumentID?
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// Whether concurrent edits of it are waiting for somebody's choice.
    public let hasConflict: Bool

    /// Reads a template from the members of its document; nil if it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        name = members.text("name") ?? "a template without a name"
        texts = TextField.texts(of: .template, in: members)
        documents = members["documents"]?.arrayValue?.compactMap { $0.objectValue } ?? []
        createdAt = members["created"]?.objectValue?.time("at")
        createdBy = members["created"]?.objectValue?.id("by")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
    }

    /// All readable templates of a version, including those in the trash, by name.
    public static func all(reading reader: DocumentReader) throws(ReplicaError) -> [TemplateRecord] {
        var templates: [TemplateRecord] = []
        try reader.forEachMembers(of: .template) { _, members in
            if let template = TemplateRecord(members) { templates.append(template) }
        }
        return templates.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// The name of a template's document for people.
    public static func name(of document: JSONObject) -> String {
        if let title = document.text("title") { return title }
        return document.strings("text").first { !$0.allSatisfy { $0.isWhitespace } } ?? "a document without a title"
    }
}
