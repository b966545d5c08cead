// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Setting up a family by questions")
struct SetupTests {
    private let root: TemporaryFolder
    private let device: Device

    init() throws {
        root = try TemporaryFolder()
        device = try Device("phone", in: root)
    }

    /// The arguments that answer all questions but the one for the place to sync.
    private let answers = ["setup", "--name", "Berg", "--me", "Mia", "--phones", "none"]

    private var hasFamily: Bool { FileManager.default.fileExists(atPath: device.folder) }

    @Test("The options are answers, and others join from the new repository beside what the folder holds")
    func options() throws {
        let stick = try root.folder("stick")
        try "".write(toFile: stick + "/holiday.jpg", atomically: true, encoding: .utf8)
        try device.run(answers + ["--members", "Tom, Kim", "--hub", stick]).expectQuietly([
            "Created the family ‘Berg’ in family", "default family", "\(stick)/family.git", "Sent", "Next:",
            "hometask join \(stick)/family.git",
        ])
        try device.run("member", "list").expectQuietly(["Mia", "Tom", "Kim"])
        try device.run("me").expectQuietly("Mia")
        try device.expectClean()
        let other = try Device("laptop", in: root)
        try other.run("join", stick + "/family.git", other.folder, "--as", "Tom").expectQuietly("as Tom")
    }

    @Test("On a terminal, five questions are asked, invalid answers again, and nothing is made before the last")
    func questions() throws {
        let terminal = try Terminal(device, "setup", "--phones", "none", rows: 40)
        try terminal.answer("What is the family called?", "Berg\n")
        try terminal.answer("What is your name?", "\u{7}\n")
        try terminal.answer("control characters", "Mia\n")
        try terminal.answer("Who else belongs to it?", "Tom,\n")
        try terminal.answer("A place, or Enter for none:", "-x\n")
        try terminal.waitFor("error: ‘-x’ is no place")
        #expect(!hasFamily)
        try terminal.answer("A place, or Enter for none:", "\n")
        let outcome = terminal.finish()
        outcome.expect(stdout: ["Created the family ‘Berg’", "Next:"])
        #expect(outcome.stdout.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(outcome)")
        try device.run("member", "list").expectQuietly(["Mia", "Tom"])
    }

    @Test("Ctrl-C at a question leaves nothing behind")
    func interrupted() throws {
        let terminal = try Terminal(device, "setup")
        try terminal.answer("What is the family called?", "Berg\n")
        try terminal.answer("What is your name?", "\u{3}")
        #expect(terminal.finish().status != 0)
        #expect(!hasFamily)
    }

    @Test("Invalid answers are refused, and nothing is made")
    func refusals() throws {
        let uses: [(words: [String], status: Int32, message: TextExpectation)] = [
            (["setup"], 64, ["needs a name", "--name NAME"]),
            (["setup", "--name", "Berg"], 64, ["first member", "--me NAME"]),
            (["setup", "--name", "a\nb", "--me", "Mia"], 64, "control characters"),
            (answers + ["--members", "Tom,\u{7}"], 64, "control characters"),
            (answers + ["--members", "mia"], 64, "‘mia’ is given twice"),
            (answers + ["--hub", "nas"], 64, "‘nas’ is no place"),
            (answers + ["--hub", " "], 64, "is no place"),
            (answers + ["--hub", "mia@nas:"], 64, "‘mia@nas:’ is no place"),
            (answers + ["--hub", "mia@nas:~tom"], 64, "‘mia@nas:~tom’ is no place"),
            (answers + ["--hub=-x"], 64, ["‘-x’ is no place", "hosting site"]),
            (["setup", "/", "--name", "Berg", "--me", "Mia"], 64, "folder"),
        ]
        for use in uses {
            try device.run(use.words).expect(status: use.status, stderr: use.message)
            #expect(!hasFamily, "\(use.words)")
        }
    }

    @Test("Run again, it goes on with the family, and asks for no second repository")
    func again() throws {
        try device.run(answers).expectQuietly(.lacks("hometask join"))
        let hub = root.path + "/hub.git"
        try device.run("setup", "--hub", hub, "--phones", "none")
            .expectQuietly(["Going on with the family ‘Berg’", "Created an empty repository in \(hub)", "Sent"])
        try device.expectRefusal(
            WrongUse(
                "setup", "--hub", root.path + "/other", status: 64, message: "syncs with \(hub) already",
                hint: "remote set"))
        #expect(!FileManager.default.fileExists(atPath: root.path + "/other"))
        try device.expectRefusal(
            WrongUse("setup", "--me", "Zoe", status: 64, message: "is there already", hint: "hometask member add"))
        try device.run(answers.filter { $0 != "--me" && $0 != "Mia" }).expectQuietly("Going on with the family ‘Berg’")
        try device.expectRefusal(
            WrongUse(
                "setup", "--name", "Tal", status: 73, message: "has the family ‘Berg’ already", hint: "another folder"))
        try device.run("setup", "--hub", "none", "--phones", "none").expectQuietly("Going on")
        let unsure = try Terminal(device, "setup", "--phones", "none")
        unsure.finish().expect(stdout: .lacks("A place"))
    }

