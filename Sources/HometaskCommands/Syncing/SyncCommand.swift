// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask sync`: exchanges changes with the remote, both ways.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", _superCommandName: "hometask",
        abstract: "Exchange changes with the family's remote, both ways.")

    @OptionGroup var options: SyncOptions
    @OptionGroup var removals: RemovalOptions

    func run() async throws { try await options.run(.both, removals.answer) }
}
