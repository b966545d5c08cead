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
