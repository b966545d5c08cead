// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily
public import HometaskTime

/// The tasks to list: a query, an order and a limit.
public struct ListRequest: Sendable {
    /// The query that listed tasks must match.
    public var query: Query
    /// The sort order of the tasks, applied before ``limit``.
    public var order: TaskOrder
    /// The maximum number of tasks; nil for all.
    public var limit: Int?
    /// Whether to include the descriptions, which most lists do not show.
    public var wantsDescriptions: Bool
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The time zone that determines when a day begins and ends.
    public var zone: TimeZoneRules
    /// The measure of urgency, for an order that needs it; its dependencies are then read.
    public var urgency: UrgencyMeasure?

    /// Creates a request; without `urgency`, an order by urgency has no effect.
    public init(
        _ query: Query, order: TaskOrder, limit: Int? = nil, wantsDescriptions: Bool = false,
        directory: FamilyDirectory, zone: TimeZoneRules, urgency: UrgencyMeasure? = nil
    ) {
        self.query = query
        self.order = order
        self.limit = limit
        self.wantsDescriptions = wantsDescriptions
        self.directory = directory
        self.zone = zone
        self.urgency = urgency
    }

    /// Sorts tasks; sorting by urgency uses their dependencies.
    public func sort(_ tasks: [TaskRecord], _ dependencies: TaskDependencies) -> [TaskRecord] {
        var urgency = urgency
        urgency?.dependencies = dependencies
        return order.sort(tasks, in: directory, zone: zone, urgency: urgency)
    }
}
