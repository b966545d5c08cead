// SPDX-License-Identifier: Apache-2.0

/// A word such as `-1h` in a command line that cannot be read: it looks like options (`-1 -h`, which even asks for
/// help), and was meant as a value that is less than nothing.
struct NegativeWord {
    private let word: String
    /// The option that it follows, if it does.
    private let option: String?

    /// The first such word before `--`. A position, `-33.9,18.4`, is none.
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

    /// What is told of it.
    var error: UsageError {
        let message =
            option.map { "\($0) cannot be negative, but is ‘\(word)’" } ?? "‘\(word)’ is not an option"
        let example = option.map { "\($0) \(word.dropFirst())" } ?? "\(word.dropFirst())"
        return UsageError(
            message,
            hint:
                "For a number or a duration, write ‘\(example)’; after '--', a word that begins with a dash is not an option."
        )
    }
}
