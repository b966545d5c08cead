// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily
public import HometaskTime

/// Which tasks to list, in which order, and how many of them.
public struct ListRequest: Sendable {
    /// What a task must match to be listed.
    public var query: Query
    /// What the tasks are sorted by, before ``limit`` cuts them off.
    public var order: TaskOrder
    /// How many at most; nil for all.
    public var limit: Int?
    /// Whether they are to have their descriptions, which most lists do not show.
    public var wantsDescriptions: Bool
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The zone in which whole days begin and end.
    public var zone: TimeZoneRules
    /// How urgent tasks are, for an order that asks for it; what it has to know of dependencies is looked up.
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

    /// Puts tasks into the order, which may need to know what depends on what.
    public func sort(_ tasks: [TaskRecord], _ dependencies: TaskDependencies) -> [TaskRecord] {
        var urgency = urgency
        urgency?.dependencies = dependencies
        return order.sort(tasks, in: directory, zone: zone, urgency: urgency)
    }
}
