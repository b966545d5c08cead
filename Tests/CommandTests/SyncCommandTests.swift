// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Syncing")
struct SyncCommandTests {
    private func pair() throws -> (family: Family, phone: Device, laptop: Device) {
        let (family, laptop) = try Family.pair(prepared: [["add", "Take out the bins"]])
        return (family, family.device, laptop)
    }

    @Test("After two devices edit one task offline and sync, both have both edits")
    func mainJob() throws {
        let (_, phone, laptop) = try pair()
        try phone.run("sync").expect()
        try rename("Take out the bins", "Take out all bins", on: phone)
        try laptop.run("done", "bins").expect()
        try phone.run("sync").expectQuietly("Sent")
        try laptop.run("sync").expectQuietly(["merged 1 document", .lacks("conflict")])
        try phone.run("sync").expectQuietly("Received")
        let trees = try [phone, laptop].map { try $0.run("status", "--json").object()["tree"] as? String }
        #expect(trees[0] == trees[1])
        try phone.run("list", "--all").expectQuietly("Take out all bins")
        for device in [phone, laptop] { try device.expectClean() }
    }

    @Test("A device that syncs before its first write still declares itself with that write")
    func declaresAfterSync() throws {
        let family = try Family()
        let phone = family.device
        try family.prepare([["add", "Bins"]])
        try family.hub()
        let laptop = try Device("laptop", in: family.root)
        try laptop.run("join", family.hubPath, laptop.folder, "--as", "Ben").expect()
        try phone.run("add", "Windows").expect()
        try phone.run("sync").expect()
        try laptop.run("sync").expectQuietly("Received")
        try phone.run("edit", "Bins", "--title", "All bins").expect()
        try laptop.run("edit", "Bins", "--title", "Both bins").expect()
        try phone.run("sync").expect()
        try laptop.run("sync").expectQuietly("conflicts")
        try laptop.run("conflicts").expectQuietly(["Ben on", "Mia on phone", .lacks("not known")])
    }

