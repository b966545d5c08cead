// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Documents from which others are created: a task, several tasks, a note or a hunt.
public struct TemplateRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.template

    /// The fields common to all kinds.
    public let common: CommonFields
    /// The display name of the document.
    public let name: String
    /// The fields and the kind of each document that the template creates, as stored in documents.
    public let documents: [JSONObject]

    /// Reads a template from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let common = CommonFields(members, of: Self.kind) else { return nil }
        self.common = common
        name = members.text("name") ?? "a template without a name"
        documents = members["documents"]?.arrayValue?.compactMap { $0.objectValue } ?? []
    }

    /// Reads all readable templates of a version, including those in the trash, by name.
    public static func all(reading reader: DocumentReader) throws(ReplicaError) -> [TemplateRecord] {
        var templates: [TemplateRecord] = []
        try reader.forEachMembers(of: .template) { _, members in
            if let template = TemplateRecord(members) { templates.append(template) }
        }
        return templates.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// Returns the display name of a template's document.
    public static func name(of document: JSONObject) -> String {
        if let title = document.text("title") { return title }
        return document.strings("text").first { !$0.allSatisfy { $0.isWhitespace } } ?? "a document without a title"
    }
}
