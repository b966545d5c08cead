// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask pull`: fetches and merges the changes of other devices; sends nothing.
struct PullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull", _superCommandName: "hometask", abstract: "Fetch the changes of others, and merge them.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var choice: RemoteChoice
    @OptionGroup var waiting: TimeoutOption
    @OptionGroup var removals: RemovalOptions

    func run() async throws {
        let run = SyncRun(global: global, showing: showing, choice: choice, waiting: waiting)
        try await run(.pull, removals.answer)
    }
}
