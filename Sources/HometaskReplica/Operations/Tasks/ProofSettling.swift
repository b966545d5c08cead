// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Completes or reopens tasks that require a photo, according to their photos, after other changes of documents than
/// completing or reopening.
public struct ProofSettling {
    let transaction: Transaction

    /// Completes or reopens tasks that require a photo, according to their photos, after the transaction changed the
    /// tasks or photos by other means than a command for this.
    ///
    /// - Parameter others: more tasks to check, as `DocumentReader.provableTasks(among:)` finds them after documents
    ///   were changed by other means.
    /// - Returns: the tasks that were completed or reopened, for the family's log.
    @discardableResult
    public func settle(of others: Set<DocumentID> = []) throws -> [DocumentID] {
        let candidates = transaction.proofCandidates
        let ids = try candidates.tasks.union(others).union(transaction.provableTasks(at: candidates.movedPins))
        let tasks = ids.sorted().compactMap { try? transaction.tasks.record($0) }.filter {
            $0.needsPhoto && !$0.isDeleted
        }
        if tasks.isEmpty { return [] }
        let rule = try transaction.proofs.rule(of: tasks)
        return try tasks.map(\.id).filter { try settleProof(of: $0, by: rule) }
    }

    private func settleProof(of task: DocumentID, by rule: ProofRule) throws -> Bool {
        let path = try Transaction.path(of: .task, task)
        guard let before = try transaction.document(at: path) else { return false }
        let proof = rule.proof(of: task)
        var after = before
        // If a photo was added and removed on different devices, the completion is in conflict. The photos decide,
        // unless an adult has judged the task.
        if before["verdict"] == nil { after.forget(in: "completion") { $1.value.isNull == (proof != nil) } }
        if (after["completion"] == nil) != (proof == nil) { writeCompletion(by: proof, to: &after) }
        guard after != before else { return false }
        try transaction.stage(after, changedFrom: before, at: path, follows: true)
        let title = CommitMessage.quoted(before.displayName)
        transaction.describe(
            proof == nil
                ? "reopened \(title), which no photo proves any more" : "completed \(title), which a photo proves")
        if proof == nil {
            try transaction.series.withdrawNext(after: task)
        } else {
            try transaction.series.makeNext(after: task)
        }
        return true
    }

    private func writeCompletion(by proof: PhotoRecord?, to document: inout Document) {
        let value = proof?.completion(now: transaction.now).json
        let time = max(
            document.lastWrite(of: "completion")?.time ?? Timestamp(seconds: 0),
            proof?.createdAt ?? Timestamp(seconds: 0))
        let before = document
        document.writeValue(
            value, to: "completion", rule: transaction.rule(of: "completion", in: before),
            by: Series.author(of: ["completion": value ?? .null], onto: before, at: time))
        // A new completion has not been judged, and an approval applied to the removed completion. A rejection stays.
        if let verdict = Verdict(before["verdict"]), value != nil || verdict.isApproved {
            document.writeValue(
                nil, to: "verdict", rule: transaction.rule(of: "verdict", in: before),
                by: Series.author(of: ["verdict": .null], onto: before, at: time))
        }
    }
}
