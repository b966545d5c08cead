// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// The perspective on a family: the member, the current time and the time zone. It determines the meaning of `mine`,
/// `fri` and names in a query.
public struct Viewpoint: Sendable {
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The member that `me` refers to; nil if unknown.
    public var member: DocumentID?
    /// The time from which dates are counted.
    public var now: Timestamp
    /// The time zone for dates.
    public var zone: TimeZoneRules
    /// The first day of the week.
    public var weekStart: Weekday
    /// The language of dates besides English; nil for English alone.
    public var language: DateLanguage?
    /// The default order of lists.
    public var order: TaskOrder
    /// The settings for the urgency of tasks.
    public var urgency: Urgency
    /// The fields that plugins add.
    public var extensions: ExtensionFields

    /// Creates a viewpoint from a directory that has been read; the zone and the week may differ from the family's.
    public init(
        directory: FamilyDirectory, member: DocumentID?, now: Timestamp, zone: TimeZoneRules,
        weekStart: Weekday = .monday, language: DateLanguage? = nil, order: TaskOrder = .usual,
        urgency: Urgency = Urgency(), extensions: ExtensionFields = .none
    ) {
        self.directory = directory
        self.member = member
        self.now = now
        self.zone = zone
        self.weekStart = weekStart
        self.language = language
        self.order = order
        self.urgency = urgency
        self.extensions = extensions
    }

    /// Creates a viewpoint with the family's own zone and week in a version.
    public init(reading reader: DocumentReader, member: DocumentID?, now: Timestamp) throws(ReplicaError) {
        let directory = try FamilyDirectory(reading: reader)
        self.init(
            directory: directory, member: member.map { directory.current($0) }, now: now, zone: directory.zone,
            weekStart: FamilyRecord.weekday(named: directory.family?.weekStart))
    }

    /// The parser for dates, in the direction of due dates.
    var dates: DateParser { DateParser(now: now, zone: zone, weekStart: weekStart, language: language) }

    /// The scope for a query's words, for ``QuerySyntax/resolve(in:)``. The reader provides the saved views and pins
    /// that the query names.
    public func scope(
        of syntax: QuerySyntax, reading reader: DocumentReader
    ) throws(ReplicaError) -> QueryScope {
        try QueryScope(
            of: syntax, reading: reader, directory: directory, member: member, now: now, zone: zone,
            weekStart: weekStart, language: language, extensions: extensions)
    }

    /// Measures the urgency of tasks for the member, time and zone of this viewpoint.
    public func measure(_ dependencies: TaskDependencies = TaskDependencies()) -> UrgencyMeasure {
        UrgencyMeasure(
            urgency, now: now, zone: zone, me: member.map { directory.everyID(of: $0) } ?? [],
            dependencies: dependencies)
    }

    /// Creates a list request from this viewpoint.
    ///
    /// - Parameters:
    ///   - query: the query with its implicit conditions: see ``ResolvedQuery/query(includesDone:isTrash:now:)``.
    ///   - order: the order; nil for the order of a saved view in the query, otherwise the default one.
    ///   - limit: the maximum number of tasks; nil for all.
    ///   - wantsDescriptions: whether to include the descriptions, which most lists do not show.
    public func request(
        _ query: Query, order: TaskOrder? = nil, limit: Int? = nil, wantsDescriptions: Bool = false
    ) -> ListRequest {
        ListRequest(
            query, order: (order ?? query.order ?? self.order).typed(by: extensions), limit: limit,
            wantsDescriptions: wantsDescriptions,
            directory: directory, zone: zone, urgency: measure())
    }
}
