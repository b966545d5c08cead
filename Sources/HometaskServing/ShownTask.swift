// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily
public import HometaskMerging
public import HometaskTime

/// A task as it is shown to a member, with the form in which it can be edited.
public struct ShownTask: Sendable {
    /// The version of the family that it was read from, for the forms.
    public let version: String
    /// The task as it is in ``version``.
    public let record: TaskRecord
    /// What the form shows.
    public let form: TaskForm
    /// The edits that contradict each other.
    public let conflicts: [Conflict]
    /// The comments, the first one first.
    public let comments: [CommentRecord]
    /// The family's members and categories.
    public let directory: FamilyDirectory
    /// Where the family lives.
    public var zone: TimeZoneRules { directory.zone }
}
