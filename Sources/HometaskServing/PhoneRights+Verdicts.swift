// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

// Verdicts: only adults give them, and one is removed only if its task is completed again, or reopened after an
// approval.

extension PhoneRights {
    /// A child may not give a verdict. It may remove one by completing the task in the same edit, as the command does:
    /// the new completion has not been judged yet. It may remove an approval by reopening its own task.
    func objectionToVerdict(_ change: Change) -> Objection? {
        change.new == nil && (completes(change) || reopens(change)) ? nil : adults("judge a task")
    }

    /// A completion with the time of a judged one would be mistaken for it, and is therefore refused.
    func objectionToJudged(_ change: Change) -> Objection? {
        guard !change.isThere, let completion = Completion(change.new) else { return nil }
        let judged = [change.standing, change.before].compactMap { Verdict($0?["verdict"])?.done }
        return judged.contains(completion.at) ? adults("complete a task at a time that was judged") : nil
    }

    /// Whether the member reopens an approved task in the same edit, and may do so.
    private func reopens(_ change: Change) -> Bool {
        guard change.typed["completion"] == nil, Verdict(change.standing?["verdict"])?.isApproved == true,
            change.standing?["completion"] != nil
        else { return false }
        return objectionToCompletion(completing(change)) == nil
    }

    /// The change of the completion in the same edit.
    private func completing(_ change: Change) -> Change {
        Change(
            field: "completion", path: change.path, before: change.before, new: change.typed["completion"],
            typed: change.typed, standing: change.standing, completions: change.completions)
    }

    /// Whether the member completes the task in the same edit, and may do so.
    private func completes(_ change: Change) -> Bool {
        let completing = completing(change)
        guard let completion = completing.new, completion != completing.old else { return false }
        return isByMember(completion) && objectionToCompletion(completing) == nil
    }

    /// The refusal if a child would remove a verdict that still counts; otherwise nil.
    ///
    /// - Parameters:
    ///   - standing: the family's values.
    ///   - joined: the family's values after the join.
    func refusalOfLostVerdict(
        at path: DocumentPath, from standing: JSONObject, to joined: JSONObject
    ) -> Refusal? {
        guard member.isChild, path.kind == .task, standing["verdict"] != joined["verdict"],
            !isCompletedAgain(from: standing, to: joined), !isOpenAgain(from: standing, to: joined)
        else { return nil }
        let objection = adults("judge a task")
        return Refusal(path: path, field: "verdict", rule: objection.rule, why: objection.why)
    }

    /// Whether a task gets a completion of the member that its verdict does not cover.
    private func isCompletedAgain(from standing: JSONObject, to joined: JSONObject) -> Bool {
        guard let json = joined["completion"], json != standing["completion"], isByMember(json) else { return false }
        return Verdict(standing["verdict"])?.done != Completion(json)?.at
    }

    /// Whether an approved completion of the member is reopened.
    private func isOpenAgain(from standing: JSONObject, to joined: JSONObject) -> Bool {
        guard joined["completion"] == nil, let json = standing["completion"] else { return false }
        return isByMember(json) && Verdict(standing["verdict"])?.isApproved == true
    }

    private func isByMember(_ completion: JSON) -> Bool { isMember(completion["by"]?.stringValue) }
}
