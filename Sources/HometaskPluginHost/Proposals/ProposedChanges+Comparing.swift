// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol
import HometaskReplica

/// Handles the parts of a file whose documents already exist.
///
/// The id of an imported document is derived from the file's own id of the document or, without one, from the
/// document's contents. Every device therefore recognises the file again:
///
/// - An existing document is left unchanged, and the differences from the file are reported (`FileDifference`). With
///   `updates`, the file's values are written as a person's edit. A field whose value in the file cannot be read is
///   left unchanged, as are the assignees of an open task that the file assigns to a former member.
/// - A task that is open here and done in the file becomes done, and its series continues, unless it was already
///   completed or reopened here. A task that is done here stays done, whatever the file says.
/// - A document that was put into the trash by an undo of the whole import is restored, unless the file has it in the
///   trash too. A document that a person deleted stays in the trash.
/// - The id of the next task of a series is derived from the task before it, so a task that is done in the file is
///   imported without its rule. If a format identifies occurrences (Taskwarrior), the file's next task is recognised as
///   the next task here. If the format does not (todo.txt), another program's line for the next task becomes a new task
///   with a rule of its own: a second series beside the one that continued here.
extension ProposedChanges {
    /// The kinds of documents that are compared with the file.
    private static let compared: Set<DocumentKind> = [.category, .note, .pin, .task]

    /// The field in which a document stores its id in the file, which exports write again.
    private var uidField: FieldName { FieldName(plugin: plugin, member: "uid") }

    /// Creates a document from a part of the file; the document is the same on every device that reads the file.
    func createAlike(
        _ kind: DocumentKind, _ id: DocumentID, fields: JSONObject, of proposal: Proposal,
        in transaction: Transaction, tally: inout Tally
    ) throws {
        var values = try checked(fields, of: kind).filter { !$0.value.isNull }
        if values["completion"] != nil { values["repeat"] = nil }
        if let order = proposal.order, values["order"] == nil { values["order"] = .string(order) }
        if let uid = proposal.uid, values[uidField] == nil { values[uidField] = .string(uid) }
        try transaction.imports.create(kind, id: id, fields: values)
        tally.created[kind, default: 0] += 1
    }

    /// Compares an existing document with the file.
    func compare(
        _ document: Document, at path: DocumentPath, fields: JSONObject, of proposal: Proposal,
        in transaction: Transaction, tally: inout Tally
    ) throws {
        guard source == .file else { return noteKnown(document, &tally) }
        var values = fieldValues(fields, of: path.kind)
        for name in Self.empty(in: proposal, of: path.kind) where values[FieldName(memberName: name)] == nil {
            values[FieldName(memberName: name)] = .null
        }
        for name in proposal.unread { values[FieldName(memberName: name)] = nil }
        if Self.isSameName(values["name"], of: document, in: proposal) { values["name"] = nil }
        try keepAssignees(&values, of: document, in: transaction, tally: &tally)
        let comparison = FileComparison(document: document, values: values)
        if document.isDeleted {
            guard undoneDocuments.contains(path), !proposal.isOfTrash else { return noteKnown(document, &tally) }
            try bringBack(path, comparison, of: proposal, in: transaction, tally: &tally)
        } else if Self.compared.contains(path.kind) {
            tally.known += 1
            try takeDifferences(in: comparison, into: path, of: proposal, in: transaction, tally: &tally)
        } else {
            tally.known += 1
        }
    }

    /// Whether a file only names an existing category: names are compared without regard to case.
    private static func isSameName(_ name: JSON?, of document: Document, in proposal: Proposal) -> Bool {
        guard case .create(.category, _, _) = proposal.change else { return false }
        return name?.stringValue?.lowercased() == document["name"]?.stringValue?.lowercased()
    }

    /// The fields that the format can express but that are empty in the file; for a document with its history, all
    /// fields that the document lacks.
    private static func empty(in proposal: Proposal, of kind: DocumentKind) -> [String] {
        guard case .restore(let object) = proposal.change, object["~merge"] != nil else { return proposal.empty }
        return Schema.of(kind)?.fields.map(\.name) ?? []
    }

