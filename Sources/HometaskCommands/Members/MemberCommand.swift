// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask member`: the members of the family.
struct MemberCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member", _superCommandName: "hometask",
        abstract: "Show, add, change, rename, merge and remove the family's members.",
        subcommands: [
            MemberListCommand.self, MemberShowCommand.self, MemberAddCommand.self, MemberEditCommand.self,
            MemberRenameCommand.self, MemberMergeCommand.self, MemberRemoveCommand.self, MemberRestoreCommand.self,
        ],
        defaultSubcommand: MemberListCommand.self)
}
