// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

// Verdicts: only adults give them, and one goes only where its task is completed again.

extension PhoneRights {
    /// A child gives no verdict. It takes one away where it completes the task in the same edit, as the command does:
    /// the new completion has not been judged yet.
    func objectionToVerdict(_ change: Change) -> Objection? {
        change.new == nil && completes(change) ? nil : adults("judge a task")
    }

    /// Whether the member completes the task in the same edit, and may do so.
    private func completes(_ change: Change) -> Bool {
        let completing = Change(
            field: "completion", path: change.path, before: change.before, new: change.typed["completion"],
            typed: change.typed, standing: change.standing, completions: change.completions)
        guard let completion = completing.new, completion != completing.old else { return false }
        return isByMember(completion) && objectionToCompletion(completing) == nil
    }

    /// That a child would take away a verdict which still counts; nil if it would not.
    ///
    /// - Parameters:
    ///   - standing: what the family shows.
    ///   - joined: what it would show afterwards.
    func refusalOfLostVerdict(
        at path: DocumentPath, from standing: JSONObject, to joined: JSONObject
    ) -> Refusal? {
        guard member.isChild, path.kind == .task, standing["verdict"] != joined["verdict"],
            !isCompletedAgain(from: standing, to: joined)
        else { return nil }
        let objection = adults("judge a task")
        return Refusal(path: path, field: "verdict", rule: objection.rule, why: objection.why)
    }

    /// Whether a task gets a completion of the member that the verdict on it is not about.
    private func isCompletedAgain(from standing: JSONObject, to joined: JSONObject) -> Bool {
        guard let json = joined["completion"], json != standing["completion"], isByMember(json) else { return false }
        return Verdict(standing["verdict"])?.done != Completion(json)?.at
    }

    private func isByMember(_ completion: JSON) -> Bool { isMember(completion["by"]?.stringValue) }
}
