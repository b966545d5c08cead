// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Unknown command names")
struct MistypedCommandTests {
    @Test(
        "An unknown word after a command group is reported as such, whatever follows",
        arguments: [
            (["view", "edit", "q1", "--set", "v=2"], "view edit", "save"),
            (["item", "milk"], "item milk", "add"),
            (["category", "set", "House", "--set", "c=y"], "category set", "show"),
            (["plugin", "nope"], "plugin nope", "list"), (["plugin", "enabel", "csv"], "plugin enabel", "‘enable’?"),
            (["-C", ".", "member", "frob"], "member frob", "list"),
            (["member", "-C", ".", "frob"], "member frob", "list"),
            (["remind", "channel", "frob", "--x"], "remind channel frob", "add"),
            (["remote", "nope", "--json"], "remote nope", "list"),
            (["pin", "delte", "School"], "pin delte", "‘delete’?"),
            (["note", "frob", "x"], "note frob", "'hometask note list frob x'"),
            (["photo", "beach"], "photo beach", "'hometask photo list beach'"),
            (["comment", "milk", "--json"], "comment milk", "'hometask comment list milk'"),
            (["note", "item", "addd", "List", "Milk"], "note item addd", "‘add’?"),
        ])
    func groups(words: [String], command: String, named: String) throws {
        let family = try Family()
        try family.device.run(words).expect(
            status: 64, stdout: .empty,
            stderr: ["error: there is no command ‘\(command)’\n", "Commands: ", .contains(named), .lacks("Usage")])
    }

    @Test("An unknown command is reported as such, whatever follows")
    func roots() throws {
        let family = try Family()
        for words in [["frob", "it"], ["frob", "it", "--x"], ["-C", ".", "frob", "it", "--json"]] {
            try family.device.run(words).expect(
                status: 64, stdout: .empty,
                stderr: ["error: there is no command ‘frob’\n", "'hometask add frob it'", .lacks("Usage")])
        }
        try family.device.run("lst", "--mine").expect(status: 64, stderr: "Did you mean ‘list’?")
        try family.device.run("category", "renam", "x").expect(status: 64, stderr: "Did you mean ‘rename’?")
        // Aliases are mistyped, too.
        for (word, meant) in [("complet", "complete"), ("finsh", "done"), ("serch", "search"), ("uncheckk", "reopen")] {
            try family.device.run(word, "bins").expect(status: 64, stderr: "Did you mean ‘\(meant)’?")
        }
    }

    @Test("Neither an argument of a default command nor an option is a mistyped name")
    func words() throws {
        let family = try Family()
        try family.device.run("view", "--frob").expect(
            status: 64, stderr: [.contains("--frob"), .lacks("there is no command")])
        try family.device.run("plugin", "show").expect(status: 64, stderr: .lacks("there is no command"))
        try family.device.run("pin", "list", "--frob").expect(status: 64, stderr: .lacks("there is no command"))
        try family.device.run("view", "--help").expect(stdout: .lacks("there is no command"))
    }
}
