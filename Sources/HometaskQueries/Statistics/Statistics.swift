// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// Statistics about a family's done and open tasks.
///
/// A task counts once: either as open, or as done, with the time and the member of its current completion. Tasks in the
/// trash do not count. Merged members count as the remaining member.
public struct Statistics: Hashable, Sendable {
    /// The subject of a number.
    public enum Subject: Hashable, Sendable {
        /// A member or category of the family, including members who have left and categories in the trash.
        case known(DocumentID)
        /// A member or category whose document is missing.
        case unknown
        /// No member or category is named in the task's document.
        case none
    }

    /// The statistics of one member or one category.
    public struct Group: Hashable, Sendable {
        /// The member or category.
        public let subject: Subject
        /// The number of open tasks, of the category or assigned to the member. A task with two assignees counts for
        /// both.
        public var openCount: Int
        /// The done tasks of the category, or those that the member did.
        public var done: DoneTally
        /// A member's streak, over all days and all categories regardless of the request; nil for a category, and for
        /// an unknown member.
        public var streak: Streak?
    }

    /// The tasks that one member did in one category during a period.
    public struct Cell: Hashable, Sendable {
        /// The member who did the tasks; for merged members, the remaining one.
        public let member: Subject
        /// The category that the tasks belong to.
        public let category: Subject
        /// The tally of these tasks.
        public let done: DoneTally
    }

    /// A day, week or month, limited to the requested days.
    public struct Period: Hashable, Sendable {
        /// The first day, or the first requested day if that is later.
        public let first: CivilDate
        /// The last day, or the last requested day if that is earlier.
        public let last: CivilDate
        /// The done tasks, by member and category; empty cells are omitted.
        public let cells: [Cell]
        /// The sum of the tallies of ``cells``.
        public let done: DoneTally
    }

    /// The number of open tasks, each counted once.
    public let openCount: Int
    /// The done tasks on the requested days, by the requested member and in the requested category.
    public let done: DoneTally
    /// The members, by points and then by the number of done tasks. Includes all current members, former members with
    /// done or open tasks, and finally tasks of unknown members and of no member.
    public let members: [Group]
    /// The categories, the one with the most done tasks first. Includes all categories outside the trash, and those in
    /// the trash that have tasks.
    public let categories: [Group]
    /// The periods in order. Empty periods are included, unless there are more than ``mostPeriods``.
    public let periods: [Period]
    /// The paths of documents that could not be read.
    public let unreadable: [DocumentPath]

    /// The maximum number of periods for which empty periods are included.
    public static let mostPeriods = 400

    /// Creates the statistics for a request, from counts made for the same request.
    public init(_ request: StatisticsRequest, _ counts: StatisticsCounts) {
        var sum = StatisticsSum(request)
        sum.add(counts)
        openCount = sum.openCount
        done = sum.done
        members = sum.sortedMembers
        categories = sum.sortedCategories
        periods = sum.periods(counts)
        unreadable = counts.unreadable
    }

    /// Counts by reading every task, which requires no index.
    ///
    /// - Throws: any error of the reader. A document that cannot be read is listed in ``unreadable`` instead.
    public init(_ request: StatisticsRequest, reading reader: DocumentReader) throws(ReplicaError) {
        self.init(request, try StatisticsCounts(request, reading: reader))
    }

    /// Returns a member's rank by points: 1 for the most, and the same rank for equal points; nil for a member without
    /// points.
    public func rank(of group: Group) -> Int? {
        guard group.done.points > 0, case .known = group.subject else { return nil }
        let better = members.count { other in
            if case .known = other.subject { other.done.points > group.done.points } else { false }
        }
        return better + 1
    }
}
