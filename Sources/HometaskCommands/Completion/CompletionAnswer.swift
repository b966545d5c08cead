// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginProtocol
import HometaskTerminal

/// The candidates for the end of a command line.
enum CompletionAnswer {
    case words([CompletionCandidate])
    /// Paths, which the shell completes itself.
    case files, folders

    static let none = CompletionAnswer.words([])

    static func of(_ line: TypedLine, _ environment: CommandEnvironment) async -> CompletionAnswer {
        await Reading(line, environment).answer
    }
}

/// A command line, parsed as far as possible.
private struct Reading {
    private let line: TypedLine
    private let environment: CommandEnvironment
    private let path: CommandPath
    private let help: CommandHelp?
    /// The positional arguments so far.
    private var arguments: [String] = []
    /// The option whose value is the current word.
    private var option: String?
    private var isLiteral = false

    init(_ line: TypedLine, _ environment: CommandEnvironment) {
        (self.line, self.environment) = (line, environment)
        path = CommandPath(in: line.words)
        // For a group of commands, the options of its default subcommand.
        help = path.type.map { CommandHelp($0.configuration.defaultSubcommand ?? $0) }
        var words = path.rest[...]
        while let word = words.popFirst() {
            if isLiteral || !word.hasPrefix("-") || word == "-" {
                arguments.append(word)
            } else if word == "--" {
                isLiteral = true
            } else if takesValue(word), words.popFirst() == nil {
                option = word
            }
        }
        if let last = line.words.last, ["-C", "--directory", "--color"].contains(last), path.rest.isEmpty {
            option = last
        }
    }

    private func takesValue(_ option: String) -> Bool {
        if ["-C", "--directory", "--color"].contains(option) { return true }
        return help?.entry(named: option)?.valueName != nil
    }

    var answer: CompletionAnswer {
        get async {
            if let option { return await values(of: option, line.current, after: "") }
            guard !isLiteral, line.current.hasPrefix("-") else { return await words }
            if line.current.hasPrefix("--"), let mark = line.current.firstIndex(of: "=") {
                let name = String(line.current[..<mark])
                return await values(of: name, String(line.current[mark...].dropFirst()), after: name + "=")
            }
            return .words(options)
        }
    }

    /// The options of the command or of a plugin's command; the global options if the line names no command yet.
    private var options: [CompletionCandidate] {
        if let offer { return offer.options.map { .init("--\($0.name)", $0.summary) } + [.init("--help")] }
        guard let help else { return ["--directory", "--color", "--version", "--help"].map { .init($0) } }
        return help.sections.flatMap(\.entries).flatMap { entry in
            entry.names.filter { $0.hasPrefix("--") }.map { CompletionCandidate($0, entry.summary) }
        }
    }

    /// The plugin's command named on the line.
    private var offer: PluginOffer? {
        guard path.type == nil, let name = path.names.first else { return nil }
        return environment.plugins()?.callable.first { $0.name == name }
    }

    /// The names of commands, or the arguments that the command takes.
    private var words: CompletionAnswer {
        get async {
            guard let type = path.type else { return path.names.isEmpty ? .words(programs) : .none }
            if !type.configuration.subcommands.isEmpty, arguments.isEmpty {
                return .words(
                    type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
                        .map { .init($0.configuration.commandName ?? "", $0.configuration.abstract) })
            }
            if path.asksForHelp { return .none }
            let kind = CompletionKind(argument: arguments, of: path, help: help)
            return await CompletionNames(global, environment).answer(kind, line.current, after: arguments)
        }
    }

    private var programs: [CompletionCandidate] {
        let own = HometaskCommand.groups.filter { $0.title != nil }.flatMap(\.commands)
            .map { CompletionCandidate($0.name, $0.type().configuration.abstract) }
        let plugins = environment.plugins()?.callable ?? []
        return own + plugins.map { .init($0.name, $0.summary) } + [.init("help", "Show help.")]
    }

    /// Returns the possible values of an option, each prefixed with `lead`, the text before the value in the same word.
    private func values(of option: String, _ typed: String, after lead: String) async -> CompletionAnswer {
        let kind: CompletionKind
        if let offered = offer?.options.first(where: { "--\($0.name)" == option }) {
            kind = offered.kind == .file ? .file : .values(offered.choices)
        } else {
            kind = CompletionKind(option: option, of: path, entry: help?.entry(named: option))
        }
        let answer = await CompletionNames(global, environment).answer(kind, typed, after: [])
        guard case .words(let found) = answer else { return answer }
        return .words(found.map { .init(lead + $0.value, $0.summary) })
    }

    /// The family selected by `-C` on the line.
    private var global: GlobalOptions {
        var options = GlobalOptions.plain
        for (index, word) in line.words.enumerated() {
            if word == "-C" || word == "--directory", index + 1 < line.words.count {
                options.directory = line.words[index + 1]
            }
            if word.hasPrefix("--directory=") { options.directory = String(word.dropFirst("--directory=".count)) }
        }
        return options
    }
}

/// A candidate for a word of a command line, with a summary for shells that show one.
struct CompletionCandidate: Hashable {
    let value: String
    let summary: String
    /// The replacement text if it differs from the displayed value, such as a name that a query puts in quotes.
    let typed: String

    init(_ value: String, _ summary: String = "", typed: String? = nil) {
        self.value = value
        self.summary = summary
        self.typed = typed ?? value
    }

    /// The line for zsh and fish.
    var line: String { summary.isEmpty ? value : "\(value)\t\(EscapedText.safe(summary))" }
}
