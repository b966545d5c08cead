// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskTime

/// The numbers that statistics are put together from, by the ids that documents name: found by a look at every task, or
/// kept by an index.
public struct StatisticsCounts: Hashable, Sendable {
    /// The member who did tasks, and their category; nil if the document names none.
    public struct Key: Hashable, Sendable {
        /// The member who did them, as documents name them; nil if none is named.
        public let member: DocumentID?
        /// The category the tasks belong to; nil for none.
        public let category: DocumentID?

        /// Creates a key from ids as documents name them, those of members who were merged too.
        public init(member: DocumentID?, category: DocumentID?) {
            self.member = member
            self.category = category
        }
    }

    /// Who should do tasks, and of which category they are. Who is assigned together stays together, as one task of two
    /// members who turn out to be one is one task of that member.
    public struct OpenKey: Hashable, Sendable {
        /// The category; nil for none.
        public let category: DocumentID?
        /// Who should do them.
        public let assignees: Set<DocumentID>

        /// Creates a key from ids as documents name them; an empty set is for tasks without assignees.
        public init(category: DocumentID?, assignees: Set<DocumentID>) {
            self.category = category
            self.assignees = assignees
        }
    }

    /// How many tasks are open.
    public var open: [OpenKey: Int] = [:]
    /// What was done on the days that are counted.
    public var done: [Key: DoneTally] = [:]
    /// What was done in each period of the days that are divided, by the first day of the period since 1970-01-01.
    public var periods: [Int: [Key: DoneTally]] = [:]
    /// The days on which each member did something, of all days and categories.
    public var days: [DocumentID?: DaySet] = [:]
    /// The places of documents that could not be read.
    public var unreadable: [DocumentPath] = []

    /// Creates the counts of no tasks, for an index to fill.
    public init() {}

    /// Looks at every task. Only the members that are counted are decoded.
    public init(_ question: StatisticsQuestion, reading reader: DocumentReader) throws(ReplicaError) {
        let scanner = MemberScanner(selecting: Self.members)
        let (counted, divided) = (question.countedDays, question.dividedDays)
        try reader.forEachDocument(of: .task) { path, bytes in
            guard let members = try? scanner.listed(of: bytes), path.owns(members), let task = TaskRecord(members)
            else {
                unreadable.append(path)
                return true
            }
            if task.isDeleted { return true }
            guard let completion = task.completion, let tally = DoneTally(task, in: question.zone) else {
                open[OpenKey(category: task.category, assignees: Set(task.assignees)), default: 0] += 1
                return true
            }
            let day = question.zone.civil(at: completion.at).date.dayNumber
            let key = Key(member: completion.by, category: task.category)
            days[completion.by, default: DaySet()].insert(day)
            if counted.contains(day) { done[key, default: .zero] += tally }
            if divided.contains(day) { periods[question.period(of: day), default: [:]][key, default: .zero] += tally }
            return true
        }
    }

    private static let members: Set<ExactString> = [
        "assignees", "category", "completion", "created", "deleted", "due", "id", "points",
    ]
}