    @Test("A sync without changes says so, and its JSON is complete")
    func nothing() throws {
        let (_, phone, _) = try pair()
        try phone.run("sync").expect()
        try phone.run("sync").expectQuietly("Up to date with")
        let report = try phone.run("sync", "--json").object()
        #expect(
            Set(report.keys) == [
                "remotes", "failed", "rolledBack", "received", "sent", "joined", "conflicted", "skipped", "tookInEdits",
                "missing", "forked", "notices", "otherBranches", "commit", "photos",
            ])
    }

    @Test("A non-fast-forward push is an error, never a success")
    func rejected() throws {
        let (_, phone, laptop) = try pair()
        try laptop.run("sync").expect()
        try phone.run("add", "Feed the cat").expect()
        try phone.run("push").expect(status: 76, stdout: .empty, stderr: ["nothing was pushed", "hometask sync"])
        try phone.run("pull").expectQuietly("Received")
        try phone.run("push").expectQuietly("Sent")
    }

    @Test(
        "A push overtaken by another is retried after merging the other",
        arguments: ["before the push", "during the push"])
    func overtaken(when: String) throws {
        let (family, phone, tablet) = try pair()
        try tablet.run("add", "Feed the cat").expect()
        try tablet.git("push", "-q", "origin", "HEAD:refs/heads/side").expect()
        try phone.run("add", "Buy bread").expect()
        let hub = family.hubPath
        let move = "env -u GIT_QUARANTINE_PATH git --git-dir='\(hub)' update-ref refs/heads/main refs/heads/side"
        let once = "test -e '\(hub)/moved' || { touch '\(hub)/moved'; \(move); }"
        let folder = when == "before the push" ? try family.root.folder("bin") : hub + "/hooks"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + (when == "before the push" ? "/git" : "/pre-receive")
        let script =
            when == "before the push"
            ? "PATH=\"${PATH#*:}\"\ncase \" $* \" in *\" push \"*) \(once);; esac\nexec git \"$@\"" : once
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
        let other = phone.with(["PATH": folder + ":" + (phone.environment["PATH"] ?? "")])
        try other.run("sync").expect(stdout: "sent 1 change")
        #expect(FileManager.default.fileExists(atPath: hub + "/moved"))
        #expect(try phone.git("ls-remote", hub, "main").stdout.hasPrefix(try phone.head()))
        #expect(try phone.titles().sorted() == ["Buy bread", "Feed the cat", "Take out the bins"])
    }

    @Test("status shows the family, the member, the remote and unsent changes")
    func status() throws {
        let (family, phone, _) = try pair()
        try phone.run("add", "Feed the cat").expect()
        try phone.run("status").expectQuietly([
            "Berg", "Mia", .contains(family.hubPath), "1 change to send", "Conflicts  none",
        ])
        let status = try phone.run("status", "--json").object()
        #expect(status["ahead"] as? Int == 1)
        #expect(status["behind"] as? Int == 0)
        #expect((status["conflicts"] as? [Any])?.isEmpty == true)
    }

    @Test("status records hand edits, and asks about many missing files")
    func handEdits() throws {
        let device = try Family().device
        for title in ["One", "Two", "Three", "Four"] { try device.run("add", title).expect() }
        try rename("One", "Number one", on: device)
        #expect(try device.diary() == ["Mia edited 'Number one' by hand"])
        for file in try device.git("ls-files", "tasks").lines {
            try FileManager.default.removeItem(atPath: device.folder + "/" + file)
        }
        try device.run("status").expectQuietly(["4 files missing", "--accept-removals"])
        #expect(try device.run("list", "--json").objects().count == 4)
        try device.run("status", "--accept-removals").expectQuietly("Recorded edits by hand in 4 documents")
        #expect(try device.run("list", "--json").objects().isEmpty)
    }

    @Test("An unreadable file is left alone and named, and the command continues")
    func unreadable() throws {
        let device = try Family().device
        try device.run("add", "One").expect()
        try "<<<<<<< ours\n".write(toFile: device.onlyFile(in: "tasks"), atomically: true, encoding: .utf8)
        try device.run("status").expectQuietly(["Not recorded: tasks/", "Conflicts  none"])
        let wide = device.with(["COLUMNS": "1000"])
        try wide.run("status").expectQuietly("or discard the edit with 'git checkout -- tasks/")
        try "".write(toFile: device.folder + "/tasks/x.json", atomically: true, encoding: .utf8)
        try wide.run("status").expectQuietly("or discard the edit with 'git checkout -- tasks/")
    }

    @Test("Remotes are added, shown, changed and removed; a relative path is made absolute")
    func remotes() throws {
        let device = try Family().device
        try device.run("remote").expectQuietly(["no remotes yet", "hometask remote add origin URL"])
        try device.run("remote", "--json").expectQuietly(.exactly("[]\n"))
        try device.run("remote", "add", "origin", "../hub.git").expect()
        #expect(try device.run("remote", "--json").objects()[0]["url"] as? String == device.home + "/hub.git")
        try device.run("remote", "set", "origin", "ssh://host/hub.git").expect()
        try device.run("remote", "list").expectQuietly("ssh://host/hub.git")
        try device.run("remote", "set", "origin", "https://mia:secret@host/hub.git").expect()
        try device.run("remote").expectQuietly(.lacks("secret"))
        try device.run("remote", "remove", "origin").expect()
        try device.run("remote").expectQuietly("no remotes yet")
    }

    @Test("A remote with a missing path, which may be an unmounted disk, is added with a note")
    func missingFolder() throws {
        let family = try Family()
        let device = family.device.with(["COLUMNS": "300"])
        let note: TextExpectation = ["is not there", "mount that", "hometask remote set stick URL"]
        try device.run("remote", "add", "stick", "/media/no/stick.git").expect(
            stdout: "Added the remote ‘stick’.", stderr: note)
        try device.run("remote", "set", "stick", "/media/no/disk.git").expect(
            stdout: "Changed the URL", stderr: note)
        try device.run("remote", "set", "stick", device.folder).expectQuietly("Changed the URL")
    }

    @Test("A config with a password in a URL is readable only by its owner, even after later writes")
    func passwords() throws {
        let device = try Family().device.with(["COLUMNS": "300"])
        let config = device.folder + "/.git/config"
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: config)[.posixPermissions] as? Int
        }
        try device.run("remote", "add", "origin", "https://mia@host/hub.git").expectQuietly(.lacks("password"))
        #expect(try mode() == 0o644)
        for url in ["https://mia:secret@host/hub.git", "https://abcdefghijklmnopqrstuvwxyz@host/hub.git"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: config)
            try device.run("remote", "set", "origin", url).expectQuietly([
                "password", "credential.helper", .lacks("secret"), .lacks("abcdef"),
            ])
            #expect(try mode() == 0o600)
        }
        try device.run("remote", "add", "stick", "/media/stick").expect()
        #expect(try mode() == 0o600)
        try device.run("doctor").expect(stdout: ["password", "in plain text", .lacks("secret")])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: config)
        try device.run("doctor").expect(status: 1, stdout: "other users can read")
        try device.run("doctor", "--repair").expect(stdout: "now only you can read")
        #expect(try mode() == 0o600)
    }

    @Test("Object files left by killed programs are reported and removed")
    func leftovers() throws {
        let device = try Family().device
        let file = device.folder + "/.git/objects/pack/tmp_pack_AbCdEf"
        try Data("x".utf8).write(to: URL(fileURLWithPath: file))
        let old = Date(timeIntervalSinceNow: -4000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file)
        try device.run("doctor").expect(stdout: ["leftovers", "doctor --repair"])
        try device.run("doctor", "--repair").expect(stdout: "1 file of killed programs removed")
        #expect(!FileManager.default.fileExists(atPath: file))
        try device.run("doctor").expect(stdout: .lacks("leftovers"))
    }

    @Test("A remote of another family is refused, and nothing is merged")
    func otherFamily() throws {
        let (_, phone, _) = try pair()
        let other = try Family(members: ["Ann"])
        try other.hub()
        try phone.run("remote", "add", "theirs", other.hubPath).expect()
        try phone.expectRefusal(WrongUse("sync", "theirs", status: 76, message: "family", hint: .anything))
        try phone.run("member").expectQuietly(.lacks("Ann"))
    }

    @Test("All remotes are synced together; an unreachable one is named and sets the exit code")
    func allRemotes() throws {
        let (family, phone, laptop) = try pair()
        let stick = family.hubPath + ".stick"
        try phone.git("init", "--quiet", "--bare", stick).expect()
        for device in [phone, laptop] { try device.run("remote", "add", "stick", stick).expect() }
        try phone.run("add", "Windows").expect()
        try phone.run("sync", "--all").expectQuietly(["Sent", "(origin, stick)"])
        try phone.run("sync", "--all").expectQuietly("Up to date with origin, stick")
        try FileManager.default.moveItem(atPath: family.hubPath, toPath: family.hubPath + ".gone")
        try phone.run("add", "Floors").expect()
        try phone.run("sync", "--all").expect(
            status: 69, stdout: ["Sent", "(stick)"], stderr: ["‘origin’", "not there"])
        try laptop.run("sync", "stick").expectQuietly("Received")
        try laptop.run("list").expectQuietly(["Windows", "Floors"])
        let report = try laptop.run("sync", "--all", "--json").object()
        #expect((report["failed"] as? [[String: Any]])?.first?["remote"] as? String == "origin")
        try laptop.expectRefusal(
            WrongUse("sync", "--all", "stick", status: 64, message: "--all cannot be used together", hint: nil))
    }

    @Test("Syncing all remotes skips a remote of another family and names it")
    func allButAnotherFamily() throws {
        let (_, phone, laptop) = try pair()
        let other = try Family(members: ["Ann"])
        try other.hub()
        try phone.run("remote", "add", "stick", other.hubPath).expect()
        try phone.run("add", "Windows").expect()
        try phone.run("sync", "--all").expect(status: 76, stdout: ["Sent", "(origin)"], stderr: ["‘stick’", "family"])
        try phone.run("member").expectQuietly(.lacks("Ann"))
        try laptop.run("sync").expectQuietly("Received")
    }

    @Test("A missing remote, or an empty one for a pull, changes nothing")
    func remoteGone() throws {
        let (family, phone, _) = try pair()
        try FileManager.default.moveItem(atPath: family.hubPath, toPath: family.hubPath + ".gone")
        for command in ["sync", "push", "pull"] {
            try phone.expectRefusal(WrongUse(command, status: 69, message: "origin", hint: .anything))
        }
        try RunningProgram(
            "git", ["init", "--quiet", "--bare", family.hubPath], environment: phone.environment, folder: phone.home,
            input: ""
        ).finish().expect()
        try phone.expectRefusal(WrongUse("pull", status: 66, message: "empty", hint: "hometask push"))
    }

    static let wrongUses: [WrongUse] = [
        WrongUse("sync", status: 78, message: "no remote to sync with", hint: "hometask remote add origin URL"),
        WrongUse("push", "nowhere", status: 66, message: "no remote called ‘nowhere’", hint: "remote add"),
        WrongUse("remote", "add", "origin", "", status: 64, message: "not the URL", hint: "https://"),
        WrongUse("remote", "add", "origin", "--upload-pack=x", status: 64, message: .anything, hint: nil),
        WrongUse("remote", "add", "a b", "/x", status: 64, message: "cannot be the name of a remote", hint: "letters"),
        WrongUse("remote", "set", "origin", "/x", status: 66, message: "no remote called", hint: "remote add"),
        WrongUse("remote", "remove", "origin", status: 66, message: "no remote called", hint: "family has none"),
        WrongUse(
            "resolve", "x", "--take", "1", status: 66, message: "no conflicts to resolve", hint: "hometask sync"),
    ]

    @Test("Adding a second remote says that syncing it needs its name or --all, as sync uses only the default remote")
    func secondRemote() throws {
        let device = try Family().device
        try device.run("remote", "add", "stick", "/stick.git").expect(
            stdout: "'hometask sync' exchanges changes with it.")
        try device.run("remote", "add", "attic", "/attic.git").expect(
            stdout: "'hometask sync' exchanges changes with it.")
        try device.run("remote", "add", "wall", "/wall.git").expect(
            stdout: ["‘attic’ alone", "'hometask sync wall'", "--all' with all of them"])
        try device.run("remote", "add", "origin", "/hub.git").expect(
            stdout: "'hometask sync' exchanges changes with it.")
        try device.run("remote", "create", "\(device.home)/disk.git", "--name", "disk").expectQuietly(
            "'hometask sync disk' sends the family there")
    }

    @Test("Wrong usage is refused with a hint, and changes nothing", arguments: wrongUses)
    func wrongUse(_ use: WrongUse) throws {
        try Family().device.expectRefusal(use)
    }

    private func rename(_ title: String, _ other: String, on device: Device) throws {
        let file = try #require(try device.git("grep", "-l", "\"title\": \"\(title)\"").lines.first)
        let path = device.folder + "/" + file
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacingOccurrences(of: "\"\(title)\"", with: "\"\(other)\"")
            .write(toFile: path, atomically: true, encoding: .utf8)
        try device.run("status").expectQuietly("Recorded edits by hand in 1 document")
    }

    @Test("Sync counts the changes new to each side, and the documents changed on both")
    func counts() throws {
        let family = try Family()
        try family.hub()
        let phone = family.device
        try phone.run("add", "Milk").expect()
        try phone.run("add", "Bread").expect()
        try phone.run("sync").expect()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("sync").expect()
        try phone.run("sync").expect()

        // Each device changes its own task, so no document changes on both sides, although the heads diverge.
        try phone.run("edit", "Milk", "--points", "1").expect()
        try laptop.run("edit", "Bread", "--points", "2").expect()
        try phone.run("sync").expectQuietly(.exactly("Sent 1 change (origin).\n"))
        try laptop.run("sync").expectQuietly(.exactly("Received 1 change and sent 1 change (origin).\n"))
        try laptop.run("status").expectQuietly(.lacks("to send"))
        // The merge does not count as a change.
        try phone.run("sync").expectQuietly(.exactly("Received 1 change (origin).\n"))

        try phone.run("edit", "Milk", "--points", "3").expect()
        try laptop.run("edit", "Milk", "--priority", "high").expect()
        try laptop.run("edit", "Bread", "--points", "4").expect()
        try phone.run("sync").expect()
        try laptop.run("sync").expectQuietly("Received 1 change, sent 2 changes and merged 1 document")
        try phone.run("sync").expectQuietly(.exactly("Received 2 changes (origin).\n"))
        for device in [phone, laptop] { try device.run("show", "Milk").expectQuietly(["3", "high"]) }
    }

    @Test(
        "A truncated tracking reference does not stop a sync",
        arguments: ["sync", "push", "pull"])
    func tornTracking(command: String) throws {
        let (_, phone, _) = try pair()
        try phone.run("sync").expect()
        try phone.run("add", "Milk").expect()
        try "".write(toFile: phone.folder + "/.git/refs/remotes/origin/main", atomically: false, encoding: .utf8)
        try phone.run(command).expect()
        try phone.run("sync").expect()
        try phone.run("status").expectQuietly(.lacks("to send"))
    }
}
