// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskTime

/// A word that should name a command and names none, `frob` or `view frob`: the parser takes it for a word of the default
/// command, and complains of whatever follows.
struct MistypedCommand {
    private let path: [String]
    private let names: [String]
    /// Where to find the commands.
    private let advice: String

    /// The word in a command line that cannot be read; nil where there is none, or the default command takes words, so that
    /// it may be one of those.
    init?(in arguments: [String]) {
        let leading = HometaskCommand.names(leading: arguments[...])
        guard let first = leading.first, !first.hasPrefix("-") else { return nil }
        guard var type = HometaskCommand.subcommand(named: first) else {
            if HometaskCommand.ownNames.contains(first) { return nil }
            path = [first]
            names = HometaskCommand.shownNames
            let title = [first] + Self.withoutGlobalOptions(arguments.dropFirst()).prefix { !$0.hasPrefix("-") }
            advice =
                "'hometask --help' lists them; to make it a task, say 'hometask add \(title.joined(separator: " "))'."
            return
        }
        for name in leading.dropFirst() {
            guard let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == name })
            else { return nil }
            type = next
        }
        let rest = Self.withoutGlobalOptions(arguments[leading.count...])
        guard let word = rest.first, !word.hasPrefix("-"), !type.configuration.subcommands.isEmpty else { return nil }
        names = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName }
        if names.contains(word) { return nil }
        if let usual = type.configuration.defaultSubcommand, (try? usual.parse([word])) != nil { return nil }
        path = leading + [word]
        advice = "There are: \(names.joined(separator: ", "))."
    }

    /// What is told of it.
    var error: UsageError {
        let meant = Spelling.nearest(to: path[path.count - 1], among: names).map { "Did you mean ‘\($0)’? " } ?? ""
        return UsageError(
            "there is no command ‘\(path.joined(separator: " "))’",
            hint: meant + advice)
    }

    /// The words without the global options that they begin with.
    private static func withoutGlobalOptions(_ words: ArraySlice<String>) -> ArraySlice<String> {
        var words = words
        while let word = words.first {
            if ["-C", "--directory", "--color"].contains(word) {
                words = words.dropFirst(2)
            } else if word.hasPrefix("-C") || word.hasPrefix("--directory=") || word.hasPrefix("--color=") {
                words = words.dropFirst()
            } else {
                break
            }
        }
        return words
    }
}
