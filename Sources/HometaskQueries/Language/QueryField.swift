// SPDX-License-Identifier: Apache-2.0

/// The fields that a query compares with values. This table is where the parser, the help texts and the guide take them
/// from.
public enum QueryField: String, Hashable, Sendable, CaseIterable {
    case assignee, category, tag, priority, points
    case due, wait, done, created
    case doneby, createdby
    case title, description, item
    case has, proof, at, near
    case after, id, view

    /// What the values of a field are.
    public enum Kind: Hashable, Sendable {
        /// Names: of members, categories, pins, views, or words of a fixed list.
        case names
        /// High, medium or low.
        case priority
        /// Whole numbers, compared by size.
        case number
        /// Dates and lengths of time, which count ahead from now.
        case future
        /// Dates and lengths of time, which count back from now.
        case past
        /// A part of a text, in any letter case.
        case text
        /// A place and how far from it.
        case place
        /// The first digits of an id.
        case digits
    }

    /// How it is written.
    public var name: String { rawValue }

    /// Other ways to write it.
    public var aliases: [String] {
        switch self {
        case .assignee: ["for"]
        case .created: ["added"]
        case .createdby: ["addedby"]
        case .item: ["items"]
        case .tag: ["tags"]
        default: []
        }
    }

    /// What its values are.
    public var kind: Kind {
        switch self {
        case .assignee, .category, .tag, .doneby, .createdby, .has, .proof, .at, .view: .names
        case .priority: .priority
        case .points: .number
        case .due, .wait: .future
        case .done, .created: .past
        case .title, .description, .item: .text
        case .near: .place
        case .id, .after: .digits
        }
    }

    /// The comparisons that make sense.
    public var comparisons: [QueryComparison] {
        switch kind {
        case .names, .text, .digits: self == .view ? [.equal] : QueryComparison.equalities
        case .place: [.equal]
        case .priority, .number, .future, .past: QueryComparison.allCases
        }
    }

    /// Whether several values with commas between them mean any of them.
    var takesLists: Bool { (kind == .names && self != .view) || kind == .priority || kind == .digits }

    /// Whether a query with it says whether it means tasks that are done.
    var speaksOfDone: Bool { self == .done || self == .doneby }

    /// Whether a query with it says whether it means tasks that wait.
    var speaksOfWaiting: Bool { self == .wait }

    /// What may stand behind it, for people.
    public var values: String {
        switch self {
        case .assignee: "a member, me, any or none"
        case .doneby, .createdby: "a member or me"
        case .category: "a category, any or none"
        case .tag: "a tag, any or none"
        case .priority: "high, medium, low, any or none"
        case .points: "a number, any or none"
        case .due: "a date such as fri, or a length of time ahead such as 3d; any or none"
        case .wait: "a date such as mon, or a length of time ahead such as 2w; any or none"
        case .done: "a date such as yesterday, or a length of time ago such as 7d; any or none"
        case .created: "a date such as \"last month\", or a length of time ago such as 2w"
        case .title, .description, .item: "a part of the text"
        case .has: QueryFeature.allCases.map({ $0.rawValue }).joined(separator: ", ")
        case .proof: "photo, any or none"
        case .at: "a pin, any or none"
        case .near: "a pin or degrees, and how near: school<500m, 52.37,4.89<2km; 500m where it is not said"
        case .after: "the first digits of a task's id, any or none"
        case .id: "the first digits of an id"
        case .view: "a saved view"
        }
    }

    /// What it asks of a task.
    public var meaning: String {
        switch self {
        case .assignee: "who should do it"
        case .category: "the category it belongs to"
        case .tag: "a tag it has; also written +TAG"
        case .priority: "how pressing it is; high is more than low"
        case .points: "what doing it earns"
        case .due: "when it is due; a day counts as its end"
        case .wait: "until when it is hidden; a day counts as its beginning"
        case .done: "when it was done; >7d is longer ago than seven days"
        case .created: "when it was made; >7d is longer ago than seven days"
        case .doneby: "who did it"
        case .createdby: "who made it"
        case .title: "what its title contains"
        case .description: "what its description contains"
        case .item: "what an item of its checklist contains"
        case .has: "what it has"
        case .proof: "what must prove that it was done"
        case .at: "the pin where it is to be done"
        case .near: "how far from a place its pin may be"
        case .after: "a task that must be done before it"
        case .id: "its id"
        case .view: "whatever a saved view asks; also written @VIEW"
        }
    }

    /// A query with it.
    public var example: String {
        switch self {
        case .assignee: "assignee:mia"
        case .category: "category:garden,house"
        case .tag: "tag:school"
        case .priority: "priority>=medium"
        case .points: "points>5"
        case .due: "due<fri"
        case .wait: "wait>\"next week\""
        case .done: "done>7d"
        case .created: "created:today"
        case .doneby: "doneby:me"
        case .createdby: "createdby!=me"
        case .title: "title:\"oat milk\""
        case .description: "description:key"
        case .item: "item:eggs"
        case .has: "has:photo"
        case .proof: "proof:photo"
        case .at: "at:school"
        case .near: "near:school<500m"
        case .after: "after:any"
        case .id: "id:5f0c"
        case .view: "view:garden"
        }
    }

    /// The field of a name or another way to write it, in any letter case.
    static func named(_ word: String) -> QueryField? {
        let word = word.lowercased()
        return QueryField(rawValue: word) ?? allCases.first { $0.aliases.contains(word) }
    }

    /// All names and other ways to write them.
    public static var allNames: [String] { allCases.flatMap { [$0.name] + $0.aliases } }
}
