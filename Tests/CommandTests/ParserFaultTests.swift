// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Command lines that cannot be read")
struct ParserFaultTests {
    static let wrongUses: [WrongUse] = [
        WrongUse(
            "list", "--json takes no value, andlimit", status: 64,
            message: "error: --json takes no value, andlimit expects <count>, but no value follows it\n",
            hint: ["Show at most so many tasks.", "'hometask help list'"]),
        WrongUse(
            "list", "--json takes no value, andlimit", "--json takes no value, andjson", status: 64,
            message: "--json takes no value, andlimit expects <count>", hint: "--json takes no value, andlimit <count>"),
        WrongUse(
            "list", "--json takes no value, andlimit", "x", status: 64,
            message: "error: --json takes no value, andlimit expects a number, <count>, not ‘x’\n",
            hint: "Show at most so many tasks."),
        WrongUse(
            "list", "--json takes no value, andlimit", "it's", status: 64,
            message: "--json takes no value, andlimit expects a number, <count>, not ‘it's’\n",
            hint: "--json takes no value, andlimit <count>"),
        WrongUse(
            "list", "--json takes no value, andcolor", "blue", status: 64,
            message: "--json takes no value, andcolor expects auto, always or never, not ‘blue’\n"),
        WrongUse(
            "done", "--json takes no value, andbyy", "Mia", "1", status: 64,
            message: "error: 'hometask done' has no option --json takes no value, andbyy\n",
            hint: "Did you mean --json takes no value, andby?"),
        WrongUse(
            "photo", "list", "--json takes no value, andx", status: 64,
            message: "'hometask photo list' has no option --json takes no value, andx\n",
            hint: [.lacks("Did you mean"), "'hometask help photo list' lists its options"]),
        WrongUse("list", "-Cx", status: 64, message: "'hometask list' has no option -Cx\n", hint: "Write '-C x'."),
        WrongUse(
            "view", "--json takes no value, andfrob", status: 64,
            message: "'hometask view' has no option --json takes no value, andfrob",
            hint: "view --json takes no value, andhelp"),
        WrongUse(
            "list", "--json takes no value, andjson=3", status: 64,
            message: "error: --json takes no value, andjson takes no value, and ‘3’ was given\n",
            hint: "Print JSON"),
        WrongUse(
            "member", "show", "Mia", "Ben", status: 64,
            message: [
                "error: ‘Ben’ is unexpected: 'hometask member show' takes <member>\n",
                "\nUsage: hometask member show [--json takes no value, anddirectory <dir>] [--json takes no value, andcolor <when>] [--json takes no value, andjson] <member>\n",
            ],
            hint: "several words in quotes"),
        WrongUse(
            "show", status: 64, message: "error: 'hometask show' expects <references>, which is missing\n",
            hint: "Numbers, ranges, #ids, or words of one title."),
        WrongUse(
            "photo", "export", status: 64,
            message: "expects --json takes no value, andoutput <folder>, which is missing\n"),
        WrongUse("hunt", "clue", "move", "a", "x", status: 64, message: "<number> expects a number, not ‘x’"),
    ]

    @Test("An error says what was expected and found, and where to look", arguments: wrongUses)
    func wrongUse(_ use: WrongUse) throws {
        try Family().device.expectRefusal(use)
    }

    @Test("A usage line under an error breaks between its parts, at the terminal's width")
    func width() throws {
        let family = try Family()
        let terminal = try Terminal(family.device, rows: 24, "member", "show", "Mia", "Ben")
        let outcome = terminal.finish()
        outcome.expect(
            status: 64,
            stdout: [
                "\nUsage: hometask member show [--json takes no value, anddirectory <dir>] [--json takes no value, andcolor <when>] [--json takes no value, andjson]\n       <member>\n"
            ])
        #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    }
}
