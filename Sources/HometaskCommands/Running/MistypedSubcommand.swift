// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskTime

/// A word behind a group of commands that is none of them, `view frob`: the parser takes it for a word of the group's
/// default command, and complains of whatever follows.
struct MistypedSubcommand {
    private let path: [String]
    private let names: [String]

    /// The word in a command line that cannot be read; nil where there is none, or the default command takes words, so that
    /// it may be one of those.
    init?(in arguments: [String]) {
        let leading = HometaskCommand.names(leading: arguments[...])
        guard let first = leading.first, var type = HometaskCommand.subcommand(named: first) else { return nil }
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
    }

    /// What is told of it.
    var error: UsageError {
        let meant = Spelling.nearest(to: path[path.count - 1], among: names).map { "Did you mean ‘\($0)’? " } ?? ""
        return UsageError(
            "there is no command ‘\(path.joined(separator: " "))’",
            hint: "\(meant)There are: \(names.joined(separator: ", ")).")
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
