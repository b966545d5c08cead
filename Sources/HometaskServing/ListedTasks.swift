// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily
public import HometaskTime

/// A list of tasks as shown to a member.
public struct ListedTasks: Sendable {
    /// The family version from which the list was read, for the forms in it.
    public let version: String
    /// The tasks, in order, up to the requested limit.
    public let tasks: [TaskRecord]
    /// The total number of tasks in the list.
    public let count: Int
    /// The family's members and categories.
    public let directory: FamilyDirectory
    /// The family's time zone.
    public var zone: TimeZoneRules { directory.zone }
}
