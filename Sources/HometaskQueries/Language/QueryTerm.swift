// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// A single test of a task in a query, with all names and dates resolved to ids, instants and sets.
///
/// A task without a value matches no value and no range.
public enum QueryTerm: Hashable, Sendable {
    /// A field contains the id of one of these members, categories or pins; ids of merged members are included.
    case names(TaskField, Set<DocumentID>)
    /// The task has one of these tags, in any Unicode form.
    case tag(Set<ExactString>)
    /// A numeric field is between both ends, inclusive; nil means that the range is open at that end.
    case number(TaskField, from: Int64?, through: Int64?)
    /// One of the task's texts contains this folded text (``FoldedText``).
    case text(String, in: QueryText)
    /// The task has this flag.
    case flag(TaskField)
    /// The task is done and awaits an adult's approval.
    case awaitsApproval
    /// The task has this feature.
    case has(QueryFeature)
    /// The task is completed, whether or not it awaits approval.
    case done
    /// The task is open, and must wait until another task is done.
    case blocked
    /// The task is open, and another task waits for it.
    case blocking
    /// The task must be done after a task whose id begins with these digits.
    case after(String)
    /// The task's id begins with these digits.
    case id(String)
    /// A field that a plugin added meets this condition.
    case extensionValue(ExtensionTest)
}

/// The texts of a task that queries search.
public enum QueryText: String, Hashable, Sendable, CaseIterable {
    /// The title and the description.
    case anywhere
    /// Only the title, without the description.
    case title
    /// Only the description, all of its lines as one text.
    case description
    /// An item of the checklist.
    case item
}

extension QueryTerm {
    /// Whether a task matches.
    public func matches(_ task: TaskRecord, in context: QueryContext) -> Bool {
        switch self {
        case .names(let field, let ids): task.ids(of: field).contains { ids.contains($0) }
        case .tag(let tags): task.tags.contains { tag in tags.contains { $0.string == tag } }
        case .number(let field, let from, let through):
            task.number(of: field, in: context.zone).map { (from ?? .min) <= $0 && $0 <= (through ?? .max) } ?? false
        case .text(let text, let place): Self.occurs(text, in: task, place: place)
        case .flag(let flag): task.flags.contains(flag)
        case .awaitsApproval: task.awaitsApproval
        case .has(let feature): feature.isOf(task, in: context)
        case .done: !task.isOpen
        case .blocked: context.dependencies.isBlocked(task.id)
        case .blocking: context.dependencies.isBlocking(task.id)
        case .after(let digits): task.after.contains { $0.hasPrefix(digits) }
        case .id(let digits): task.id.hasPrefix(digits)
        case .extensionValue(let test): test.matches(task.value(of: test.name), in: context.zone)
        }
    }

    private static func occurs(_ text: String, in task: TaskRecord, place: QueryText) -> Bool {
        let (title, sought) = ({ FoldedText.folding(task.title).utf8 }, text.utf8)
        let description = { FoldedText.folding(task.description.joined(separator: "\n")).utf8 }
        switch place {
        case .anywhere: return title().contains(run: sought) || description().contains(run: sought)
        case .title: return title().contains(run: sought)
        case .description: return description().contains(run: sought)
        case .item: return task.items.contains { FoldedText.folding($0.text).utf8.contains(run: sought) }
        }
    }

    /// The members of a task's document that the term uses.
    public var neededMembers: Set<ExactString> {
        switch self {
        case .number(let field, _, _), .names(let field, _), .flag(let field): [field.key.key]
        case .done: ["completion"]
        case .tag: ["tags"]
        case .text(_, .anywhere): ["description", "title"]
        case .text(_, .title): ["title"]
        case .text(_, .description): ["description"]
        case .text(_, .item): ["items"]
        case .awaitsApproval: ["approval", "completion", "verdict"]
        case .has(let feature): feature.neededMembers
        case .after: ["after"]
        case .extensionValue: ["extensions"]
        case .blocked, .blocking, .id: ["id"]
        }
    }

    /// The data outside the task's own document that the term uses.
    public var neededRelations: Set<QueryRelation> {
        switch self {
        case .blocked, .blocking: [.dependencies]
        case .has(.photo): [.photos]
        case .has(.note): [.notes]
        default: []
        }
    }
}
