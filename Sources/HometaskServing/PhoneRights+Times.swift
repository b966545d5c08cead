// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

// What has happened has a time, and nothing has happened in the future. When something is due, or hidden until, may be.

extension PhoneRights {
    /// Why nobody, adults included, may say that something happens later than now.
    func objectionToTime(_ change: Change) -> Objection? {
        guard !change.isThere, let time = Self.time(in: change), time > latest else { return nil }
        return (.future, "what has happened cannot be in the future")
    }

    /// When something happened, by what a change writes; nil if the field does not say that.
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
