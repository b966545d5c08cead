// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// `hometask list`: tasks, filtered and sorted.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", _superCommandName: "hometask",
        abstract: "List tasks.",
        discussion: """
            Words are searched for in titles and descriptions; all of them must occur. Other parts of a query:

            \(QueryGuide.text)

            Fields of plugins are queried in the same way: noise.loudness:>3, or loudness:3..5 if only one plugin has a \
            field of that name.

            Done tasks are left out unless the query contains done, open, or when or by whom a task was done; tasks that \
            are hidden until later, unless it contains waiting, wait or ready. Quote characters that the shell interprets, \
            such as < and >: hometask list 'due<fri'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Include done tasks.")
    var all = false

    @Flag(help: "Show only done tasks.")
    var done = false

    @Flag(help: "Show only my tasks.")
    var mine = false

    @Flag(help: "Show tasks that nobody is assigned to.")
    var unassigned = false

    @Flag(help: "Show the tasks in the trash.")
    var trash = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Show this member's tasks; may be repeated.", valueName: "member"))
    var members: [String] = []

    @Option(help: ArgumentHelp("Show tasks of this category; may be repeated.", valueName: "name"))
    var category: [String] = []

    @Option(help: ArgumentHelp("Show tasks with this tag; may be repeated.", valueName: "tag"))
    var tag: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sort by \(TaskOrder.keys); -KEY for descending order.", valueName: "keys"))
    var sort: String?

    @Option(help: ArgumentHelp("Show at most this many tasks.", valueName: "count"))
    var limit: Int?

    @Argument(help: "A query: words to search for, +TAG, @MEMBER, @VIEW, FIELD:VALUE, and, or, not, ( ).")
    var words: [String] = []

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit should be at least 1, but is \(limit)") }
    }

    func run() async throws {
        let command = self
        let found = try await FamilySession.open(global).queries.snapshot { try command.find(in: $0) }
        let (session, list, tasks) = (found.session, found.list, found.list.tasks)
        let numbers = try await session.numbers.numbers(for: tasks)
        if showing.json {
            let values = tasks.map {
                TaskJSON.object(
                    $0, number: numbers[$0.id], isBlocked: list.dependencies.isBlocked($0.id), in: session)
            }
            try session.output.print(JSON.array(values))
        } else {
            let nearTag = tasks.isEmpty ? try await nearTag(in: session) : nil
            var lines = lines(found, numbers: numbers, nearTag: nearTag)
            if let waiting = found.waiting {
                lines.append(Style.dim.applied(to: waiting, in: session.output.mode))
            }
            await session.numbers.noteShown(tasks.map(\.id))
            try session.output.page(lines)
        }
        for path in list.unreadable.prefix(3) {
            session.output.remark("warning: \(path.text) cannot be read and is left out; 'hometask doctor' says why")
        }
    }

    /// The data to show, all of one version.
    private struct Listing: Sendable {
        let session: FamilySession
        let list: TaskList
        let isByDate: Bool
        /// A note about tasks left out because they are hidden until later; nil if there are none.
        let waiting: String?
    }

    private func find(in snapshot: FamilySnapshot) throws -> Listing {
        let session = snapshot.session
        let resolved = try resolveQuery(in: snapshot)
        let query = resolved.query(includesDone: all, isTrash: trash, now: session.now)
        let order = try order(of: query, in: session)
        let list = try snapshot.list(query, order: order, limit: limit, wantsDescriptions: showing.json)
        let isByDate = order.terms.first == TaskOrder.Term(.due)
        let waiting = showing.json ? nil : try waiting(beside: list, resolved, in: snapshot)
        return Listing(session: session, list: list, isByDate: isByDate, waiting: waiting)
    }

    private func lines(_ found: Listing, numbers: [DocumentID: Int], nearTag: String?) -> [String] {
        let (session, list, tasks) = (found.session, found.list, found.list.tasks)
        if tasks.isEmpty { return [emptyLine(list, nearTag: nearTag)] }
        let cells = { @Sendable (task: TaskRecord) in
            let isBlocked = list.dependencies.isBlocked(task.id)
            return TaskLine.cells(task, number: numbers[task.id], isBlocked: isBlocked, in: session)
        }
        var lines =
            found.isByDate
            ? TaskSections(session).lines(tasks, cells) : TaskLine.lines(tasks, in: session, cells: cells)
        if tasks.count < list.count {
            let text = "\(tasks.count) of \(list.countText) tasks"
            lines.append(Style.dim.applied(to: text, in: session.output.mode))
        }
        if let hint = TaskLine.conflictHint(tasks, in: session) { lines.append(hint) }
        return lines
    }

    /// Returns a note about tasks left out because they are hidden until later; nil if there are none.
    private func waiting(
        beside list: TaskList, _ resolved: ResolvedQuery, in snapshot: FamilySnapshot
    ) throws -> String? {
        guard !all, !trash, !resolved.speaksOfWaiting, !resolved.speaksOfDone, list.openCount > list.count,
            list.count > 0
        else { return nil }
        // A list of all open tasks leaves out only the hidden ones.
        if resolved.condition.terms.isEmpty, limit == nil {
            return "\(list.openCount - list.count) hidden until later: 'hometask list waiting'"
        }
        let hidden = QueryCondition.all([resolved.condition, .waiting(snapshot.session.now)])
        let count = try snapshot.list(Query(hidden), order: TaskOrder([]), limit: 0)
        return count.count == 0
            ? nil : "\(count.countText) more hidden until later: add the word waiting to see them"
    }

    private func emptyLine(_ list: TaskList, nearTag: String?) -> String {
        if trash { return "No task in the trash. 'hometask trash list' shows everything that was deleted." }
        if asksForApproval { return "Nothing waits for approval." }
        if list.openCount == 0, !done { return "Nothing to do. Add a task with 'hometask add Take out the bins'." }
        let isPlain =
            words.isEmpty && !mine && !unassigned && !done && members.isEmpty && category.isEmpty && tag.isEmpty
        if isPlain {
            return
                "Nothing to do now: \(SyncFormatter.count(list.openCount, "task")) hidden until later. 'hometask list "
                + "waiting' shows them."
        }
        let meant = (nearTag.map { "+\($0)" } ?? slip).map { " Did you mean \($0)?" } ?? ""
        return "No task matches.\(meant) \(list.openCount) open in all: 'hometask list' shows them."
    }

    /// Whether the query asks for tasks that wait for approval.
    private var asksForApproval: Bool {
        guard words.count == 1, let leaf = (try? QueryParser.parse(words[0]))?.leaves.first else { return false }
        return leaf.kind == .flag(.toApprove)
    }

    /// A flag of the query language that the user may have meant by a word that was used as a search term.
    private var slip: String? {
        leaves.lazy.compactMap { leaf in
            guard case .text(let text) = leaf.kind else { return nil }
            return Spelling.nearest(to: text, among: QueryFlag.allCases.map(\.rawValue))
        }.first
    }

    /// The parts of the query, without those of the saved views in it.
    private var leaves: [QuerySyntax.Node] { (try? QueryParser.parse(words.joined(separator: " ")))?.leaves ?? [] }

    /// Returns a tag of the family that the user may have meant by an unknown tag: tags are case-sensitive.
    private func nearTag(in session: FamilySession) async throws -> String? {
        let named = leaves.flatMap { leaf -> [String] in
            switch leaf.kind {
            case .tag(let value): [value.text]
            case .field(let field, _, let values) where field.name == "tag":
                values.map(\.text).filter { $0 != "any" && $0 != "none" }
            default: []
            }
        }
        if named.isEmpty, tag.isEmpty { return nil }
        let known = try await session.replica.tagCounts(zone: session.zone).tags.map(\.name)
        let unknown = (named + tag.map { TaskFieldParser.withoutPlus($0) }).filter { !known.contains($0) }
        return unknown.lazy.compactMap { name in
            known.first { $0.lowercased() == name.lowercased() } ?? Spelling.nearest(to: name, among: known)
        }.first
    }

    /// Returns the query of the words, combined with the conditions of the options.
    private func resolveQuery(in snapshot: FamilySnapshot) throws -> ResolvedQuery {
        var resolved = try snapshot.resolveQuery(words)
        resolved.condition = .all([resolved.condition] + (try conditions(in: snapshot.session)))
        if done { resolved.requireDone() }
        return resolved
    }

    /// Returns the conditions of the options: one of several members or categories, all of several tags.
    private func conditions(in session: FamilySession) throws -> [QueryCondition] {
        var conditions = tag.map { QueryCondition.term(.tag([ExactString(TaskFieldParser.withoutPlus($0))])) }
        var ids = Set(try members.flatMap { try session.members.everyID(of: $0) })
        if mine { ids.formUnion(session.directory.everyID(of: try session.requireMember())) }
        var people: [QueryCondition] = ids.isEmpty ? [] : [.term(.names(.assignees, ids))]
        if unassigned { people.append(.not(.term(.has(.assignee)))) }
        if !people.isEmpty { conditions.append(.any(people)) }
        if !category.isEmpty {
            conditions.append(.term(.names(.category, Set(try category.map { try session.categoryID($0) }))))
        }
        return conditions
    }

    /// The order for done tasks: the latest first.
    private static let latest = TaskOrder([TaskOrder.Term(.done, isDescending: true)])

    private func order(of query: Query, in session: FamilySession) throws -> TaskOrder {
        guard let sort else {
            guard let order = query.order else { return done ? Self.latest : session.orders.usual }
            try session.orders.requireKnown(order, "The saved view sorts by it: sort by something else with --sort.")
            return order
        }
        return try session.orders.parse(sort)
    }
}

/// The query language on one page, generated from the tables of its fields and words.
enum QueryGuide {
    /// The elements of a query, one per line.
    static var text: String {
        let flags = QueryFlag.allCases.map { ($0.rawValue, $0.meaning) }
        let fields = QueryField.allCases.map { ($0.example, $0.meaning) }
        let grammar = [
            ("\"oat milk\"", "a phrase, or a word that would mean something else"),
            ("+school @mia", "a tag; a member or a saved view"),
            ("and or not ( )", "several words together mean 'and'"),
        ]
        let rows = grammar + flags + fields
        // Bytes are counted, and lines are concatenated one by one, because this text is built at every start of
        // 'hometask list'.
        let width = rows.reduce(0) { max($0, $1.0.utf8.count) }
        var text = ""
        for (words, meaning) in rows {
            if !text.isEmpty { text += "\n" }
            text += "  " + words + String(repeating: " ", count: width - words.utf8.count) + "  " + meaning
        }
        return text
    }
}
