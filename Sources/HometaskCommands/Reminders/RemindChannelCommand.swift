// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask remind channel`: the channels on which members are reminded.
struct RemindChannelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel", abstract: "Manage the channels on which members are reminded, and send texts on them.",
        subcommands: [
            ChannelListCommand.self, ChannelAddCommand.self, ChannelRemoveCommand.self, ChannelSendCommand.self,
        ],
        defaultSubcommand: ChannelListCommand.self)
}
