// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// What a family has done and has to do, in numbers.
///
/// A task counts once: as open, or as done at the time and by the member that its completion names, whoever did it
/// before. Tasks in the trash do not count. Members who turned out to be one count as the one who stayed.
public struct Statistics: Hashable, Sendable {
    /// Whom or what a number is about.
    public enum Subject: Hashable, Sendable {
        /// A member or category of the family, who may have left or be in the trash.
        case known(DocumentID)
        /// One whose document is not there.
        case unknown
        /// Nobody or nothing: a task's document names no member, or no category.
        case none
    }

    /// The numbers of one member or one category.
    public struct Group: Hashable, Sendable {
        /// The member or category that they are about.
        public let subject: Subject
        /// How many tasks are open: of a category, or to be done by the member. A task with two assignees is one for
        /// each.
        public var openCount: Int
        /// What was done: of a category, or by the member.
        public var done: DoneTally
        /// A member's days in a row, of all days and all categories whatever the question is; nil for a category, and
        /// where nobody knows who it was.
        public var streak: Streak?
    }

    /// What one member did in one category during a period.
    public struct Cell: Hashable, Sendable {
        /// The member who did it: of members who were merged, the one who stayed.
        public let member: Subject
        /// The category that the tasks belong to.
        public let category: Subject
        /// What the member did in the category during the period.
        public let done: DoneTally
    }

    /// A day, week or month, limited to the requested days.
    public struct Period: Hashable, Sendable {
        /// The first day, or the first requested day if that is later.
        public let first: CivilDate
        /// The last day, or the last requested day if that is earlier.
        public let last: CivilDate
        /// What was done in it, by members and categories; nothing of those who did nothing.
        public let cells: [Cell]
        /// What was done in it.
        public let done: DoneTally
    }

    /// How many tasks are open, each counted once.
    public let openCount: Int
    /// What was done on the days, by the member and in the category that were asked for.
    public let done: DoneTally
    /// The members, the one with the most points first, then the one who did most; all who have not left, those of the
    /// others who did or should do something, and then what belongs to nobody who is known.
    public let members: [Group]
    /// The categories, the one in which most was done first; all that are not in the trash, and those of the others
    /// that have tasks.
    public let categories: [Group]
    /// The periods in order. Those in which nothing was done are among them, unless there are more than
    /// ``mostPeriods``.
    public let periods: [Period]
    /// Documents that could not be read, by their places.
    public let unreadable: [DocumentPath]

    /// How many periods are shown with the empty ones among them.
    public static let mostPeriods = 400

    /// Puts together what a question asks for, from numbers that were counted for this question.
    public init(_ question: StatisticsQuestion, _ counts: StatisticsCounts) {
        var sum = StatisticsSum(question)
        sum.add(counts)
        openCount = sum.openCount
        done = sum.done
        members = sum.sortedMembers
        categories = sum.sortedCategories
        periods = sum.periods(counts)
        unreadable = counts.unreadable
    }

    /// Counts by reading every task, which needs no index.
    ///
    /// - Throws: what the reader throws. A document that cannot be read is named in ``unreadable`` instead.
    public init(_ question: StatisticsQuestion, reading reader: DocumentReader) throws(ReplicaError) {
        self.init(question, try StatisticsCounts(question, reading: reader))
    }

    /// A member's place by points: 1 for the most, the same for the same; nil for one without points.
    public func rank(of group: Group) -> Int? {
        guard group.done.points > 0, case .known = group.subject else { return nil }
        let better = members.count { other in
            if case .known = other.subject { other.done.points > group.done.points } else { false }
        }
        return better + 1
    }
}
