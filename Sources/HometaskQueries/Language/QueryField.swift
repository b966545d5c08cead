// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// A field that queries can compare with values. The parser, the resolver, the help texts and the guide all use the
/// table ``allCases``.
public struct QueryField: Sendable {
    /// The type of a field's values.
    public enum Kind: Hashable, Sendable {
        /// Names: of members, categories, pins, views, or words of a fixed list.
        case names
        /// One of several words, compared by their order.
        case choice
        /// Whole numbers, durations and times of day, compared by size.
        case number
        /// Dates and durations; durations count forward from now.
        case future
        /// Dates and durations; durations count back from now.
        case past
        /// A part of a text, in any letter case.
        case text
        /// A place and a maximum distance.
        case place
        /// The first digits of an id.
        case digits
    }

    /// How a value of a field is resolved and tested.
    enum Subject: Hashable, Sendable {
        case names(QueryName, in: TaskField)
        case number(TaskField)
        case text(QueryText)
        case feature
        case flag(TaskField)
        case added(ExtensionName)
        case near, predecessor, id, view
    }

    /// The field's name in queries.
    public let name: String
    /// Other names in queries.
    public let aliases: [String]
    /// The possible values in a query, for display.
    public let values: String
    /// What the field tests about a task.
    public let meaning: String
    /// An example query that uses the field.
    public let example: String
    let subject: Subject
    /// The term for `any`; nil for a field that every task has, or for which `any` has no meaning.
    let presence: QueryTerm?

    /// Creates a field that is not declared in the table of task fields.
    private init(
        _ name: String, _ aliases: String..., asks subject: Subject, any presence: QueryTerm? = nil, values: String,
        meaning: String, example: String
    ) {
        self.name = name
        self.aliases = aliases
        self.subject = subject
        self.presence = presence
        self.values = values
        self.meaning = meaning
        self.example = example
    }

    /// Creates the query field for a field that a plugin adds; `known` is the plugin's declaration of the field, or nil
    /// if unknown.
    public init(_ name: ExtensionName, known: ExtensionField? = nil) {
        self.init(
            "\(name)", asks: .added(name), any: .extensionValue(ExtensionTest(name, .any)),
            values: known?.values ?? "a value, any or none", meaning: known?.summary ?? "", example: "\(name):any")
    }

    /// Creates the query field for a field of the table: a flag, a numeric field or a field of names.
    private init(_ field: TaskField) {
        let usual: (values: String, example: String) =
            switch field.values {
            case .choice(let words):
                (
                    (words + ["any or none"]).joined(separator: ", "),
                    "\(field.name)>=\(words.dropFirst(words.count / 2).first ?? "")"
                )
            case .number: ("a number, any or none", "\(field.name)>5")
            case .interval: ("a duration such as 1h, any or none", "\(field.name)<=1h")
            case .hours: ("a time of day such as 09:00, any or none", "\(field.name)<09:00")
            case .date:
                ("a date such as fri, or a length of time ahead such as 3d; any or none", "\(field.name)<fri")
            case .members: ("a member, me, any or none", "\(field.noun):mia")
            case .author: ("a member or me", field.example)
            default: ("\(field.flagWord ?? "a \(field.noun)"), any or none", field.example)
            }
        // In queries, the name of a field of members is its noun, `assignee:`, and `for:` is another name.
        name = field.values == .members ? field.noun : field.name
        aliases = field.values == .members ? [field.name] : field.alias.map { [$0] } ?? []
        values = field.queryHelp?.values ?? usual.values
        meaning = field.question ?? ""
        example = field.queryHelp?.example ?? usual.example
        if let kind = QueryName(of: field) {
            subject = .names(kind, in: field)
            presence = QueryFeature.named(field.key.description).map { QueryTerm.has($0) }
        } else if field.flagWord != nil {
            subject = .flag(field)
            presence = .flag(field)
        } else {
            subject = .number(field)
            presence = field == .created ? nil : field == .done ? .done : .number(field, from: nil, through: nil)
        }
    }
}

extension QueryField: Hashable {
    /// Whether both are the same field; fields are identified by name.
    public static func == (left: QueryField, right: QueryField) -> Bool { left.name == right.name }

    /// Hashes the name, which identifies the field.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension QueryField {
    /// The type of the field's values.
    public var kind: Kind {
        switch subject {
        case .names, .feature, .flag, .added, .view: .names
        case .number(let field):
            switch field.values {
            case .choice: .choice
            case .date(.past): .past
            case .date: .future
            default: .number
            }
        case .text: .text
        case .near: .place
        case .id, .predecessor: .digits
        }
    }

    /// The comparisons that are valid for the field.
    ///
    /// A plugin's field allows all comparisons: they are parsed in the same way for every type, so that parsing does
    /// not depend on whether the plugin is known.
    public var comparisons: [QueryComparison] {
        if case .added = subject { return QueryComparison.allCases }
        switch kind {
        case .names, .text, .digits: return subject == .view ? [.equal] : QueryComparison.equalities
        case .place: return [.equal]
        case .choice, .number, .future, .past: return QueryComparison.allCases
        }
    }

