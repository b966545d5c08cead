// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The condition of a query: a Boolean combination of terms. Any code that can evaluate terms, on tasks or in an index,
/// can answer queries.
public indirect enum QueryCondition: Hashable, Sendable {
    /// A single term that a task must satisfy.
    case term(QueryTerm)
    /// The negation of a condition.
    case not(QueryCondition)
    /// All of these conditions; true for an empty list.
    case all([QueryCondition])
    /// At least one of these conditions; false for an empty list.
    case any([QueryCondition])

    /// Creates the condition that compares a field with several values: at least one of their conditions, or none of
    /// them for `!=`.
    init(_ comparison: QueryComparison, anyOf conditions: [QueryCondition]) {
        let any = conditions.count == 1 ? conditions[0] : .any(conditions)
        self = comparison == .unequal ? .not(any) : any
    }

    /// The task still has to be done.
    public static let open = QueryCondition.not(.term(.done))

    /// The task is open and hidden until after a given time.
    public static func waiting(_ now: Timestamp) -> QueryCondition {
        .all([.open, .term(.number(.wait, from: now.seconds + 1, through: nil))])
    }

    /// The task is open and was due before a given time.
    public static func overdue(_ now: Timestamp) -> QueryCondition {
        .all([.open, .term(.number(.due, from: nil, through: now.seconds - 1))])
    }

    /// The task is open and can be done at a given time.
    public static func ready(_ now: Timestamp) -> QueryCondition {
        .all([.open, .not(.waiting(now)), .not(.term(.blocked))])
    }

    /// Whether a task meets the condition.
    public func matches(_ task: TaskRecord, in context: QueryContext) -> Bool {
        switch self {
        case .term(let term): term.matches(task, in: context)
        case .not(let condition): !condition.matches(task, in: context)
        case .all(let conditions): conditions.allSatisfy { $0.matches(task, in: context) }
        case .any(let conditions): conditions.contains { $0.matches(task, in: context) }
        }
    }

    /// All terms, from left to right.
    public var terms: [QueryTerm] {
        switch self {
        case .term(let term): [term]
        case .not(let condition): condition.terms
        case .all(let conditions), .any(let conditions): conditions.flatMap({ $0.terms })
        }
    }

    /// The members of a task's document that the terms use.
    public var neededMembers: Set<ExactString> {
        terms.reduce(into: []) { $0.formUnion($1.neededMembers) }
    }

    /// The data outside a task's own document that the terms use.
    public var neededRelations: Set<QueryRelation> {
        terms.reduce(into: []) { $0.formUnion($1.neededRelations) }
    }
}
