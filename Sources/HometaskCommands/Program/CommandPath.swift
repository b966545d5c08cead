// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The command named by the first words of a command line, such as `pin list`: by its name in any letter case or by an
/// alias, with global options before and between the words.
struct CommandPath {
    /// The names in the form in which the commands declare them. The first one need not be a command of this program.
    private(set) var names: [String] = []
    /// The command; nil if no word names one.
    private(set) var type: (any ParsableCommand.Type)?
    /// The words after the names.
    private(set) var rest: [String] = []
    /// Whether the line asks for help with `help`, or with `--help` before any name.
    private(set) var asksForHelp = false
    private var globalOptions: [String] = []

    init(in arguments: [String]) {
        var words = arguments[...]
        while let word = words.first {
            if let count = GlobalOptions.count(leading: word) {
                globalOptions += words.prefix(count)
                words = words.dropFirst(count)
            } else if names.isEmpty, ["help", "--help", "-h"].contains(word) {
                asksForHelp = true
                words.removeFirst()
            } else if !word.hasPrefix("-"), takeName(word) {
                words.removeFirst()
            } else {
                break
            }
        }
        rest += words
    }

    /// Takes a word as the next name if it can be one. The first word always can.
    private mutating func takeName(_ word: String) -> Bool {
        if names.isEmpty {
            let expansion = CommandAlias.expansion(of: word, among: nil) ?? [word]
            var name = expansion[0]
            type = HometaskCommand.subcommand(named: name)
            if type == nil {
                name = name.lowercased()
                type = HometaskCommand.subcommand(named: name)
            }
            names = [type == nil ? word : name]
            rest += expansion.dropFirst()
            return true
        }
        guard rest.isEmpty, let commands = type?.configuration.subcommands, !commands.isEmpty else { return false }
        let all = commands.flatMap { [$0.configuration.commandName].compactMap(\.self) + $0.configuration.aliases }
        let expansion = CommandAlias.expansion(of: word, among: all)?.first ?? word
        let name = all.contains(expansion) ? expansion : expansion.lowercased()
        let isMeant = { (type: any ParsableCommand.Type) in
            type.configuration.commandName == name || type.configuration.aliases.contains(name)
        }
        guard let next = commands.first(where: isMeant) else { return false }
        names.append(next.configuration.commandName ?? name)
        type = next
        return true
    }

    /// The words in parsing order, names first: `hometask -C DIR list` becomes `hometask list -C DIR`. Help is the same
    /// for every family, so it gets no global options.
    var words: [String] {
        if asksForHelp { return names + rest + ["--help"] }
        if ["--help", "-h"].contains(rest.first), rest.count == 1 { return names + rest }
        return names + globalOptions + rest
    }
}

extension GlobalOptions {
    /// Returns the number of words of a global option, given the first of them; nil for any other word. Counts the
    /// value even if it is missing.
    fileprivate static func count(leading word: String) -> Int? {
        if ["-C", "--directory", "--color"].contains(word) { return 2 }
        let isJoined = word.hasPrefix("-C") || word.hasPrefix("--directory=") || word.hasPrefix("--color=")
        return isJoined ? 1 : nil
    }
}

/// Common alternative names of commands. They belong to the program: a plugin's command with such a name is reported as
/// a clash, like one with the name of a built-in command.
enum CommandAlias {
    /// The expansion of each word: a command, and the words after it.
    static let expansions: KeyValuePairs<String, [String]> = [
        "ls": ["list"], "rm": ["delete"], "complete": ["done"], "today": ["list", "today"],
    ]

    static var names: [String] { expansions.map(\.key) }

    /// Returns the expansion of a word, in any letter case, among the commands of `hometask`, or of one of its groups;
    /// nil if the word is not an alias.
    ///
    /// - Parameter names: the names of a group's commands; nil for those of `hometask` itself.
    static func expansion(of word: String, among names: [String]?) -> [String]? {
        let word = word.lowercased()
        guard let names else { return expansions.first { $0.key == word }?.value }
        let candidates: [String]
        switch word {
        case "ls": candidates = ["list"]
        case "rm": candidates = ["delete", "remove"]
        default: return nil
        }
        return candidates.first(where: names.contains).map { [$0] }
    }
}
