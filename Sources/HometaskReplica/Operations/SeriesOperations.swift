// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// How a series continues after an occurrence.
public enum SeriesContinuation: Hashable, Sendable {
    /// It does not: the task is not a recurring one.
    case none
    /// With this task, which is open.
    case next(DocumentID)
    /// With this task, which somebody has done or deleted already.
    case settled(DocumentID)
    /// Its rule ends here.
    case ended
    /// Nobody knows: the rule cannot be read, for the reason given.
    case unreadable(String)
}

/// How recurring tasks go on.
public struct SeriesOperations {
    let transaction: Transaction

    /// Makes the occurrence that follows a task which is done, if it recurs and the next one is not there yet.
    ///
    /// A next one that somebody has written to stays as it is, in the trash too. One that nobody has touched becomes
    /// what follows from the task as it is now.
    ///
    /// - Throws: `ReplicaError` where a document cannot be read.
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
        // What was typed into its file makes it somebody's.
        try transaction.handEdits.takeIn(path)
        let present = try transaction.document(at: path)
        let isMovedOn = present.map { !$0.isDeleted && step.isMovedOn(to: $0.reckonedDue) } ?? false
        if let present, !Series.isUntouched(present) {
            let values = isMovedOn ? step.current() : step.next(done: done.at)
            let settled = SeriesDerivation(step: step, values: values ?? [:], done: done.at).settling(present)
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
        // Values of plugins follow as they are: what a plugin of this device says of them is the business of who wrote them.
        if next != present { try transaction.stage(next, changedFrom: present, at: path, follows: true) }
        return .next(id)
    }

    /// Makes the next one of a recurring task that somebody has marked as done in its file.
    func followHandEdit(of path: DocumentPath, from before: Document) throws {
        guard path.kind == .task, before["completion"] == nil, let id = path.id, transaction.staged[path] != nil,
            let after = try transaction.document(at: path), after["completion"] != nil, !after.isDeleted
        else { return }
        try makeNext(after: id)
    }

    /// Takes back the occurrence that follows a task, if nobody has touched it.
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
        try transaction.stage(gone, changedFrom: document, at: path)
    }

    /// Moves a recurring task on to its next time without doing it: it is the same task then, with the date, the count,
    /// the checklist and all else that the next occurrence would have begun with. Nothing of the time skipped stays but
    /// its history; points are earned by what is done.
    ///
    /// - Parameter isToNow: whether it moves on over all times that were missed, to the first whose day is not past.
    /// - Throws: `ReplicaError` (`notFound`; `invalidRequest` where it does not recur, is done, has no next time, or
    ///   was to move on to now and is not overdue).
    public func skip(_ task: DocumentID, isToNow: Bool = false) throws {
        let record = try transaction.tasks.record(task)
        let title = Diary.quoted(record.title)
        guard let document = try transaction.document(at: Transaction.path(of: .task, task)) else { return }
        guard record.isOpen else {
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
        transaction.tell("skipped \(title)")
    }
}
