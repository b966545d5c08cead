// SPDX-License-Identifier: Apache-2.0

/// Words that hands type for a command of another name. They belong to the program: a plugin's command of such a name
/// is told as a clash, as one of a command's own name is.
enum CommandAlias {
    /// What each stands for: a command, and words that follow it.
    static let meanings: KeyValuePairs<String, [String]> = [
        "ls": ["list"], "rm": ["delete"], "complete": ["done"], "today": ["list", "today"],
    ]

    static var names: [String] { meanings.map(\.key) }

    /// What a word stands for among the commands of `hometask`, or of one of its groups; nil if it is no such word.
    ///
    /// - Parameter names: the names of a group's commands; nil for those of `hometask` itself.
    static func meaning(of word: String, among names: [String]?) -> [String]? {
        guard let names else { return meanings.first { $0.key == word }?.value }
        let candidates: [String]
        switch word {
        case "ls": candidates = ["list"]
        case "rm": candidates = ["delete", "remove"]
        default: return nil
        }
        return candidates.first(where: names.contains).map { [$0] }
    }
}