    /// The kind of thing that the field's values name; nil if the values are not names chosen by the family.
    var names: QueryName? {
        switch subject {
        case .names(let kind, _): kind
        case .near: .pin
        case .view: .view
        default: nil
        }
    }

    /// Whether a comma-separated list of values matches any of them.
    var takesLists: Bool { (kind == .names && subject != .view) || kind == .choice || kind == .digits }

    /// Whether using the field specifies whether tasks are done.
    var speaksOfDone: Bool { subject == .number(.done) || subject == .names(.member, in: .doer) }

    /// Whether using the field specifies whether tasks wait.
    var speaksOfWaiting: Bool { subject == .number(.wait) }

    /// Looks up a field by name or alias, ignoring case.
    static func named(_ word: String) -> QueryField? {
        let word = word.lowercased()
        return allCases.first { $0.name == word } ?? allCases.first { $0.aliases.contains(word) }
    }

    /// All names and aliases.
    public static var allNames: [String] { allCases.flatMap { [$0.name] + $0.aliases } }
}

extension QueryField: CaseIterable {
    /// The field `due`: when the task is due.
    public static let due = QueryField(.due)

    /// The field `has`, which tests whether a task has a feature.
    public static let has = QueryField(
        "has", asks: .feature, values: QueryFeature.allCases.map({ $0.rawValue }).joined(separator: ", "),
        meaning: "what it has", example: "has:photo")

    /// The field `near`: the distance from a place.
    public static let near = QueryField(
        "near", asks: .near,
        values: "a pin or coordinates, and a distance: school<500m, 52.37,4.89<2km; 500m by default",
        meaning: "the greatest distance of its pin from a place", example: "near:school<500m")

    /// The field `view`, which includes a saved view's query.
    public static let view = QueryField(
        "view", asks: .view, values: "a saved view", meaning: "the query of a saved view; also written @VIEW",
        example: "view:garden")

    /// All fields, in the order in which help and guide show them.
    public static let allCases: [QueryField] =
        [people, words, numbers, dates, authors, texts, [has], flags, pins, others].flatMap { $0 }

    private static let people = table { [.members, .category, .tags].contains($0.values) }
    private static let words = table { $0.isDescending }
    private static let numbers = table { $0.isNumeric && !$0.isDescending && !$0.isDate }
    private static let dates = table { $0.isDate }
    private static let authors = table { $0.values == .author }
    private static let flags = table { $0.flagWord != nil }
    private static let pins = table { $0.values == .pin }

    /// Returns the query fields for those entries of the table of task fields that meet a condition.
    private static func table(where isMeant: (TaskField) -> Bool) -> [QueryField] {
        (TaskField.all + TaskField.recorded).filter { $0.question != nil && isMeant($0) }.map { QueryField($0) }
    }

    private static let texts = [
        QueryField(
            "title", asks: .text(.title), values: "a part of the text", meaning: "what its title contains",
            example: "title:\"oat milk\""),
        QueryField(
            "description", asks: .text(.description), values: "a part of the text",
            meaning: "what its description contains", example: "description:key"),
        QueryField(
            "item", "items", asks: .text(.item), values: "a part of the text",
            meaning: "what an item of its checklist contains", example: "item:eggs"),
    ]

    private static let others = [
        near,
        QueryField(
            "after", asks: .predecessor, any: .has(.after), values: "the first digits of a task's id, any or none",
            meaning: "a task that must be done before it", example: "after:any"),
        QueryField(
            "id", asks: .id, values: "the first digits of an id", meaning: "its id", example: "id:5f0c"),
        view,
    ]
}

/// The features that `has:` can test.
public enum QueryFeature: String, Hashable, Sendable, CaseIterable {
    case assignee, category, tag, priority, points, due, wait, after, place, items, description, photo, note, conflict

    /// The members of a task's document that determine the feature.
    var neededMembers: Set<ExactString> {
        switch self {
        case .assignee: ["assignees"]
        case .category, .priority, .points, .due, .wait, .after, .place, .items, .description: [ExactString(rawValue)]
        case .tag: ["tags"]
        case .photo: ["completion"]
        case .note: []
        case .conflict: ["conflicts"]
        }
    }

    /// Looks up a feature by name, ignoring case and a final s.
    static func named(_ word: String) -> QueryFeature? {
        let word = word.lowercased()
        return allCases.first { [$0.rawValue, $0.rawValue + "s"].contains(word) || $0.rawValue == word + "s" }
    }
}

extension QueryFeature {
    /// Whether a task has the feature.
    public func isOf(_ task: TaskRecord, in context: QueryContext) -> Bool {
        switch self {
        case .assignee: !task.assignees.isEmpty
        case .category: task.category != nil
        case .tag: !task.tags.isEmpty
        case .priority: task.priority != nil
        case .points: task.points != nil
        case .due: task.due != nil
        case .wait: task.wait != nil
        case .after: !task.after.isEmpty
        case .place: task.place != nil
        case .items: !task.items.isEmpty
        case .description: !task.description.isEmpty
        case .photo: task.completion?.photo != nil || context.photographed.contains(task.id)
        case .note: context.noted.contains(task.id)
        case .conflict: task.hasConflict
        }
    }
}
