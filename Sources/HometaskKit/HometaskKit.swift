// SPDX-License-Identifier: Apache-2.0

// The library product: `import HometaskKit` re-exports the documents, the merge rules, dates, the replica, its storage
// in git and the index that answers queries. Each module remains importable on its own.
@_exported public import HometaskCore
@_exported public import HometaskGitReplica
@_exported public import HometaskHunts
@_exported public import HometaskIndex
