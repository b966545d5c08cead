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
    /// The pages of the guide, if the line asks for help.
    private let topics: [String]
    /// A hint about where to find the commands.
    private let advice: String

    /// The mistyped word of a command line; nil if there is none.
    init?(in command: CommandPath) {
        guard let first = command.names.first else { return nil }
        guard let type = command.type else {
            path = [first]
            let pages = command.asksForHelp ? GuideTopic.allCases.map(\.rawValue) + ["topics"] : []
            topics = pages
            names = HometaskCommand.shownNames + Self.pluginCommands + pages
            if command.asksForHelp {
                advice = "'hometask --help' lists the commands, 'hometask help topics' the pages of the guide."
                return
            }
            let title = ([first] + command.rest.prefix { !$0.hasPrefix("-") }).joined(separator: " ")
            advice = "'hometask --help' lists the commands; to add a task, use 'hometask add \(title)'."
            return
        }
        guard let word = command.rest.first, Self.mayBeName(word) else { return nil }
        let commands = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        if commands.isEmpty { return nil }
        names = commands.compactMap { $0.configuration.commandName }
        topics = []
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
        let word = path[path.count - 1]
        if topics.contains(word.lowercased()) {
            return UsageError(
                "a page of the guide is named by one word", hint: "'hometask help \(word.lowercased())' shows the page."
            )
        }
        let meant = (Spelling.nearest(to: word, among: names) ?? topic(like: word)).map { "Did you mean ‘\($0)’? " }
        return UsageError(
            "there is no command ‘\(path.joined(separator: " "))’\(topics.isEmpty ? "" : ", and no page of the guide")",
            hint: (meant ?? "") + advice)
    }

    /// A page whose name begins like a word: ‘queries’ for ‘query’.
    private func topic(like word: String) -> String? {
        guard word.count > 3 else { return nil }
        return topics.first { $0.hasPrefix(word.lowercased().dropLast()) }
    }

    /// A word that does not begin with a letter is not meant as a name: a number, `#3aa0`, `@mia`, an option.
    private static func mayBeName(_ word: String) -> Bool { word.first?.isLetter ?? false }

    private static var pluginCommands: [String] { CommandEnvironment.current?.plugins()?.callable.map(\.name) ?? [] }
}
