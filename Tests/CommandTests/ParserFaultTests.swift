// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Command line errors")
struct ParserFaultTests {
    static let wrongUses: [WrongUse] = [
        WrongUse(
            "list", "--limit", status: 64, message: "error: --limit expects <count>, but no value follows it\n",
            hint: ["Show at most this many tasks.", "'hometask help list'"]),
        WrongUse("list", "--limit", "--json", status: 64, message: "--limit expects <count>", hint: "--limit <count>"),
        WrongUse(
            "list", "--limit", "x", status: 64, message: "error: --limit expects a number, <count>, not ‘x’\n",
            hint: "Show at most this many tasks."),
        WrongUse(
            "list", "--limit", "it's", status: 64, message: "--limit expects a number, <count>, not ‘it's’\n",
            hint: "--limit <count>"),
        WrongUse(
            "list", "--color", "blue", status: 64, message: "--color expects auto, always or never, not ‘blue’\n"),
        WrongUse(
            "done", "--byy", "Mia", "1", status: 64, message: "error: 'hometask done' has no option --byy\n",
            hint: "Did you mean --by?"),
        WrongUse(
            "photo", "list", "--x", status: 64, message: "'hometask photo list' has no option --x\n",
            hint: [.lacks("Did you mean"), "'hometask help photo list' lists its options"]),
        WrongUse(
            "list", "--experimental-dump-help", status: 64,
            message: "'hometask list' has no option --experimental-dump-help\n", hint: "'hometask help list'"),
        WrongUse("--experimental-dump-help", status: 64, message: "'hometask' has no option --experimental-dump-help"),
        WrongUse("list", "-Cx", status: 64, message: "'hometask list' has no option -Cx\n", hint: "Write '-C x'."),
        WrongUse("view", "--frob", status: 64, message: "'hometask view' has no option --frob", hint: "view --help"),
        WrongUse(
            "list", "--json=3", status: 64, message: "error: --json takes no value, but ‘3’ was given\n",
            hint: "Print JSON"),
        WrongUse(
            "member", "show", "Mia", "Ben", status: 64,
            message: [
                "error: ‘Ben’ is unexpected: 'hometask member show' takes <member>\n",
                "\nUsage: hometask member show [--directory <dir>] [--color <when>] [--json] <member>\n",
            ],
            hint: "several words in quotes"),
        WrongUse(
            "show", status: 64, message: "error: 'hometask show' expects <references>, which is missing\n",
            hint: "Numbers, ranges, #ids, or words of one title."),
        WrongUse(
            "add", "Bins", "--due", "tue", "--due=wed", status: 64,
            message: "error: --due was given twice, and takes one value\n", hint: "Nothing was changed. Give it once."),
        WrongUse("photo", "export", status: 64, message: "expects --output <folder>, which is missing\n"),
        WrongUse("hunt", "clue", "move", "a", "x", status: 64, message: "<number> expects a number, not ‘x’"),
    ]

    @Test("An error says what was expected and found, and where to look", arguments: wrongUses)
    func wrongUse(_ use: WrongUse) throws {
        try Family().device.expectRefusal(use)
    }

    @Test("A usage line under an error breaks between its parts, at the terminal's width")
    func width() throws {
        let family = try Family()
        let terminal = try Terminal(family.device, "member", "show", "Mia", "Ben", rows: 24)
        let outcome = terminal.finish()
        outcome.expect(
            status: 64,
            stdout: [
                "\nUsage: hometask member show [--directory <dir>] [--color <when>] [--json]\n       <member>\n"
            ])
        #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    }
}
