// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask pin delete` and so on: moves documents of one kind to the trash.
struct DocumentDeleteCommand<Kind: TrashableKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "delete", abstract: Kind.deleteAbstract, discussion: Kind.deleteDiscussion)
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: Kind.argument)
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let records = try await Kind.find(references, isTrash: false, in: session)
        let effects = try await session.write(command: "\(Kind.noun) delete") { transaction in
            try records.map { try Kind.delete($0.id, in: transaction) }
        }.result
        if showing.json {
            try await Kind.print(records, in: session)
        } else {
            for record in records {
                try session.output.say("Moved to the trash: \(Kind.name(of: record, in: session))")
            }
        }
        try await Kind.report(effects, of: records, isJSON: showing.json, in: session)
    }
}

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
