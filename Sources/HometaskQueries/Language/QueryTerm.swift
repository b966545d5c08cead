// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// One thing that a query asks of a task, with all names and dates looked up: ids, instants and sets.
///
/// A task without a value has none of the values asked for, and is in no range.
public enum QueryTerm: Hashable, Sendable {
    /// One of these members should do it; merged members are among them.
    case assignee(Set<DocumentID>)
    /// One of these members made it.
    case createdBy(Set<DocumentID>)
    /// One of these members did it.
    case doneBy(Set<DocumentID>)
    /// It belongs to one of these categories.
    case category(Set<DocumentID>)
    /// It has one of these tags, byte for byte.
    case tag(Set<ExactString>)
    /// Its priority is one of these.
    case priority(Set<Priority>)
    /// Doing it earns so much; an end that is nil is open.
    case points(from: Int?, through: Int?)
    /// A date of it lies there, both ends counted; an end that is nil is open.
    case date(QueryDate, from: Timestamp?, through: Timestamp?)
    /// A text of it contains this, which is in lower case.
    case text(String, in: QueryText)
    /// It is to be done at one of these pins.
    case place(Set<DocumentID>)
    /// It has this flag.
    case flag(TaskField)
    /// It is done, and an adult must still approve that.
    case awaitsApproval
    /// It has something of the kind.
    case has(QueryFeature)
    /// It is completed, whether or not an adult must still approve that.
    case done
    /// It is open, and must wait for another task to be done.
    case blocked
    /// It is open, and another task waits for it.
    case blocking
    /// A task whose id begins with these digits must be done before it.
    case after(String)
    /// Its id begins with these digits.
    case id(String)
    /// A field that a plugin added is as asked.
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
    /// Whether a task is as asked.
    public func matches(_ task: TaskRecord, in context: QueryContext) -> Bool {
        switch self {
        case .assignee(let members): task.assignees.contains { members.contains($0) }
        case .createdBy(let members): task.createdBy.map { members.contains($0) } ?? false
        case .doneBy(let members): task.completion?.by.map { members.contains($0) } ?? false
        case .category(let categories): task.category.map { categories.contains($0) } ?? false
        case .tag(let tags): task.tags.contains { tags.contains(ExactString($0)) }
        case .priority(let priorities): task.priority.map { priorities.contains($0) } ?? false
        case .points(let from, let through): task.points.map { Self.lies($0, from, through) } ?? false
        case .date(let date, let from, let through):
            date.instant(of: task, in: context.zone).map { Self.lies($0, from, through) } ?? false
        case .text(let text, let place): Self.occurs(text, in: task, place)
        case .place(let pins): task.place.map { pins.contains($0.pin) } ?? false
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

    private static func lies<Value: Comparable>(_ value: Value, _ from: Value?, _ through: Value?) -> Bool {
        (from.map { $0 <= value } ?? true) && (through.map { value <= $0 } ?? true)
    }

    private static func occurs(_ text: String, in task: TaskRecord, _ place: QueryText) -> Bool {
        // By bytes, as everywhere in documents: an accent typed apart from its letter is found by such alone.
        let (title, sought) = ({ task.title.lowercased().utf8 }, text.utf8)
        let description = { task.description.joined(separator: "\n").lowercased().utf8 }
        switch place {
        case .anywhere: return title().contains(run: sought) || description().contains(run: sought)
        case .title: return title().contains(run: sought)
        case .description: return description().contains(run: sought)
        case .item: return task.items.contains { $0.text.lowercased().utf8.contains(run: sought) }
        }
    }

    /// The members of a task's document that it looks at.
    public var neededMembers: Set<ExactString> {
        switch self {
        case .assignee: ["assignees"]
        case .createdBy: ["created"]
        case .doneBy, .done: ["completion"]
        case .category: ["category"]
        case .tag: ["tags"]
        case .priority: ["priority"]
        case .points: ["points"]
        case .date(let date, _, _): [date.neededMember]
        case .text(_, .anywhere): ["description", "title"]
        case .text(_, .title): ["title"]
        case .text(_, .description): ["description"]
        case .text(_, .item): ["items"]
        case .place: ["place"]
        case .flag(let flag): [flag.key.key]
        case .awaitsApproval: ["approval", "completion", "verdict"]
        case .has(let feature): feature.neededMembers
        case .after: ["after"]
        case .extensionValue: ["extensions"]
        case .blocked, .blocking, .id: ["id"]
        }
    }

    /// What it looks at beside the task's own document.
    public var neededRelations: Set<QueryRelation> {
        switch self {
        case .blocked, .blocking: [.dependencies]
        case .has(.photo): [.photos]
        case .has(.note): [.notes]
        default: []
        }
    }
}

extension QueryFeature {
    /// Whether a task has it.
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
