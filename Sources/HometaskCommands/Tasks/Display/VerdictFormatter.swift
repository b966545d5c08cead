// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskTime

/// Formats adults' verdicts on tasks, with the results of checking their signatures.
struct VerdictFormatter {
    static let signingHelp =
        "If you have an ssh key here ('hometask member edit NAME --add-key'), your verdict is signed with it."

    private let session: FamilySession

    init(_ session: FamilySession) {
        self.session = session
    }

    /// Returns the approval of a task in words; nil if it needs none and has no verdict.
    ///
    /// - Parameter check: the result of checking the verdict's signature.
    func approval(of task: TaskRecord, _ check: VerdictKeys.Check?) -> String? {
        if let rejection = task.rejection { return words(rejection, check) }
        if let judgement = task.judgement { return words(judgement, check) }
        guard task.needsApproval else { return nil }
        return task.isOpen ? "an adult must approve it" : "waits for an adult to approve it"
    }

    /// Formats a verdict: `approved by Anna, 2 hours ago (signed)`.
    private func words(_ verdict: Verdict, _ check: VerdictKeys.Check?) -> String {
        let judge = verdict.by.map { " by \(session.directory.name(of: $0))" } ?? ""
        let why = verdict.why.map { ": \($0)" } ?? ""
        let deed = verdict.isApproved ? "approved" : "rejected"
        return "\(deed)\(judge), \(session.dates.ago(verdict.at))\(Self.words(check))\(why)"
    }

    private static func words(_ check: VerdictKeys.Check?) -> String {
        switch check {
        case .good: " (signed)"
        case .missing: " (unverified: not signed)"
        case .bad: " (unverified: the signature does not match)"
        case .unknown: " (unverified: ssh-keygen is not installed)"
        case .keyless, nil: ""
        }
    }
}
