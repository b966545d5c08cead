// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask` alone: the user's open tasks, the overdue ones, and the time of the last sync.
struct HomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home", abstract: "Show your open tasks, overdue ones first.", shouldDisplay: false)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    /// The maximum numbers of today's tasks and of the next tasks that are shown.
    private static let most = (today: 15, next: 5)

    func run() async throws {
        let session: FamilySession
        do {
            session = try await FamilySession.open(global)
        } catch let error as ReplicaError where error.code == .noRepository && global.directory == nil {
            return try welcome()
        }
        if showing.json { return try await printJSON(session) }
        let lists = try await session.queries.snapshot { try Lists(in: $0) }
        var lines = [heading(lists)]
        lines += try await rows(of: lists)
        if let hint = TaskLine.conflictHint(lists.today.tasks + lists.next.tasks, in: lists.session) {
            lines.append(hint)
        }
        lines += try await footer(session)
        try session.output.print(lines)
    }

    /// The lists of the page, all of one version.
    private struct Lists: Sendable {
        let session: FamilySession
        let today: TaskList
        let next: TaskList
        let overdue: TaskList
        /// Everyone's tasks due today; nil if any of them is the user's.
        let others: TaskList?

        init(in snapshot: FamilySnapshot) throws {
            session = snapshot.session
            today = try HomeCommand.list("due<=today", limit: HomeCommand.most.today, in: snapshot)
            next = try HomeCommand.list("not due<=today", limit: HomeCommand.most.next, in: snapshot)
            overdue = try HomeCommand.list("overdue", limit: 0, in: snapshot)
            guard today.count == 0 else {
                others = nil
                return
            }
            let query = try snapshot.resolveQuery("due<=today").query(now: session.now)
            others = try snapshot.list(query, order: TaskOrder([]), limit: 0)
        }
    }

    /// Returns the open tasks that match a query, among the user's own and the unassigned ones; among all if the user
    /// is unknown.
    private static func list(
        _ query: String, limit: Int?, in snapshot: FamilySnapshot, wantsDescriptions: Bool = false
    ) throws -> TaskList {
        let resolved = try snapshot.resolveQuery("open \(whose(snapshot.session)) \(query)")
        return try snapshot.list(
            resolved.query(now: snapshot.session.now), order: .usual, limit: limit, wantsDescriptions: wantsDescriptions
        )
    }

    /// Returns the query for the user's own and the unassigned tasks; for all tasks if the user is unknown.
    private static func whose(_ session: FamilySession) -> String {
        session.member == nil ? "" : "(mine or unassigned)"
    }

    private func printJSON(_ session: FamilySession) async throws {
        let (session, list) = try await session.queries.snapshot { snapshot in
            (snapshot.session, try Self.list("", limit: nil, in: snapshot, wantsDescriptions: true))
        }
        let numbers = try await session.numbers.numbers(for: Array(list.tasks.prefix(Self.most.today)))
        try session.output.print(
            JSON.array(
                list.tasks.map {
                    TaskJSON.object(
                        $0, number: numbers[$0.id], isBlocked: list.dependencies.isBlocked($0.id), in: session)
                }))
    }

    /// Returns today's tasks, with the overdue ones, and then the next tasks.
    private func rows(of lists: Lists) async throws -> [String] {
        let (session, today, next) = (lists.session, lists.today, lists.next)
        let numbers = try await session.numbers.numbers(for: today.tasks + next.tasks)
        let all = TaskLine.lines(today.tasks + next.tasks, in: session) { task in
            let isBlocked = today.dependencies.isBlocked(task.id)
            return TaskLine.cells(task, number: numbers[task.id], isBlocked: isBlocked, in: session)
        }
        var parts = all[...]
        var lines: [String] = []
        let late = today.tasks.prefix { TaskLine.isOverdue($0, in: session) }.count
        for (heading, count) in [
            ("Overdue", late), ("Today", today.tasks.count - late), ("Next", next.tasks.count),
        ] where count > 0 {
            lines += [TaskSections.heading(heading, in: session)] + parts.prefix(count)
            parts = parts.dropFirst(count)
            if heading != "Next", parts.count == next.tasks.count {
                lines += rest(of: today, "due<=today", in: session)
            }
        }
        return lines + rest(of: next, "not due<=today", in: session)
    }

    /// Returns the number of further tasks, and the command that shows them.
    private func rest(of list: TaskList, _ query: String, in session: FamilySession) -> [String] {
        guard list.count > list.tasks.count else { return [] }
        let isKnown = list.count < list.tasks.count + TaskList.countBound
        let rest = isKnown ? "\(list.count - list.tasks.count) more" : "many more"
        let asked = [Self.whose(session), query].filter { !$0.isEmpty }.joined(separator: " ")
        return ["… and \(rest): 'hometask list \"\(asked)\"'"]
    }

    private func heading(_ lists: Lists) -> String {
        let (session, today, next) = (lists.session, lists.today, lists.next)
        let name =
            session.member.map { session.directory.name(of: $0) } ?? session.directory.family?.name ?? "Everybody"
        let own = lists.others.map { Self.nothingToday(others: $0) } ?? Self.counts(today, lists.overdue)
        let isCounted = today.count < TaskList.countBound && next.count < TaskList.countBound
        let rest = isCounted ? today.openCount - today.count - next.count : 1
        let others = rest > 0 && session.member != nil ? " (\(today.openCount) open in the family)" : ""
        return TaskSections.heading(EscapedText.safe("\(name): \(own)\(others)"), in: session)
    }

    private static func counts(_ today: TaskList, _ overdue: TaskList) -> String {
        let late = overdue.count > 0 ? "\(overdue.countText) overdue" : nil
        // Counting stops at the bound, so beyond it the difference of the counts would be wrong.
        let due =
            overdue.count < TaskList.countBound && today.count > overdue.count
            ? "\(today.count - overdue.count) due today" : nil
        return [late, due].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the message if none of the user's tasks is due. It says that there is nothing to do only if nobody has
    /// anything due.
    private static func nothingToday(others: TaskList) -> String {
        if others.count == 0 { return "nothing to do today" }
        return "nothing of yours is due today; others have \(others.countText) ('hometask list \"due<=today\"')"
    }

    private func footer(_ session: FamilySession) async throws -> [String] {
        let sync = try await session.replica.lastSync().map { "Synced \(session.dates.ago($0))." } ?? "Never synced."
        let edited = try await session.replica.handEditedPaths().count
        let edits =
            edited == 0 ? "" : " \(SyncFormatter.count(edited, "file")) edited, not yet recorded: 'hometask status'."
        let member = session.member == nil ? " Say who you are: 'hometask me NAME'." : ""
        return TextWidth.wrapped(EscapedText.safe(sync + edits + member), to: session.output.width)
            .map { Style.dim.applied(to: $0, in: session.output.mode) }
    }

    private func welcome() throws {
        try StandardOutput.writeText(
            """
            There is no family here yet.

              hometask init DIR --name NAME   starts one
              hometask join URL DIR           joins one that has a remote
              hometask demo                   shows how it works
              hometask --help                 lists all commands

            """)
    }
}
