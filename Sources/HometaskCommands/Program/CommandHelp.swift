// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskTime

/// The options and arguments of a command, taken from the argument parser's help text: for help pages of any width, for
/// errors and for completion.
struct CommandHelp {
    /// An argument, an option or a subcommand, with its summary.
    struct Entry {
        /// The text before the summary, such as `-C, --directory <dir>`.
        let label: String
        var summary: String
    }

    struct Section {
        let title: String
        var entries: [Entry]
    }

    let configuration: CommandConfiguration
    /// The lines after `USAGE:`; usually one.
    let usage: [String]
    let sections: [Section]

    init(_ type: any ParsableCommand.Type) {
        configuration = type.configuration
        // Wide enough that every argument has lines of its own, and nothing is wrapped.
        let text = HometaskCommand.helpMessage(for: type, includeHidden: false, columns: 1 << 20)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        if let start = lines.lastIndex(where: { $0.hasPrefix("USAGE: ") }) {
            lines = lines[start...]
            lines[start] = lines[start].dropFirst("USAGE: ".count)
        }
        usage = lines.prefix { !$0.isEmpty }.map(Self.trimmed)
        sections = Self.sections(lines.dropFirst(usage.count))
    }

    private static func sections(_ lines: ArraySlice<Substring>) -> [Section] {
        var sections: [Section] = []
        let lines = Array(lines.prefix { !$0.hasPrefix("  See '") })
        for (index, line) in lines.enumerated() where !line.isEmpty {
            let last = (sections.endIndex - 1, (sections.last?.entries.endIndex ?? 0) - 1)
            if !line.hasPrefix(" ") {
                sections.append(Section(title: String(line.dropLast()), entries: []))
            } else if !line.hasPrefix("   "), last.0 >= 0 {
                let isAlone = index + 1 < lines.count && lines[index + 1].hasPrefix(margin)
                sections[last.0].entries.append(entry(line, isAlone: isAlone))
            } else if last.1 >= 0 {
                let text = sections[last.0].entries[last.1].summary
                sections[last.0].entries[last.1].summary = text + (text.isEmpty ? "" : " ") + trimmed(line)
            }
        }
        return sections
    }

    /// The indentation of an argument's help text on a line of its own.
    private static let margin = String(repeating: " ", count: 26)

    /// Returns a line such as `  --json                  Print JSON.`. If the label is long, its text is on the next
    /// line.
    private static func entry(_ line: Substring, isAlone: Bool) -> Entry {
        let label = isAlone ? line : line.prefix(margin.count)
        return Entry(
            label: String(label.dropFirst(2).reversed().drop { $0 == " " }.reversed()),
            summary: isAlone ? "" : trimmed(line.dropFirst(margin.count)))
    }

    private static func trimmed(_ line: Substring) -> String { String(line.drop { $0 == " " }) }
}

extension CommandHelp {
    /// Returns the entries of a section: `OPTIONS`, `ARGUMENTS`.
    func entries(_ title: String) -> [Entry] { sections.first { $0.title == title }?.entries ?? [] }

    /// Returns the entry of an option, or of an argument such as `<member>`.
    func entry(named name: String) -> Entry? {
        sections.lazy.flatMap(\.entries).first { $0.names.contains(name) || $0.label == name }
    }

    /// The names of all options, with their dashes.
    var optionNames: [String] { sections.flatMap(\.entries).flatMap(\.names) }

    /// Returns the only option with the typed prefix, otherwise the option with the most similar spelling; nil if there
    /// is none.
    func option(meantBy typed: String) -> String? {
        let options = optionNames.filter { $0.hasPrefix("--") }
        let word = String(typed.prefix { $0 != "=" })
        let begun = options.filter { word.utf8.count > 3 && $0.hasPrefix(word) }
        return begun.count == 1 ? begun[0] : Spelling.nearest(to: word, among: options)
    }

    /// The positional arguments, as written in the usage line: `[<words> ...]`.
    var arguments: [String] {
        guard configuration.usage == nil, let usage = usage.first else { return [] }
        return UsageLine(usage).parts.drop { !"[<-".contains($0.prefix(1)) }
            .filter { !$0.hasPrefix("-") && !$0.hasPrefix("[-") && $0 != "[<options>]" && $0 != "<options>" }
    }
}

extension CommandHelp.Entry {
    /// The names of an option, `-C` and `--directory`; empty for anything else.
    var names: [String] {
        guard label.hasPrefix("-") else { return [] }
        return label.split { $0 == "," || $0 == " " || $0 == "/" }.map(String.init).filter { $0.hasPrefix("-") }
    }

    /// The name of an option's value, or of an argument: `dir`; nil for a flag.
    var valueName: String? {
        guard let start = label.firstIndex(of: "<"), label.hasSuffix(">") else { return nil }
        return String(label[start...].dropFirst().dropLast())
    }

    /// The possible values, if the help lists them.
    var values: [String] {
        guard let start = summary.firstRange(of: "(values: ") else { return [] }
        let list = summary[start.upperBound...].prefix { $0 != ")" && $0 != ";" }
        return list.split(separator: ", ").map(String.init)
    }
}
