// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskTime

extension Transaction {
    /// Makes a task.
    ///
    /// - Throws: `ReplicaError` where a value is not valid.
    @discardableResult
    public func addTask(_ draft: TaskDraft, id: DocumentID? = nil) throws -> DocumentID {
        let id = id ?? newID()
        try add(maker.task(preparing(draft, id: id)))
        return id
    }

    /// A draft with what only the family can say of it: its zone, and who makes the task when.
    ///
    /// - Throws: `ReplicaError` where a rule names no day, or an item of the checklist has no text.
    public func preparing(_ draft: TaskDraft, id: DocumentID) throws -> PreparedTask {
        var draft = draft
        draft.items = try draft.items.map { try TaskItem.checkedText($0) }
        if let rule = draft.rule, draft.due == nil { draft.due = try firstDue(rule) }
        var fields: [FieldName: JSON?] = draft.fields
        if draft.rule != nil { fields["due"] = draft.due.map { zoned($0.json) } }
        fields["created"] = created
        return PreparedTask(id: id, title: draft.title, fields: fields)
    }

    /// Adds a task that was made for the transaction.
    ///
    /// - Throws: `ReplicaError` (`alreadyExists`).
    public func add(_ task: MadeTask) throws {
        guard try document(at: task.made.path) == nil else {
            throw ReplicaError(.alreadyExists, "\(task.made.path.text) exists already")
        }
        put(task.made)
        tell("added \(Diary.quoted(task.title))")
    }

    /// Marks a task as done. A task that is done already gets the new completion. One that recurs is followed by the
    /// next.
    ///
    /// - Returns: how its series continues.
    @discardableResult
    public func complete(_ task: DocumentID, _ completion: Completion) throws -> SeriesContinuation {
        let record = try self.task(task)
        // Nobody has judged this time of doing it, whenever that is said to have been.
        try write(["completion": completion.json, "verdict": nil], to: Self.path(of: .task, task))
        tell("completed \(Diary.quoted(record.title))")
        return try continueSeries(after: task)
    }

    /// Reopens a task. An open task stays as it is. The next occurrence is deleted, unless somebody has written to it.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `forbidden` if a photo proves that the task was done).
    public func reopen(_ task: DocumentID) throws {
        let record = try self.task(task)
        if record.needsPhoto, !record.isOpen, let proof = try proofRule(of: [record]).proof(of: task) {
            throw ReplicaError(
                .forbidden, "‘\(record.title)’ is done as long as a photo is attached to it; nothing was changed",
                hint: "Delete the photo: \(.deletePhoto(String(proof.id.description.prefix(8))))")
        }
        if try !write(["completion": nil], to: Self.path(of: .task, task)).isEmpty {
            tell("reopened \(Diary.quoted(record.title))")
            try withdrawSuccessor(of: task)
        }
    }

    /// The task as it is written in the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func task(_ id: DocumentID) throws -> TaskRecord {
        guard let document = try document(at: Self.path(of: .task, id)), let record = TaskRecord(document.listed) else {
            throw ReplicaError(.notFound, "there is no task #\(id)")
        }
        return record
    }

    /// Puts a document into the trash; `restore` restores it.
    public func delete(_ path: DocumentPath, called name: String) throws {
        try change(path) { document in
            if !document.isDeleted { document.delete(by: author) }
        }
        tell("deleted \(Diary.quoted(name))")
    }

    /// Takes a document out of the trash.
    public func restore(_ path: DocumentPath, called name: String) throws {
        try change(path) { document in document.restore(by: author) }
        tell("restored \(Diary.quoted(name))")
    }

    /// `{at, by}`, for the field `created` of what is made now.
    public var created: JSON {
        var object: JSONObject = ["at": .string(now.rfc3339)]
        object["by"] = member.map { .string($0.description) }
        return .object(object)
    }
}
