// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask approve`: confirms that tasks were done properly.
struct ApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", _superCommandName: "hometask",
        abstract: "Approve that tasks were done.",
        discussion: """
            For tasks that require approval ('--approval adult'); 'hometask list to-approve' shows those that wait \
            for it. Members with the role child can neither approve nor reject; everybody else can. \(VerdictFormatter.signingHelp)
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var selection: TaskSelectionOptions

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        guard let tasks = try await selection.tasks(references, in: session, preferring: .toApprove, verb: "Approve")
        else {
            return try session.output.say("Nothing was changed.")
        }
        let keys = VerdictKeys(session)
        let approved = try await session.write(command: "approve") { transaction in
            try tasks.map { try transaction.verdicts.approve($0.id, signing: keys.signature) }
        }.result
        if showing.json { return try await session.tasks.print(tasks.map(\.id)) }
        await session.numbers.noteShown(tasks.map(\.id))
        for (task, isNew) in zip(tasks, approved) {
            try session.output.say("\(isNew ? "Approved" : "Already approved"): \(task.title)")
        }
        if approved.contains(true) { try await session.verdicts.remarkUnsigned(tasks.map(\.id)) }
        try selection.reportCount(tasks.count, changed: approved.count { $0 }, in: session)
    }
}
