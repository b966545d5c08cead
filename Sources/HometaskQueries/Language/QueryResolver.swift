// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Resolves the names, dates and other values of a query.
struct QueryResolver {
    private let scope: QueryScope
    private let faults: QueryFaults
    private let names: QueryNameResolver
    private let values: QueryValueResolver
    private let extensions: QueryExtensionResolver
    /// The saved views whose queries are being resolved, outermost first.
    private let views: [ViewRecord]
    private var resolved = ResolvedQuery(condition: .all([]), speaksOfDone: false, speaksOfWaiting: false, order: nil)
    /// The remaining number of parts: without a limit, views that refer to views could expand indefinitely.
    private var rest: Int

    /// The maximum nesting depth of saved views that refer to other views.
    static let deepestView = 8
    /// The maximum number of parts of a query, including those of saved views.
    static let mostParts = 5000

    init(_ text: String, in scope: QueryScope, within views: [ViewRecord] = [], rest: Int = mostParts) {
        self.scope = scope
        faults = QueryFaults(text: text)
        names = QueryNameResolver(scope: scope, faults: faults)
        values = QueryValueResolver(names: names, dates: QueryDateResolver(scope: scope, faults: faults))
        extensions = QueryExtensionResolver(dates: values.dates)
        self.views = views
        self.rest = rest
    }

    /// Resolves the names, dates and saved views of a query.
    mutating func resolve(_ syntax: QuerySyntax) throws(QueryError) -> ResolvedQuery {
        resolved.condition = try condition(syntax.root)
        return resolved
    }

    private mutating func condition(_ node: QuerySyntax.Node) throws(QueryError) -> QueryCondition {
        switch node.kind {
        case .all(let nodes): return .all(try conditions(nodes))
        case .any(let nodes): return .any(try conditions(nodes))
        case .not(let node): return .not(try condition(node))
        default: break
        }
        rest -= 1
        guard rest >= 0 else { throw faults.error("the saved views make this query too large", node.range) }
        switch node.kind {
        case .text(let text): return .term(.text(FoldedText.folding(text), in: .anywhere))
        case .flag(let flag): return try condition(flag, at: node.range)
        case .tag(let value): return .term(.tag([ExactString(value.text)]))
        case .name(let value): return try condition(named: value)
        case .near(let place, let distance): return try values.near(place, within: distance)
        case .field(let field, let comparison, let values):
            return try condition(field, comparison, values: values, at: node.range)
        case .all, .any, .not: return .all([])
        }
    }

    private mutating func conditions(_ nodes: [QuerySyntax.Node]) throws(QueryError) -> [QueryCondition] {
        var conditions: [QueryCondition] = []
        for node in nodes { conditions.append(try condition(node)) }
        return conditions
    }

    private mutating func condition(
        _ flag: QueryFlag, at range: Range<Int>
    ) throws(QueryError) -> QueryCondition {
        if flag.speaksOfDone { resolved.speaksOfDone = true }
        if flag.speaksOfWaiting { resolved.speaksOfWaiting = true }
        switch flag {
        case .mine: return .term(.names(.assignees, try names.me(at: range)))
        case .unassigned: return .not(.term(.has(.assignee)))
        case .open: return .open
        case .done: return .term(.done)
        case .overdue: return .overdue(scope.now)
        case .today, .tomorrow, .thisWeek, .nextWeek:
            let word = QuerySyntax.Value(flag.rawValue, at: range)
            return try values.number(of: .due, .due, comparison: .equal, value: word)
        case .waiting: return .waiting(scope.now)
        case .blocked: return .term(.blocked)
        case .blocking: return .term(.blocking)
        case .ready: return .ready(scope.now)
        case .toApprove: return .term(.awaitsApproval)
        }
    }

    private mutating func condition(
        _ field: QueryField, _ comparison: QueryComparison, values: [QuerySyntax.Value], at range: Range<Int>
    ) throws(QueryError) -> QueryCondition {
        if field.speaksOfDone { resolved.speaksOfDone = true }
        if field.speaksOfWaiting { resolved.speaksOfWaiting = true }
        if field.subject == .view { return try condition(view: try names.view(values[0]), at: values[0].range) }
        var added: ExtensionField?
        if case .added(let name) = field.subject { added = try extensions.field(name, comparison, at: range) }
        var conditions: [QueryCondition] = []
        for value in values { conditions.append(try condition(field, comparison, added: added, value: value)) }
        return QueryCondition(comparison, anyOf: conditions)
    }