    @Test("On another machine, the repository is created by ssh, and the family sent there")
    func machine() throws {
        let script = device.home + "/ssh"
        let far = try root.folder("far")
        try ProgramFile.write(
            """
            #!/bin/sh
            for last; do :; done
            cd '\(far)' && HOME='\(far)' exec sh -c "$last"

            """, to: script)
        let phone = device.with(["GIT_SSH_COMMAND": script])
        try phone.run(answers + ["--hub", "mia@nas:our family.git"]).expect(stdout: [
            "Added the remote ‘origin’", "Sent",
        ])
        #expect(FileManager.default.fileExists(atPath: far + "/our family.git/HEAD"))
        // The tilde is that of the other machine's user.
        try phone.run("setup", root.path + "/second", "--name", "Tal", "--me", "Tom", "--hub", "nas:~/tal.git").expect()
        #expect(FileManager.default.fileExists(atPath: far + "/tal.git/HEAD"))
    }

    @Test("On another machine, no repository is made among the files of a folder")
    func fullFolder() throws {
        let (far, script) = (try root.folder("far"), device.home + "/ssh")
        try ProgramFile.write("#!/bin/sh\nfor last; do :; done\ncd '\(far)' && exec sh -c \"$last\"\n", to: script)
        let stick = far + "/stick"
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        try "".write(toFile: stick + "/a", atomically: true, encoding: .utf8)
        try device.with(["GIT_SSH_COMMAND": script]).run(answers + ["--hub", "[fd00::2]:stick"])
            .expect(stdout: ["‘origin’", "hometask join '[fd00::2]:stick/family.git'"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: stick).sorted() == ["a", "family.git"])
    }

    @Test("A repository that refuses the family is no remote afterwards, and another one can be given")
    func refused() throws {
        let other = try Family()
        try other.hub()
        try device.run(answers + ["--hub", other.hubPath]).expect(
            status: 76, stdout: [.lacks("hometask join"), "Next:"], stderr: "another family")
        try device.run("remote").expectQuietly("no remotes")
        let empty = root.path + "/empty.git"
        try device.git("init", "-q", "--bare", empty)
        try device.run("setup", "--hub", empty, "--phones", "none").expect(stdout: ["Sent", "hometask join \(empty)"])
        try device.run("setup", "--phones", "none").expect(stdout: "Going on")
    }

    @Test("Without a home folder, or where something else is, nothing is asked")
    func noFolder() throws {
        try device.with(["HOME": ""]).run("setup", "--name", "Berg")
            .expect(status: 78, stderr: ["no home folder", "'hometask setup DIR'"])
        try "".write(toFile: device.folder, atomically: true, encoding: .utf8)
        var home = device
        home.folder = device.home
        let terminal = try Terminal(home, "setup")
        terminal.finish().expect(status: 73, stdout: ["family is not a folder", .lacks("What is")])
    }

    @Test("The end of the input is no answer")
    func ended() throws {
        let terminal = try Terminal(device, "setup", "--name", "Berg", "--me", "Mia")
        try terminal.answer("Who else belongs to it?", "\u{4}")
        terminal.finish().expect(status: 75, stdout: ["the input ended", "Nothing was made"])
        #expect(!hasFamily)
    }

    @Test("In a repository of something else, the family goes into the home folder")
    func elsewhere() throws {
        let code = device.home + "/code"
        try FileManager.default.createDirectory(atPath: code, withIntermediateDirectories: true)
        var inside = device
        inside.folder = code
        try inside.git("init", "-q")
        try inside.run(answers).expectQuietly("Created the family ‘Berg’ in \(device.folder)")
        #expect(hasFamily)
    }

    @Test("A machine that cannot be reached is reported, and the family is there")
    func unreachable() throws {
        let script = device.home + "/ssh"
        try ProgramFile.write("#!/bin/sh\necho 'ssh: no such host' >&2\nexit 255\n", to: script)
        try device.with(["GIT_SSH_COMMAND": script]).run(answers + ["--hub", "nas:family.git"]).expect(
            status: 69, stdout: ["Created the family ‘Berg’", "Next:"],
            stderr: ["no such host", "no repository could be made at nas:family.git", "'hometask setup' again"])
        try device.run("remote").expectQuietly("no remotes")
        try device.run("list").expect()
    }

    @Test("For a hosting site, the steps are printed, with this machine's key")
    func sites() throws {
        try device.run(answers + ["--hub", "GitHub.com"]).expectQuietly([
            "https://github.com/new", "ssh-keygen -t ed25519",
            "hometask setup --hub git@github.com:NAME/family.git",
        ])
        try FileManager.default.createDirectory(
            atPath: device.home + "/.ssh", withIntermediateDirectories: true)
        try "ssh-ed25519 AAAA\u{1b}[31m mia\n".write(
            toFile: device.home + "/.ssh/id_ed25519.pub", atomically: true, encoding: .utf8)
        for (site, page) in [
            ("gitlab", "gitlab.com/-/user_settings/ssh_keys"), ("codeberg", "codeberg.org/repo/create"),
        ] {
            try device.run("setup", "--hub", site, "--phones", "none")
                .expectQuietly([.contains(page), "ssh-ed25519 AAAA", .lacks("\u{1b}"), .lacks("ssh-keygen")])
        }
    }
}
