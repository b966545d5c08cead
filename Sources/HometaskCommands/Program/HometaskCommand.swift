// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskProcess

/// The root of all commands.
struct HometaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hometask",
        abstract: "Keeps a family's tasks in its own git repository, and merges everyone's offline edits.",
        discussion: """
            Run 'hometask' alone to see your open tasks. All commands but join, push, pull, sync and photo fetch work \
            offline.
            """,
        version: ProgramVersion.text,
        subcommands: groups.flatMap { $0.commands.map { $0.type() } },
        defaultSubcommand: HomeCommand.self)

    /// A command with its name. Lookup by this name neither builds every command's configuration, with its help texts,
    /// nor queries the runtime for every type's conformances.
    typealias Entry = (name: String, type: @Sendable () -> any ParsableCommand.Type)

    /// All commands in the order of the help: the most frequent ones first, then the others by topic. Internal commands
    /// have no title.
    static let groups: [(title: String?, commands: [Entry])] = [
        (
            "Most used",
            [
                ("add", { AddCommand.self }), ("list", { ListCommand.self }), ("done", { DoneCommand.self }),
                ("edit", { EditCommand.self }), ("sync", { SyncCommand.self }),
            ]
        ),
        (
            "Start",
            [
                ("setup", { SetupCommand.self }), ("init", { InitCommand.self }), ("join", { JoinCommand.self }),
                ("me", { MeCommand.self }), ("demo", { DemoCommand.self }),
                ("completion", { CompletionCommand.self }),
            ]
        ),
        (
            "Tasks",
            [
                ("show", { ShowCommand.self }), ("search", { SearchCommand.self }), ("why", { WhyCommand.self }),
                ("approve", { ApproveCommand.self }), ("reject", { RejectCommand.self }),
                ("skip", { SkipCommand.self }), ("reopen", { ReopenCommand.self }), ("move", { MoveCommand.self }),
                ("item", { ItemCommand.self }), ("task", { TaskCommand.self }), ("remind", { RemindCommand.self }),
                ("delete", { DeleteCommand.self }), ("restore", { RestoreCommand.self }),
                ("trash", { TrashCommand.self }), ("undo", { UndoCommand.self }), ("redo", { RedoCommand.self }),
                ("log", { LogCommand.self }), ("history", { DocumentHistoryCommand<TaskHistory>.self }),
            ]
        ),
        (
            "Organise",
            [
                ("category", { CategoryCommand.self }), ("tag", { TagCommand.self }), ("view", { ViewCommand.self }),
                ("template", { TemplateCommand.self }), ("note", { NoteCommand.self }),
                ("photo", { PhotoCommand.self }),
            ]
        ),
        (
            "Family",
            [
                ("member", { MemberCommand.self }), ("comment", { CommentCommand.self }),
                ("react", { ReactCommand.self }), ("device", { DeviceCommand.self }), ("stats", { StatsCommand.self }),
                ("hunt", { HuntCommand.self }),
            ]
        ),
        (
            "Places",
            [
                ("pin", { PinCommand.self }), ("map", { MapCommand.self }), ("position", { PositionCommand.self }),
            ]
        ),
        (
            "Sync",
            [
                ("push", { PushCommand.self }), ("pull", { PullCommand.self }), ("remote", { RemoteCommand.self }),
                ("status", { StatusCommand.self }), ("conflicts", { ConflictsCommand.self }),
                ("resolve", { ResolveCommand.self }), ("serve", { ServeCommand.self }),
            ]
        ),
        (
            "Formats and plugins",
            [
                ("export", { ExportCommand.self }), ("import", { ImportCommand.self }),
                ("plugin", { PluginCommand.self }),
            ]
        ),
        (
            "Upkeep",
            [
                ("config", { ConfigCommand.self }), ("doctor", { DoctorCommand.self }),
                ("upkeep", { UpkeepCommand.self }), ("leave", { LeaveCommand.self }),
            ]
        ),
        (
            nil,
            [
                ("home", { HomeCommand.self }), ("merge-driver", { MergeDriverCommand.self }),
                ("complete-words", { CompleteWordsCommand.self }),
            ]
        ),
    ]

    /// The names of all commands, their aliases, and `help`.
    static var ownNames: Set<String> {
        Set(groups.flatMap { $0.commands.map(\.name) } + CommandAlias.names + ["help"])
    }

    /// The names of the commands that help lists.
    static var shownNames: [String] { groups.filter { $0.title != nil }.flatMap { $0.commands.map(\.name) } }

    /// Returns the command with a name. The configuration of each command names `hometask` as its parent. If it is
    /// parsed as a root, its usage then contains both names, and the parser does not first treat the words as a request
    /// for a completion script, for which there is a separate command.
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        for group in groups {
            guard let entry = group.commands.first(where: { $0.name == name }) else { continue }
            let type = entry.type()
            assert(type.configuration.commandName == name, "the table calls a command '\(name)'")
            return type
        }
        return nil
    }
}
