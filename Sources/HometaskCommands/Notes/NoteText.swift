// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// Reads the text of a note from words, a file, or standard input.
enum NoteText {
    /// Returns the lines; nil if neither words nor a file are given.
    ///
    /// - Parameters:
    ///   - words: the text; a single `-` is standard input.
    ///   - file: a path; `-` is standard input.
    static func lines(words: [String], file: String?, in environment: CommandEnvironment) throws -> [String]? {
        if let file, !words.isEmpty {
            throw UsageError(
                "the text is given twice: in words and with --file \(file)", hint: "Leave out one of them.")
        }
        if file == "-" || words == ["-"] {
            return TaskFieldParser.lines(try TextFile.text(TextFile.readStandardInput(), of: "standard input"))
        }
        if let file {
            guard let bytes = try TextFile.read(environment.absolute(file)) else {
                throw TextFile.missing(file, hint: "'-' stands for standard input.")
            }
            return TaskFieldParser.lines(try TextFile.text(bytes, of: file))
        }
        return words.isEmpty ? nil : TaskFieldParser.lines(words.joined(separator: " "))
    }
}
