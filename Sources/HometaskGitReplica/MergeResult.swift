// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskReplica

/// The result of merging a head into the branch.
struct MergeResult {
    var commit: ObjectID
    /// The documents that differed and were joined.
    var joined: [DocumentPath] = []
    /// Those of them that each side had changed since the two met last.
    var changedApart: [DocumentPath] = []
    var conflicted: [DocumentPath] = []
    var skipped: [SkippedDocument] = []
    var forks: [ForkedDocument] = []
    /// The paths at which it took over what the other side has; nil if it took over all.
    var taken: [String]?
}
