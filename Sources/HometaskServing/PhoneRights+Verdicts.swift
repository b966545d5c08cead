// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

// Verdicts: only adults give verdicts. A verdict is removed only when its task is completed again, or reopened after
// approval.

extension PhoneRights {
    /// Returns the objection if a child may not change a verdict. A child may not give a verdict, but may remove one by
    /// completing the task in the same edit, as the command does, because the new completion has not been judged yet. A
    /// child may also remove an approval by reopening their own task.
    func objectionToVerdict(_ change: Change) -> Objection? {
        change.new == nil && (completes(change) || reopens(change)) ? nil : adults("judge a task")
    }

    /// Returns the objection to a completion with the same time as a judged one, because the verdict would be taken to
    /// cover it.
    func objectionToJudged(_ change: Change) -> Objection? {
        guard !change.isThere, let completion = Completion(change.new) else { return nil }
        let judged = [change.standing, change.before].compactMap { Verdict($0?["verdict"])?.done }
        return judged.contains(completion.at) ? adults("complete a task at a time that was judged") : nil
    }

    /// Returns whether the member reopens an approved task in the same edit, and may do so.
    private func reopens(_ change: Change) -> Bool {
        guard change.typed["completion"] == nil, Verdict(change.standing?["verdict"])?.isApproved == true,
            change.standing?["completion"] != nil
        else { return false }
        return objectionToCompletion(completing(change)) == nil
    }

    /// Returns the change of the completion in the same edit.
    private func completing(_ change: Change) -> Change {
        Change(
            field: "completion", path: change.path, before: change.before, new: change.typed["completion"],
            typed: change.typed, standing: change.standing, completions: change.completions)
    }

    /// Returns whether the member completes the task in the same edit, and may do so.
    private func completes(_ change: Change) -> Bool {
        let completing = completing(change)
        guard let completion = completing.new, completion != completing.old else { return false }
        return isByMember(completion) && objectionToCompletion(completing) == nil
    }

    /// Returns the refusal if a child would remove a verdict that still counts; otherwise nil.
    ///
    /// - Parameters:
    ///   - standing: the family's values.
    ///   - joined: the family's values after the merge.
    func refusalOfLostVerdict(
        at path: DocumentPath, from standing: JSONObject, to joined: JSONObject
    ) -> Refusal? {
        guard member.isChild, path.kind == .task, standing["verdict"] != joined["verdict"],
            !isCompletedAgain(from: standing, to: joined), !isOpenAgain(from: standing, to: joined)
        else { return nil }
        let objection = adults("judge a task")
        return Refusal(path: path, field: "verdict", rule: objection.rule, why: objection.why)
    }

    /// Returns whether a task gets a completion by the member that its verdict does not cover.
    private func isCompletedAgain(from standing: JSONObject, to joined: JSONObject) -> Bool {
        guard let json = joined["completion"], json != standing["completion"], isByMember(json) else { return false }
        return Verdict(standing["verdict"])?.done != Completion(json)?.at
    }

    /// Returns whether a task with an approved completion by the member is reopened.
    private func isOpenAgain(from standing: JSONObject, to joined: JSONObject) -> Bool {
        guard joined["completion"] == nil, let json = standing["completion"] else { return false }
        return isByMember(json) && Verdict(standing["verdict"])?.isApproved == true
    }

    private func isByMember(_ completion: JSON) -> Bool { isMember(completion["by"]?.stringValue) }
}