    /// Does not reassign an open task to a former member: the assignees here are kept.
    private func keepAssignees(
        _ values: inout [FieldName: JSON], of document: Document, in transaction: Transaction, tally: inout Tally
    ) throws {
        guard document.kind == .task, document["completion"] == nil else { return }
        let here = document["assignees"]?.arrayValue ?? []
        for id in values["assignees"]?.arrayValue ?? [] where !here.contains(id) {
            guard
                let path = id.stringValue.flatMap({ DocumentID($0) }).flatMap({ DocumentPath(kind: .member, id: $0) }),
                let member = try transaction.document(at: path), member["removed"] == true
            else { continue }
            values["assignees"] = nil
            if updates, tally.notes.count < 1000 {
                let (title, name) = (document["title"]?.stringValue ?? "", member["name"]?.stringValue ?? "")
                tally.notes.append(
                    "‘\(title.excerpt(limit: 40))’ keeps its assignees: \(name.excerpt(limit: 40)) is no longer a member"
                )
            }
            return
        }
    }

    private func noteKnown(_ document: Document, _ tally: inout Tally) {
        tally.known += 1
        if document.isDeleted { tally.trashed += 1 }
    }

    /// Returns the file's values for the fields that the kind of document has.
    private func fieldValues(_ fields: JSONObject, of kind: DocumentKind) -> [FieldName: JSON] {
        var values: [FieldName: JSON] = [:]
        for (name, value) in fields.members where Schema.of(kind)?.rule(for: name.string) != nil {
            values[FieldName(memberName: name.string)] = value
        }
        return values
    }

    /// Applies the differences to take from the file to an existing document, and reports all others.
    private func takeDifferences(
        in comparison: FileComparison, into path: DocumentPath, of proposal: Proposal, in transaction: Transaction,
        tally: inout Tally
    ) throws {
        let differing = comparison.differing
        var names = differing.keys.sorted().map(\.key.string)
        if updates, !differing.isEmpty {
            try transaction.imports.writeFields(differing.mapValues { $0.isNull ? nil : $0 }, into: path)
            tally.changed += 1
            recordDifferences(names, isTaken: true, of: comparison, proposal: proposal, tally: &tally)
            names = []
        }
        if try !complete(path, comparison, in: transaction, tally: &tally) { names.append("done") }
        recordDifferences(names, isTaken: false, of: comparison, proposal: proposal, tally: &tally)
    }

    /// Records the fields in which the file differs from the document.
    private func recordDifferences(
        _ fields: [String], isTaken: Bool, of comparison: FileComparison, proposal: Proposal, tally: inout Tally
    ) {
        if fields.isEmpty { return }
        let document = comparison.document
        let title = (document["title"] ?? document["name"])?.stringValue ?? "\(document.kind)"
        tally.differences.append(
            FileDifference(line: proposal.line, kind: document.kind, title: title, fields: fields, isTaken: isTaken))
    }

    /// Completes a task that is done in the file.
    ///
    /// - Returns: false if the task stays open, because it was reopened, or because it needs a photo as proof.
    private func complete(
        _ path: DocumentPath, _ comparison: FileComparison, in transaction: Transaction, tally: inout Tally
    ) throws -> Bool {
        guard path.kind == .task, let id = path.id, comparison.document["completion"] == nil,
            let completion = Completion(comparison.completion)
        else { return true }
        guard updates || comparison.isCompletionNew else { return false }
        do {
            _ = try transaction.allOrNothing { try transaction.tasks.complete(id, completion, provenBy: []) }
        } catch let error as ReplicaError where error.code == .forbidden {
            return false
        }
        tally.completed += 1
        return true
    }

    /// Restores a document that an undo put into the trash, with the file's current values, together with the category
    /// and the pin that were put into the trash with the document.
    private func bringBack(
        _ path: DocumentPath, _ comparison: FileComparison, of proposal: Proposal, in transaction: Transaction,
        tally: inout Tally
    ) throws {
        try restore(path, in: transaction, tally: &tally)
        let named = [comparison.values["category"], comparison.values["place"]?["pin"]]
        for (kind, id) in zip([DocumentKind.category, .pin], named) {
            guard let id = id?.stringValue.flatMap({ DocumentID($0) }), let other = DocumentPath(kind: kind, id: id),
                undoneDocuments.contains(other), try transaction.document(at: other)?.isDeleted == true
            else { continue }
            try restore(other, in: transaction, tally: &tally)
        }
        var values = comparison.differing
        recordDifferences(
            values.keys.sorted().map(\.key.string), isTaken: true, of: comparison, proposal: proposal, tally: &tally)
        values["completion"] = comparison.document["completion"] == nil ? comparison.completion : nil
        if values.isEmpty { return }
        try transaction.imports.writeFields(values.mapValues { $0.isNull ? nil : $0 }, into: path)
    }

    private func restore(_ path: DocumentPath, in transaction: Transaction, tally: inout Tally) throws {
        try transaction.changeDocument(at: path) { $0.restore(by: transaction.author) }
        tally.restored[path.kind, default: 0] += 1
    }
}
