// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `doctor` reports every fault that other commands report or ignore, and then never says ‘No problems found’.
@Suite("Doctor findings")
struct DoctorTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family.withHub()
        phone = family.device
    }

    /// Expects a matching finding, and no ‘No problems found’.
    private func expectFinding(
        _ severity: String, _ words: TextExpectation, on device: Device? = nil, repairs: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let device = device ?? phone
        let status: Int32 = severity == "problem" ? 1 : 0
        let options = (repairs ? ["--repair"] : []) + ["--json"]
        let found = try device.run(["doctor"] + options).expect(status: status).objects()
        let texts = found.filter { $0["severity"] as? String == severity }
            .map { "\($0["subject"] ?? ""): \($0["message"] ?? "") \($0["hint"] ?? "")" }
        #expect(texts.contains { words.fault(in: $0) == nil }, "\(texts)", sourceLocation: sourceLocation)
        let page = try device.run(["doctor"] + options.dropLast())
        page.expect(status: status, stdout: .lacks("No problems found"), sourceLocation: sourceLocation)
    }

    @Test("No findings in a healthy family")
    func well() throws {
        try phone.run("doctor").expectQuietly("No problems found.")
    }

    @Test("A full or read-only disk, on which --repair repairs nothing", .enabled(if: Mount.isPossible))
    func disk() throws {
        var mounted = phone
        let mount = try Mount(at: phone.home + "/mounted", size: "3m")
        mounted.folder = mount.path + "/family"
        try FileManager.default.copyItem(atPath: phone.folder, toPath: mounted.folder)
        try expectFinding("advice", ["disk: only", "MB are free", .contains(mounted.folder)], on: mounted)
        _ = FileManager.default.createFile(atPath: mount.path + "/filler", contents: nil)
        let filler = try #require(FileHandle(forWritingAtPath: mount.path + "/filler"))
        for size in [1 << 16, 1 << 12, 1] {
            while (try? filler.write(contentsOf: Data(count: size))) != nil {}
        }
        try filler.close()
        for repairs in [false, true] {
            try expectFinding(
                "problem", ["disk: the disk is full", .contains(mounted.folder)], on: mounted, repairs: repairs)
        }
        try mounted.run("list").expectQuietly()
        try FileManager.default.removeItem(atPath: mount.path + "/filler")
        try mount.makeReadOnly()
        for repairs in [false, true] {
            try expectFinding("problem", ["disk: ", "Read-only file system"], on: mounted, repairs: repairs)
        }
    }

    @Test("An unknown time zone in the family or in a task")
    func zones() throws {
        let add = ["add", "Call Ana", "--due", "2026-11-25 10:00"]
        try phone.run(add).expect()
        let task = try phone.onlyFile(in: "tasks")
        try String(contentsOfFile: task, encoding: .utf8)
            .replacingOccurrences(
                of: #""at": "2026-11-25T09:00:00Z""#,
                with: #""at": "2026-11-25T09:00:00Z", "zone": "Moon/Tranquility""#
            )
            .write(toFile: task, atomically: true, encoding: .utf8)
        try phone.run("status").expect(stdout: "Recorded edits by hand in 1 document")
        try expectFinding("problem", ["time zone: 1 task has", "Moon/Tranquility", "--due TIME"])
        try phone.run("edit", "1", "--due", "2026-11-25 11:00").expect()
        let path = phone.folder + "/family.json"
        try String(contentsOfFile: path, encoding: .utf8)
            .replacingOccurrences(of: "Europe/Amsterdam", with: "Mars/Olympus")
            .write(toFile: path, atomically: true, encoding: .utf8)
        try phone.run("status").expect(stdout: "Recorded edits by hand in 1 document")
        try expectFinding(
            "problem", ["time zone: this machine does not know the family's, ‘Mars/Olympus’", "--family zone"])
        try phone.run("config", "set", "--family", "zone", "Europe/Amsterdam").expect()
        try phone.run("doctor").expectQuietly("No problems found.")
    }

    @Test("A remote in a missing folder, or in a folder that is not a repository")
    func remote() throws {
        let away = family.hubPath + ".away"
        try FileManager.default.moveItem(atPath: family.hubPath, toPath: away)
        try expectFinding("advice", ["remote: ‘origin’", "is not there", "remote set origin URL"])
        try FileManager.default.createDirectory(atPath: family.hubPath, withIntermediateDirectories: true)
        try expectFinding("problem", ["remote: ‘origin’", "cannot be opened as a git repository"])
        try phone.run("sync").expect(status: 69)
        try FileManager.default.removeItem(atPath: family.hubPath)
        try FileManager.default.moveItem(atPath: away, toPath: family.hubPath)
        try phone.run("remote", "remove", "origin").expect()
        try expectFinding("advice", ["remote: there is none"])
    }

    @Test("Settings that commands ignore")
    func settings() throws {
        let folder = phone.home + "/.config/hometask"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #"{"sort":"size","tiemout":"3","units":3,"default-family":"/nowhere"}"#
            .write(toFile: folder + "/config.json", atomically: true, encoding: .utf8)
        try expectFinding("problem", ["setting: sort", "is ignored", "‘size’", "config set --user sort VALUE"])
        try expectFinding("problem", ["setting: units", "its value is not a string"])
        try expectFinding("problem", ["setting: default-family", "/nowhere"])
        try expectFinding("problem", ["setting: "])
        let found = try phone.run("doctor", "--json").objects()
        #expect(found.contains { ($0["message"] as? String)?.contains("‘tiemout’") == true })
        #expect(found.contains { ($0["hint"] as? String)?.contains("‘timeout’") == true })
        try FileManager.default.removeItem(atPath: folder + "/config.json")
        try phone.run("config", "set", "timeout", "5").expect()
        try phone.run("doctor").expectQuietly("No problems found.")
    }

    @Test("A device without a member, and conflicting edits")
    func everyday() throws {
        let tablet = try family.join("tablet", as: "Ben")
        try phone.run("add", "Milk").expect()
        try phone.run("sync").expect()
        try tablet.run("sync").expect()
        try phone.run("edit", "Milk", "--title", "Oat milk").expect()
        try tablet.run("edit", "Milk", "--title", "Cow milk").expect()
        try phone.run("sync").expect()
        try tablet.run("sync").expect()
        try expectFinding("advice", ["conflicts: 1 document", "hometask conflicts"], on: tablet)
        try FileManager.default.removeItem(atPath: tablet.folder + "/.git/hometask/device.json")
        try expectFinding("advice", ["you: ", "hometask me NAME"], on: tablet)
    }

    @Test("A clock more than ten minutes fast")
    func clock() throws {
        try phone.at("2026-11-21T09:10:00Z").run("add", "Milk").expect()
        try phone.run("doctor").expectQuietly("No problems found.")
        try phone.at("2026-11-21T09:10:01Z").run("add", "Eggs").expect()
        try expectFinding("advice", ["clock: a device's clock runs ahead", "2026-11-21T09:10:01Z"])
    }

    @Test("Open tasks assigned to a removed member by a device unaware of the removal")
    func leaver() throws {
        let tablet = try family.join("tablet", as: "Zoë")
        try phone.run("member", "remove", "Ben").expect()
        try tablet.run("add", "Milk", "--for", "Ben").expect()
        try tablet.run("add", "Eggs", "--for", "Ben", "--for", "Mia").expect()
        try phone.run("sync").expect()
        try tablet.run("sync").expect()
        try expectFinding("advice", ["member: 1 open task is for ‘Ben’, who was removed", "--for MEMBER"], on: tablet)
        try tablet.run("edit", "Milk", "--for", "Mia").expect()
        try tablet.run("doctor").expectQuietly("No problems found.")
    }

    @Test("A document under another document's file name")
    func anotherName() throws {
        try phone.run("add", "Milk").expect()
        let task = try phone.onlyFile(in: "tasks")
        let other = "tasks/00/00000000-0000-4000-8000-000000000000.json"
        try FileManager.default.createDirectory(
            atPath: phone.folder + "/tasks/00", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: task, toPath: phone.folder + "/" + other)
        try phone.git("add", other).expect()
        try phone.git("commit", "-qm", "A copy").expect()
        try expectFinding("problem", [.contains("document: \(other) cannot be read")])
    }

    @Test("The number of malformed values, if not all are named")
    func manyMalformed() throws {
        try phone.run(["add", "--stdin"], input: (1...51).map { "Task \($0)\n" }.joined()).expect()
        for path in try phone.git("ls-files", "tasks").lines {
            let file = phone.folder + "/" + path
            try String(contentsOfFile: file, encoding: .utf8)
                .replacingOccurrences(of: "\n  \"title\":", with: "\n  \"points\": \"many\",\n  \"title\":")
                .write(toFile: file, atomically: true, encoding: .utf8)
        }
        try phone.git("commit", "-qam", "By hand").expect()
        try expectFinding("problem", "value: 51 values are malformed in all; 50 are named here")
    }

    @Test("An unreadable plugin")
    func plugin() throws {
        let folder = phone.home + "/plugins"
        let plugin = try PluginFolder("odd", in: folder, program: "", offers: PluginFolder.command)
        try plugin.write("{", to: "plugin.json")
        let device = phone.with(["HOMETASK_PLUGIN_PATH": folder])
        try expectFinding("advice", ["plugin: odd does not run", "plugin show odd"], on: device)
    }
}
