// SPDX-License-Identifier: Apache-2.0

// The library product: `import HometaskKit` brings the documents, the merge rules, dates, the replica, the git
// repository behind it and the index that answers queries. The modules beneath stay importable by their own names.
@_exported public import HometaskCore
@_exported public import HometaskGitReplica
@_exported public import HometaskHunts
@_exported public import HometaskIndex
