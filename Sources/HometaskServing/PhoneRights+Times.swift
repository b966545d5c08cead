// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

// Times of past events cannot be in the future. Due times, and the times until which tasks are hidden, can.

extension PhoneRights {
    /// Returns the objection if a change dates a past event in the future. The rule applies to adults too.
    func objectionToTime(_ change: Change) -> Objection? {
        guard !change.isThere, let time = Self.time(in: change), time > latest else { return nil }
        return (.future, "what has happened cannot be in the future")
    }

    /// Returns the time of the past event that a change records; nil for other fields.
    private static func time(in change: Change) -> Timestamp? {
        let said: JSON? =
            switch change.field {
            case "attached", "completed", "completion", "created", "finished", "verdict": change.new?["at"]
            case "location" where change.path.kind == .photo: change.new?["at"]
            case "takenAt" where change.path.kind == .photo: change.new
            default: nil
            }
        return said?.stringValue.flatMap { Timestamp(rfc3339: $0) }
    }
}
