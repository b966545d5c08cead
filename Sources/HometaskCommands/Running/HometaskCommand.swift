// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginHost
import HometaskPluginProtocol

/// The root of all commands.
struct HometaskCommand: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "hometask",
        abstract: "Keeps a family's tasks in its own git repository, and merges everyone's offline edits.",
        discussion: """
            Run 'hometask' alone to see what is yours and open. All but join, push, pull and sync work offline.\(plugins)
            """,
        version: version,
        subcommands: commands.map(\.type),
        defaultSubcommand: HomeCommand.self)

    /// The commands of the plugins that may run, as help tells of them; they are looked up only where help is asked for.
    private static var plugins: String {
        guard CommandLine.arguments.contains(where: { ["help", "--help", "-h"].contains($0) }) else { return "" }
        let offers = CommandEnvironment.current?.plugins()?.callable ?? []
        if offers.isEmpty { return "" }
        return "\n\nFrom plugins:\n" + offers.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n")
    }

    /// All commands, each with its name: finding one by it does not ask the others what they are called, which would make
    /// up their help texts.
    private static let commands: [(name: String, type: any ParsableCommand.Type)] = [
        ("home", HomeCommand.self),
        ("demo", DemoCommand.self),
        ("init", InitCommand.self),
        ("join", JoinCommand.self),
        ("me", MeCommand.self),
        ("add", AddCommand.self),
        ("list", ListCommand.self),
        ("search", SearchCommand.self),
        ("show", ShowCommand.self),
        ("why", WhyCommand.self),
        ("edit", EditCommand.self),
        ("done", DoneCommand.self), ("approve", ApproveCommand.self), ("reject", RejectCommand.self),
        ("skip", SkipCommand.self),
        ("reopen", ReopenCommand.self),
        ("delete", DeleteCommand.self),
        ("restore", RestoreCommand.self),
        ("trash", TrashCommand.self),
        ("move", MoveCommand.self),
        ("undo", UndoCommand.self),
        ("redo", RedoCommand.self),
        ("log", LogCommand.self),
        ("history", HistoryCommand.self),
        ("stats", StatsCommand.self),
        ("remind", RemindCommand.self),
        ("item", ItemCommand.self),
        ("task", TaskCommand.self),
        ("sync", SyncCommand.self),
        ("push", PushCommand.self),
        ("pull", PullCommand.self),
        ("remote", RemoteCommand.self),
        ("status", StatusCommand.self),
        ("conflicts", ConflictsCommand.self),
        ("resolve", ResolveCommand.self),
        ("member", MemberCommand.self),
        ("category", CategoryCommand.self),
        ("tag", TagCommand.self),
        ("view", ViewCommand.self),
        ("pin", PinCommand.self),
        ("note", NoteCommand.self),
        ("photo", PhotoCommand.self),
        ("comment", CommentCommand.self), ("react", ReactCommand.self),
        ("hunt", HuntCommand.self),
        ("template", TemplateCommand.self),
        ("position", PositionCommand.self),
        ("map", MapCommand.self),
        ("export", ExportCommand.self),
        ("import", ImportCommand.self),
        ("plugin", PluginCommand.self),
        ("config", ConfigCommand.self),
        ("doctor", DoctorCommand.self),
        ("upkeep", UpkeepCommand.self),
        ("leave", LeaveCommand.self),
        ("completion", CompletionCommand.self),
        ("merge-driver", MergeDriverCommand.self),
    ]

    /// The names of all commands, other names of theirs, and the word that asks for help.
    static var ownNames: Set<String> {
        Set(commands.flatMap { [$0.name] + $0.type.configuration.aliases } + ["help"])
    }

    /// The names of the commands that help lists.
    static var shownNames: [String] { commands.filter { $0.type.configuration.shouldDisplay }.map(\.name) }

    /// The command of a name. Each says in its configuration that it belongs to `hometask`: read by itself it then calls
    /// itself by both names, and is not first tried as a request for completion scripts, which has a command of its own.
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        let type = commands.first { $0.name == name }?.type
        assert(type == nil || type?.configuration.commandName == name, "the table calls a command '\(name)'")
        return type
    }

    /// The words at the beginning that name a command, one of its own commands (`member add`), and so on.
    static func names(leading words: ArraySlice<String>) -> [String] {
        var names = Array(words.prefix(1))
        guard var type = names.first.flatMap({ subcommand(named: $0) }) else { return names }
        for word in words.dropFirst() {
            guard let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == word })
            else {
                break
            }
            names.append(word)
            type = next
        }
        return names
    }
}
