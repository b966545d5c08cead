// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A family is identified by its id: a renamed branch is recognised, and two branches of one family are always
/// reported.
@Suite("Renamed branches")
struct RenamedBranchTests {
    let family: Family
    let phone: Device
    let laptop: Device

    init() throws {
        (family, laptop) = try Family.pair()
        phone = family.device
    }

    @discardableResult
    private func hub(_ words: String...) throws -> Outcome {
        let identity = ["-c", "user.name=A person", "-c", "user.email=person@example.org"]
        return try RunningProgram(
            "git", ["--git-dir=\(family.hubPath)"] + identity + words, environment: phone.environment,
            folder: family.root.path, input: ""
        ).finish().expect()
    }

    private func branches() throws -> [String] {
        try hub("for-each-ref", "--format=%(refname:short)", "refs/heads").lines
    }

    /// Adds a task on each device, syncs both, and expects both tasks in one branch of the hub.
    private func expectOneFamily(on branch: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for (device, task) in [(phone, "Feed the cat"), (laptop, "Water the plants")] {
            try device.run("add", task).expect()
            try device.run("sync").expect()
        }
        for device in [phone, laptop] {
            try device.run("sync").expect()
            try device.run("sync").expectQuietly(["Up to date", .lacks("branch")])
            try device.run("list").expect(stdout: ["Feed the cat", "Water the plants"])
            try device.run("doctor").expectQuietly("No problems found")
        }
        #expect(try phone.head() == laptop.head(), sourceLocation: sourceLocation)
        #expect(try hub("rev-parse", branch).lines == [phone.head()], sourceLocation: sourceLocation)
        #expect(try branches() == [branch], sourceLocation: sourceLocation)
    }

    @Test(
        "A branch renamed at the hub is followed, whether or not HEAD names it", arguments: [true, false])
    func renamedAtHub(movesHead: Bool) throws {
        try hub("branch", "-m", "main", "trunk")
        if !movesHead { try hub("symbolic-ref", "HEAD", "refs/heads/main") }
        try phone.run("add", "Take out the bins").expect()
        let report = try phone.run("sync", "--json").object()
        let notices = try #require(report["notices"] as? [String])
        #expect(notices.contains { $0.contains("has no branch ‘main’") && $0.contains("‘trunk’") }, "\(notices)")
        #expect(report["rolledBack"] as? [String] == [])
        #expect(try branches() == ["trunk"])
        try expectOneFamily(on: "trunk")
        let tablet = try Device("tablet", in: family.root)
        try tablet.run("join", family.hubPath, tablet.folder, "--as", "Zoë", "--device", "tablet").expect()
        try tablet.run("list").expect(stdout: "Feed the cat")
    }

    @Test("A family can be joined from a hub with several branches and a dangling HEAD once HEAD is set")
    func joinedWithoutHead() throws {
        try hub("branch", "draft", "main")
        try hub("symbolic-ref", "HEAD", "refs/heads/gone")
        let tablet = try Device("tablet", in: family.root)
        let words = ["join", family.hubPath, tablet.folder, "--as", "Zoë", "--device", "tablet"]
        try tablet.run(words).expect(
            status: 64, stdout: .empty,
            stderr: ["‘draft’, ‘main’", "does not say which one", "git symbolic-ref HEAD refs/heads/NAME"])
        #expect(!FileManager.default.fileExists(atPath: tablet.folder))
        try hub("symbolic-ref", "HEAD", "refs/heads/main")
        try tablet.run(words).expect()
        try tablet.run("member").expect(stdout: "Zoë")
        try tablet.git("merge-base", "--is-ancestor", hub("rev-parse", "main").lines[0], "HEAD").expect()
    }

    @Test("New commits on the renamed branch are received by sync and pull", arguments: ["sync", "pull"])
    func receives(command: String) throws {
        try laptop.run("add", "Milk").expect()
        try laptop.run("sync").expect()
        try hub("branch", "-m", "main", "trunk")
        try phone.run(command).expect(stdout: ["Received", "‘trunk’"])
        try phone.run("list").expect(stdout: "Milk")
        #expect(try branches() == ["trunk"])
    }

    @Test("A branch renamed between fetch and push is not recreated")
    func renamedMeanwhile() throws {
        let script = "\(family.root.path)/receive-pack"
        try ProgramFile.write(
            """
            #!/bin/sh
            git --git-dir='\(family.hubPath)' branch -m main trunk 2>/dev/null
            exec git-receive-pack "$@"

            """, to: script)
        try phone.git("config", "remote.origin.receivepack", script).expect()
        try phone.run("add", "Take out the bins").expect()
        try phone.run("sync").expect(stdout: ["Sent 1 change", "‘trunk’"])
        #expect(try branches() == ["trunk"])
        try laptop.run("sync").expect(stdout: ["Received", "‘trunk’"])
        try expectOneFamily(on: "trunk")
    }

    @Test("Renaming a branch back is followed, too")
    func renamedBack() throws {
        try hub("branch", "-m", "main", "trunk")
        for device in [phone, laptop] { try device.run("sync").expect() }
        try hub("branch", "-m", "trunk", "main")
        try expectOneFamily(on: "main")
    }

    @Test("A branch renamed locally still syncs with the same remote branch")
    func renamedHere() throws {
        try phone.git("branch", "-m", "main", "home").expect()
        try expectOneFamily(on: "main")
        try phone.run("status").expect(stdout: ["Branch", "home"])
    }

