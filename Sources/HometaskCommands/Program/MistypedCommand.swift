// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginProtocol
import HometaskQueries
import HometaskTime

/// An unknown word in place of a command's name, such as `frob` or `pin frob`. The word after a group of commands must
/// name one of them. It is never taken for an argument of the default subcommand, so a mistyped `pin delte School` does
/// not become a search.
struct MistypedCommand {
    private let path: [String]
    private let names: [String]
    /// The pages of the guide, if the line asks for help.
    private let topics: [String]
    /// A hint about where to find the commands.
    private let advice: String

    /// Finds the mistyped word of a command line; nil if there is none.
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
            let flag = QueryFlag(rawValue: first.lowercased())
            let list = flag.map { "'hometask list \($0.rawValue)' lists such tasks. " } ?? ""
            advice = list + "'hometask --help' lists the commands; to add a task, use 'hometask add \(title)'."
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
        if command.names == ["task"], HometaskCommand.shownNames.contains(word) {
            advice += " For tasks, use 'hometask \(word)'."
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
        let meant = nearest(to: word.lowercased()).map { "Did you mean ‘\($0)’? " }
        return UsageError(
            "there is no command ‘\(path.joined(separator: " "))’\(topics.isEmpty ? "" : ", and no page of the guide")",
            hint: (meant ?? "") + advice)
    }

    /// Common synonyms of commands, each with the names that it may stand for.
    private static let synonyms: KeyValuePairs<String, [String]> = [
        "create": ["new", "add"], "new": ["add"], "make": ["new", "add"],
        "remove": ["delete"], "delete": ["remove"], "del": ["delete", "remove"],
        "finish": ["done"], "check": ["done"], "uncheck": ["reopen"],
        "rename": ["edit"], "change": ["edit"], "update": ["edit"], "assign": ["edit"],
        "find": ["search"], "tasks": ["list"], "todo": ["list"],
        "set": ["config"], "settings": ["config"], "categories": ["category"],
    ]

    /// Returns the most likely name for a word: by synonym, unique prefix or similar spelling; otherwise a topic of the
    /// guide.
    private func nearest(to word: String) -> String? {
        if let name = meaning(of: word) { return name }
        let words = names + Self.synonyms.map(\.key).filter { meaning(of: $0) != nil && !names.contains($0) }
        let all = words + CommandAlias.names.filter { CommandAlias.expansion(of: $0, among: groupNames) != nil }
        let longer = all.filter { $0.hasPrefix(word) }
        let near = word.count > 1 && longer.count == 1 ? longer[0] : Spelling.nearest(to: word, among: all)
        // A synonym may be the name of a command here: categories are renamed with ‘rename’, not with ‘edit’.
        return near.map { names.contains($0) ? $0 : meaning(of: $0) ?? $0 } ?? topic(like: word)
    }

    /// Returns the command or topic that a synonym stands for; nil if the word is not a synonym.
    private func meaning(of word: String) -> String? {
        Self.synonyms.first { $0.key == word }?.value.first { names.contains($0) }
    }

    /// The names of the group's commands; nil for those of `hometask` itself.
    private var groupNames: [String]? { path.count == 1 ? nil : names }

    /// Returns a page whose name begins like a word: ‘queries’ for ‘query’.
    private func topic(like word: String) -> String? {
        word.count > 3 ? topics.first { $0.hasPrefix(word.dropLast()) } : nil
    }

    /// Returns a name begins with a letter, unlike a number, `#3aa0`, `@mia` or an option.
    private static func mayBeName(_ word: String) -> Bool { word.first?.isLetter ?? false }

    private static var pluginCommands: [String] { CommandEnvironment.current?.plugins()?.callable.map(\.name) ?? [] }
}
