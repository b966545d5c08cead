// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Terminal prompts")
struct QuestionTests {
    /// A new device of a family that has a remote.
    private func newcomer() throws -> (Family, Device) {
        let family = try Family.withHub()
        return (family, try Device("tablet", in: family.root))
    }

    private func join(_ family: Family, _ device: Device) throws -> Terminal {
        try Terminal(device, "join", family.hubPath, device.folder, "--device", "tablet")
    }

    @Test("join lists the members, and accepts a number, a name in any case, or a confirmed new name")
    func joining() throws {
        for (typed, confirms, name) in [("1\n", false, "Ben"), ("zoë\n", false, "Zoë"), ("Ann\n", true, "Ann")] {
            let (family, device) = try newcomer()
            let terminal = try join(family, device)
            try terminal.waitFor("Who are you?")
            try terminal.answer("or a new name:", typed)
            if confirms { try terminal.answer("Add Ann to the family? [y/N]", "yes\n") }
            terminal.finish().expect(stdout: .contains("as \(name)."))
            try device.run("me").expectQuietly(.contains(name))
        }
    }

    @Test(
        "With no name, a declined new name or end of input, join succeeds without a member",
        arguments: ["\n", "\u{4}", "Ann\nn\n"])
    func undecided(typed: String) throws {
        let (family, device) = try newcomer()
        let terminal = try join(family, device)
        try terminal.answer("or a new name:", typed)
        terminal.finish().expect(stdout: ["Joined the family", "hometask me NAME"])
        try device.run("member", "--json").expectQuietly(.lacks("Ann"))
    }

    @Test("An invalid answer or Ctrl-C ends join and leaves no partial family")
    func wrongMember() throws {
        for (typed, status, words) in [("9\n", 64, "out of range: choose 1 to 3"), ("\u{3}", -2, "")]
            as [(String, Int32, String)]
        {
            let (family, device) = try newcomer()
            let terminal = try join(family, device)
            try terminal.answer("or a new name:", typed)
            terminal.finish().expect(status: status, stdout: .contains(words))
            #expect(!FileManager.default.fileExists(atPath: device.folder))
            try device.run("join", family.hubPath, device.folder, "--as", "Ben").expect()
            #expect(try FileManager.default.contentsOfDirectory(atPath: device.home).sorted() == [".config", "family"])
        }
    }

    @Test("leave proceeds only on yes; any other answer, end of input or Ctrl-C changes nothing")
    func leaving() throws {
        let device = try Family().device
        for (typed, status) in [("\n", 75), ("n\n", 75), ("yep\n", 75), ("\u{4}", 75), ("\u{3}", -2)]
            as [(String, Int32)]
        {
            try device.expectUnchanged {
                let terminal = try Terminal(device, "leave")
                try terminal.answer("[y/N]", typed)
                terminal.finish().expect(status: status, stdout: .contains("this may be the only copy"))
            }
        }
        let terminal = try Terminal(device, "leave")
        try terminal.answer("[y/N]", "Y\n")
        terminal.finish().expect(stdout: "has left ‘Berg’")
        #expect(!FileManager.default.fileExists(atPath: device.folder + "/family.json"))
    }

    @Test("status asks about many missing files; no answer means no")
    func missingFiles() throws {
        let device = try Family().device
        for title in ["One", "Two", "Three"] { try device.run("add", title).expect() }
        for file in try device.git("ls-files", "tasks").lines {
            try FileManager.default.removeItem(atPath: device.folder + "/" + file)
        }
        for typed in ["\n", "no\n", "\u{4}"] {
            let terminal = try Terminal(device, "status")
            try terminal.answer("Delete their documents? [y/N]", typed)
            terminal.finish().expect(stdout: "3 files missing")
            #expect(try device.run("list", "--json").objects().count == 3)
        }
        let interrupted = try Terminal(device, "status")
        try interrupted.answer("[y/N]", "\u{3}")
        interrupted.finish().expect(status: -2)
        let terminal = try Terminal(device, "status")
        try terminal.answer("[y/N]", "y\n")
        terminal.finish().expect(stdout: "Recorded edits by hand in 3 documents")
        #expect(try device.run("list", "--json").objects().isEmpty)
    }

    @Test("init asks for name, address and founder; the optional ones may be left empty")
    func founding() throws {
        let root = try TemporaryFolder()
        let device = try Device("phone", in: root)
        let terminal = try Terminal(device, "init", device.folder)
        try terminal.answer("What is the family called?", "Berg\n")
        try terminal.answer("e-mail address", "berg@example.org\n")
        try terminal.answer("What is your name?", "Mia\n")
        terminal.finish().expect(stdout: "Created the family ‘Berg’")
        try device.run("config", "get", "email").expectQuietly("berg@example.org")
        let other = try Device("tablet", in: root)
        let brief = try Terminal(other, "init", other.folder)
        try brief.answer("called?", "Thal\n")
        try brief.answer("e-mail address", "\n")
        try brief.answer("What is your name?", "\u{4}")
        brief.finish().expect(stdout: ["Created the family ‘Thal’", "hometask me --new NAME"])
    }

    @Test("init creates nothing on an invalid address, no name, or Ctrl-C")
    func notFounding() throws {
        let device = try Device("phone", in: TemporaryFolder())
        for (typed, status) in [
            (["\n"], 64), (["\u{4}"], 64), (["Berg\n", "no address\n"], 64), (["Berg\n", "\u{3}"], -2),
        ] as [([String], Int32)] {
            let terminal = try Terminal(device, "init", device.folder)
            for (question, text) in zip(["What is the family called?", "e-mail address"], typed) {
                try terminal.answer(question, text)
            }
            terminal.finish().expect(status: status)
            #expect(!FileManager.default.fileExists(atPath: device.folder))
        }
    }
}
