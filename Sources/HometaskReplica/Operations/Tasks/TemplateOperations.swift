// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
public import HometaskTime

/// Changes to the documents of a template.
public struct TemplateChanges: Hashable, Sendable {
    /// The title of the template's only document.
    public var title: String?
    /// The due date of the new tasks.
    public var due: Due?
    /// The assignees of the new tasks; nil for those in the template.
    public var assignees: [DocumentID]?

    /// Creates an empty change.
    public init(title: String? = nil, due: Due? = nil, assignees: [DocumentID]? = nil) {
        self.title = title
        self.due = due
        self.assignees = assignees
    }
}

/// Saves documents as templates, and creates new documents from them.
public struct TemplateOperations {
    let transaction: Transaction

    /// The fields of a document that a template stores, by kind: its contents, but not its state.
    private static let keptFields: [DocumentKind: [String]] = [
        .task: Set(TaskField.all.filter(\.isOfTemplates).map(\.key)).sorted().map(\.description),
        .note: (TextField.all(of: .note).map(\.name) + ["items", "text"]).sorted(),
        .hunt: (TextField.all(of: .hunt).map(\.name) + ["clues", "order", "text"]).sorted(),
    ]

    /// Saves documents under a name; an existing template with that name gets the new documents. Also changes the
    /// template's own fields.
    ///
    /// If two devices save templates with the same name independently, they create one template, because its id is
    /// derived from the name.
    ///
    /// - Returns: the template, and whether the name is new.
    /// - Throws: `ReplicaError` (`invalidValue`; `notFound` if there is no such document, or if templates cannot
    ///   contain its kind).
    @discardableResult
    public func save(
        _ newName: String, from paths: [DocumentPath], fields change: FieldChange = FieldChange()
    ) throws -> (id: DocumentID, isNew: Bool) {
        let name = try NameChecker(noun: "template").checked(newName)
        let id = try id(for: name)
        let path = try Transaction.path(of: .template, id)
        var fields = try change.values(at: path, in: transaction)
        fields["documents"] = .array(try paths.map { .object(try keptFields(at: $0)) })
        fields["name"] = .string(name)
        let present = try transaction.document(at: path)
        if present == nil {
            fields["created"] = transaction.created
            try transaction.create(.template, id: id, fields: fields)
        } else {
            if present?.isDeleted == true { try transaction.trash.moveOut(path) }
            try transaction.writeFields(fields, to: path)
        }
        let isNew = present?.isDeleted ?? true
        transaction.describe("\(isNew ? "saved" : "changed") the template \(CommitMessage.quoted(name))")
        return (id, isNew)
    }

    private func keptFields(at path: DocumentPath) throws -> JSONObject {
        guard let names = Self.keptFields[path.kind], let document = try transaction.document(at: path) else {
            throw ReplicaError(.notFound, "there is no task, note or hunt \(path.text)")
        }
        let shown = document.shown
        var fields: JSONObject = ["kind": .string(path.kind.rawValue)]
        for name in names { fields[name] = shown[name] }
        if let items = fields["items"] {
            fields["items"] = .array(TaskItem.all(items).map { ["text": .string($0.text)] })
        }
        fields["extensions"] = shown["extensions"]
        return fields
    }

    /// Creates the documents of a template.
    ///
    /// - Returns: the documents' paths.
    /// - Throws: `ReplicaError` if a value is invalid, or if a title is given for several documents.
    @discardableResult
    public func use(_ id: DocumentID, _ changes: TemplateChanges = TemplateChanges()) throws -> [DocumentPath] {
        let template = try record(id)
        if changes.title != nil, template.documents.count != 1 {
            throw ReplicaError(
                .invalidRequest,
                "the template ‘\(template.name)’ makes \(template.documents.count) documents, and one title was given",
                hint: "Leave the title out, and give them titles afterwards.")
        }
        guard
            changes.due == nil && changes.assignees == nil
                || template.documents.contains(where: { $0["kind"] == "task" })
        else {
            throw ReplicaError(
                .invalidRequest, "the template ‘\(template.name)’ makes no task, which could be due or somebody's",
                hint: "Leave out the date and the assignees.")
        }
        let made = try template.documents.map { try makeDocument($0, changes) }
        for path in made {
            if let document = try transaction.document(at: path) {
                transaction.describe("added \(CommitMessage.quoted(document.displayName))")
            }
        }
        return made
    }

    private func makeDocument(_ document: JSONObject, _ changes: TemplateChanges) throws -> DocumentPath {
        let kind = DocumentKind(rawValue: document.text("kind") ?? "")
        guard let names = Self.keptFields[kind] else {
            throw ReplicaError(
                .newerFormat, "the template makes a document of the kind ‘\(kind)’, which this version does not make",
                hint: "Update hometask.")
        }
        var fields: [FieldName: JSON?] = ["created": transaction.created]
        for name in names { if let value = document[name] { fields[FieldName(name)] = value } }
        for (name, value) in ExtensionName.values(in: document["extensions"]?.objectValue ?? [:]) {
            fields[name.field] = value
        }
        if let title = changes.title { fields["title"] = .string(title) }
        if kind == .task { try fillTask(&fields, changes) }
        return try transaction.create(kind, fields: fields)
    }

    private func fillTask(_ fields: inout [FieldName: JSON?], _ changes: TemplateChanges) throws {
        if let assignees = changes.assignees {
            fields["assignees"] = .array(assignees.map { .string($0.description) })
        }
        if let due = changes.due { fields["due"] = due.json }
        guard let text = fields["repeat"] as? JSON else { return }
        let rule = try dates.checkedRule(text)
        let due = try changes.due ?? dates.firstDue(rule)
        fields["due"] = dates.zoned(due.json)
        fields["repeat"] = .string(dates.keepingMonthEnd(rule, from: due).description)
    }

    /// Puts a template into the trash. Documents created from the template stay.
    public func delete(_ id: DocumentID) throws {
        try transaction.trash.delete(.template, id, called: record(id).name)
    }

    /// Restores a template from the trash.
    public func restore(_ id: DocumentID) throws {
        try transaction.trash.restore(.template, id, called: record(id).name)
    }

    /// Returns the template, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> TemplateRecord {
        try transaction.record(of: .template, id) { TemplateRecord($0) }
    }

    private func id(for name: String) throws -> DocumentID {
        if let present = try TemplateRecord.all(reading: transaction).first(where: {
            !$0.isDeleted && $0.name.lowercased() == name.lowercased()
        }) {
            return present.id
        }
        guard let family = try transaction.document(at: .family)?.id else { return transaction.newID() }
        return DocumentID.derived(namespace: family, name: "template:\(name.lowercased())")
    }

    /// The due dates of recurring tasks.
    private var dates: SeriesEditing { transaction.seriesEditing }
}
