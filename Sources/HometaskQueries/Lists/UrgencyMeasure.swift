// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// Computes the urgency of tasks at a given time, for a given person.
public struct UrgencyMeasure: Sendable {
    private let urgency: Urgency
    private let now: Timestamp
    private let zone: TimeZoneRules
    /// The ids of the person.
    private let me: Set<DocumentID>
    /// Which tasks must be done before others.
    public var dependencies: TaskDependencies

    /// Creates a measure; `me` contains every id of the person, and is empty if the person is unknown.
    public init(
        _ urgency: Urgency, now: Timestamp, zone: TimeZoneRules, me: Set<DocumentID>,
        dependencies: TaskDependencies = TaskDependencies()
    ) {
        self.urgency = urgency
        self.now = now
        self.zone = zone
        self.me = me
        self.dependencies = dependencies
    }

    /// Returns the sum of the terms that apply to a task, in hundredths; 0 for a task that is done or in the trash.
    public func hundredths(of task: TaskRecord) -> Int {
        parts(of: task).reduce(0) { $0 + $1.hundredths }
    }

    /// Returns the terms that apply to a task, in the order of the table, followed by tags; empty for a task that is
    /// done or in the trash.
    public func parts(of task: TaskRecord) -> [Urgency.Part] {
        guard task.isOpen, !task.isDeleted else { return [] }
        let terms = Urgency.Term.allCases.compactMap { term in
            let factor = factor(of: term, for: task)
            return factor == 0
                ? nil : Urgency.Part(term.rawValue, factor: factor, coefficient: urgency.coefficient(of: term))
        }
        let tags = task.tags.compactMap { tag in
            urgency.tags[ExactString(tag)].map { Urgency.Part("+\(tag)", factor: 1, coefficient: $0) }
        }
        return terms + tags
    }

    private func factor(of term: Urgency.Term, for task: TaskRecord) -> Double {
        switch term {
        case .due: dueFactor(task)
        case .high: task.priority == .high ? 1 : 0
        case .medium: task.priority == .medium ? 1 : 0
        case .low: task.priority == .low ? 1 : 0
        case .age: task.createdAt.map { min(max(days(since: $0) / 365, 0), 1) } ?? 0
        case .blocking: dependencies.isBlocking(task.id) ? 1 : 0
        case .blocked: dependencies.isBlocked(task.id) ? 1 : 0
        case .waiting: task.isWaiting(at: now, in: zone) ? 1 : 0
        case .mine: task.assignees.contains { me.contains($0) } ? 1 : 0
        case .begun: task.items.contains(where: { $0.isDone }) ? 1 : 0
        case .category: task.category == nil ? 0 : 1
        case .tags: task.tags.isEmpty ? 0 : min(0.7 + 0.1 * Double(task.tags.count), 1)
        }
    }

    private func dueFactor(_ task: TaskRecord) -> Double {
        guard let due = task.due else { return 0 }
        let overdue = days(since: due.deadline(in: zone))
        return min(max(0.2 + (overdue + 14) * 0.8 / 21, 0.2), 1)
    }

    private func days(since instant: Timestamp) -> Double { Double(now.seconds - instant.seconds) / 86_400 }
}
