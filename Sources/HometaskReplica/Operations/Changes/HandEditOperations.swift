// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Adds hand edits of the files in the working tree to a transaction.
public struct HandEditOperations {
    let transaction: Transaction

    /// Adds the edit of a document's file, or the removal of the file.
    public func takeIn(_ path: DocumentPath) throws {
        guard let edit = try transaction.handEdit(at: path) else { return }
        if try transaction.document(at: path) == nil {
            guard case .changed(let members) = edit else { return }
            try makeDocument(of: members, at: path)
        } else {
            try transaction.changeDocument(at: path) { _ in }
        }
    }

    /// Creates a document from a file that was added to the working tree.
    private func makeDocument(of members: JSONObject, at path: DocumentPath) throws {
        guard let id = path.id, members["id"] == .string(id.description),
            members["kind"] == .string(path.kind.rawValue)
        else {
            throw ReplicaError(
                .invalidValue, "the id and the kind in \(path.text) do not match its path",
                hint: "Create new documents with \(.addTask).")
        }
        var document = Document(id: id, kind: path.kind)
        let empty = document
        document.applyHandEdit(members, rule: { transaction.rule(of: $0, in: empty) }, by: transaction.author)
        try transaction.stage(document, changedFrom: nil, at: path)
        transaction.takenIn.insert(path)
        transaction.describe("added \(CommitMessage.quoted(document.displayName)) by hand")
    }

    /// Adds the hand edit of a document to the transaction's copy.
    ///
    /// - Returns: whether there was a hand edit.
    func takeIn(into document: inout Document, at path: DocumentPath) throws -> Bool {
        switch try transaction.handEdit(at: path) {
        case nil: return false
        case .changed(let members):
            try requireID(of: document, in: members, at: path)
            let before = document
            let changed = document.applyHandEdit(
                members, rule: { transaction.rule(of: $0, in: before) }, by: transaction.author)
            if !changed.isEmpty { transaction.describe("edited \(CommitMessage.quoted(document.displayName)) by hand") }
        case .changedSince(let members, let base):
            try requireID(of: document, in: members, at: path)
            try mergeOlder(members, typedOver: base, into: &document, at: path)
        case .removed:
            if !document.isDeleted {
                transaction.describe("removed the file of \(CommitMessage.quoted(document.displayName))")
                document.delete(by: transaction.author)
            }
        case .unreadable(let reason):
            throw ReplicaError(
                .unreadableDocument, "\(path.text) was edited and cannot be read: \(reason)",
                hint: "Correct the file, or discard the edit with \(.discardEdit(of: path.text)).")
        }
        return true
    }

    private func requireID(of document: Document, in members: JSONObject, at path: DocumentPath) throws {
        if members["id"] == .string(document.id.description) { return }
        throw ReplicaError(
            .invalidValue, "the id in \(path.text) was changed by hand, but ids cannot be changed",
            hint: "Restore it: \(document.id)")
    }

    /// Merges an edit of an older version as if another device had made it: values that the edit did not change keep
    /// their current state, and values that both sides changed become conflicts.
    private func mergeOlder(
        _ members: JSONObject, typedOver base: [UInt8]?, into document: inout Document, at path: DocumentPath
    ) throws {
        do {
            var edited = try Document(decoding: base ?? members.canonicalBytes())
            // The author's event numbers after that version may already be in use, so the edit gets its own actor.
            let author = Author(actor: transaction.newActor(), time: transaction.now)
            if let base, !document.seen.covers(edited.seen) {
                return try mergeForeign(members, typedOver: base, into: &document)
            }
            let before = edited
            let changed = edited.applyHandEdit(members, rule: { transaction.rule(of: $0, in: before) }, by: author)
            guard base == nil || !changed.isEmpty else { return }
            let joined = Document.join(document, edited)
            if joined != document { transaction.describe("edited \(CommitMessage.quoted(joined.displayName)) by hand") }
            document = joined
            if path.kind == .task { CompletionSettling.settle(&document) }
        } catch {
            throw ReplicaError.unreadable(path, because: "\(error)")
        }
    }

    /// Adds the changes that an edit made to a version outside of this history, for example one from before git reset
    /// the branch. The merge state of that version is not used.
    private func mergeForeign(_ members: JSONObject, typedOver base: [UInt8], into document: inout Document) throws {
        let base = (try? JSON.parse(base))?.objectValue ?? JSONObject()
        let wanted = Self.overlay(document.shown, with: members, unless: base)
        let before = document
        let changed = document.applyHandEdit(
            wanted, rule: { transaction.rule(of: $0, in: before) }, by: transaction.author)
        if !changed.isEmpty { transaction.describe("edited \(CommitMessage.quoted(document.displayName)) by hand") }
    }

    /// Returns an object, overlaid with those members of a second object that differ from a third.
    private static func overlay(_ object: JSONObject, with typed: JSONObject, unless base: JSONObject) -> JSONObject {
        var result = object
        for key in Set(typed.keys).union(base.keys)
        where typed[key] != base[key] && !["~merge", "conflicts"].contains(key) {
            if key == "extensions" {
                result[key] = .object(
                    overlay(
                        object[key]?.objectValue ?? JSONObject(), with: typed[key]?.objectValue ?? JSONObject(),
                        unless: base[key]?.objectValue ?? JSONObject()))
            } else {
                result[key] = typed[key]
            }
        }
        return result
    }
}
