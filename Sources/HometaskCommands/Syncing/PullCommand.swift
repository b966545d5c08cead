// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask pull`: fetches what others changed and merges it; nothing is sent.
struct PullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull", _superCommandName: "hometask", abstract: "Fetch what others changed, and join it.")

    @OptionGroup var options: SyncOptions
    @OptionGroup var removals: RemovalOptions

    func run() async throws { try await options.run(.pull, removals.answer) }
}
