// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

/// Operations that settle conflicts.
public struct ConflictOperations {
    let transaction: Transaction

    /// Settles an open conflict with a value that replaces all values in it.
    ///
    /// - Parameters:
    ///   - field: the field that is in conflict, as a whole or in part.
    ///   - line: the line of a text, from 0; nil if the whole field is in conflict.
    ///   - member: the member of an item of a list; nil if the whole field is in conflict.
    ///   - path: the document that contains the conflict.
    ///   - value: one of the values, or a new value; nil clears the field or member, or removes the line.
    /// - Throws: `ReplicaError.Code.notFound` if the field has no open conflict.
    public func resolve(
        _ field: FieldName, line: Int? = nil, member: Conflict.ItemMember? = nil, of path: DocumentPath,
        with value: JSON?
    ) throws {
        let name = try requireConflict(field, in: path, line: line, member: member)
        let value = value.flatMap { $0.isNull ? nil : $0 }
        if let line {
            let text = try value.map { json in
                guard let text = json.stringValue else {
                    throw ReplicaError(.invalidValue, "a line of the \(field) is a text, not \(json.compactText)")
                }
                return text
            }
            try transaction.changeDocument(at: path) {
                _ = $0.writeLine(text, at: line, of: field, by: transaction.author)
            }
        } else if let member {
            let members = JSONObject([(member.name, value ?? .null)])
            try transaction.changeDocument(at: path) {
                _ = $0.writeItem(member.item, members, in: field, by: transaction.author)
            }
        } else {
            try requireValid(value, of: field, in: path.kind)
            try transaction.writeFields([field: value], to: path)
            if field == "completion" { try transaction.series.follow(path) }
        }
        transaction.describe("resolved \(try nameOfSettled(field, member, at: path)) of \(CommitMessage.quoted(name))")
    }

    /// Checks that the new value is valid for the field, even if the field currently shows an invalid value.
    private func requireValid(_ value: JSON?, of field: FieldName, in kind: DocumentKind) throws {
        guard let value, let fault = Schema.of(kind)?.validate(field: field.key.string, value: value).first else {
            return
        }
        throw ReplicaError(
            .invalidValue, "the \(kind)'s \(field) cannot be \(fault.found): it should be \(fault.expected)",
            hint: "Choose another value, or give one with \(.saying(.value)).")
    }

    /// Settles a conflict between the deletion of a document and an edit: the document is kept, or it goes into the
    /// trash.
    public func resolveDeletion(of path: DocumentPath, keeping isKept: Bool) throws {
        let name = try requireConflict("deleted", in: path, line: nil, member: nil)
        try transaction.changeDocument(at: path) {
            if isKept { $0.restore(by: transaction.author) } else { $0.delete(by: transaction.author) }
        }
        transaction.describe(
            "\(isKept ? "kept" : "deleted") \(CommitMessage.quoted(name)), which had been deleted on one device and edited on another"
        )
    }

    /// Returns a phrase for the settled field: `the title`, or an item by its text.
    private func nameOfSettled(_ field: FieldName, _ member: Conflict.ItemMember?, at path: DocumentPath) throws
        -> String
    {
        let items = try TaskItem.all(transaction.document(at: path)?[field])
        guard let item = items.first(where: { $0.id == member?.item }) else {
            return "the \(path.kind == .task ? TaskField.title(of: field) : field.words)"
        }
        return "the item \(CommitMessage.quoted(item.text))"
    }

    private func requireConflict(
        _ field: FieldName, in path: DocumentPath, line: Int?, member: Conflict.ItemMember?
    ) throws -> String {
        guard let document = try transaction.document(at: path) else {
            throw ReplicaError(.notFound, "there is no document \(path.text)")
        }
        let name = document.displayName
        guard document.conflicts.contains(where: { $0.field == field && $0.line == line && $0.member == member }) else {
            throw ReplicaError(
                .notFound, "\(Quotation.of(name)) has no conflict in the field ‘\(field.words)’",
                hint: "\(.showConflicts) shows the conflicts.")
        }
        return name
    }
}
