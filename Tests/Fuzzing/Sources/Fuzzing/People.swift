// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// The authors in generated histories and edits.
enum People {
    static let actors = ["d1", "d2", "dzzzzzzzzzzzzz", "g0123456789abcdef"].compactMap { ActorID($0) }

    /// Few distinct times, so that ties are frequent.
    static func author(_ byte: UInt8) -> Author {
        let time = Timestamp(seconds: 1_763_717_500 + Int64(byte >> 4 & 3))
        return Author(actor: actors[Int(byte & 3)], time: time, isWeak: byte >> 2 & 3 == 3)
    }
}
