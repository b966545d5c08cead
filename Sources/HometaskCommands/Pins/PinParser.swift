// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// Parses the arguments of `pin add`: a name that may contain a location such as `52.37,4.89` or `52.37, 4.89`.
struct PinParser {
    private(set) var name = ""
    private(set) var location: String?

    /// Parses the words. After `--`, every word is part of the name.
    init(_ words: [String]) throws {
        var nameWords: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                nameWords += rest
                break
            }
            let pair = rest.first.map { "\(word) \($0)" }
            if let count = Self.notation([word] + rest) {
                try setLocation(([word] + rest.prefix(count - 1)).joined(separator: " "))
                rest = rest.dropFirst(count - 1)
            } else if Coordinates.areNumbers(word) {
                try setLocation(word)
            } else if word.hasSuffix(","), let pair, Coordinates.areNumbers(pair) {
                rest.removeFirst()
                try setLocation(pair)
            } else if let next = rest.first, Self.areDegrees(word, next) {
                throw UsageError(
                    "‘\(word) \(next)’ is not a location: it has no comma",
                    hint: "Write \(word),\(next); after '--' it is part of the name.")
            } else if Self.areOtherNumbers(word) {
                throw UsageError(
                    """
                    ‘\(word)’ is not a location: the latitude is a number from -90 to 90, the longitude one from \
                    -180 to 180
                    """,
                    hint: "Write degrees north and east, such as 52.37,4.89; after '--' it is part of the name.")
            } else if word.hasPrefix("-"), word != "-" {
                throw UsageError.unknownOption(word, of: "pin add", type: PinAddCommand.self, wordsAre: "the name")
            } else {
                nameWords.append(word)
            }
        }
        name = nameWords.joined(separator: " ")
    }

    /// Returns the number of leading words that form a location in a notation of maps, such as `52.5N 13.4E`; nil if
    /// none do.
    private static func notation(_ words: [String]) -> Int? {
        (1...8).filter { $0 <= words.count }.last { count in
            let text = words[..<count].joined(separator: " ")
            return Coordinates(typed: text) != nil && !Coordinates.areNumbers(text)
        }
    }

    private mutating func setLocation(_ text: String) throws {
        if let location {
            throw UsageError(
                "a pin has one location, but ‘\(location)’ and ‘\(text)’ were given",
                hint: "Write degrees north and east with a decimal point, and with a comma between them: 52.37,4.89.")
        }
        location = text
    }

    /// Returns whether a word is a pair of numbers that is not a location: `nan,nan`, `1e400,0`.
    private static func areOtherNumbers(_ word: String) -> Bool {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { Double($0) != nil }
    }

    /// Returns whether two words are degrees with a decimal point, as in a location without its comma.
    private static func areDegrees(_ north: String, _ east: String) -> Bool {
        north.contains(".") && east.contains(".") && Coordinates.areNumbers("\(north),\(east)")
    }
}
