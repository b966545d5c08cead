// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskSQLite

/// A list request translated to SQL over the index tables. It selects the same tasks as testing each document
/// individually.
///
/// Every condition is 0 or 1 and never null, so that "not" has the same meaning as in that test.
struct TaskSelection {
    private let request: ListRequest
    /// The dependencies of open tasks, in both directions.
    private let dependencies: TaskDependencies
    /// Whether a required term selects so few tasks that only these are checked, instead of all tasks in the order of a
    /// list.
    private let isNarrow: Bool
    /// The tasks that match conditions on fields of plugins, found by checking each value.
    private let extensions: [ExtensionTest: SQL]
    /// The names of tags in the table of things, by the tags of the query.
    private let tagNames: [ExactString: [String]]
    /// The values of "open" for which tasks are selected separately, one after the other.
    private let states: Set<Bool>

    /// The maximum size of a set of tasks that is searched as a whole, instead of a lookup for each task.
    private static let fewTasks = 2000

    init(_ request: ListRequest, dependencies: TaskDependencies, in db: Database) throws {
        self.request = request
        self.dependencies = dependencies
        let tagNames = try Self.tagNames(request, db)
        self.tagNames = tagNames
        isNarrow = try Self.requiredTerms(request.query.condition).contains { term in
            switch term {
            case .names(let field, let ids) where field.isRepeatable:
                try Self.isRare(field, names: ids.map(\.description), in: db)
            case .tag(let tags): try Self.isRare(.tags, names: tags.flatMap { tagNames[$0] ?? [] }, in: db)
            default: false
            }
        }
        extensions = try Self.extensions(request, db)
        states = isNarrow ? [] : try Self.states(request, db)
    }

    /// Returns the names of a query's tags in the table `thing`. A non-ASCII tag may have several, one for each of its
    /// Unicode forms.
    private static func tagNames(_ request: ListRequest, _ db: Database) throws -> [ExactString: [String]] {
        var names: [ExactString: [String]] = [:]
        for case .tag(let tags) in request.query.condition.terms {
            for tag in tags {
                names[tag] = ["+\(tag.string)"]
                if tag.string.utf8.allSatisfy({ $0 < 0x80 }) { continue }
                let others: SQL =
                    "select name from thing where name like '+%' and length(name) <> length(cast(name as blob))"
                names[tag] = try db.rows(others) { $0.text(0) }.filter { name in
                    String(name.unicodeScalars.dropFirst()) == tag.string
                }
            }
        }
        return names
    }

    /// Finds the tasks that match the terms about fields of plugins. Each value is checked by the same code as in
    /// documents, so the results are the same. Only tasks with the field cost time.
    private static func extensions(_ request: ListRequest, _ db: Database) throws -> [ExtensionTest: SQL] {
        var found: [ExtensionTest: SQL] = [:]
        for case .extensionValue(let test) in request.query.condition.terms where found[test] == nil {
            let values: SQL =
                "select task, value from extension where plugin = \(test.name.plugin) and name = \(test.name.member)"
            let tasks = try db.rows(values) { row -> Int64? in
                let value = try? JSON.parse(row.bytes(1))
                return test.matches(value, in: request.zone) ? row.integer(0) : nil
            }
            let list = "[" + tasks.compactMap(\.self).map(String.init).joined(separator: ",") + "]"
            found[test] = "select value from json_each(\(list))"
        }
        return found
    }

    /// Returns the terms that must be true for the condition to be true.
    private static func requiredTerms(_ condition: QueryCondition) -> [QueryTerm] {
        requiredConditions(condition).compactMap { if case .term(let term) = $0 { term } else { nil } }
    }

    /// Returns the parts that must be true for the condition to be true.
    private static func requiredConditions(_ condition: QueryCondition) -> [QueryCondition] {
        if case .all(let conditions) = condition { conditions.flatMap(requiredConditions) } else { [condition] }
    }

    private static func isRare(_ field: TaskField, names: [String], in db: Database) throws -> Bool {
        let table = SQL(verbatim: IndexSchema.column(of: field))
        let rows: SQL = "select 1 from \(table) where thing in \(numbers(of: names)) limit \(fewTasks + 1)"
        return try db.integer("select count(*) from (\(rows))") ?? 0 <= fewTasks
    }

