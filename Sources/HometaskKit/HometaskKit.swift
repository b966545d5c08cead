// SPDX-License-Identifier: Apache-2.0

// The library product: `import HometaskKit` brings the documents, the merge rules, dates, the replica, the git
// repository behind it and the index that answers queries. The modules beneath stay importable by their own names.
@_exported public import HometaskDocuments
@_exported public import HometaskFamily
@_exported public import HometaskGitReplica
@_exported public import HometaskHunts
@_exported public import HometaskIndex
@_exported public import HometaskMerging
@_exported public import HometaskQueries
@_exported public import HometaskReminders
@_exported public import HometaskReplica
@_exported public import HometaskTime
