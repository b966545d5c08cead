// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The root of all commands.
struct HometaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hometask",
        abstract: "Keeps a family's tasks in its own git repository, and joins what was edited apart.",
        discussion: """
            Run 'hometask' alone to see what is yours and open. All but join, push, pull and sync work offline.
            """,
        version: "0.1.0",
        subcommands: [
            HomeCommand.self, DemoCommand.self, InitCommand.self, JoinCommand.self, MeCommand.self,
            AddCommand.self, ListCommand.self, ShowCommand.self, WhyCommand.self, EditCommand.self, DoneCommand.self,
            SkipCommand.self,
            ReopenCommand.self,
            DeleteCommand.self, RestoreCommand.self, TrashCommand.self, MoveCommand.self, UndoCommand.self,
            LogCommand.self,
            HistoryCommand.self, StatsCommand.self, ItemCommand.self,
            SyncCommand.self, PushCommand.self, PullCommand.self, RemoteCommand.self, StatusCommand.self,
            ConflictsCommand.self, ResolveCommand.self,
            MemberCommand.self, CategoryCommand.self, TagCommand.self, ViewCommand.self, PinCommand.self,
            NoteCommand.self,
            ConfigCommand.self, DoctorCommand.self, LeaveCommand.self, CompletionCommand.self, MergeDriverCommand.self,
        ],
        defaultSubcommand: HomeCommand.self)

    /// The command of a name. Each says in its configuration that it belongs to `hometask`: read by itself it then calls
    /// itself by both names, and is not first tried as a request for completion scripts, which has a command of its own.
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }

    /// Whether a command has commands of its own (`member add`).
    static func nesting(_ name: String) -> Bool {
        subcommand(named: name).map { !$0.configuration.subcommands.isEmpty } ?? false
    }
}
