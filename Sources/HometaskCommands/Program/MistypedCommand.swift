// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginProtocol
import HometaskTime

/// A word that should name a command and names none, `frob` or `pin frob`. What follows a group of commands begins with
/// the name of one: a word there is never taken for one of the command that runs where none is named, so that a
/// mistyped `pin delte School` does not become a search.
struct MistypedCommand {
    private let path: [String]
    private let names: [String]
    /// Where to find the commands.
    private let advice: String

    /// The word in a command line; nil if there is none.
    init?(in command: CommandPath) {
        guard let first = command.names.first else { return nil }
        guard let type = command.type else {
            path = [first]
            let topics = command.asksForHelp ? GuideTopic.allCases.map(\.rawValue) + ["topics"] : []
            names = HometaskCommand.shownNames + Self.pluginCommands + topics
            let title = ([first] + command.rest.prefix { !$0.hasPrefix("-") }).joined(separator: " ")
            advice = "'hometask --help' lists the commands; to add a task, use 'hometask add \(title)'."
            return
        }
        guard let word = command.rest.first, Self.mayBeName(word) else { return nil }
        let commands = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        if commands.isEmpty { return nil }
        names = commands.compactMap { $0.configuration.commandName }
        path = command.names + [word]
        var advice = "There are: \(names.joined(separator: ", "))."
        if let usual = type.configuration.defaultSubcommand, (try? usual.parse([word])) != nil,
            let name = usual.configuration.commandName
        {
            let query = command.rest.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
            advice +=
                " To \(name) what the words name, use 'hometask \(command.names.joined(separator: " ")) \(name) \(query)'."
        }
        self.advice = advice
    }

    /// What is told of it.
    var error: UsageError {
        let meant = Spelling.nearest(to: path[path.count - 1], among: names).map { "Did you mean ‘\($0)’? " } ?? ""
        return UsageError(
            "there is no command ‘\(path.joined(separator: " "))’",
            hint: meant + advice)
    }

    /// A word that begins with anything but a letter is not an attempt at a name: a number, `#3aa0`, `@mia`, an option.
    private static func mayBeName(_ word: String) -> Bool { word.first?.isLetter ?? false }

    private static var pluginCommands: [String] { CommandEnvironment.current?.plugins()?.callable.map(\.name) ?? [] }
}
