// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask` alone: what is mine and open, what is overdue, when it last synced.
struct HomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home", abstract: "Show what is yours and open, overdue first.", shouldDisplay: false)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    private static let most = 15

    func run() async throws {
        let session: FamilySession
        do {
            session = try await FamilySession.open(global)
        } catch let error as ReplicaError where error.code == .noRepository && global.directory == nil {
            return try welcome()
        }
        let query = try await session.meaning(session.member == nil ? "" : "mine").query(now: session.now)
        let list = try await session.list(
            query, order: .usual, limit: showing.json ? nil : Self.most,
            wantsDescriptions: showing.json)
        let shown = Array(list.tasks.prefix(Self.most))
        let numbers = try await session.numbers(for: shown)
        if showing.json {
            return try session.output.print(
                JSON.array(
                    list.tasks.map {
                        TaskJSON.object(
                            $0, number: numbers[$0.id], isBlocked: list.dependencies.isBlocked($0.id), in: session)
                    }))
        }
        let late = Query(.all([query.condition, .overdue(session.now)]))
        let overdue = try await session.list(late, order: TaskOrder([]), limit: 0)
        var lines = [heading(list, overdue: overdue, in: session)]
        var table = TaskLine.table(in: session)
        for task in shown {
            let isBlocked = list.dependencies.isBlocked(task.id)
            table.add(TaskLine.cells(task, number: numbers[task.id], isBlocked: isBlocked, in: session))
        }
        lines += table.lines(width: session.output.width, mode: session.output.mode)
        if list.count > shown.count {
            let isKnown = list.count < shown.count + TaskList.countBound
            let rest = isKnown ? "\(list.count - shown.count) more" : "many more"
            lines.append("… and \(rest): 'hometask list --mine'")
        }
        if let hint = TaskLine.conflictHint(shown, in: session) { lines.append(hint) }
        lines += try await footer(session)
        try session.output.print(lines)
    }

    private func heading(_ list: TaskList, overdue: TaskList, in session: FamilySession) -> String {
        let count = list.count == 0 ? "nothing to do" : "\(list.countText) to do"
        let late = overdue.count > 0 ? ", \(overdue.countText) overdue" : ""
        let others = list.openCount > list.count ? " (\(list.openCount) open in the family)" : ""
        let name =
            session.member.map { session.directory.name(of: $0) } ?? session.directory.family?.name ?? "Everybody"
        let text = EscapedText.safe("\(name): \(count)\(late)\(others)")
        return Style.bold.applied(to: text, in: session.output.mode)
    }

    private func footer(_ session: FamilySession) async throws -> [String] {
        let sync = try await session.replica.lastSync().map { "Synced \(session.dates.ago($0))." } ?? "Never synced."
        let edited = try await session.replica.handEditedPaths().count
        let edits =
            edited == 0 ? "" : " \(SyncWords.count(edited, "file")) edited, not yet taken in: 'hometask status'."
        let member = session.member == nil ? " Say who you are: 'hometask me NAME'." : ""
        return TextWidth.wrapped(EscapedText.safe(sync + edits + member), to: session.output.width)
            .map { Style.dim.applied(to: $0, in: session.output.mode) }
    }

    private func welcome() throws {
        try StandardOutput.write(
            """
            There is no family here yet.

              hometask init DIR --name NAME   starts one
              hometask join URL DIR           joins one that has a remote
              hometask demo                   shows how it works
              hometask --help                 lists all commands

            """)
    }
}
