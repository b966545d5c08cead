// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Founding and joining a family")
struct FoundingTests {
    private func device() throws -> Device {
        try Device("phone", in: TemporaryFolder())
    }

    @Test("init creates a family with a founder and starter tasks, and lists the next steps")
    func initWithStarter() throws {
        let device = try device()
        try device.run("init", device.folder, "--name", "Berg", "--me", "Mia", "--starter", "chores")
            .expectQuietly(["Created the family ‘Berg’", "Next:", "hometask list", "hometask remote add origin URL"])
        try device.expectClean()
        let tasks = try device.run("list", "--json").objects()
        #expect((7...9).contains(tasks.count))
        #expect(try device.run("category", "--json").objects().count >= 4)
        #expect(try device.diary(3).first == "Mia added \(tasks.count) chores to begin with")
        try device.run("me").expectQuietly("Mia")
    }

    @Test("init explains the next steps on terminals of any width")
    func stepsOnNarrowTerminals() throws {
        let device = try device()
        for (columns, told) in [
            (80, "add the others\n  hometask add"), (40, "hometask sync\n      send it there; on other devices:\n"),
        ] {
            let folder = "\(device.folder)\(columns)"
            let words = ["init", folder, "--name", "Berg", "--me", "Mia"]
            let outcome = try device.with(["COLUMNS": "\(columns)"]).run(words)
            outcome.expectQuietly([.contains(told), "set the family's"])
            let steps = outcome.stdout.split(separator: "\n").drop { $0 != "Next:" }
            #expect(steps.allSatisfy { $0.count <= columns || $0.hasPrefix("  hometask") }, "\(outcome)")
        }
    }

    @Test("init takes the machine's time zone unless one is given")
    func zone() throws {
        let device = try device().with(["TZ": "Asia/Tokyo"])
        try device.run("init", device.folder, "--name", "Berg").expectQuietly("Asia/Tokyo")
        let other = try self.device()
        try other.run("init", other.folder, "--name", "Berg", "--zone", "Europe/Amsterdam").expect()
        try other.run("config", "get", "zone").expectQuietly(.exactly("Europe/Amsterdam\n"))
    }

    @Test("init without a member or an address says how to set them later")
    func later() throws {
        let device = try device()
        try device.run("init", device.folder, "--name", "Berg")
            .expectQuietly(["hometask me --new NAME", "hometask config set --family email ADDRESS"])
        try device.run("me").expect(status: 78, stderr: ["no member is set for this device", "hometask me --new NAME"])
        try device.run("me", "--new", "Mia").expectQuietly("Mia")
        try device.run("config", "set", "--family", "email", "berg@example.org").expectQuietly("whole family")
        #expect(try device.git("log", "-1", "--format=%an <%ae>").lines == ["Mia <berg@example.org>"])
    }

    @Test("A bare family works like any other")
    func bare() throws {
        let family = try Family(isBare: true)
        try family.device.run("add", "Feed the cat").expect()
        #expect(try family.device.run("list", "--json").objects().count == 1)
        #expect(try family.device.run("status", "--json").object()["bare"] as? Bool == true)
    }

    @Test("init refuses invalid arguments and creates nothing")
    func refusals() throws {
        let device = try device()
        let uses: [(arguments: [String], status: Int32, message: TextExpectation)] = [
            ([], 64, ["needs a name", "--name NAME"]),
            (["--name", " "], 64, "name cannot be empty"),
            (["--name", "a\nb"], 64, "single line without control characters"),
            (["--name", "Berg", "--zone", "Mars/Olympus"], 64, ["Mars/Olympus", "--zone"]),
            (["--name", "Berg", "--zone", "../../etc/passwd"], 64, "not a time zone"),
            (["--name", "Berg", "--email", "berg"], 64, ["‘berg’ is not an e-mail address", "mia@example.org"]),
            (["--name", "Berg", "--email", "a@b@c.org"], 64, "not an e-mail address"),
            (["--name", "Berg", "--me", ""], 64, "name cannot be empty"),
            (["--name", "Berg", "--starter", "dreams"], 64, ["dreams", "chores"]),
            (["--name", "Berg", "--device", String(repeating: "x", count: 101)], 64, "100 characters"),
        ]
        for use in uses {
            try device.run(["init", device.folder] + use.arguments)
                .expect(status: use.status, stdout: .empty, stderr: use.message)
            #expect(!FileManager.default.fileExists(atPath: device.folder), "\(use.arguments)")
        }
    }

    @Test("init never creates a family over another, or inside a repository without --nested")
    func twice() throws {
        let family = try Family()
        let device = family.device
        for folder in [device.folder, "."] {
            try device.expectRefusal(
                WrongUse(
                    "init", folder, "--name", "Two", status: 73, message: "is already a git repository", hint: "status")
            )
        }
        try device.expectRefusal(
            WrongUse("init", "inner", "--name", "Two", status: 73, message: "lies inside", hint: "--nested"))
        try device.run("init", device.folder + "/inner", "--nested", "--name", "Two").expect()
        #expect(FileManager.default.fileExists(atPath: device.folder + "/inner/family.json"))
    }

    @Test("init leaves a non-empty folder alone")
    func notEmpty() throws {
        let device = try device()
        try FileManager.default.createDirectory(atPath: device.folder, withIntermediateDirectories: true)
        try "mine".write(toFile: device.folder + "/notes.txt", atomically: true, encoding: .utf8)
        try device.run("init", "--name", "Berg").expect(status: 73, stderr: ["not empty", "notes.txt", "hint: "])
        #expect(try FileManager.default.contentsOfDirectory(atPath: device.folder) == ["notes.txt"])
    }

