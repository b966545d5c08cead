// SPDX-License-Identifier: Apache-2.0

// The library product: `import HometaskKit` brings the documents, the merge rules, dates, the replica and the
// git repository behind it. The modules beneath stay importable by their own names.
@_exported public import HometaskDocuments
@_exported public import HometaskGitReplica
@_exported public import HometaskMerging
@_exported public import HometaskReplica
@_exported public import HometaskTime
