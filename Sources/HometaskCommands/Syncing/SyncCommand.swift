// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask sync`: sends changes to the remote and fetches the changes of other devices.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", _superCommandName: "hometask",
        abstract: "Exchange changes with the family's remote, both ways.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var choice: RemoteChoice
    @OptionGroup var waiting: TimeoutOption
    @OptionGroup var removals: RemovalOptions

    func run() async throws {
        let run = SyncRun(global: global, showing: showing, choice: choice, waiting: waiting)
        try await run(.both, removals.answer)
    }
}

/// How `pull` and `sync` handle a remote's commits that remove many documents.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "If a remote's commits remove many documents, move these to the trash.")
    var acceptRemovals = false

    @Flag(help: "If a remote's commits remove many documents, keep these.")
    var restoreRemoved = false

    var answer: RemovalAnswer { acceptRemovals ? .accept : restoreRemoved ? .restore : .ask }

    func validate() throws {
        if acceptRemovals, restoreRemoved {
            throw ValidationError("--accept-removals and --restore-removed cannot be used together")
        }
    }
}
