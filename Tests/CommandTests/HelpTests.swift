// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Help")
struct HelpTests {
    @Test("the version is one line on standard output")
    func version() throws {
        let root = try TemporaryFolder()
        let device = try Device("phone", in: root)
        let outcome = try device.run("--version").expectQuietly()
        #expect(outcome.lines.count == 1)
    }

    @Test("an unknown command is refused")
    func unknownCommand() throws {
        let root = try TemporaryFolder()
        let device = try Device("phone", in: root)
        try device.run("no-such-command").expect(status: 64, stdout: .empty)
        try device.run("help", "frob").expect(status: 64, stdout: .empty, stderr: "there is no command ‘frob’")
        try device.run("help", "frob").expect(
            status: 64, stdout: .empty,
            stderr: [", and no page of the guide\n", "'hometask help topics'", .lacks("hometask add")])
        for (word, topic) in [("querys", "queries"), ("query", "queries"), ("family", "families"), ("date", "dates")] {
            try device.run("help", word).expect(status: 64, stdout: .empty, stderr: "Did you mean ‘\(topic)’?")
        }
        try device.run("help", "json", "show").expect(
            status: 64, stdout: .empty, stderr: ["a page of the guide is named by one word", "'hometask help json'"])
        try device.run("help", "pin", "delte").expect(status: 64, stdout: .empty, stderr: "Did you mean ‘delete’?")
    }

    /// The headings of a page, with the names listed under each.
    private func sections(_ page: Outcome) -> [(title: String, names: [String])] {
        var sections: [(title: String, names: [String])] = []
        for line in page.lines {
            if line.hasSuffix(":"), !line.hasPrefix(" ") {
                sections.append((String(line.dropLast()), []))
            } else if line.hasPrefix("  "), !line.hasPrefix("   "), !sections.isEmpty {
                let label = line.dropFirst(2).split(separator: " ", maxSplits: 1)[0]
                sections[sections.count - 1].names.append(label.filter { $0 != "," })
            }
        }
        return sections
    }

    @Test("Help shows an example, the most used commands, then the other commands by topic")
    func groups() throws {
        let device = try Device("phone", in: TemporaryFolder())
        let page = try device.run("--help").expectQuietly(["hometask add Take out the bins @Tom due:fri", "list, ls"])
        let sections = sections(page)
        #expect(
            sections.map(\.title) == [
                "EXAMPLE", "MOST USED", "START", "TASKS", "ORGANISE", "FAMILY", "PLACES", "SYNC",
                "FORMATS AND PLUGINS", "UPKEEP", "OPTIONS",
            ])
        #expect(sections[1].names == ["add", "list", "done", "edit", "sync"])
        let names = sections.dropFirst().dropLast().flatMap(\.names)
        #expect(names.count > 50)
        #expect(Set(names).count == names.count, "no command stands in two groups")
        #expect(!names.contains("merge-driver") && !names.contains("home"))
        try device.run("help").expectQuietly(.exactly(page.stdout))
        try device.run("-h").expectQuietly(.exactly(page.stdout))
    }

    @Test("Every command has help and takes the global options")
    func all() throws {
        let device = try Device("phone", in: TemporaryFolder())
        var paths = sections(try device.run("--help")).dropFirst().dropLast().flatMap(\.names).map { [$0] }
        var leaves = 0
        while let path = paths.popLast() {
            let page = try device.run(path + ["--help"]).expectQuietly("USAGE: hometask")
            try device.run(["help"] + path).expectQuietly(.contains(page.stdout))
            if let commands = sections(page).first(where: { $0.title == "SUBCOMMANDS" }) {
                paths += commands.names.map { path + [$0] }
                continue
            }
            leaves += 1
            #expect(page.stdout.contains("-C, --directory <dir>"), "\(path)")
            #expect(page.stdout.contains("--color <"), "\(path)")
        }
        #expect(leaves > 120)
    }

    @Test("Global options before a command do not change its help or the program's")
    func globalOptions() throws {
        let device = try Device("phone", in: TemporaryFolder())
        let (program, list) = (try device.run("--help").stdout, try device.run("list", "--help").stdout)
        try device.run("-C", "/nowhere", "--help").expectQuietly(.exactly(program))
        try device.run("-C", "/nowhere", "--color=never", "help").expectQuietly(.exactly(program))
        try device.run("-C", "/nowhere", "list", "--help").expectQuietly(.exactly(list))
        try device.run("-C", "/nowhere", "--help", "list").expectQuietly(.exactly(list))
        try device.run("-C", "/nowhere", "help", "list").expectQuietly(.exactly(list))
        let item = try device.run("item", "--help").expectQuietly("SUBCOMMANDS:").stdout
        try device.run("item").expectQuietly(.exactly(item))
        let pin = try device.run("pin", "--help").expectQuietly("SUBCOMMANDS:").stdout
        try device.run("-C", "/nowhere", "pin", "--help").expectQuietly(.exactly(pin))
        try device.run("pin", "-C", "/nowhere", "--help").expectQuietly(.exactly(pin))
        try device.run("-C", "/nowhere", "--version").expectQuietly(.exactly(try device.run("--version").stdout))
    }

    @Test("Help fits the terminal, and usage lines break between items", arguments: [20, 33, 60, 80, 120])
    func width(_ columns: Int) throws {
        let device = try Device("phone", in: TemporaryFolder()).with(["COLUMNS": "\(columns)"])
        for words in [
            ["--help"], ["done", "--help"], ["list", "--help"], ["pin", "--help"], ["photo", "list", "-h"],
        ] {
            let page = try device.run(words).expectQuietly("USAGE: hometask")
            #expect(page.lines.allSatisfy { $0.count <= columns }, "\(page)")
        }
        let usage = try device.run("init", "--help").lines.drop { !$0.hasPrefix("USAGE: ") }
            .prefix { !$0.hasPrefix("ARGUMENTS") }
        #expect(columns < 33 || usage.allSatisfy { $0.count { $0 == "[" } == $0.count { $0 == "]" } }, "\(usage)")
    }
}
