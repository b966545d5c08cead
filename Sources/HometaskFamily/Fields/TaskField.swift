// SPDX-License-Identifier: Apache-2.0

public import HometaskMerging

/// A field of tasks that users set: its name, its values, and where it appears.
///
/// ``all`` is the only table of these fields. Options, the words of `add` and `edit`, the text in an editor, JSON,
/// sheets, histories, queries, the index, series and templates all use it. A flag, a date, a duration, hours, a number
/// or one of several words need only their declaration here and their schema. A field with other values also needs a
/// property of ``TaskRecord``. The fields in ``recorded`` are not set by users; queries, orders and the index use them.
public final class TaskField: Sendable {
    /// The type of a field's values.
    public enum Values: Hashable, Sendable {
        /// A text of one line.
        case line
        /// A text of any number of lines.
        case lines
        /// Members of the family.
        case members
        /// The member who did something, which the program records.
        case author
        /// A set of tags.
        case tags
        /// The ids of other tasks.
        case tasks
        /// Items of the checklist.
        case items
        /// The id of a category.
        case category
        /// A pin; with ``distance`` it is the task's place.
        case pin
        /// The maximum distance from the pin.
        case distance
        /// A day, or an instant.
        case date(DateKind)
        /// A recurrence rule in the syntax of RFC 5545.
        case rule
        /// When to remind of it.
        case reminders
        /// An ISO 8601 duration: `PT1H`.
        case interval
        /// One of several words. Lists are sorted in this order; in queries, the first word is the greatest.
        case choice([String])
        /// A whole number, such as points.
        case number
        /// Hours of a day, with a beginning and an end.
        case hours
        /// One word, or nothing.
        case flag(String)
    }

    /// The meaning of a date, which determines the instant that a whole day stands for.
    public enum DateKind: Hashable, Sendable {
        /// A latest time: a day stands for its end.
        case deadline
        /// An earliest time: a day stands for its beginning.
        case beginning
        /// A recorded event: an instant. In queries, durations count back from now.
        case past
    }

    /// The document's member that contains the value.
    public let key: FieldName
    /// The name that users type: the option `--due`, the word `due:fri`, the line `due:` in an editor.
    public let name: String
    /// Another name that is accepted as input.
    public let alias: String?
    /// The type of its values.
    public let values: Values
    /// The noun for one of its values in a sentence: `due date`.
    public let noun: String
    /// The name of the field in a sentence about a change: `Changed the due date`.
    public let title: String
    /// An example of how it is written among words: `due:fri`.
    public let example: String
    /// The help text of the field's option, and the name of the option's value; nil for a field without an option in
    /// the table.
    public let help: (text: String, value: String)?
    /// The help text of the option that clears the field, such as `--no-due`; nil if there is none.
    public let removal: String?
    /// Whether the next occurrence of a recurring task inherits the value.
    public let isOfSeries: Bool
    /// Whether templates include the field.
    public let isOfTemplates: Bool
    /// What a query for the field tests: `what must prove that it was done`; nil if the table declares no such query,
    /// which is possible for flags, numeric fields and fields of names.
    public let question: String?
    /// The possible values in a query, and an example query; nil if both follow from the type of the field's values.
    public let queryHelp: (values: String, example: String)?
    /// Whether the field defines the task's requirements or its worth. A child may not change such a field from a
    /// phone.
    public let isDemand: Bool

    init(
        _ key: FieldName, _ values: Values, name: String? = nil, alias: String? = nil, noun: String? = nil,
        title: String? = nil, example: String, help: (text: String, value: String)? = nil, removal: String? = nil,
        isOfSeries: Bool = true, isOfTemplates: Bool = true, question: String? = nil,
        queryHelp: (values: String, example: String)? = nil, isDemand: Bool = false
    ) {
        self.key = key
        self.values = values
        self.name = name ?? key.description
        self.alias = alias
        self.noun = noun ?? self.name
        self.title = title ?? key.description
        self.example = example
        self.help = help
        self.removal = removal
        self.isOfSeries = isOfSeries
        self.isOfTemplates = isOfTemplates
        self.question = question
        self.queryHelp = queryHelp
        self.isDemand = isDemand
    }

    /// Creates a flag.
    ///
    /// - Parameters:
    ///   - word: the flag's only value.
    ///   - help: the help text of the flag's option.
    ///   - removal: the help text of the option that clears the flag.
    ///   - question: what a query for the flag tests; nil if there is no such query.
    ///   - isDemand: whether the flag defines the task's requirements or its worth.
    convenience init(
        flag key: FieldName, _ word: String, help: String, removal: String, question: String?, isDemand: Bool = false
    ) {
        self.init(
            key, .flag(word), example: "\(key):\(word)", help: (help, word), removal: removal, question: question,
            isDemand: isDemand)
    }
}

extension TaskField: Hashable {
    /// Whether both are the same field.
    public static func == (left: TaskField, right: TaskField) -> Bool { left === right }

    /// Hashes the identity of the field.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension TaskField {
    /// Looks up a field by name, ignoring case; nil if there is none.
    public static func named(_ word: some StringProtocol) -> TaskField? {
        let word = word.lowercased()
        return all.first { $0.name == word || $0.alias == word }
    }

    /// The flags, in the order of the table.
    public static let flags: [TaskField] = all.filter { $0.flagWord != nil }

    /// The fields whose values are dates, in the order of the table.
    public static let dates: [TaskField] = all.filter { $0.isDate }

    /// Whether its values are dates.
    public var isDate: Bool { if case .date = values { true } else { false } }

    /// The only value of a flag; nil for other fields.
    public var flagWord: String? { if case .flag(let word) = values { word } else { nil } }

    /// Returns the name of a document's field in a sentence about a change: `due date`; the field's own name if users
    /// do not set the field.
    public static func title(of key: FieldName) -> String {
        all.first { $0.key == key }?.title ?? key.words
    }

    /// Whether the option may be repeated.
    public var isRepeatable: Bool { [.members, .tags, .items, .tasks].contains(values) }

    /// Whether several values may be given, separated by commas.
    public var takesCommas: Bool { values == .members || values == .tags }

    /// Whether the word `none` clears the field instead of being an ordinary value.
    public var isClearedByNone: Bool { removal != nil || values == .tags }

    /// Whether one text represents the whole value, and a task has at most one value.
    public var isScalar: Bool {
        switch values {
        case .category, .date, .interval, .choice, .number, .hours, .flag: true
        case .line, .lines, .members, .author, .tags, .tasks, .items, .pin, .distance, .rule, .reminders: false
        }
    }
}

extension TaskField {
    /// Whether queries compare the field's values by size: points, durations, hours, dates, and words in their order.
    public var isNumeric: Bool {
        switch values {
        case .number, .interval, .hours, .date, .choice: true
        default: false
        }
    }

    /// Whether a lower number counts as more in comparisons: a word, of which the first is the greatest.
    public var isDescending: Bool { if case .choice = values { true } else { false } }

    /// The numeric fields, in the order of the table, and the recorded dates.
    public static let numeric: [TaskField] = sortable.filter { $0.isNumeric }

    /// The fields by which lists are sorted without more data than the task: the numeric ones and the flags.
    public static let sortable: [TaskField] = (all + recorded).filter { $0.isNumeric || $0.flagWord != nil }
}