    /// Returns the number of matching tasks, up to a bound, because counting them takes longer than showing some.
    func count(upTo bound: Int) -> SQL {
        "select count(*) from (select 1 from task t where \(filter) limit \(bound))"
    }

    /// The numbers of the tasks to show, in order.
    var numbers: SQL {
        let limit: SQL = request.limit.map { "limit \($0)" } ?? ""
        switch states {
        case []: return "select t.number from task t where \(filter) order by \(order) \(limit)"
        case [true]: return "select t.number from task t where t.open = 1 and \(filter) order by \(order) \(limit)"
        default:
            let columns: SQL =
                """
                select t.number, t.due is null as dateless, t.due as due, t.priority is null as rankless,
                t.priority as rank, t.position as position, t.id as id from task t where
                """
            let order: SQL =
                request.order == .usual ? "dateless, due, rankless, rank, position, id" : "dateless, due, position, id"
            return """
                \(columns) t.open = 0 and \(filter) union all \(columns) t.open = 1 and \(filter)
                order by \(order) \(limit)
                """
        }
    }

    /// Returns whether open tasks and others are selected separately, because the index of the table contains each of
    /// them in the requested order; empty if this is no advantage.
    private static func states(_ request: ListRequest, _ db: Database) throws -> Set<Bool> {
        guard request.order == .usual || request.order == TaskOrder([TaskOrder.Term(.due)]),
            !requiredConditions(request.query.condition).contains(where: {
                $0 == .term(.done) || $0 == .not(.term(.done))
            })
        else { return [] }
        let closed: SQL = "select 1 from task where trashed = \(request.query.isTrash ? 1 : 0) and open = 0 limit 1"
        return try db.integer(closed) == nil ? [true] : [true, false]
    }

    private var filter: SQL {
        // The plus prevents SQLite from using the index for lists.
        let trashed: SQL = isNarrow ? "+t.trashed" : "t.trashed"
        return "\(trashed) = \(request.query.isTrash ? 1 : 0) and \(parenthesized(request.query.condition))"
    }

    // MARK: Conditions

    private func condition(_ condition: QueryCondition) -> SQL {
        switch condition {
        case .term(.done): "t.open = 0"
        case .not(.term(.done)): isNarrow ? "+t.open = 1" : "t.open = 1"
        case .term(let term): self.term(term)
        case .not(let condition): "not \(parenthesized(condition))"
        case .all(let conditions):
            conditions.isEmpty ? "1" : conditions.map { parenthesized($0) }.joined(separator: " and ")
        case .any(let conditions):
            conditions.isEmpty ? "0" : conditions.map { parenthesized($0) }.joined(separator: " or ")
        }
    }

    private func parenthesized(_ condition: QueryCondition) -> SQL { "(\(self.condition(condition)))" }

    private func term(_ term: QueryTerm) -> SQL {
        switch term {
        case .names(let field, let ids): hasOne(of: ids.map(\.description), in: field)
        case .tag(let tags): hasOne(of: tags.flatMap { tagNames[$0] ?? [] }, in: .tags)
        case .number(let field, let from, let through):
            range(IndexSchema.column(of: field), from, through: through)
        case .text(let text, let place): self.text(text, in: place)
        case .flag(let flag): "t.features & \(TaskRow.bit(flag)) != 0"
        case .awaitsApproval: "t.open = 0 and t.features & \(TaskRow.awaitsApproval) != 0"
        case .has(let feature): has(feature)
        case .done: "t.open = 0"
        case .blocked: "t.id in \(dependencies.blockers.keys.map(\.description))"
        case .blocking: "t.id in \(dependencies.blocking.map(\.description))"
        case .after(let digits):
            "exists (select 1 from after b where b.task = t.number and \(begins("b.other", with: digits)))"
        case .id(let digits): begins("t.id", with: digits)
        case .extensionValue(let test): "t.number in (\(extensions[test] ?? "select null where 0"))"
        }
    }

