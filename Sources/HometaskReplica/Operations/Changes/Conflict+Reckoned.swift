// SPDX-License-Identifier: Apache-2.0

import HometaskMerging

extension Conflict {
    /// Whether no person wrote any of the values.
    var isReckoned: Bool { candidates.allSatisfy(\.isReckoned) }
}

extension Conflict.Candidate {
    /// Whether no person wrote the value.
    var isReckoned: Bool { writes.allSatisfy { $0.dot.actor.isFollowing } }
}
