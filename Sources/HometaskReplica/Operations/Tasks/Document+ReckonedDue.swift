// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension Document {
    /// The due date of this occurrence according to the series, if known, ignoring a postponement.
    var reckonedDue: JSON? {
        let candidates = conflicts.first { $0.field == "due" }?.candidates ?? []
        return candidates.first { $0.isReckoned }?.value
            ?? SeriesValue.all(self["series"]).first { $0.field == "due" }?.value ?? self["due"]
    }
}
