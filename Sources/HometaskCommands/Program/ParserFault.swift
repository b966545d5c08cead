// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments

/// Converts an error of the argument parser to the form of all other errors: what was expected, what was found, and
/// what to do next. The parser's error types are not public, so the conversion reads the message.
struct ParserFault {
    let error: UsageError

    /// - Parameter message: the parser's message.
    /// - Returns: nil if the message is not the parser's own but a command's.
    init?(_ message: String, _ path: CommandPath) {
        guard let root = path.type ?? (path.names.isEmpty ? HomeCommand.self : nil) else { return nil }
        let isGroup = root.configuration.defaultSubcommand != nil
        let help = CommandHelp(root.configuration.defaultSubcommand ?? root)
        let subject = (["hometask"] + path.names).joined(separator: " ")
        let page = path.names.isEmpty ? "hometask --help" : "hometask help \(path.names.joined(separator: " "))"
        let reading = Reading(help: help, subject: subject, page: isGroup ? "\(subject) --help" : page)
        let quoted = Self.quoted(in: message)
        let found: UsageError?
        if message.hasPrefix("Missing value for '") {
            found = reading.missingValue(of: quoted[0])
        } else if message.hasPrefix("Unknown option '") {
            found = reading.unknown(quoted[0])
        } else if message.hasPrefix("Invalid option: ") {
            found = reading.unknown(String(message.dropFirst("Invalid option: ".count)))
        } else if message.hasPrefix("The option '"), quoted.count > 1 {
            found = reading.valueOfFlag(quoted[0], quoted[1])
        } else if message.hasPrefix("The value '"), message.contains(" is invalid for '") {
            found = reading.wrongValue(message)
        } else if message.hasPrefix("Missing expected argument '") {
            found = reading.missingArgument(quoted[0])
        } else if message.hasPrefix("Unexpected argument '") || message.contains(" unexpected arguments: '") {
            found = reading.unexpected(message)
        } else {
            found = nil
        }
        guard let found else { return nil }
        error = found
    }

    /// Returns the quoted parts of a message; none of them contains a quote.
    private static func quoted(in message: String) -> [String] {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        let words = parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        return words.isEmpty ? [""] : words
    }
}

/// A command whose arguments the parser could not read.
private struct Reading {
    let help: CommandHelp
    /// The command without its arguments, as the user types it: `hometask pin`.
    let subject: String
    /// The command that shows the help.
    let page: String

    /// - Parameter option: `--limit <count>`.
    func missingValue(of option: String) -> UsageError {
        let name = name(option)
        let entry = help.entry(named: name)
        let value = value(option) ?? entry?.valueName.map { "<\($0)>" } ?? "a value"
        return UsageError("\(name) expects \(value), but no value follows it", hint: advice(entry, name))
    }

    func unknown(_ option: String) -> UsageError {
        let meant = help.option(meantBy: option)
        // `-Cx`: a one-letter option directly followed by its value.
        let letters = help.optionNames.filter { $0.count == 2 && option.hasPrefix($0) }
        let short = letters.first { help.entry(named: $0)?.valueName != nil }
        var hint = meant.map { "Did you mean \($0)? " } ?? ""
        if let short, !option.hasPrefix("--") { hint = "Write '\(short) \(option.dropFirst(2))'. " }
        let dashes = help.arguments.isEmpty ? "" : " Put a word that begins with a dash after '--'."
        return UsageError("'\(subject)' has no option \(option)", hint: "\(hint)'\(page)' lists its options.\(dashes)")
    }

    func valueOfFlag(_ flag: String, _ value: String) -> UsageError {
        UsageError("\(flag) takes no value, but ‘\(value)’ was given", hint: advice(help.entry(named: flag), flag))
    }

    /// - Parameter message: `The value 'x' is invalid for '--limit <count>'`, followed by details if there are any.
    func wrongValue(_ message: String) -> UsageError? {
        guard let mark = message.firstRange(of: "' is invalid for '") else { return nil }
        let value = message[..<mark.lowerBound].dropFirst("The value '".count)
        let rest = message[mark.upperBound...]
        guard let end = rest.firstIndex(of: "'") else { return nil }
        let option = String(rest[..<end])
        let tail = rest[end...].dropFirst()
        let name = name(option)
        let entry = help.entry(named: name)
        let placeholder = self.value(option).map { option.hasPrefix("-") ? ", \($0)" : "" } ?? ""
        if tail.hasPrefix(": ") {
            return UsageError(String(tail.dropFirst(2)), hint: advice(entry, name))
        }
        let values = Self.values(in: tail)
        let expected = values.isEmpty ? "a number\(placeholder)" : values
        return UsageError("\(name) expects \(expected), not ‘\(value)’", hint: advice(entry, name))
    }

    /// - Parameter argument: `<references> ...`, or `--output <file>`.
    func missingArgument(_ argument: String) -> UsageError {
        let name = name(argument)
        let entry = help.entry(named: name)
        return UsageError(
            "'\(subject)' expects \(argument.hasPrefix("-") ? argument : name), which is missing",
            usage: help.usage.first, hint: advice(entry, name))
    }

    func unexpected(_ message: String) -> UsageError? {
        guard let start = message.firstRange(of: "'") else { return nil }
        let words = message[start.upperBound...].dropLast()
        let names = help.arguments
        let takes = names.isEmpty ? "no words" : names.joined(separator: " ")
        return UsageError(
            "‘\(words.replacing("', '", with: " "))’ is unexpected: '\(subject)' takes \(takes)",
            usage: help.usage.first,
            hint: (names.isEmpty ? "" : "Put a value of several words in quotes. ") + "See '\(page)'.")
    }

    /// Returns the summary of an option or argument, and a reference to the help.
    private func advice(_ entry: CommandHelp.Entry?, _ name: String) -> String {
        let summary = entry.map { "\($0.label): \($0.summary)" } ?? ""
        let end = summary.isEmpty || summary.hasSuffix(".") || summary.hasSuffix(")") ? "" : "."
        return summary + end + (summary.isEmpty ? "" : " ") + "See '\(page)'."
    }

    /// Returns `--limit` for `--limit <count>`, `<references>` for `<references> ...`.
    private func name(_ option: String) -> String {
        option.split(separator: " ").first.map(String.init) ?? option
    }

    /// Returns `<count>` for `--limit <count>`.
    private func value(_ option: String) -> String? {
        option.split(separator: " ").first { $0.hasPrefix("<") }.map(String.init)
    }

    /// Returns the values that the parser lists: `. Please provide one of 'auto', 'always' or 'never'.`, or one per
    /// line.
    private static func values(in text: Substring) -> String {
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
        let words =
            lines.isEmpty
            ? text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            : lines
        return words.list(with: "or")
    }
}
