// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

extension Transaction {
    /// The rule by which a field of a document is written.
    func rule(of field: FieldName, in document: Document) -> MergeRule { rules.rule(of: field, in: document) }

    /// Adds what was typed into a document's file, or that the file was removed.
    public func takeIn(_ path: DocumentPath) throws {
        guard let edit = try handEdit(at: path) else { return }
        if try document(at: path) == nil {
            guard case .changed(let members) = edit else { return }
            try create(from: members, at: path)
        } else {
            try change(path) { _ in }
        }
    }

    /// Puts in a document that an export wrote: with its history of merging where it has that, else as a new one that
    /// holds the same.
    ///
    /// - Throws: `ReplicaError` where there is a document at its place already, or it is not valid.
    public func restore(_ members: JSONObject, at path: DocumentPath) throws {
        guard try bytes(at: path) == nil else {
            throw ReplicaError(.alreadyExists, "\(path.text) exists already")
        }
        guard let id = path.id else { throw ReplicaError(.invalidValue, "\(path.text) has no place for a document") }
        var document = Document(id: id, kind: path.kind)
        if members["~merge"] != nil {
            document = try Document.reading(members.canonicalBytes(), at: path)
        } else {
            let empty = document
            document.applyHandEdit(members, rule: { rule(of: $0, in: empty) }, by: author)
        }
        try stage(document, changedFrom: nil, at: path)
    }

    /// Makes a document of a file that somebody put into the working tree.
    private func create(from members: JSONObject, at path: DocumentPath) throws {
        guard let id = path.id, members["id"] == .string(id.description),
            members["kind"] == .string(path.kind.rawValue)
        else {
            throw ReplicaError(
                .invalidValue, "the id and the kind in \(path.text) do not match its path",
                hint: "Create new documents with \(.addTask).")
        }
        var document = Document(id: id, kind: path.kind)
        let empty = document
        document.applyHandEdit(members, rule: { rule(of: $0, in: empty) }, by: author)
        try stage(document, changedFrom: nil, at: path)
        takenIn.insert(path)
        tell("added \(Diary.quoted(document.displayName)) by hand")
    }

    /// Takes a hand edit of a document into the transaction's copy.
    ///
    /// - Returns: whether there was one.
    func takeInHandEdit(_ document: inout Document, at path: DocumentPath) throws -> Bool {
        switch try handEdit(at: path) {
        case nil: return false
        case .changed(let members):
            try checkID(members, document, path)
            let before = document
            let changed = document.applyHandEdit(members, rule: { rule(of: $0, in: before) }, by: author)
            if !changed.isEmpty { tell("edited \(Diary.quoted(document.displayName)) by hand") }
        case .changedSince(let members, let base):
            try checkID(members, document, path)
            try takeIn(members, typedOver: base, into: &document, at: path)
        case .removed:
            if !document.isDeleted {
                tell("removed the file of \(Diary.quoted(document.displayName))")
                document.delete(by: author)
            }
        case .unreadable(let reason):
            throw ReplicaError(
                .unreadableDocument, "\(path.text) was edited and cannot be read: \(reason)",
                hint: "Correct the file, or restore it with 'git checkout -- \(path.text)'.")
        }
        return true
    }

    private func checkID(_ members: JSONObject, _ document: Document, _ path: DocumentPath) throws {
        if members["id"] == .string(document.id.description) { return }
        throw ReplicaError(
            .invalidValue, "the id in \(path.text) was changed by hand, but ids cannot be changed",
            hint: "Restore it: \(document.id)")
    }

    /// Joins an edit of an older version, as if another device had made it: what it did not touch stays as it is now,
    /// and what both changed is a conflict that shows both.
    private func takeIn(
        _ members: JSONObject, typedOver base: [UInt8]?, into document: inout Document, at path: DocumentPath
    ) throws {
        do {
            var edited = try Document(decoding: base ?? members.canonicalBytes())
            // The author's own numbers may be taken after that version, so the edit has an actor for itself.
            let author = Author(actor: newActor(), time: now)
            if let base, !document.seen.covers(edited.seen) {
                return try takeIn(members, typedOverForeign: base, into: &document)
            }
            let before = edited
            let changed = edited.applyHandEdit(members, rule: { rule(of: $0, in: before) }, by: author)
            guard base == nil || !changed.isEmpty else { return }
            let joined = Document.join(document, edited)
            if joined != document { tell("edited \(Diary.quoted(joined.displayName)) by hand") }
            document = joined
        } catch {
            throw ReplicaError.unreadable(path, because: "\(error)")
        }
    }

    /// Adds what an edit changed of a version that is not a part of this history, such as one that git has set the
    /// branch back from: of that version itself nothing is asked.
    private func takeIn(_ members: JSONObject, typedOverForeign base: [UInt8], into document: inout Document) throws {
        let base = (try? JSON.parse(base))?.objectValue ?? JSONObject()
        let wanted = Self.overlay(document.shown, with: members, unless: base)
        let before = document
        let changed = document.applyHandEdit(wanted, rule: { rule(of: $0, in: before) }, by: author)
        if !changed.isEmpty { tell("edited \(Diary.quoted(document.displayName)) by hand") }
    }

    /// An object with those members of another that differ from a third's.
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

    /// Takes back what a change did to a document.
    public func revert(_ path: DocumentPath, from after: Document, to before: Document?) throws {
        if path.kind == .photo, before?["erased"] == nil, try document(at: path)?["erased"] != nil {
            throw ReplicaError(
                .forbidden, "\(Diary.quoted(after.displayName)) was erased, and that cannot be undone",
                hint: "If somebody still has the file, attach it again to something else.")
        }
        try change(path, follows: Series.isUntouched) { document in
            do throws(RevertRefusal) {
                // What nobody has touched follows from other documents, and is taken back in their wake.
                let follows = Series.isUntouched(document)
                let author = follows ? Series.author(of: "taken back", onto: document, at: now) : author
                try document.revert(from: after, to: before, by: author)
            } catch {
                let what = error.field.map { "the \($0) of " } ?? ""
                throw ReplicaError(
                    .superseded,
                    "\(what)\(Diary.quoted(document.displayName)) has been changed since, so it cannot be undone",
                    hint: "\(.showHistory) shows who changed what; \(.editTask) sets it by hand.")
            }
        }
    }
}
