// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskTime

/// The counts from which statistics are computed, keyed by the ids in documents. They come from reading every task, or
/// from an index.
public struct StatisticsCounts: Hashable, Sendable {
    /// The member who did the tasks, and the tasks' category; nil if the document names none.
    public struct Key: Hashable, Sendable {
        /// The id of the member who did the tasks, as in the documents; nil if none is named.
        public let member: DocumentID?
        /// The category of the tasks; nil for none.
        public let category: DocumentID?

        /// Creates a key from the ids in documents, including those of merged members.
        public init(member: DocumentID?, category: DocumentID?) {
            self.member = member
            self.category = category
        }
    }

    /// The category and the assignees of open tasks. Tasks are grouped by the whole set of assignees: if two assignees
    /// turn out to be the same member, a task assigned to both counts once for that member.
    public struct OpenKey: Hashable, Sendable {
        /// The category; nil for none.
        public let category: DocumentID?
        /// The assignees, by the ids in documents; empty for tasks without assignees.
        public let assignees: Set<DocumentID>

        /// Creates a key from the ids in documents; the set is empty for tasks without assignees.
        public init(category: DocumentID?, assignees: Set<DocumentID>) {
            self.category = category
            self.assignees = assignees
        }
    }

    /// The number of open tasks.
    public var open: [OpenKey: Int] = [:]
    /// The tasks done on the counted days.
    public var done: [Key: DoneTally] = [:]
    /// The tasks done in each period of the divided days, by the first day of the period since 1970-01-01.
    public var periods: [Int: [Key: DoneTally]] = [:]
    /// The days on which each member did something, over all days and categories.
    public var days: [DocumentID?: DaySet] = [:]
    /// The paths of documents that could not be read.
    public var unreadable: [DocumentPath] = []

    /// Creates empty counts, for an index to fill.
    public init() {}

    /// Reads every task, decoding only the members needed for counting.
    public init(_ request: StatisticsRequest, reading reader: DocumentReader) throws(ReplicaError) {
        let (counted, divided) = (request.countedDays, request.dividedDays)
        try reader.forEachTask(selecting: Self.members) { (path, task) throws(ReplicaError) in
            guard var task else {
                unreadable.append(path)
                return true
            }
            if task.isDeleted { return true }
            guard let completion = task.completion else {
                open[OpenKey(category: task.category, assignees: Set(task.assignees)), default: 0] += 1
                return true
            }
            try reader.lookUpBeginning(of: &task)
            guard let tally = DoneTally(task, in: request.zone) else { return true }
            let day = request.zone.civil(at: completion.at).date.dayNumber
            let key = Key(member: completion.by, category: task.category)
            days[completion.by, default: DaySet()].insert(day)
            if counted.contains(day) { done[key, default: .zero] += tally }
            if divided.contains(day) { periods[request.period(of: day), default: [:]][key, default: .zero] += tally }
            return true
        }
    }

    private static let members: Set<ExactString> = [
        "assignees", "category", "completion", "created", "deleted", "due", "id", "points", "previous", "window",
    ]
}
