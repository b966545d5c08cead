// SPDX-License-Identifier: Apache-2.0

public import HometaskMerging

/// A field of tasks that people set: what it is called, what its values are, and where it appears.
///
/// ``all`` is the one table of these fields. Options, the words of `add` and `edit`, the text in an editor, JSON, sheets,
/// histories, queries, the index, series and templates all go through it. A flag, whose value is one word or nothing,
/// needs its declaration here and its schema, and nothing else; a field of other values has a property of ``TaskRecord``
/// besides.
public final class TaskField: Sendable {
    /// What the values of a field are.
    public enum Values: Hashable, Sendable {
        /// A text of one line.
        case line
        /// A text of any number of lines.
        case lines
        /// Members of the family.
        case members
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
        /// How near to the pin one has to be.
        case distance
        /// A day, or an instant.
        case date
        /// A recurrence rule.
        case rule
        /// When to remind of it.
        case reminders
        /// A duration.
        case interval
        /// One of several words; lists are sorted in this order.
        case choice([String])
        /// A whole number, such as points.
        case number
        /// Hours of a day, from and to.
        case hours
        /// One word, or nothing.
        case flag(String)
    }

    /// The member of the document that holds it.
    public let key: FieldName
    /// What people type: the option `--due`, the word `due:fri`, the line `due:` in an editor.
    public let name: String
    /// Another name that is read where people type one.
    public let alias: String?
    /// What its values are.
    public let values: Values
    /// What one of its values is called in a sentence: `due date`.
    public let noun: String
    /// What the field is called in a sentence about a change: `Changed the due date`.
    public let title: String
    /// How it is written among words: `due:fri`.
    public let example: String
    /// The help of its option, and the name of the value there; nil for a field without an option in the table.
    public let help: (text: String, value: String)?
    /// The help of the option that clears the field, such as `--no-due`; nil if there is none.
    public let removal: String?
    /// Whether the next occurrence of a recurring task has it as well.
    public let isOfSeries: Bool
    /// Whether templates keep it.
    public let isOfTemplates: Bool
    /// What a query for a flag asks: `what must prove that it was done`; nil if there is no such query.
    public let question: String?

    init(
        _ key: FieldName, _ values: Values, name: String? = nil, alias: String? = nil, noun: String? = nil,
        title: String? = nil, example: String, help: (text: String, value: String)? = nil, removal: String? = nil,
        isOfSeries: Bool = true, isOfTemplates: Bool = true, question: String? = nil
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
    }

    /// A flag.
    ///
    /// - Parameters:
    ///   - word: its only value.
    ///   - help: what its option says.
    ///   - removal: what the option says that takes it away.
    ///   - question: what a query asks by its name; nil if lists are not asked for it.
    convenience init(flag key: FieldName, _ word: String, help: String, removal: String, question: String?) {
        self.init(
            key, .flag(word), example: "\(key):\(word)", help: (help, word), removal: removal, question: question)
    }
}

extension TaskField: Hashable {
    /// Whether two are the same field.
    public static func == (left: TaskField, right: TaskField) -> Bool { left === right }

    /// Hashes which field it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension TaskField {
    /// The field that people name so, in any letter case; nil if there is none.
    public static func named(_ word: some StringProtocol) -> TaskField? {
        let word = word.lowercased()
        return all.first { $0.name == word || $0.alias == word }
    }

    /// The flags, in the order of the table.
    public static let flags: [TaskField] = all.filter { $0.flagWord != nil }

    /// The only value of a flag; nil for other fields.
    public var flagWord: String? { if case .flag(let word) = values { word } else { nil } }

    /// What the field of a document is called in a sentence about a change: `due date`; its own name where people do not
    /// set it.
    public static func title(of key: FieldName) -> String {
        all.first { $0.key == key }?.title ?? key.words
    }

    /// Whether the option may be repeated.
    public var isRepeatable: Bool { [.members, .tags, .items, .tasks].contains(values) }

    /// Whether several values may be given, separated by commas.
    public var takesCommas: Bool { values == .members || values == .tags }

    /// Whether `none` among the words takes it away, rather than being a value that its option knows as well.
    public var isClearedByNone: Bool { removal != nil || values == .tags }

    /// Whether one text tells its value whole, and a task has one of it at most.
    public var isScalar: Bool {
        switch values {
        case .category, .date, .interval, .choice, .number, .hours, .flag: true
        case .line, .lines, .members, .tags, .tasks, .items, .pin, .distance, .rule, .reminders: false
        }
    }
}