    /// Returns the condition that an id begins with some digits; dashes are ignored.
    private func begins(_ id: SQL, with prefix: String) -> SQL {
        let digits = prefix.lowercased().filter { $0 != "-" }
        return "substr(replace(\(id), '-', ''), 1, \(digits.utf8.count)) = \(digits)"
    }

    /// Returns a condition for a range of a column, both ends included.
    private func range(_ column: String, _ from: Int64?, through: Int64?) -> SQL {
        let column = SQL(verbatim: "t.\(column)")
        var conditions: [SQL] = ["\(column) is not null"]
        if let from { conditions.append("\(column) >= \(from)") }
        if let through { conditions.append("\(column) <= \(through)") }
        return conditions.joined(separator: " and ")
    }

    private func text(_ text: String, in place: QueryText) -> SQL {
        let title: SQL = "instr(coalesce(t.folded, t.title), \(text)) > 0"
        let description: SQL =
            "exists (select 1 from body b where b.number = t.number and instr(b.description, \(text)) > 0)"
        return switch place {
        case .title: title
        case .description: description
        case .anywhere: "\(title) or \(description)"
        case .item: "exists (select 1 from body b where b.number = t.number and instr(b.items, \(text)) > 0)"
        }
    }

    private func has(_ feature: QueryFeature) -> SQL {
        let told: SQL = "t.features & \(TaskRow.bit(feature)) != 0"
        return switch feature {
        case .photo: "\(told) or t.id in (select task from subject where kind = 'photo')"
        case .note: "t.id in (select task from subject where kind = 'note')"
        default: told
        }
    }

    /// Returns the condition that a field contains one of some names: by its column; if the field has a table, by
    /// searching the rows of these names, or by looking up the task.
    private func hasOne(of names: [String], in field: TaskField) -> SQL {
        let (column, numbers) = (SQL(verbatim: IndexSchema.column(of: field)), Self.numbers(of: names))
        if !field.isRepeatable { return "t.\(column) is not null and t.\(column) in \(numbers)" }
        return isNarrow
            ? "t.number in (select task from \(column) where thing in \(numbers))"
            : "exists (select 1 from \(column) b where b.task = t.number and b.thing in \(numbers))"
    }

    private static func numbers(of names: [String]) -> SQL { "(select number from thing where name in \(names))" }

    // MARK: Orders

    private var order: SQL {
        let terms = request.order.terms.map { term -> SQL in
            let value = value(of: term.key)
            return "\(value) is null, \(value) \(SQL(verbatim: term.isDescending ? "desc" : "asc"))"
        }
        return (terms + ["t.position", "t.id"]).joined(separator: ", ")
    }

    private func value(of key: TaskOrder.Key) -> SQL {
        switch key {
        case .urgency, .field: "null"
        case .number(let field):
            field.isNumeric
                ? SQL(verbatim: "t.\(IndexSchema.column(of: field))")
                : "nullif(t.features & \(TaskRow.bit(field)), 0)"
        case .title: "t.title"
        case .manual: "t.position"
        case .category: name(ofThing: "t.category", among: categories)
        case .assignee:
            """
            (select min(coalesce(n.name, 'someone')) from "for" a join thing x on x.number = a.thing \
            left join (\(members)) n on n.id = x.name where a.task = t.number)
            """
        }
    }

    private func name(ofThing number: SQL, among names: SQL) -> SQL {
        "(select n.name from thing x join (\(names)) n on n.id = x.name where x.number = \(number))"
    }

    private var categories: SQL {
        Self.table(request.directory.activeCategories.map { ($0.id.description, $0.name.lowercased()) })
    }

    private var members: SQL {
        let directory = request.directory
        return Self.table(directory.members.keys.map { ($0.description, directory.name(of: $0).lowercased()) })
    }

    private static func table(_ rows: [(id: String, name: String)]) -> SQL {
        if rows.isEmpty { return "select null as id, null as name where 0" }
        let values = rows.map { row -> SQL in "select \(row.id) as id, \(row.name) as name" }
        return values.joined(separator: " union all ")
    }
}
