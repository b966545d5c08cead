// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginProtocol
import HometaskTerminal

/// Renders the help of the program or of one command for the terminal.
struct HelpRenderer {
    private let type: (any ParsableCommand.Type)?
    /// The page of the guide with the command's name, if the user asked for it: `hometask help sync`.
    private let topic: GuideTopic?

    /// Finds the help for the command on a command line, otherwise for the program.
    init(_ path: CommandPath) {
        type = path.type
        let isAlone = path.asksForHelp && path.names.count == 1 && path.rest.isEmpty
        topic = isAlone ? GuideTopic(named: path.names[0]) : nil
    }

    func show(_ environment: CommandEnvironment) throws {
        let width = TerminalSize.columns(environment: environment.variables)
        var lines = (type.map { Self.lines(CommandHelp($0), width) } ?? Self.program(environment, width))
            .map { EscapedText.safe($0) }
        guard let topic else { return try StandardOutput.writeText(lines.map { $0 + "\n" }.joined()) }
        lines += [""] + GuideRenderer(topic, width: width, mode: environment.helpColors).lines
        try GuideRequest.show(lines, environment)
    }

    private static func lines(_ help: CommandHelp, _ width: Int) -> [String] {
        var lines = paragraphs("OVERVIEW: " + help.configuration.abstract, width)
        if !help.configuration.discussion.isEmpty { lines += [""] + paragraphs(help.configuration.discussion, width) }
        lines.append("")
        for (index, line) in help.usage.enumerated() {
            lines += UsageLine(line).lines(after: index == 0 ? "USAGE: " : "       ", width: width)
        }
        for section in help.sections {
            lines += Self.section(section.title, section.entries.map { ($0.label, $0.summary) }, width: width)
        }
        let group = help.usage.first?.split(separator: " ").prefix { !"[<(-".contains($0.prefix(1)) } ?? []
        let path = group.dropFirst().joined(separator: " ")
        lines += examples(of: path, width)
        if help.configuration.subcommands.isEmpty { return lines }
        return lines + [""] + paragraphs("See 'hometask help \(path) <subcommand>' for detailed help.", width)
    }

    /// Returns the examples of a command, each with its meaning on a separate line.
    private static func examples(of command: String, _ width: Int) -> [String] {
        let examples = CommandExamples(of: command).all
        if examples.isEmpty { return [] }
        return ["", "EXAMPLES:"]
            + examples.flatMap { example in
                indented(example.line, by: 2, width: width)
                    + (example.meaning.isEmpty ? [] : indented(example.meaning, by: 6, width: width))
            }
    }

    /// Returns the help of the program: an example, the commands by topic, and those of plugins.
    private static func program(_ environment: CommandEnvironment, _ width: Int) -> [String] {
        let configuration = HometaskCommand.configuration
        var lines = paragraphs("OVERVIEW: " + configuration.abstract, width)
        lines += [""] + paragraphs(configuration.discussion, width)
        lines += section("EXAMPLE", example, width: width, column: 48)
        lines += [""] + UsageLine("hometask [-C <dir>] [<command>] [<words> ...]").lines(after: "USAGE: ", width: width)
        for group in HometaskCommand.groups {
            guard let title = group.title else { continue }
            let rows = group.commands.map { entry in
                let others = CommandAlias.expansions.filter { $0.value == [entry.name] }.map { ", \($0.key)" }
                return (entry.name + others.joined(), entry.type().configuration.abstract)
            }
            lines += section(title.uppercased(), rows, width: width)
        }
        let offers = environment.plugins()?.callable ?? []
        lines += section("FROM PLUGINS", offers.map { ($0.name, $0.summary) }, width: width)
        lines += section("OPTIONS", options, width: width)
        let rest =
            "See 'hometask help <command>' for detailed help, and 'hometask help topics' for the guide. "
            + "'hometask today' is 'hometask list today'."
        return lines + [""] + paragraphs(rest, width)
    }

    private static let example = [
        ("hometask add Take out the bins @Tom due:fri", "a task for Tom"),
        ("hometask", "tasks due today, and what comes next"),
        ("hometask done bins", "done"),
    ]

    private static let options = [
        ("-C, --directory <dir>", "The family's folder; before or after the command."),
        ("--color <when>", "When to use colour: auto, always or never."),
        ("--version", "Show the version."),
        ("-h, --help", "Show help, for the program or a command."),
    ]

    /// Returns rows under a heading, with the summaries in a column of their own if there is room.
    static func section(
        _ title: String, _ rows: [(label: String, summary: String)], width: Int, column wanted: Int = 26
    ) -> [String] {
        rows.isEmpty ? [] : ["", "\(title):"] + Self.rows(rows, width, column: wanted)
    }

    /// Returns rows with the summaries in a column of their own if there is room.
    static func rows(_ rows: [(label: String, summary: String)], _ width: Int, column wanted: Int) -> [String] {
        var lines: [String] = []
        let column = width >= wanted + 30 ? wanted : 6
        for row in rows {
            let label = "  \(row.label)"
            let summary = TextWidth.wrapped(row.summary, to: width - column)
                .map { $0.isEmpty ? "" : String(repeating: " ", count: column) + $0 }
            if let first = summary.first, TextWidth.columns(label) < column {
                lines.append(TextWidth.padded(label, to: column) + first.dropFirst(column))
                lines += summary.dropFirst()
            } else {
                lines += TextWidth.wrapped(row.label, to: width - 2).map { "  \($0)" } + summary
            }
        }
        return lines
    }

    /// Wraps the paragraphs and table rows of `text` to a width; the parts of a wrapped line keep its indentation.
    static func paragraphs(_ text: String, _ width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            if TextWidth.columns(String(line)) <= width { return [String(line)] }
            let margin = line.prefix { $0 == " " }.count
            if margin == 0 { return TextWidth.wrapped(String(line), to: width) }
            let words = line.dropFirst(margin)
            guard let gap = words.firstRange(of: "  ") else { return indented(String(words), by: margin, width: width) }
            let label = String(words[..<gap.lowerBound])
            let meaning = words[gap.upperBound...].drop { $0 == " " }
            let column = line.distance(from: line.startIndex, to: meaning.startIndex)
            guard column + 20 <= width else {
                return indented(label, by: margin, width: width)
                    + indented(String(meaning), by: margin + 4, width: width)
            }
            let rows = indented(String(meaning), by: column, width: width)
            return [String(line[..<meaning.startIndex]) + (rows.first ?? "").dropFirst(column)] + rows.dropFirst()
        }
    }

    private static func indented(_ text: String, by margin: Int, width: Int) -> [String] {
        let spaces = String(repeating: " ", count: margin)
        return TextWidth.wrapped(text, to: width - margin).map { spaces + $0 }
    }
}
