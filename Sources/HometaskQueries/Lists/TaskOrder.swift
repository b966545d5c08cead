// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// The order of a list: sort keys in order of precedence. Ties are broken by the manual order, which is the creation
/// order unless tasks were moved, and finally by id.
public struct TaskOrder: Hashable, Sendable {
    /// The keys by which a list can be sorted.
    public enum Key: Hashable, Sendable, CaseIterable {
        /// By title, in any letter case.
        case title
        /// By the category's name, tasks without a category last.
        case category
        /// The manual order; tasks that were never moved are in creation order.
        case manual
        /// By the name of the first assignee, tasks without an assignee last.
        case assignee
        /// Most urgent first; tasks that are done or in the trash count as 0.
        case urgency
        /// By a field among `TaskField.sortable`: the least and the earliest first, tasks without a value last.
        case number(TaskField)
        /// By a plugin's field, in ascending, chronological or schema order; tasks without a value last.
        case field(ExtensionField)

        /// The keys that need no plugin.
        public static let allCases: [Key] = {
            let first: [Key] = [
                .due, .title, .category, .created, .priority, .manual, .done, .assignee, .number(.wait), .urgency,
            ]
            return first + TaskField.sortable.map { Key.number($0) }.filter { !first.contains($0) }
        }()

        /// Soonest first, tasks without a due date last.
        public static let due = Key.number(.due)
        /// Oldest first, tasks without a creation time last.
        public static let created = Key.number(.created)
        /// By completion time, earliest first, open tasks last.
        public static let done = Key.number(.done)
        /// Most urgent priority first, tasks without a priority last.
        public static let priority = Key.number(.priority)

        /// The key's name in `--sort`.
        ///
        /// Written out, because the help text of every command contains these names, and reflection takes a
        /// millisecond.
        public var name: String {
            switch self {
            case .title: "title"
            case .category: "category"
            case .manual: "manual"
            case .assignee: "assignee"
            case .urgency: "urgency"
            case .number(let field): field.name
            case .field(let field): field.name.description
            }
        }
    }

    /// The names of all keys, for display.
    public static var keys: String { Key.allCases.map { $0.name }.joined(separator: ", ") }

    /// One key with a direction.
    public struct Term: Hashable, Sendable {
        /// The key to sort by.
        public let key: Key
        /// Whether the order is reversed. Tasks without a value still come last.
        public let isDescending: Bool

        /// Creates a term that sorts in its ``Key``'s order or in reverse.
        public init(_ key: Key, isDescending: Bool = false) {
            self.key = key
            self.isDescending = isDescending
        }
    }

    /// The terms, in order of precedence.
    public var terms: [Term]

    /// The default order: by due date, soonest first, then by priority, most urgent first.
    public static let usual = TaskOrder([Term(.due), Term(.priority)])

    /// Creates an order; without terms, it is the manual order.
    public init(_ terms: [Term]) {
        self.terms = terms
    }

