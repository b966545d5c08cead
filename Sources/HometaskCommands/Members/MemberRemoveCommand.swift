// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask member remove`: marks a member as removed; another one can take over the open tasks.
struct MemberRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a member from the family.",
        discussion: """
            Their tasks are kept, and show that the member was removed. --to gives the open ones to another member; \
            on a terminal, you are asked.
            """)

    /// The maximum number of titles in a sentence.
    private static let mostTitles = 5

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(
        name: .customLong("to"), help: ArgumentHelp("The member who takes over their open tasks.", valueName: "member"))
    var successor: String?

    @Argument(help: "The member.")
    var member: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.memberID(member)
        let (name, ids) = (session.directory.name(of: id), session.directory.everyID(of: id))
        let open = try await session.replica.read { try $0.openTasks(of: ids) }
        let heir = try newAssignee(to: id, open, in: session)
        let written = try await session.write(command: "member remove") { transaction in
            // First, because the commit and 'undo' are named after the first change.
            try transaction.members.remove(id)
            return try heir.map { try transaction.members.handOver(tasksOf: ids, to: $0) } ?? []
        }
        if showing.json {
            try await session.members.print(id)
        } else {
            try say(name, heir.map { (session.directory.name(of: $0), written.result) }, open: open, to: session.output)
        }
        if session.member == id {
            session.output.remark("hint: This device still belongs to \(name); change that with 'hometask me NAME'.")
        }
    }

    /// Reports the removal, and who takes over the open tasks.
    ///
    /// - Parameter heir: the new assignee and the tasks taken over.
    private func say(
        _ name: String, _ heir: (name: String, tasks: [TaskRecord])?, open: [TaskRecord], to output: Output
    ) throws {
        let isPlain = ShellQuoting.quoted(name) == name
        try output.say("Removed \(name). 'hometask member restore \(isPlain ? name : "NAME")' restores them.")
        if let heir, !heir.tasks.isEmpty {
            let tasks = SyncFormatter.count(heir.tasks.count, "open task")
            try output.say("\(heir.name) takes over \(tasks): \(Self.titles(heir.tasks)).")
        } else if !open.isEmpty {
            let tasks = open.count == 1 ? "1 open task is" : "\(open.count) open tasks are"
            try output.say("\(tasks) still for \(name): \(Self.titles(open)). Reassign them with:")
            // On a line of its own, so that it can be copied.
            try output.print(["  " + EscapedText.safe(command(name))])
        }
    }

    /// Returns the member who takes over the open tasks; nil if these stay assigned to the removed member.
    private func newAssignee(to member: DocumentID, _ open: [TaskRecord], in session: FamilySession) throws
        -> DocumentID?
    {
        var word = successor
        let question = Question(session.environment)
        if word == nil, !open.isEmpty, question.canAsk {
            let name = session.directory.name(of: member)
            StandardError.writeText(
                "\(EscapedText.safe("\(SyncFormatter.count(open.count, "open task")) of \(name): \(Self.titles(open))."))\n"
            )
            word = question.ask("Who takes them over? Enter a name, or nothing to leave them as they are:")
        }
        guard let heir = try word.map({ try session.memberID($0) }) else { return nil }
        guard heir != member else {
            throw UsageError(
                "\(session.directory.name(of: member)) cannot take over their own tasks",
                hint: "Name somebody else with --to.")
        }
        return heir
    }

    /// Returns the command that reassigns a member's open tasks.
    private func command(_ name: String) -> String {
        let query = ShellQuoting.quoted("assignee:\(QuerySyntax.Value(naming: name)) open")
        return "hometask edit --where \(query) --for -\(ShellQuoting.quoted(name)) --for +MEMBER"
    }

    private static func titles(_ tasks: [TaskRecord]) -> String {
        let rest = tasks.count - mostTitles
        return tasks.prefix(mostTitles).map { "‘\($0.title)’" }.joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }
}
