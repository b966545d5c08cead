// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask push`: sends this device's changes; refused if the remote has changes that this device lacks.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", _superCommandName: "hometask", abstract: "Send this device's changes to the remote.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var choice: RemoteChoice
    @OptionGroup var waiting: TimeoutOption

    func run() async throws {
        let run = SyncRun(global: global, showing: showing, choice: choice, waiting: waiting)
        try await run(.push)
    }
}
