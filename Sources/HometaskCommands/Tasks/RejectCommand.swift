// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask reject`: records that tasks were not done properly.
struct RejectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject", _superCommandName: "hometask",
        abstract: "Reject tasks that were not done properly, which reopens them.",
        discussion: """
            'hometask show' shows who rejected a task, and why. A photo that proved the task no longer counts as proof. \
            Members with the role child can neither approve nor reject; everybody else can. \(VerdictFormatter.signingHelp)
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var selection: TaskSelectionOptions

    @Option(help: ArgumentHelp("What is wrong, in one line.", valueName: "text"))
    var why: String?

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        guard let tasks = try await selection.tasks(references, in: session, preferring: .toApprove, verb: "Reject")
        else {
            return try session.output.say("Nothing was changed.")
        }
        let (keys, why) = (VerdictKeys(session), why)
        try await session.write(command: "reject") { transaction in
            for task in tasks { try transaction.verdicts.reject(task.id, why: why, signing: keys.signature) }
        }
        if showing.json { return try await session.tasks.print(tasks.map(\.id)) }
        await session.numbers.noteShown(tasks.map(\.id))
        for task in tasks { try session.output.say("Open again: \(task.title)") }
        try await session.verdicts.remarkUnsigned(tasks.map(\.id))
        try selection.reportCount(tasks.count, changed: tasks.count, in: session)
    }
}
