// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// From where a family is looked at: by whom, when, and in which zone. What `mine`, `fri` and names mean in a query
/// depends on it.
public struct Viewpoint: Sendable {
    /// The members and categories.
    public var directory: FamilyDirectory
    /// Who `me` is; nil if that is not known.
    public var member: DocumentID?
    /// The time from which dates are counted.
    public var now: Timestamp
    /// The zone in which dates are meant.
    public var zone: TimeZoneRules
    /// The day on which weeks begin.
    public var weekStart: Weekday
    /// The default order of lists.
    public var order: TaskOrder
    /// What makes tasks urgent.
    public var urgency: Urgency
    /// The fields that plugins add.
    public var extensions: ExtensionFields

    /// Creates a viewpoint from a directory that has been read; the zone and the week need not be the family's.
    public init(
        directory: FamilyDirectory, member: DocumentID?, now: Timestamp, zone: TimeZoneRules,
        weekStart: Weekday = .monday, order: TaskOrder = .usual, urgency: Urgency = Urgency(),
        extensions: ExtensionFields = .none
    ) {
        self.directory = directory
        self.member = member
        self.now = now
        self.zone = zone
        self.weekStart = weekStart
        self.order = order
        self.urgency = urgency
        self.extensions = extensions
    }

    /// A viewpoint in the family's own zone and week, as a version has them.
    public init(reading reader: DocumentReader, member: DocumentID?, now: Timestamp) throws(ReplicaError) {
        let directory = try FamilyDirectory(reading: reader)
        self.init(
            directory: directory, member: member.map { directory.current($0) }, now: now, zone: directory.zone,
            weekStart: FamilyRecord.weekday(named: directory.family?.weekStart))
    }

    /// What the words of a query mean from here, for ``QuerySyntax/meaning(in:)``.
    ///
    /// - Parameter reader: where the saved views and pins are looked up that the query names.
    public func scope(
        of syntax: QuerySyntax, reading reader: DocumentReader
    ) throws(ReplicaError) -> QueryScope {
        try QueryScope(
            of: syntax, reading: reader, directory: directory, member: member, now: now, zone: zone,
            weekStart: weekStart, extensions: extensions)
    }

    /// How urgent tasks are, seen from here.
    public func measure(_ dependencies: TaskDependencies = TaskDependencies()) -> UrgencyMeasure {
        UrgencyMeasure(
            urgency, now: now, zone: zone, me: member.map { directory.everyID(of: $0) } ?? [],
            dependencies: dependencies)
    }

    /// A question from here.
    ///
    /// - Parameter order: the order; nil for the one that a saved view in the query brings along, else the usual one.
    public func question(
        _ query: Query, order: TaskOrder? = nil, limit: Int? = nil, wantsDescriptions: Bool = false
    ) -> ListRequest {
        ListRequest(
            query, order: (order ?? query.order ?? self.order).typed(by: extensions), limit: limit,
            wantsDescriptions: wantsDescriptions,
            directory: directory, zone: zone, urgency: measure())
    }
}
