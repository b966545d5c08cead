// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// The continuation of a series after an occurrence.
public enum SeriesContinuation: Hashable, Sendable {
    /// The task does not recur.
    case none
    /// The series continues with this task, which is open.
    case next(DocumentID)
    /// The series continues with this task, which is already done or deleted.
    case settled(DocumentID)
    /// The rule ends here.
    case ended
    /// The continuation is unknown because the rule cannot be read, for this reason.
    case unreadable(String)
}

/// Operations on the series of recurring tasks.
public struct SeriesOperations {
    let transaction: Transaction

    /// Creates the occurrence after a done task, if the task recurs and the next occurrence does not exist yet.
    ///
    /// A next occurrence that a person has written to is left unchanged, even in the trash. An untouched occurrence is
    /// derived again from the present task. An occurrence that was never derived, because a document with its id was
    /// created before the task was done, gets the series' requirements and points.
    ///
    /// - Throws: `ReplicaError` if a document cannot be read.
    @discardableResult
    public func makeNext(after task: DocumentID) throws -> SeriesContinuation {
        guard let document = try transaction.document(at: Transaction.path(of: .task, task)),
            let done = Completion(document["completion"])
        else { return .none }
        let step: SeriesStep?
        do throws(RecurrenceRuleError) {
            step = try SeriesStep(
                from: document.withItemIDs(by: transaction.author), familyZone: transaction.familyZone())
        } catch {
            return .unreadable("\(error)")
        }
        guard let step else { return .none }
        let id = Series.successor(of: task)
        let path = try Transaction.path(of: .task, id)
        // A hand edit of the occurrence's file counts as written by a person.
        try transaction.handEdits.takeIn(path)
        let present = try transaction.document(at: path)
        let isMovedOn = present.map { !$0.isDeleted && step.isMovedOn(to: $0.reckonedDue) } ?? false
        if let present, !Series.isUntouched(present) {
            let values = isMovedOn ? step.current() : step.next(done: done.at)
            let filled = step.supplementing(present, with: values ?? [:], done: done.at, rules: transaction.rules)
            let settled = SeriesDerivation(step: step, values: values ?? [:], done: done.at).settling(filled)
            if settled != present { try transaction.stage(settled, changedFrom: present, at: path, follows: true) }
            let isOpen = settled["completion"] == nil && !settled.isDeleted
            return isOpen ? .next(id) : .settled(id)
        }
        guard let values = isMovedOn ? step.current() : step.next(done: done.at) else {
            if let present, !present.isDeleted { try withdraw(present, at: path) }
            return .ended
        }
        var next = present ?? Document(id: id, kind: .task)
        next.forgetDeletions { $0.isFollowing }
        SeriesFilling(step, done: done.at, rules: transaction.rules).fill(&next, with: values)
        // The values are inherited unchecked: their writers are responsible for them.
        if next != present { try transaction.stage(next, changedFrom: present, at: path, follows: true) }
        return .next(id)
    }

    /// Creates the next occurrence of a recurring task that was marked as done in its file.
    func followHandEdit(of path: DocumentPath, from before: Document) throws {
        guard path.kind == .task, before["completion"] == nil, let id = path.id, transaction.staged[path] != nil,
            let after = try transaction.document(at: path), after["completion"] != nil, !after.isDeleted
        else { return }
        try makeNext(after: id)
    }

    /// Creates, updates or deletes the occurrence after a task whose completions were in conflict.
    func follow(_ task: DocumentPath) throws {
        guard task.kind == .task, let id = task.id, let document = try transaction.document(at: task) else { return }
        if document["completion"] == nil { try withdrawNext(after: id) } else { try makeNext(after: id) }
    }

    /// Deletes the occurrence after a task if that occurrence is untouched.
    func withdrawNext(after task: DocumentID) throws {
        let path = try Transaction.path(of: .task, Series.successor(of: task))
        guard let present = try transaction.document(at: path), Series.isUntouched(present), !present.isDeleted else {
            return
        }
        try withdraw(present, at: path)
    }

    /// Deletes an occurrence.
    ///
    /// - Parameter time: the time of the deletion; nil for now.
    func withdraw(_ document: Document, at path: DocumentPath, as time: Timestamp? = nil) throws {
        var gone = document
        gone.delete(by: Series.author(of: "withdrawn", onto: document, at: time ?? transaction.now))
        try transaction.stage(gone, changedFrom: document, at: path, follows: true)
    }

    /// Moves a recurring task on to its next occurrence without completing it. The document stays the same, but gets
    /// the date, the count, the checklist and all other initial values of the next occurrence. Apart from the history,
    /// nothing of the skipped occurrence remains; only completed tasks earn points. With `isToNow`, all missed
    /// occurrences are skipped, up to the first whose day is not past.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `invalidRequest` if the task does not recur, is done, has no next
    ///   occurrence, or is not overdue with `isToNow`).
    public func skip(_ task: DocumentID, isToNow: Bool = false) throws {
        let record = try transaction.tasks.record(task)
        let title = Quotation.of(record.title)
        guard let document = try transaction.document(at: Transaction.path(of: .task, task)) else { return }
        guard record.isOpen else {
            guard document["repeat"] != nil else {
                throw ReplicaError(.invalidRequest, "\(title) is done and does not recur")
            }
            throw ReplicaError(.invalidRequest, "\(title) is done", hint: "Skip the next occurrence.")
        }
        let step: SeriesStep?
        do throws(RecurrenceRuleError) {
            step = try SeriesStep(
                from: document.withItemIDs(by: transaction.author), familyZone: transaction.familyZone())
        } catch {
            throw ReplicaError(
                .invalidValue, "the rule by which \(title) recurs cannot be read: \(error)",
                hint: "Write a new one: \(.setRule).")
        }
        guard let step else {
            throw ReplicaError(
                .invalidRequest, "\(title) does not recur", hint: "Change its due date with \(.setDue(of: nil)).")
        }
        if isToNow, !step.isMissed(at: transaction.now) {
            throw ReplicaError(
                .invalidRequest, "\(title) is not overdue, so no occurrence was missed",
                hint: "\(.skipTask) skips to the next occurrence.")
        }
        guard let values = isToNow ? step.movedToNow(at: transaction.now) : step.skipped(at: transaction.now) else {
            throw ReplicaError(
                .invalidRequest, "\(title) is the last of its series",
                hint: "Use \(.deleteTask) or \(.completeTask).")
        }
        var changes: [FieldName: JSON?] = [:]
        for field in Series.fields + step.extensions + ["items", "repeat", "series", "snooze"] {
            changes.updateValue(values[field], forKey: field)
        }
        try transaction.writeFields(changes, to: Transaction.path(of: .task, task))
        transaction.describe("skipped \(CommitMessage.quoted(record.title))")
    }
}
