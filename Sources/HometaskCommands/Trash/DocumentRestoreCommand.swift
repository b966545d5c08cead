// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask pin restore` and so on: restores documents of one kind from the trash.
struct DocumentRestoreCommand<Kind: TrashableKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "restore", abstract: Kind.restoreAbstract, discussion: Kind.restoreDiscussion)
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: Kind.argument)
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let records = try await Kind.find(references, isTrash: true, in: session)
        try await session.write(command: "\(Kind.noun) restore") { transaction in
            for record in records { try Kind.restore(record.id, in: transaction) }
        }
        if showing.json { return try await Kind.print(records, in: session) }
        for record in records { try session.output.say(Kind.restored(record, in: session)) }
    }
}
