// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask remind`: sends reminders to people.
struct RemindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", _superCommandName: "hometask",
        abstract: "Send reminders, and manage how they are sent.",
        discussion: """
            'hometask remind' alone sends what is due now; 'hometask help remind now' lists its options, such as \
            --watch and --install.
            """,
        subcommands: [
            RemindNowCommand.self, RemindListCommand.self, RemindSnoozeCommand.self, RemindNearCommand.self,
            RemindChannelCommand.self, RemindTakeCommand.self,
        ],
        defaultSubcommand: RemindNowCommand.self)
}
