// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskProcess
import HometaskTerminal

/// Writes the pages for man(1): `hometask.1` and one page for each command, and the guide's pages in section 7.
///
/// The pages use the macros of man(7). Their text is that of `--help` and of the guide. Their date is that of the variable
/// `SOURCE_DATE_EPOCH`, in seconds, with which packages are built (reproducible-builds.org); without it they have none.
struct ManualPageWriter {
    private let environment: CommandEnvironment
    private let date: String

    init(_ environment: CommandEnvironment) {
        self.environment = environment
        let seconds = environment.variables["SOURCE_DATE_EPOCH"].flatMap { Int64($0) }
        date = seconds.map { "\(Timestamp(seconds: $0))".prefix(10) }.map(String.init) ?? ""
    }

    /// Writes all pages below a folder, into `man1` and `man7`, and reports their number.
    func writePages(to folder: String) throws {
        let folder = environment.absolute(folder)
        let pages = [("man1/hometask.1", program)] + commands + topics
        for (name, text) in pages {
            try TextFile.writeFile("\(folder)/\(name)", Array(text.utf8), mode: 0o644, isTemporary: true)
        }
        try StandardOutput.writeText(EscapedText.safe("Wrote \(pages.count) pages below \(folder).") + "\n")
    }

    private var topics: [(String, String)] {
        GuideTopic.allCases.map { topic in
            let name = "hometask-\(topic.rawValue)"
            let body = Roff.blocks(Markdown(topic.text).blocks.dropFirst())
            return ("man7/\(name).7", head(name, section: 7, summary: topic.summary) + ".SH DESCRIPTION\n" + body)
        }
    }

    private var program: String {
        let groups = HometaskCommand.groups.compactMap { group in
            group.title.map { title in
                ".SS \(Roff.text(title))\n"
                    + group.commands.map { Roff.entry($0.name, $0.type().configuration.abstract) }.joined()
            }
        }
        let guide = GuideTopic.allCases.map { Roff.entry("hometask-\($0.rawValue)(7)", $0.summary) }
        return head("hometask", section: 1, summary: HometaskCommand.configuration.abstract)
            + ".SH SYNOPSIS\n.B hometask\n" + Roff.text("[-C <dir>] [<command>] [<words> ...]") + "\n"
            + ".SH DESCRIPTION\n" + Roff.text(HometaskCommand.configuration.discussion) + "\n"
            + ".SH COMMANDS\n" + groups.joined() + ".SH GUIDE\n" + guide.joined()
    }

    /// A page for each command that people type, and for each subcommand of a group.
    private var commands: [(String, String)] {
        HometaskCommand.groups.filter { $0.title != nil }.flatMap { group in
            group.commands.flatMap { pages($0.type(), ["hometask", $0.name]) }
        }
    }

    private func pages(_ type: any ParsableCommand.Type, _ path: [String]) -> [(String, String)] {
        let help = CommandHelp(type)
        let name = path.joined(separator: "-")
        var text = head(name, section: 1, summary: help.configuration.abstract)
        text += ".SH SYNOPSIS\n" + help.usage.map { Roff.text($0) + "\n" }.joined(separator: ".br\n")
        if !help.configuration.discussion.isEmpty {
            text += ".SH DESCRIPTION\n" + Roff.text(help.configuration.discussion) + "\n"
        }
        for section in help.sections {
            text += ".SH \(Roff.text(section.title))\n"
            text += section.entries.map { Roff.entry($0.label, $0.summary) }.joined()
        }
        let below = help.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { command in
            command.configuration.commandName.map { pages(command, path + [$0]) } ?? []
        }
        return [("man1/\(name).1", text)] + below
    }

    private func head(_ name: String, section: Int, summary: String) -> String {
        """
        .TH \(Roff.text(name.uppercased())) \(section) "\(date)" "hometask \(ProgramVersion.number)"
        .SH NAME
        \(Roff.text(name)) \\- \(Roff.text(summary))

        """
    }
}

/// Text in the markup language of man(7).
private enum Roff {
    /// Escapes text so that it is taken literally. A line that begins with a control character is prefixed with the
    /// zero-width character.
    static func text(_ text: String) -> String {
        let plain = Markdown.plain(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }.joined(separator: "\n")
    }

    /// Returns a name and its description.
    static func entry(_ label: String, _ summary: String) -> String {
        ".TP\n.B \(text(label))\n\(summary.isEmpty ? "\\&" : text(summary))\n"
    }

    /// Returns the blocks of a page. A heading begins a paragraph, so the first block below a heading does not begin
    /// another.
    static func blocks(_ blocks: some Sequence<Markdown.Block>) -> String {
        var text = ""
        var followsHeading = true
        for block in blocks {
            let lines = Self.block(block)
            let begin = ".PP\n"
            text += followsHeading && lines.hasPrefix(begin) ? String(lines.dropFirst(begin.count)) : lines
            if case .heading = block { followsHeading = true } else { followsHeading = false }
        }
        return text
    }

    private static func block(_ block: Markdown.Block) -> String {
        switch block {
        case .heading(let title, _): return ".SH \(text(title.uppercased()))\n"
        case .paragraph(let words): return ".PP\n\(text(words))\n"
        case .item(let words, let mark): return ".IP \"\(mark.map { text($0) } ?? "\\(bu")\" 3\n\(text(words))\n"
        case .code(let lines): return ".PP\n.nf\n.RS 4\n" + lines.map { text($0) + "\n" }.joined() + ".RE\n.fi\n"
        case .table(let rows):
            let head = rows.first ?? []
            return rows.dropFirst().map { row in
                let parts = zip(head, row).dropFirst().filter { !$1.isEmpty }
                let told = parts.map { $0.isEmpty || parts.count == 1 ? $1 : "\($0): \($1)" }
                return entry(row.first ?? "", told.joined(separator: "; "))
            }.joined()
        }
    }
}
