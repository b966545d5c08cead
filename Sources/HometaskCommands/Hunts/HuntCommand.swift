// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask hunt`: treasure hunts.
struct HuntCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hunt", _superCommandName: "hometask",
        abstract:
            "Create and play treasure hunts, with clues solved by code words, by photos or by an adult.",
        discussion: """
            To create one: 'hunt new', then 'hunt add' for each clue. To play: 'hunt start', then 'hunt solve'. In \
            an ordered hunt, everything after a clue with a code word is encrypted until that word is known, on \
            every device and in the git repository. Other clues can be read in the files.
            """,
        subcommands: [
            HuntListCommand.self, HuntNewCommand.self, HuntAddCommand.self, HuntEditCommand.self,
            HuntClueCommand.self,
            HuntShowCommand.self, HuntStartCommand.self, HuntSolveCommand.self, HuntAcceptCommand.self,
            HuntStatusCommand.self, HuntWithdrawCommand.self, HuntFinishCommand.self, HuntResumeCommand.self,
            HuntUnlockCommand.self, DocumentHistoryCommand<HuntHistory>.self,
            DocumentDeleteCommand<HuntTrash>.self, DocumentRestoreCommand<HuntTrash>.self,
        ],
        defaultSubcommand: HuntListCommand.self)
}
