// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica
import HometaskTerminal

/// `hometask member remove`.
struct MemberRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Mark a member as no longer of the family.",
        discussion: """
            Their tasks stay, and say that they were removed. With --to the open ones become another member's; on a terminal \
            you are asked whose.
            """)

    /// So many titles are named.
    private static let mostTitles = 5

    @OptionGroup var global: GlobalOptions

    @Option(name: .customLong("to"), help: ArgumentHelp("Who takes their open tasks over.", valueName: "member"))
    var successor: String?

    @Argument(help: "The member.")
    var member: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.memberID(member)
        let (name, ids) = (session.directory.name(of: id), session.directory.everyID(of: id))
        let open = try await session.replica.read { try $0.openTasks(of: ids) }
        let heir = try heir(to: id, open, in: session)
        let written = try await session.replica.write(command: "member remove") { transaction in
            let tasks = try heir.map { try transaction.handOver(tasksOf: ids, to: $0) } ?? []
            try transaction.removeMember(id)
            return tasks
        }
        try session.output.say(
            "Removed \(name). 'hometask member restore \(ShellQuoting.quoted(name))' takes them back.")
        if let heir, !written.result.isEmpty {
            let tasks = SyncWords.count(written.result.count, "open task")
            try session.output.say(
                "\(session.directory.name(of: heir)) takes over \(tasks): \(Self.titles(written.result)).")
        } else if !open.isEmpty {
            let tasks = open.count == 1 ? "1 open task is" : "\(open.count) open tasks are"
            try session.output.say("\(tasks) still for \(name): \(Self.titles(open)). Hand them over with:")
            // On a line of its own, to be copied as it is.
            try session.output.print(["  " + EscapedText.safe(command(name))])
        }
        if session.member == id {
            session.output.remark("hint: This device belongs to \(name) still; 'hometask me NAME' says who it is now.")
        }
    }

    /// Who takes the tasks over; nil where nobody does.
    private func heir(to member: DocumentID, _ open: [TaskRecord], in session: FamilySession) throws -> DocumentID? {
        var word = successor
        let question = Question(session.environment)
        if word == nil, !open.isEmpty, question.canAsk {
            let name = session.directory.name(of: member)
            StandardError.write(
                "\(EscapedText.safe("\(SyncWords.count(open.count, "open task")) of \(name): \(Self.titles(open))."))\n"
            )
            word = question.ask("Who takes them over? A name, or nothing to leave them as they are:")
        }
        guard let heir = try word.map({ try session.memberID($0) }) else { return nil }
        guard heir != member else {
            throw UsageError(
                "\(session.directory.name(of: member)) is who is removed", hint: "Name somebody else with --to.")
        }
        return heir
    }

    /// The command that gives a member's open tasks to another.
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
