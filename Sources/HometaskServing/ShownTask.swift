// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily
public import HometaskMerging
public import HometaskTime

/// A task as shown to a member, with its edit form.
public struct ShownTask: Sendable {
    /// The family version from which the task was read, for the forms.
    public let version: String
    /// The task as it is in ``version``.
    public let record: TaskRecord
    /// The form with the task's values.
    public let form: TaskForm
    /// The conflicts of the task.
    public let conflicts: [Conflict]
    /// The comments, oldest first.
    public let comments: [CommentRecord]
    /// The family's members and categories.
    public let directory: FamilyDirectory
    /// The family's time zone.
    public var zone: TimeZoneRules { directory.zone }
}
