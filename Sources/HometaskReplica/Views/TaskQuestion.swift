// SPDX-License-Identifier: Apache-2.0

public import HometaskTime

/// Which tasks to list, in which order, and how many of them.
public struct TaskQuestion: Sendable {
    /// Which tasks.
    public var query: Query
    /// In which order.
    public var order: TaskOrder
    /// How many at the most; nil for all.
    public var limit: Int?
    /// Whether they are to have their descriptions, which most lists do not show.
    public var wantsDescriptions: Bool
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The zone in which whole days begin and end.
    public var zone: TimeZoneRules

    /// A question.
    public init(
        _ query: Query, order: TaskOrder, limit: Int? = nil, wantsDescriptions: Bool = false,
        directory: FamilyDirectory, zone: TimeZoneRules
    ) {
        self.query = query
        self.order = order
        self.limit = limit
        self.wantsDescriptions = wantsDescriptions
        self.directory = directory
        self.zone = zone
    }
}
