// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension UsageError {
    /// Returns the error for an unknown option of a command that accepts arbitrary words, so that the argument parser
    /// does not reject the option.
    ///
    /// - Parameters:
    ///   - option: the word, such as `--pritority`.
    ///   - name: the command, as the user types it, without `hometask`.
    ///   - command: the type of the command, whose help lists its options.
    ///   - words: the meaning of words after `--`; nil if these may not begin with a dash either.
    static func unknownOption(
        _ option: String, of name: String, type command: any ParsableCommand.Type, wordsAre words: String? = nil
    ) -> UsageError {
        let meant = CommandHelp(command).option(meantBy: option).map { "Did you mean \($0)? " } ?? ""
        let dashes = words.map { " After '--', the word is part of \($0)." } ?? ""
        return UsageError(
            "'hometask \(name)' has no option \(option)",
            hint: "\(meant)'hometask help \(name)' lists its options.\(dashes)")
    }
}
