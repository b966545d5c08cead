// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskReplica

/// The result of merging a head into the branch.
struct MergeResult {
    var commit: ObjectID
    /// The documents that differed and were joined.
    var joined: [DocumentPath] = []
    /// The joined documents that both sides had changed since their last common commit.
    var changedApart: [DocumentPath] = []
    var conflicted: [DocumentPath] = []
    var skipped: [SkippedDocument] = []
    var forks: [ForkedDocument] = []
    /// The paths that were taken over from the other side; nil if everything was.
    var taken: [String]?
}
