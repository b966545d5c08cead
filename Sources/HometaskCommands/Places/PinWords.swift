// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// The words of a new pin: a name, and among its words perhaps a location such as `52.37,4.89` or `52.37, 4.89`.
struct PinWords {
    private(set) var name = ""
    private(set) var location: String?

    /// Behind `--` every word is part of the name.
    init(_ words: [String]) throws {
        var nameWords: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                nameWords += rest
                break
            }
            let pair = rest.first.map { "\(word) \($0)" }
            if Coordinates.areNumbers(word) {
                try setLocation(word)
            } else if word.hasSuffix(","), let pair, Coordinates.areNumbers(pair) {
                rest.removeFirst()
                try setLocation(pair)
            } else if word.hasPrefix("-"), word != "-" {
                throw UsageError(
                    "‘\(word)’ is no option of pin add",
                    hint: "'hometask help pin add' lists them; behind '--' it is part of the name.")
            } else {
                nameWords.append(word)
            }
        }
        name = nameWords.joined(separator: " ")
    }

    private mutating func setLocation(_ text: String) throws {
        if let location {
            throw UsageError("a pin is at one place, and ‘\(location)’ and ‘\(text)’ are two")
        }
        location = text
    }
}
