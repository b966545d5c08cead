// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskTime

/// The order of a list: keys, the first deciding before the next; ties fall to the id, so that an order is total.
public struct TaskOrder: Hashable, Sendable {
    /// What a list can be sorted by.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// Soonest first, tasks without a due date last.
        case due
        /// By title, in any letter case.
        case title
        /// By the category's name, tasks without one last.
        case category
        /// Oldest first.
        case created
        /// Most pressing first, tasks without a priority last.
        case priority
        /// By hand; what nobody moved stands in the order it was made.
        case manual
        /// Done longest ago first, open tasks last.
        case done
        /// By the name of the first of those who should do it, tasks without anybody last.
        case assignee
        /// Worth least first, tasks without points last.
        case points
        /// Hidden for the shortest time first, tasks that never were last.
        case wait
        /// Most urgent first.
        case urgency
    }

    /// The names of all keys, for people.
    public static var keys: String { Key.allCases.map(\.rawValue).joined(separator: ", ") }

    /// One key, up or down.
    public struct Term: Hashable, Sendable {
        /// What it sorts by.
        public let key: Key
        /// Whether the order is turned round. What has no value stays last all the same.
        public let isDescending: Bool

        /// A term.
        public init(_ key: Key, isDescending: Bool = false) {
            self.key = key
            self.isDescending = isDescending
        }
    }

    /// The terms, the first deciding before the next.
    public var terms: [Term]

    /// What is due soonest first, and of that the most pressing.
    public static let usual = TaskOrder([Term(.due), Term(.priority)])

    /// An order.
    public init(_ terms: [Term]) {
        self.terms = terms
    }

    /// An order from its text, `due,-priority`; nil where a key is unknown.
    public init?(_ text: String) {
        var terms: [Term] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isDescending = word.hasPrefix("-")
            guard let key = Key(rawValue: String(isDescending ? word.dropFirst() : word)) else { return nil }
            terms.append(Term(key, isDescending: isDescending))
        }
        self.init(terms)
    }

    /// What the order looks at beside the tasks' own documents.
    public var neededRelations: Set<QueryRelation> {
        terms.contains { $0.key == .urgency } ? [.dependencies] : []
    }

    /// Sorts tasks.
    ///
    /// - Parameter urgency: how urgent they are; where it is nil, that is not known and tells none apart.
    public func sort(
        _ tasks: [TaskRecord], in directory: FamilyDirectory, zone: TimeZoneRules, urgency: UrgencyMeasure? = nil
    ) -> [TaskRecord] {
        let values = tasks.map { task in terms.map { Value($0.key, of: task, directory, zone, urgency) } }
        // Places are sorted, not tasks: moving a whole record at each step costs more than comparing.
        let order = tasks.indices.sorted { left, right in
            precedes(values[left], values[right]) ?? (tasks[left].id < tasks[right].id)
        }
        return order.map { tasks[$0] }
    }

    /// Which of two comes first; nil where no term tells them apart.
    private func precedes(_ left: [Value], _ right: [Value]) -> Bool? {
        for (index, term) in terms.enumerated() {
            let (a, b) = (left[index], right[index])
            if a == b { continue }
            if a == .absent || b == .absent { return b == .absent }
            return term.isDescending ? b < a : a < b
        }
        return nil
    }

    private enum Value: Equatable, Comparable {
        case number(Int64)
        case text(ExactString)
        case absent

        init(
            _ key: Key, of task: TaskRecord, _ directory: FamilyDirectory, _ zone: TimeZoneRules,
            _ urgency: UrgencyMeasure?
        ) {
            switch key {
            case .urgency: self = Value(urgency.map { -Int64($0.hundredths(of: task)) })
            case .due: self = Value(task.due?.deadline(in: zone).seconds)
            case .wait: self = Value(task.wait?.beginning(in: zone).seconds)
            case .created: self = Value(task.createdAt?.seconds)
            case .points: self = Value(task.points.map(Int64.init))
            case .done: self = Value(task.completion?.at.seconds)
            case .priority: self = Value(task.priority.flatMap { Priority.allCases.firstIndex(of: $0) }.map(Int64.init))
            case .title: self = .text(ExactString(task.title.lowercased()))
            case .category:
                let name = task.category.flatMap { directory.categories[$0]?.name }
                self = name.map { .text(ExactString($0.lowercased())) } ?? .absent
            case .assignee:
                let name = task.assignees.map { directory.name(of: $0).lowercased() }.min()
                self = name.map { .text(ExactString($0)) } ?? .absent
            case .manual: self = .text(ExactString(task.order))
            }
        }

        private init(_ number: Int64?) {
            self = number.map { .number($0) } ?? .absent
        }
    }
}
