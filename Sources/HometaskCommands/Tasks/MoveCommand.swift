// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask move`: moves a task within the manual order.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", _superCommandName: "hometask",
        abstract: "Move a task within the manual order.",
        discussion:
            "'hometask list --sort manual' shows that order; 'hometask config set sort manual' makes it the usual one.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("Directly before this task.", valueName: "task"))
    var before: String?

    @Option(help: ArgumentHelp("Directly after this task.", valueName: "task"))
    var after: String?

    @Flag(name: [.long, .customLong("first")], help: "Before all others.")
    var top = false

    @Flag(name: [.long, .customLong("last")], help: "After all others.")
    var bottom = false

    @Argument(help: ArgumentHelp("A number, #id, or words of the title.", valueName: "task"))
    var words: [String]

    func validate() throws {
        let places = [before != nil, after != nil, top, bottom].filter { $0 }.count
        guard places == 1 else {
            throw ValidationError("give one of --before TASK, --after TASK, --top and --bottom")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let task = try await session.tasks.findOne(words)
        let (move, place) = try await place(in: session)
        let written = try await session.write(command: "move") { try $0.tasks.move(task.id, move) }
        if showing.json { return try await session.tasks.print([task.id]) }
        let isMoved = written.commit != nil
        try session.output.say(isMoved ? "Moved \(place): \(task.title)" : "It is already there: \(task.title)")
    }

    private func place(in session: FamilySession) async throws -> (TaskMove, String) {
        if let before {
            let other = try await session.tasks.findOne([before])
            return (.before(other.id), "before ‘\(other.title)’")
        }
        if let after {
            let other = try await session.tasks.findOne([after])
            return (.after(other.id), "after ‘\(other.title)’")
        }
        return top ? (.toTop, "to the top") : (.toBottom, "to the bottom")
    }
}
