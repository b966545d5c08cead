// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime

extension TaskChange {
    /// Sets a typed recurrence rule; an empty text clears it.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest`).
    mutating func setRule(_ text: String, in session: FamilySession) throws {
        values["repeat"] = text.isEmpty ? .null : .string(try session.rules.parse(text).description)
        keepsMonthEnd = !RuleParser.isNotation(text)
    }
}
