// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskReplica

extension HistoryEntry {
    init(_ commit: Commit) {
        let parts = CommitTrailer.parts(of: commit.message)
        self.init(
            commit: commit.id.description, parents: commit.parents.map(\.description), author: commit.author.name,
            time: Timestamp(seconds: commit.author.seconds), subject: parts.subject, body: parts.body,
            isOurs: CommitTrailer.isIntact(commit), plugins: CommitTrailer.plugins(in: commit.message))
    }
}
