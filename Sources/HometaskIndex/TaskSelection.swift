// SPDX-License-Identifier: Apache-2.0

import GRDB
import HometaskDocuments
import HometaskReplica

/// A question as SQL over the tables of the index. It finds the tasks that looking at each of them would.
///
/// Every condition is 0 or 1 and never null, so that "not" means the same as there.
struct TaskSelection {
    private let question: TaskQuestion
    /// The open tasks that must wait for others, and those that others wait for.
    private let dependencies: TaskDependencies

    init(_ question: TaskQuestion, dependencies: TaskDependencies) {
        self.question = question
        self.dependencies = dependencies
    }

    /// How many tasks are asked for.
    var count: SQL { "select count(*) from task t where \(filter)" }

    /// The numbers of the tasks to show, in order.
    var numbers: SQL {
        let limit: SQL = question.limit.map { "limit \($0)" } ?? ""
        return "select t.number from task t where \(filter) order by \(order) \(limit)"
    }

    private var filter: SQL {
        "t.trashed = \(question.query.isTrash ? 1 : 0) and \(parenthesized(question.query.condition))"
    }

    // MARK: Conditions

    private func condition(_ condition: QueryCondition) -> SQL {
        switch condition {
        case .term(.done): "t.open = 0"
        case .not(.term(.done)): "t.open = 1"
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
        case .assignee(let members): "t.number in (select task from assignee where member in \(numbers(members)))"
        case .createdBy(let members): "t.createdby is not null and t.createdby in \(numbers(members))"
        case .doneBy(let members): "t.doneby is not null and t.doneby in \(numbers(members))"
        case .category(let categories): "t.category is not null and t.category in \(numbers(categories))"
        case .place(let pins): "t.place is not null and t.place in \(numbers(pins))"
        case .tag(let tags):
            "t.number in (select task from tag where tag in \(numbers(named: tags.map { "+\($0.string)" })))"
        case .priority(let priorities):
            "t.priority is not null and t.priority in \(priorities.compactMap { Priority.allCases.firstIndex(of: $0) })"
        case .points(let from, let through): range("points", from.map(Int64.init), through.map(Int64.init))
        case .date(let date, let from, let through): range(date.rawValue, from?.seconds, through?.seconds)
        case .text(let text, let place): self.text(text, in: place)
        case .needsPhoto: "t.features & \(TaskRow.needsPhoto) != 0"
        case .has(let feature): has(feature)
        case .done: "t.open = 0"
        case .blocked: "t.id in \(dependencies.blockers.keys.map(\.description))"
        case .blocking: "t.id in \(dependencies.blocking.map(\.description))"
        case .id(let digits): "substr(replace(t.id, '-', ''), 1, \(Self.digits(digits).count)) = \(Self.digits(digits))"
        }
    }

    private static func digits(_ prefix: String) -> String { prefix.lowercased().filter { $0 != "-" } }

    /// A column's range, both ends counted.
    private func range(_ column: String, _ from: Int64?, _ through: Int64?) -> SQL {
        let column = SQL(sql: "t.\(column)")
        var conditions: [SQL] = ["\(column) is not null"]
        if let from { conditions.append("\(column) >= \(from)") }
        if let through { conditions.append("\(column) <= \(through)") }
        return conditions.joined(separator: " and ")
    }

    private func text(_ text: String, in place: QueryText) -> SQL {
        let title: SQL = "instr(t.title, \(text)) > 0"
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

    private func numbers(_ ids: Set<DocumentID>) -> SQL { numbers(named: ids.map(\.description)) }

    private func numbers(named names: [String]) -> SQL {
        "(select number from thing where name in \(names))"
    }

    // MARK: Orders

    private var order: SQL {
        let terms = question.order.terms.map { term -> SQL in
            let value = value(of: term.key)
            return "\(value) is null, \(value) \(sql: term.isDescending ? "desc" : "asc")"
        }
        return (terms + ["t.id"]).joined(separator: ", ")
    }

    private func value(of key: TaskOrder.Key) -> SQL {
        switch key {
        case .due: "t.due"
        case .wait: "t.wait"
        case .created: "t.created"
        case .done: "t.done"
        case .priority: "t.priority"
        case .points: "t.points"
        case .title: "t.title"
        case .manual: "t.position"
        case .category: name(ofThing: "t.category", among: categories)
        case .assignee:
            """
            (select min(coalesce(n.name, 'someone')) from assignee a join thing x on x.number = a.member \
            left join (\(members)) n on n.id = x.name where a.task = t.number)
            """
        }
    }

    private func name(ofThing number: SQL, among names: SQL) -> SQL {
        "(select n.name from thing x join (\(names)) n on n.id = x.name where x.number = \(number))"
    }

    private var categories: SQL {
        Self.table(question.directory.categories.values.map { ($0.id.description, $0.name.lowercased()) })
    }

    private var members: SQL {
        let directory = question.directory
        return Self.table(directory.members.keys.map { ($0.description, directory.name(of: $0).lowercased()) })
    }

    private static func table(_ rows: [(id: String, name: String)]) -> SQL {
        if rows.isEmpty { return "select null as id, null as name where 0" }
        let values = rows.map { row -> SQL in "select \(row.id) as id, \(row.name) as name" }
        return values.joined(separator: " union all ")
    }
}
