// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginProtocol
import HometaskTime

/// A word in the place of a command's name that names no command, such as `frob` or `pin frob`. The word after a group
/// of commands must be the name of one. It is never taken for an argument of the default subcommand, so a mistyped `pin
/// delte School` does not become a search.
struct MistypedCommand {
    private let path: [String]
    private let names: [String]
    /// A hint about where to find the commands.
    private let advice: String

    /// The mistyped word of a command line; nil if there is none.
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
        var advice = "Commands: \(names.joined(separator: ", "))."
        if let usual = type.configuration.defaultSubcommand, (try? usual.parse([word])) != nil,
            let name = usual.configuration.commandName
        {
            let query = command.rest.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
            advice +=
                " To \(name) what the words name, use 'hometask \(command.names.joined(separator: " ")) \(name) \(query)'."
        }
        self.advice = advice
    }

    /// The error about the word.
    var error: UsageError {
        let meant = Spelling.nearest(to: path[path.count - 1], among: names).map { "Did you mean ‘\($0)’? " } ?? ""
        return UsageError(
            "there is no command ‘\(path.joined(separator: " "))’",
            hint: meant + advice)
    }

    /// A word that does not begin with a letter is not meant as a name: a number, `#3aa0`, `@mia`, an option.
    private static func mayBeName(_ word: String) -> Bool { word.first?.isLetter ?? false }

    private static var pluginCommands: [String] { CommandEnvironment.current?.plugins()?.callable.map(\.name) ?? [] }
}
