// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask reject`: records that tasks were not done properly.
struct RejectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject", _superCommandName: "hometask",
        abstract: "Say that tasks were not done as they should be: they are open again.",
        discussion: """
            'hometask show' says who rejected it, and why. A photo that proved the task proves it no more. A member whose \
            role is child may neither approve nor reject; everybody else may. \(VerdictFormatter.signingHelp)
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var selection: TaskSelectionOptions

    @Option(help: ArgumentHelp("What is wrong, in a line.", valueName: "text"))
    var why: String?

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        guard let tasks = try await selection.tasks(references, in: session, state: .done, verb: "Reject") else {
            return try session.output.say("Nothing was changed.")
        }
        let (keys, why) = (VerdictKeys(session), why)
        _ = try await session.replica.write(command: "reject") { transaction in
            for task in tasks { try transaction.verdicts.reject(task.id, why: why, signing: keys.signature) }
        }
        if showing.json { return try await session.tasks.print(tasks.map(\.id)) }
        for task in tasks { try session.output.say("Open again: \(task.title)") }
        try await session.verdicts.remarkUnsigned(tasks.map(\.id))
        try selection.conclude(tasks.count, changed: tasks.count, in: session)
    }
}