    /// Returns the condition for one value; `!=` is treated as `:` here and negated by the caller.
    ///
    /// - Parameter added: the field, if a plugin adds it.
    private func condition(
        _ field: QueryField, _ comparison: QueryComparison, added: ExtensionField?, value: QuerySyntax.Value
    ) throws(QueryError) -> QueryCondition {
        let field = added.map { QueryField($0.name, known: $0) } ?? field
        if let presence = try values.presence(
            of: field.name, field.presence, comparison: comparison, value: value)
        {
            return presence
        }
        switch field.subject {
        case .names(.tag, _):
            return .term(.tag([ExactString(value.text.hasPrefix("+") ? String(value.text.dropFirst()) : value.text)]))
        case .names(let kind, let field): return .term(.names(field, try names.ids(value, of: kind)))
        case .text(let text): return .term(.text(FoldedText.folding(value.text), in: text))
        case .number(let numeric): return try values.number(of: numeric, field, comparison: comparison, value: value)
        case .feature: return .term(.has(try values.feature(value)))
        case .flag(let flag): return try values.condition(flag, field, value: value)
        case .id: return .term(.id(try values.digits(value)))
        case .predecessor: return .term(.after(try values.digits(value)))
        case .added:
            guard let added else { return .all([]) }
            return .term(.extensionValue(try extensions.test(of: added, comparison, value: value)))
        case .near, .view: return .all([])
        }
    }

    private mutating func condition(named value: QuerySyntax.Value) throws(QueryError) -> QueryCondition {
        if let view = try names.view(unlessMember: value) { return try condition(view: view, at: value.range) }
        return .term(.names(.assignees, try names.ids(value, of: .member, orViews: scope.views.map { $0.name })))
    }

    private mutating func condition(
        view: ViewRecord, at range: Range<Int>
    ) throws(QueryError) -> QueryCondition {
        guard !views.contains(where: { $0.id == view.id }) else {
            throw faults.error("the saved view ‘\(view.name)’ refers to itself", range)
        }
        guard views.count < Self.deepestView else {
            throw faults.error("saved views refer to each other more than \(Self.deepestView) levels deep here", range)
        }
        guard let query = view.query else {
            throw faults.error(
                "the saved view ‘\(view.name)’ has no query that can be read", range,
                hint: "\(.saveView) gives it one.")
        }
        let inner: ResolvedQuery
        do throws(QueryError) {
            let syntax = try QueryParser.parse(query, extensions: scope.extensions)
            var resolver = QueryResolver(query, in: scope, within: views + [view], rest: rest)
            inner = try resolver.resolve(syntax)
            rest = resolver.rest
        } catch {
            throw error.inView(view.name)
        }
        resolved.speaksOfDone = resolved.speaksOfDone || inner.speaksOfDone
        resolved.speaksOfWaiting = resolved.speaksOfWaiting || inner.speaksOfWaiting
        resolved.order = resolved.order ?? view.order ?? inner.order
        return inner.condition
    }
}

/// Creates the errors of one query.
struct QueryFaults {
    /// The query's text, as shown in errors.
    let text: String

    /// Creates an error at a position in the query.
    func error(
        _ message: String, _ range: Range<Int>, suggestion: String? = nil, hint: Hint? = nil,
        code: ReplicaError.Code = .invalidRequest, candidates: [String] = []
    ) -> QueryError {
        QueryError(
            message, in: text, at: range, suggestion: suggestion, hint: hint, code: code, candidates: candidates)
    }

    /// Creates the error for a value that is not allowed.
    func unknown(
        _ value: QuerySyntax.Value, _ noun: String, among words: [String], values: String
    ) -> QueryError {
        error(
            "‘\(value.text)’ is not \(noun)", value.range, suggestion: Spelling.nearest(to: value.text, among: words),
            hint: "It can be \(values).")
    }
}