    @Test("join clones the family from its remote, as an existing or a new member")
    func join() throws {
        let family = try Family()
        try family.hub()
        let laptop = try family.join("laptop", as: "ben")
        try laptop.run("me").expectQuietly("Ben")
        try laptop.expectClean()
        #expect(try laptop.diary() == ["Ben named a device 'laptop'"])
        let tablet = try Device("tablet", in: family.root)
        try tablet.run("join", family.hubPath, tablet.folder, "--new", "Noor").expectQuietly("as Noor")
        try tablet.run("me", "--json").expectQuietly("\"name\": \"Noor\"")
    }

    @Test("join without a member succeeds and says how to set the member")
    func joinOpen() throws {
        let family = try Family()
        try family.hub()
        let laptop = try Device("laptop", in: family.root)
        try laptop.run("join", family.hubPath).expectQuietly(["in hub", "Ben, Mia, Zoë", "hometask me NAME"])
        #expect(FileManager.default.fileExists(atPath: laptop.home + "/hub/family.json"))
    }

    @Test("A failed join leaves nothing behind")
    func failedJoin() throws {
        let family = try Family()
        try family.hub()
        let laptop = try Device("laptop", in: family.root)
        let empty = try family.root.folder("empty.git")
        try RunningProgram(
            "git", ["init", "--quiet", "--bare", empty], environment: laptop.environment, folder: empty, input: ""
        ).finish().expect()
        let uses: [(arguments: [String], status: Int32, message: TextExpectation)] = [
            (
                [family.hubPath, laptop.folder, "--as", "Nobody"], 66,
                ["no member is called ‘Nobody’", "Ben, Mia, Zoë"]
            ),
            (
                [family.hubPath, laptop.folder, "--new", "MIA"], 73,
                ["a member called ‘Mia’ already exists", "use --as Mia instead of --new", .lacks("--another")]
            ),
            ([family.hubPath, laptop.folder, "--as", "Mia", "--new", "Mia"], 64, "cannot be used together"),
            ([family.root.path + "/nowhere.git", laptop.folder], 69, ["hint: "]),
            (["/nowhere.git", laptop.folder], 69, ["‘origin’ (/nowhere.git)", .lacks("//nowhere"), "hint: "]),
            ([empty, laptop.folder], 66, ["empty", "hint: "]),
            (["", laptop.folder], 64, ["hint: "]),
            (["--upload-pack=touch x", laptop.folder], 64, .anything),
        ]
        for use in uses {
            try laptop.run(["join"] + use.arguments).expect(status: use.status, stdout: .empty, stderr: use.message)
            #expect(!FileManager.default.fileExists(atPath: laptop.folder), "\(use.arguments)")
        }
    }

    @Test("join refuses a non-empty folder and leaves it unchanged")
    func joinNotEmpty() throws {
        let family = try Family()
        try family.hub()
        let laptop = try Device("laptop", in: family.root)
        try FileManager.default.createDirectory(atPath: laptop.folder, withIntermediateDirectories: true)
        try "mine".write(toFile: laptop.folder + "/notes.txt", atomically: true, encoding: .utf8)
        try laptop.run("join", family.hubPath, laptop.folder).expect(status: 73, stderr: ["not empty", "hint: "])
        #expect(try FileManager.default.contentsOfDirectory(atPath: laptop.folder) == ["notes.txt"])
    }

    @Test("The first family on a machine becomes the default family")
    func defaultFamily() throws {
        let device = try device()
        let told: TextExpectation = "It is your default family"
        try device.run("init", device.home + "/berg", "--name", "Berg", "--me", "Mia").expectQuietly([
            told, .lacks("cd "),
        ])
        try device.run("add", "Feed the cat").expectQuietly("Added 1")
        try device.run("init", "tal", "--name", "Tal", "--me", "Ben").expectQuietly([
            .lacks("default family"), "cd tal",
        ])
        try device.run("me").expectQuietly("Mia")
        try device.run("-C", "tal", "me").expectQuietly("Ben")
        try device.run("config", "get", "default-family").expectQuietly(.exactly(device.home + "/berg\n"))
        try device.run("leave", "--yes").expect()
        try device.run("config", "get", "default-family").expect(status: 1, stdout: .empty)
        var tal = device
        tal.folder = device.home + "/tal"
        try tal.git("config", "receive.denyCurrentBranch", "updateInstead").expect()
        try device.run("join", device.home + "/tal", "den", "--as", "Ben").expectQuietly(told)
        try device.run("config", "get", "default-family").expectQuietly(.exactly(device.home + "/den\n"))
    }

    @Test("init succeeds even if settings cannot be saved; broken settings are left unchanged")
    func brokenSettings() throws {
        let device = try device()
        let folder = device.home + "/.config/hometask"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: folder + "/config.json", withIntermediateDirectories: false)
        try device.run("-C", "berg", "init", "--name", "Berg").expect(status: 0, stderr: "note: ")
        #expect(FileManager.default.fileExists(atPath: device.home + "/berg/family.json"))
    }

    @Test("me never creates a second member with the same name")
    func me() throws {
        let device = try Family().device
        try device.expectRefusal(
            WrongUse(
                "me", "--new", "ben", status: 73, message: "‘Ben’ already exists", hint: "'hometask me Ben'"))
        try device.expectRefusal(
            WrongUse(
                "me", "Noor", status: 66, message: "no member is called", hint: ["Ben, Mia, Zoë.", "--new NAME adds"]))
        try device.run("me", "ben").expectQuietly("This device is now Ben's.")
        try device.run("member", "edit", "Ben", "--email", "ben@example.org").expect()
        try device.run("me").expectQuietly("This device is Ben's (ben@example.org).")
    }
}
