// SPDX-License-Identifier: Apache-2.0

/// A negative value such as `-1h` in a command line that fails to parse: the parser reads it as options (`-1 -h`, which
/// even asks for help).
struct NegativeWord {
    private let word: String
    /// The option before the word, if there is one.
    private let option: String?

    /// Finds the first such word before `--`. A position such as `-33.9,18.4` does not count.
    init?(in words: [String]) {
        let words = words.prefix { $0 != "--" }
        let isNegative = { (word: String) in
            word.hasPrefix("-") && word.dropFirst().first.map { ("0"..."9").contains($0) } ?? false
                && !word.contains(",")
        }
        guard let index = words.firstIndex(where: isNegative) else { return nil }
        word = words[index]
        option = index > 0 && words[index - 1].hasPrefix("--") ? words[index - 1] : nil
    }

    /// The error about the word.
    var error: UsageError {
        let value = word.dropFirst()
        if let option {
            return UsageError(
                "\(option) cannot be negative, but is ‘\(word)’",
                hint: "For a number or a duration, write '\(option) \(value)'.")
        }
        return UsageError(
            "‘\(word)’ is not an option",
            hint:
                "For a number or a duration, write ‘\(value)’; after '--', a word that begins with a dash is not an option."
        )
    }
}
