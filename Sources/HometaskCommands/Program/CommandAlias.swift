// SPDX-License-Identifier: Apache-2.0

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
