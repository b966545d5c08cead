// SPDX-License-Identifier: Apache-2.0

// The core as a library product: documents, merge rules, dates, queries, reminders, and replicas, including the one in
// memory. It needs no git, database or files.
@_exported public import HometaskDocuments
@_exported public import HometaskFamily
@_exported public import HometaskMerging
@_exported public import HometaskQueries
@_exported public import HometaskReminders
@_exported public import HometaskReplica
@_exported public import HometaskTime
