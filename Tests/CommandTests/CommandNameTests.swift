// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Command names")
struct CommandNameTests {
    @Test("Aliases stand for commands, and letter case does not matter")
    func aliases() throws {
        let device = try Family().device
        try device.run("Add", "Feed the cat", "due:today").expectQuietly("Added 1: Feed the cat")
        try device.run("add", "Buy milk").expect()
        for words in [["ls"], ["LIST"], ["List"], ["LS"], ["Ls"], ["-C", device.folder, "ls"]] {
            try device.run(words).expectQuietly(["Feed the cat", "Buy milk"])
        }
        try device.run("today").expectQuietly(["Feed the cat", .lacks("Buy milk")])
        try device.run("Today").expectQuietly(["Feed the cat", .lacks("Buy milk")])
        try device.run("today", "--json").expectQuietly(["Feed the cat", .lacks("Buy milk")])
        try device.run("complete", "feed the cat").expectQuietly("Feed the cat")
        try device.run("rm", "buy milk").expectQuietly("Buy milk")
        try device.run("ls").expectQuietly([.lacks("Feed the cat"), .lacks("Buy milk")])
    }

    @Test("Aliases and any letter case work in command groups, too")
    func groups() throws {
        let device = try Family().device
        try device.run("pin", "ADD", "School", "52.37,4.89").expectQuietly("School")
        try device.run("pin", "ls").expectQuietly("School")
        try device.run("pin", "RM", "School").expectQuietly("School")
        try device.run("pin", "ls").expectQuietly("No pins")
        try device.run("member", "rm", "Ben").expectQuietly("Ben")
        try device.run("Member", "List").expectQuietly([.lacks("Ben")])
        try device.run("member", "-C", device.folder, "list").expectQuietly("Zoë")
        try device.run("item", "ls").expect(status: 64, stderr: "there is no command ‘item ls’")
    }

    @Test("A word that resembles a command never runs; the command is suggested")
    func suggestions() throws {
        let device = try Family().device
        try device.run("add", "Feed the cat").expect()
        for (typed, meant) in [
            ("dnoe", "done"), ("delte", "delete"), ("lsit", "list"), ("tags", "tag"), ("remove", "delete"),
            ("del", "delete"), ("hist", "history"), ("New", "add"), ("tasks", "list"),
        ] {
            try device.expectRefusal(
                WrongUse(typed, "1", status: 64, message: "‘\(typed)’", hint: "Did you mean ‘\(meant)’?"))
        }
        try device.expectRefusal(
            WrongUse("overdue", status: 64, message: "‘overdue’", hint: "'hometask list overdue' lists such tasks"))
        try device.expectRefusal(
            WrongUse("member", "delete", "Ben", status: 64, message: "‘member delete’", hint: "Did you mean ‘remove’?"))
        try device.expectRefusal(
            WrongUse("task", "add", "x", status: 64, message: "‘task add’", hint: "use 'hometask add'"))
    }

    @Test("Plugin commands match in any letter case and are suggested, too")
    func plugins() throws {
        let family = try Family()
        let program = PluginFolder.python("send(method='output', params={'text': 'hello\\n'})\nanswer({})")
        let offers = #"{"commands":[{"name":"greet","summary":"Say hello."}]}"#
        try family.device.install(
            try PluginFolder("greeter", in: family.root.path, program: program, offers: offers))
        try family.device.run("Greet").expect(stdout: .exactly("hello\n"))
        try family.device.run("-C", family.device.folder, "greet").expect(stdout: .exactly("hello\n"))
        try family.device.run("--help", "greet").expectQuietly("Say hello.")
        try family.device.run("gret").expect(status: 64, stderr: "Did you mean ‘greet’?")
    }

    @Test("-C before init and join names the new family's folder")
    func newFamily() throws {
        let root = try TemporaryFolder()
        let device = try Device("phone", in: root)
        try device.run("-C", "berg", "init", "--name", "Berg", "--me", "Mia").expectQuietly("in berg")
        #expect(FileManager.default.fileExists(atPath: device.home + "/berg/family.json"))
        try device.run("-C", "one", "init", "two", "--name", "Berg").expect(
            status: 64, stdout: .empty, stderr: ["named twice", "‘two’", "‘one’"])
        // A non-bare repository that accepts pushes.
        var berg = device
        berg.folder = device.home + "/berg"
        try berg.git("config", "receive.denyCurrentBranch", "updateInstead").expect()
        try device.run("-C", "tal", "join", device.home + "/berg", "--as", "Mia").expectQuietly("in tal")
        #expect(FileManager.default.fileExists(atPath: device.home + "/tal/family.json"))
    }
}