    @Test("Another branch checked out locally is not sent until its upstream is set")
    func checkedOut() throws {
        try phone.git("switch", "--quiet", "-c", "draft").expect()
        try phone.run("add", "Milk").expect()
        let before = try hub("rev-parse", "main").lines
        for command in ["sync", "push", "pull"] {
            try phone.run(command).expect(
                status: 75, stdout: .empty,
                stderr: ["‘draft’", "‘main’", "'git switch main'", "'git branch -u origin/main'"])
        }
        #expect(try branches() == ["main"])
        #expect(try hub("rev-parse", "main").lines == before)
        try phone.git("branch", "-u", "origin/main").expect()
        try expectOneFamily(on: "main")
    }

    /// Splits the hub's branch: the phone syncs with `main`, the laptop with `trunk`.
    private func split() throws {
        try hub("branch", "trunk", "main")
        try laptop.git("fetch", "--quiet", "origin").expect()
        try laptop.git("branch", "--quiet", "-u", "origin/trunk").expect()
        try laptop.run("add", "Milk").expect()
        try laptop.run("sync").expect()
        try phone.run("add", "Bread").expect()
    }

    @Test("Two branches of a family are reported by sync, status and doctor; the suggested commands merge them")
    func twoBranches() throws {
        try split()
        let words: TextExpectation = ["second branch of this family, ‘trunk’", "git branch -u origin/trunk"]
        try phone.run("doctor").expect(status: 1, stdout: words)
        try phone.run("sync").expect(stdout: words)
        let reported = try #require(try phone.run("sync", "--json").object()["otherBranches"] as? [[String: Any]])
        #expect(reported.map { $0["branch"] as? String } == ["trunk"])
        #expect(reported.allSatisfy { $0["changes"] as? Int ?? 0 > 0 })
        try phone.run("status").expect(stdout: words)
        #expect(try phone.run("status", "--json").object()["otherBranches"] as? [[String: Any]] != nil)
        try phone.run("doctor").expect(status: 1, stdout: words)
        try laptop.run("sync").expect(stdout: "second branch of this family, ‘main’")

        try phone.git("branch", "--quiet", "-u", "origin/trunk").expect()
        try phone.run("sync").expect(stdout: ["Received", .lacks("second branch")])
        try phone.git("push", "--quiet", "origin", ":main").expect()
        try expectOneFamily(on: "trunk")
        try laptop.run("list").expect(stdout: ["Milk", "Bread"])
    }

    @Test("If HEAD names neither of two diverged branches, nothing changes until a branch is chosen")
    func undecided() throws {
        try split()
        try phone.run("sync").expect()
        try hub("branch", "-m", "main", "other")
        try hub("symbolic-ref", "HEAD", "refs/heads/main")
        let before = try hub("for-each-ref").lines
        try phone.run("sync").expect(
            status: 75, stdout: .empty, stderr: ["no branch ‘main’", "‘other’", "‘trunk’", "git branch -u origin/"])
        #expect(try hub("for-each-ref").lines == before)
        try phone.git("branch", "--quiet", "-u", "origin/trunk").expect()
        try phone.run("sync").expect(stdout: "Received")
    }

    @Test("Other branches of a hub are neither followed, reported nor changed")
    func others() throws {
        let stranger = try Family(isAnother: true).device
        try stranger.git("push", "--quiet", family.hubPath, "HEAD:refs/heads/strangers").expect()
        try hub("branch", "backup", "main")
        let tree = try hub("hash-object", "-t", "tree", "-w", "/dev/null").lines[0]
        try hub("update-ref", "refs/heads/site", hub("commit-tree", tree, "-m", "A site").lines[0])
        let others = try hub("for-each-ref", "refs/heads/strangers", "refs/heads/site").lines
        try phone.run("add", "Milk").expect()
        try phone.run("sync").expectQuietly(["Sent 1 change", .lacks("branch")])
        try phone.run("doctor").expectQuietly("No problems found")
        try hub("branch", "-m", "main", "trunk")
        try phone.run("sync").expect(stdout: "‘trunk’")
        try hub("branch", "-D", "trunk", "backup")
        try phone.run("sync").expect(status: 76, stderr: "does not hold this family")
        #expect(try hub("for-each-ref").lines == others)
    }

    @Test("A non-folder remote's branches are listed once a day, in place of the usual request")
    func onceADay() throws {
        let log = family.root.path + "/requests"
        let script = family.root.path + "/ssh"
        try ProgramFile.write(
            """
            #!/bin/sh
            for last; do :; done
            echo "$last" >>'\(log)'
            exec sh -c "$last"

            """, to: script)
        let far = phone.with(["GIT_SSH_COMMAND": script])
        try far.run("remote", "set", "origin", "ssh://hub.example" + family.hubPath).expect()
        func requests(_ device: Device) throws -> Int {
            try? FileManager.default.removeItem(atPath: log)
            try device.run("sync").expect()
            return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
        }
        #expect(try requests(far) <= 2, "an address that is new")
        #expect(try requests(far) == 1, "nothing new")
        #expect(try requests(far.at("2026-11-23T09:00:00Z")) == 1, "nothing new on another day")
        try split()
        try far.at("2026-11-23T10:00:00Z").run("sync").expect(stdout: "Sent 1 change")
        try far.at("2026-11-25T10:00:00Z").run("sync").expect(stdout: "second branch of this family, ‘trunk’")
    }
}