    /// Parses an order from its text, `due,-priority,noise.loudness`; nil if a key is unknown.
    ///
    /// - Parameters:
    ///   - text: the names of keys, separated by commas; `-` before a name reverses the order.
    ///   - extensions: the plugin fields that may be written without the plugin's name; any qualified name is accepted.
    public init?(_ text: String, extensions: ExtensionFields = .none) {
        var terms: [Term] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isDescending = word.hasPrefix("-")
            guard let key = Self.key(String(isDescending ? word.dropFirst() : word), extensions) else { return nil }
            terms.append(Term(key, isDescending: isDescending))
        }
        self.init(terms)
    }

    private static func key(_ word: String, _ extensions: ExtensionFields) -> Key? {
        if let key = Key.allCases.first(where: { $0.name == word }) { return key }
        let known = extensions.named(word, of: .task)
        if known.count > 1 { return nil }
        return (known.first ?? ExtensionName(word).map { ExtensionField(unknown: $0) }).map { .field($0) }
    }

    /// The order as text, in which fields of plugins have their full names.
    public var text: String { terms.map { ($0.isDescending ? "-" : "") + $0.key.name }.joined(separator: ",") }

    /// The plugin fields among the sort keys.
    public var extensionNames: [ExtensionName] {
        terms.compactMap { if case .field(let field) = $0.key { field.name } else { nil } }
    }

    /// Returns the order with the declared types of plugins' fields.
    func typed(by extensions: ExtensionFields) -> TaskOrder {
        TaskOrder(
            terms.map { term in
                guard case .field(let field) = term.key, let known = extensions.field(field.name, of: .task) else {
                    return term
                }
                return Term(.field(known), isDescending: term.isDescending)
            })
    }

    /// The data outside the tasks' own documents that the order uses.
    public var neededRelations: Set<QueryRelation> {
        terms.contains { $0.key == .urgency } ? [.dependencies] : []
    }

    /// Sorts tasks.
    ///
    /// - Parameters:
    ///   - tasks: the tasks to sort, in any order.
    ///   - directory: provides the names of members and categories.
    ///   - zone: the time zone that determines when a day begins and ends.
    ///   - urgency: the measure of urgency; if it is nil, urgency does not affect the order.
    public func sort(
        _ tasks: [TaskRecord], in directory: FamilyDirectory, zone: TimeZoneRules, urgency: UrgencyMeasure? = nil
    ) -> [TaskRecord] {
        let values = tasks.map { task in
            terms.map { Value($0.key, of: task, in: directory, zone: zone, urgency: urgency) }
        }
        // Indices are sorted rather than tasks: moving a whole record at each step costs more than comparing.
        let order = tasks.indices.sorted { left, right in
            precedes(values[left], values[right]) ?? Self.precedes(tasks[left], tasks[right])
        }
        return order.map { tasks[$0] }
    }

    /// Whether the left task precedes the right in the manual order.
    private static func precedes(_ left: TaskRecord, _ right: TaskRecord) -> Bool {
        let (first, second) = (ExactString(left.order), ExactString(right.order))
        return first == second ? left.id < right.id : first < second
    }

    /// Whether the left task precedes the right; nil if no term distinguishes them.
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
        case real(Double)
        case text(ExactString)
        case absent

        init(
            _ key: Key, of task: TaskRecord, in directory: FamilyDirectory, zone: TimeZoneRules,
            urgency: UrgencyMeasure?
        ) {
            switch key {
            case .urgency: self = Value(urgency.map { -Int64($0.hundredths(of: task)) })
            case .title: self = .text(ExactString(task.title.lowercased()))
            case .category:
                self = directory.shownCategory(task).map { .text(ExactString($0.name.lowercased())) } ?? .absent
            case .assignee:
                let name = task.assignees.map { directory.name(of: $0).lowercased() }.min()
                self = name.map { .text(ExactString($0)) } ?? .absent
            case .manual: self = .text(ExactString(task.order))
            case .number(let field): self = Value(task.number(of: field, in: zone))
            case .field(let field): self = Value(task.value(of: field.name), of: field.type, zone: zone)
            }
        }

        /// Creates the sort value of a JSON value; nil if the value is not of the field's type.
        private init(_ value: JSON?, of type: ExtensionField.ValueType, zone: TimeZoneRules) {
            switch (type, value) {
            case (.integer, .number(let number)?), (.number, .number(let number)?), (.other, .number(let number)?):
                self = .real(number.double)
            case (.flag, .bool(let flag)?), (.other, .bool(let flag)?): self = .number(flag ? 1 : 0)
            case (.choice(let choices), .string(let text)?):
                self = Value(choices.firstIndex { ExactString($0) == ExactString(text) }.map { Int64($0) })
            case (.date, .string(let text)?), (.time, .string(let text)?):
                self = Value(ExtensionTime.instant(of: text, in: zone)?.seconds)
            case (.text, .string(let text)?), (.other, .string(let text)?):
                self = .text(ExactString(text.lowercased()))
            case (.texts, .array(let values)?):
                let first = values.compactMap { $0.stringValue?.lowercased() }.min()
                self = first.map { .text(ExactString($0)) } ?? .absent
            default: self = .absent
            }
        }

        private init(_ number: Int64?) {
            self = number.map { .number($0) } ?? .absent
        }
    }
}
