// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTime

/// `hometask undo`: undoes the last command of this device.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", _superCommandName: "hometask",
        abstract: "Take back the last command that changed the family on this device.",
        discussion: """
            This makes a new change, even after a sync. Run again, it takes back the command before; 'hometask redo' \
            repeats what was taken back. It is refused if the same thing has been changed since. If a command that cannot be \
            taken back was run here afterwards, or if the command is older than an hour, 'undo' asks for confirmation.

            Settings of this device ('config', 'me', 'remote', 'plugin'), 'photo erase', and what a 'sync' exchanged \
            cannot be taken back.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    /// The age in seconds above which `undo` asks for confirmation.
    private static let hour: Int64 = 3600

    func run() async throws {
        let session = try await FamilySession.open(global)
        let meant = try await session.replica.undoable()
        if let meant, !yes, needsConfirmation(meant, session), try !confirms(meant, session) {
            return try session.output.say("Nothing was changed.")
        }
        let report = try await session.replica.undo(meant?.undone.commit)
        try UndoPrinter(session).print(report, "Took back", showing: showing)
    }

    /// Returns whether the command needs confirmation: it was not the last one here, or it is not recent.
    private func needsConfirmation(_ meant: UndoableCommand, _ session: FamilySession) -> Bool {
        meant.lasting != nil || session.now.seconds - meant.undone.time.seconds > Self.hour
    }

    private func confirms(_ meant: UndoableCommand, _ session: FamilySession) throws -> Bool {
        let command = "'\(meant.command)' (\(session.dates.ago(meant.undone.time))): \(meant.undone.subject)"
        let lasting = meant.lasting.map { "'\($0.command)' (\(session.dates.ago($0.time))) cannot be undone" }
        let question = Question(session.environment)
        guard question.canAsk else {
            let last = "the last command that can be undone is \(command)"
            throw ReplicaError(
                .unconfirmed, lasting.map { "\($0); \(last)" } ?? last,
                hint: "'hometask undo --yes' takes that back.")
        }
        if let lasting { session.output.remark("note: \(lasting)") }
        return question.confirms("Take back \(command)?")
    }
}

/// Prints the result of `undo` and `redo`.
struct UndoPrinter {
    private let session: FamilySession

    init(_ session: FamilySession) { self.session = session }

    /// Prints what was undone or redone, as a sentence with the given beginning or as JSON.
    func print(_ report: UndoReport, _ words: String, showing: ShowingOptions) throws {
        if showing.json {
            return try session.output.print([
                "command": .string(report.command), "commit": .string(report.commit),
                "undone": .object(report.undone.json),
            ])
        }
        let age = session.dates.ago(report.undone.time)
        try session.output.say("\(words) '\(report.command)' (\(age)): \(report.undone.subject)")
    }
}
