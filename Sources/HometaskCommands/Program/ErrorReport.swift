// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskPluginHost
import HometaskQueries
import HometaskTerminal

/// The text and the exit code for an error. Errors are formatted only here.
struct ErrorReport {
    /// The text for standard error, or for standard output if the user asked for it (`--help`).
    let text: String
    let status: Int32
    /// Whether the user asked for this text, so that it is not an error.
    let isAnswer: Bool

    init(_ error: any Error) {
        switch error {
        case let error as ReplicaError: self.init(error)
        case let error as QueryError: self.init(error)
        case let error as PluginHostError:
            let text = Self.lines("error: \(EscapedText.safe(error.message))", hint: error.hint?.text)
            self.init(text: text, status: ExitStatus.of(error.code), isAnswer: false)
        case let error as OutputError:
            let hint = "If the command was to change something, the change was made: see 'hometask log'."
            let text = Self.lines("error: \(error)", hint: hint)
            self.init(text: text, status: ExitStatus.inputOutput, isAnswer: false)
        case let error as UsageError:
            let usage = error.usage.map { "\nUsage: \($0)" } ?? ""
            let text = Self.lines("error: \(EscapedText.safe(error.message))\(usage)", hint: error.hint)
            self.init(text: text, status: ExitStatus.usage, isAnswer: false)
        case let code as ExitCode: self.init(text: "", status: code.rawValue, isAnswer: true)
        default:
            let code = HometaskCommand.exitCode(for: error)
            let message = HometaskCommand.fullMessage(for: error)
            let text = EscapedText.safe(code == .success ? message : Self.ours(message), keepsLines: true) + "\n"
            let status = code == .validationFailure ? ExitStatus.usage : ExitStatus.internalFault
            self.init(text: text, status: code == .success ? 0 : status, isAnswer: code == .success)
        }
    }

    private init(text: String, status: Int32, isAnswer: Bool) {
        self.text = isAnswer ? text : Self.wrapped(text)
        self.status = status
        self.isAnswer = isAnswer
    }

    private init(_ error: ReplicaError) {
        var lines = Self.lines("error: \(EscapedText.safe(error.message))", hint: nil)
        for candidate in error.candidates { lines += "  \(EscapedText.safe(candidate))\n" }
        if let hint = error.hint { lines += "hint: \(EscapedText.safe(hint.text))\n" }
        self.init(text: lines, status: ExitStatus.of(error.code), isAnswer: false)
    }

    private init(_ error: QueryError) {
        let place = error.view.map { "in the saved view ‘\($0)’: " } ?? ""
        var text = "error: \(EscapedText.safe(place + error.message))\n"
        let width = TerminalSize.columns(environment: CommandEnvironment.current?.variables ?? [:])
        if !error.text.isEmpty { for line in QueryFault(error).lines(width: width - 2) { text += "  \(line)\n" } }
        for candidate in error.candidates { text += "  \(EscapedText.safe(candidate))\n" }
        let meant = error.suggestion.map { "Did you mean \($0)?" }
        let hint = [meant, error.hint?.text].compactMap { $0 }.joined(separator: " ")
        if !hint.isEmpty { text += "hint: \(EscapedText.safe(hint))\n" }
        self.init(text: text, status: ExitStatus.of(error.code), isAnswer: false)
    }

    /// Returns the text with its lines wrapped to the terminal. A usage line is wrapped between its parts. Indented
    /// lines, such as the one that marks an error in a query, are left unchanged.
    private static func wrapped(_ text: String) -> String {
        let width = TerminalSize.errorColumns(environment: CommandEnvironment.current?.variables ?? [:])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            if line.hasPrefix("Usage: ") {
                return UsageLine(String(line.dropFirst("Usage: ".count))).lines(after: "Usage: ", width: width)
            }
            return line.hasPrefix(" ") ? [String(line)] : TextWidth.wrapped(String(line), to: width)
        }
        return lines.joined(separator: "\n")
    }

    /// Converts a message of the argument parser to the form of all other errors: `error:` in front, and a hint about
    /// where to look.
    private static func ours(_ message: String) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("Error: ") { return "error: " + line.dropFirst(7) }
            return line.hasPrefix("  See '") ? "hint: " + line.dropFirst(2) : String(line)
        }.joined(separator: "\n")
    }

    private static func lines(_ message: String, hint: String?) -> String {
        message + "\n" + (hint.map { "hint: \(EscapedText.safe($0))\n" } ?? "")
    }
}

/// An error in the command line.
struct UsageError: Error {
    let message: String
    /// The usage of the command, if it is to be shown: `hometask show <references> ...`.
    let usage: String?
    let hint: String?

    init(_ message: String, usage: String? = nil, hint: String? = nil) {
        self.message = message
        self.usage = usage
        self.hint = hint
    }
}

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
