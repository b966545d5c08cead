// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Updates series after their tasks were merged.
public struct SeriesSettling {
    let transaction: Transaction

    /// Updates the occurrences after merged tasks. An untouched occurrence inherits edits of the series from another
    /// device, and if both sides derived a date, one date remains. In an occurrence that a person has written to,
    /// derived values yield to written ones.
    ///
    /// - Parameter tasks: the paths of merged documents; documents that are not tasks of a series are skipped.
    /// - Returns: sentences for the user about series that one device ended while another device completed the task.
    @discardableResult
    public func updateSuccessors(after tasks: [DocumentPath]) throws -> [String] {
        var told: [String] = []
        for id in seriesOrder(of: tasks) {
            do {
                told += try updateSuccessor(of: id)
            } catch let error as ReplicaError where [.invalidValue, .unreadableDocument].contains(error.code) {
                // An unreadable document or hand edit is left unchanged; 'doctor' reports it.
            }
        }
        return told
    }

    private func updateSuccessor(of id: DocumentID) throws -> [String] {
        var told: [String] = []
        let successor = try Transaction.path(of: .task, Series.successor(of: id))
        let before = transaction.staged[successor]?.bytes
        try dropWithdrawal(at: successor)
        let document = try? transaction.document(at: Transaction.path(of: .task, id))
        if let document, !document.isDeleted, document["repeat"] != nil, document["completion"] != nil {
            try transaction.series.makeNext(after: id)
        } else if let document, !document.isDeleted, document["completion"] != nil {
            told = try endSeries(after: document, at: successor)
        } else if let document, !document.isDeleted {
            try settleReopened(document, at: successor)
        }
        if transaction.staged[successor]?.bytes != before, let title = document?["title"]?.stringValue {
            transaction.describe("carried the series of \(CommitMessage.quoted(title)) on")
        }
        return told
    }

    /// Ends a series after an occurrence that no longer recurs: the series was ended while the task was done on another
    /// device, which created a next occurrence. That occurrence is deleted if untouched.
    private func endSeries(after document: Document, at successor: DocumentPath) throws -> [String] {
        guard let next = try transaction.document(at: successor), next["previous"] != nil, !next.isDeleted,
            next["completion"] == nil, next["repeat"] != nil
        else { return [] }
        let title = Quotation.of(document["title"]?.stringValue ?? "")
        guard Series.isUntouched(next) else {
            return [
                "The series of \(title) was ended on one device while the task was done on another, and the next occurrence was changed: it is kept, and still recurs."
            ]
        }
        try transaction.series.withdraw(
            next, at: successor, as: document.lastWrite(of: "completion")?.time ?? transaction.now)
        return [
            "The series of \(title) was ended on one device while the task was done on another: it is done, and there is no next occurrence."
        ]
    }

    /// Settles conflicts between derived values in the occurrence after a reopened task. The task is not done, so
    /// nothing else is derived from the task, including dates counted from its completion.
    private func settleReopened(_ document: Document, at successor: DocumentPath) throws {
        guard let next = try transaction.document(at: successor), next["previous"] != nil, !Series.isUntouched(next),
            let reopened = document.lastWrite(of: "completion")?.time,
            let step = try? SeriesStep(
                from: document.withItemIDs(by: transaction.author), familyZone: transaction.familyZone()),
            let values = step.next(done: reopened)
        else { return }
        let dates: Set<FieldName> = step.isReckoned(from: reopened) ? ["due", "series"] : []
        let open = Set(next.conflicts.filter(\.isReckoned).map(\.field)).subtracting(dates)
        let derivation = SeriesDerivation(step: step, values: values, done: reopened)
        let settled = derivation.settling(next, in: open)
        if settled != next { try transaction.stage(settled, changedFrom: next, at: successor, follows: true) }
    }

    /// Returns the occurrences whose successors may need an update: the merged ones and their predecessors. Earlier
    /// occurrences of a series come before later ones.
    private func seriesOrder(of tasks: [DocumentPath]) -> [DocumentID] {
        var previous: [DocumentID: DocumentID] = [:]
        var known: Set<DocumentID> = []
        for path in tasks where path.kind == .task {
            guard let id = path.id, let document = try? transaction.document(at: path) else { continue }
            known.insert(id)
            guard let before = document["previous"]?.stringValue.flatMap({ DocumentID($0) }),
                Series.successor(of: before) == id
            else { continue }
            previous[id] = before
            known.insert(before)
        }
        var ordered: [DocumentID] = []
        var isListed: Set<DocumentID> = []
        for id in known.sorted() {
            var chain: [DocumentID] = []
            var next: DocumentID? = id
            while let one = next, known.contains(one), isListed.insert(one).inserted {
                chain.append(one)
                next = previous[one]
            }
            ordered += chain.reversed()
        }
        return ordered
    }

    /// Drops the deletion of an occurrence that was withdrawn because its predecessor was reopened, if a concurrent
    /// edit keeps it out of the trash: no person deleted it.
    private func dropWithdrawal(at path: DocumentPath) throws {
        guard let present = try? transaction.document(at: path), !present.isDeleted, let deletion = present.deletion,
            deletion.dot.actor.isFollowing, present["previous"] != nil
        else { return }
        var kept = present
        kept.forgetDeletions { $0.isFollowing }
        if kept != present { try transaction.stage(kept, changedFrom: present, at: path, follows: true) }
    }
}
