// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A deletion is a change to the document. Files removed by commits, which anyone can forge, are kept or need
/// confirmation.
@Suite("Commits that remove documents")
struct RemovingCommitTests {
    private static let four = ["One", "Two", "Three", "Four"]

    private func titles(_ device: Device, _ options: String...) throws -> Set<String> {
        Set(try device.run(["list", "--json"] + options).objects().compactMap { $0["title"] as? String })
    }

    /// Expects all devices to converge, clean, with the given tasks listed and in the trash.
    private func expect(
        _ devices: [Device], listed: Set<String>, trashed: Set<String> = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for device in devices + devices { try device.run("sync").expect(sourceLocation: sourceLocation) }
        for device in devices {
            #expect(try device.head() == devices[0].head(), sourceLocation: sourceLocation)
            #expect(try titles(device) == listed, sourceLocation: sourceLocation)
            #expect(try titles(device, "--trash") == trashed, sourceLocation: sourceLocation)
            try device.expectClean(sourceLocation: sourceLocation)
            try device.git("fsck", "--strict").expect(sourceLocation: sourceLocation)
        }
    }

    /// Expects that a device neither merges nor sends anything.
    private func expectHeldBack(
        _ hub: HostileHub, _ words: TextExpectation, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let phone = hub.family.device
        let there = try hub.git(["rev-parse", "main"])
        try phone.expectUnchanged(sourceLocation: sourceLocation) {
            for command in ["sync", "pull"] {
                try phone.run(command).expect(
                    status: 76, stdout: .empty,
                    stderr: .all([words, "hint: ", "git log --stat", "--restore-removed", "--accept-removals"]),
                    sourceLocation: sourceLocation)
            }
            try phone.run("push").expect(status: 76, sourceLocation: sourceLocation)
        }
        #expect(try hub.git(["rev-parse", "main"]) == there, sourceLocation: sourceLocation)
    }

    /// The replacement for the tasks folder.
    enum Attack: String, CaseIterable {
        case nothing, file, link, submodule, severalCommits, foreign
    }

    private func attack(_ kind: Attack, _ hub: HostileHub) throws {
        let blob = try hub.blob(Data("/etc".utf8))
        let top = try hub.top(without: "tasks")
        switch kind {
        case .nothing: try hub.forge(hub.tree(top))
        case .file: try hub.forge(hub.tree(top + [.init("100644", "tasks", id: blob)]))
        case .link: try hub.forge(hub.tree(top + [.init("120000", "tasks", id: blob)]))
        case .submodule: try hub.forge(hub.tree(top + [.init("160000", "tasks", id: hub.honest)]))
        case .severalCommits:
            let first = try hub.forge(hub.tree(top))
            try hub.forge(hub.tree(top + [.init("100644", "README", id: blob)]), on: [first])
        case .foreign: try hub.publish(hub.tree(top))
        }
    }

    @Test(
        "Removals are held back until confirmed; --restore-removed keeps the documents",
        arguments: [Attack.link, .submodule, .severalCommits, .foreign])
    func restored(_ kind: Attack) throws {
        let hub = try HostileHub(tasks: Self.four)
        let laptop = try hub.family.join("laptop", as: "Ben")
        let phone = hub.family.device
        let isReplaced = [.file, .link, .submodule].contains(kind)
        try attack(kind, hub)
        try expectHeldBack(hub, isReplaced ? ["replace the folder ‘tasks’", "4 documents"] : "remove 4 documents")
        try phone.run("sync", "--restore-removed").expect()
        try phone.run("add", "Five").expect()
        try expect([phone, laptop], listed: Set(Self.four + ["Five"]))
    }

    @Test("--accept-removals trashes the documents; they can be restored", arguments: [Attack.link, .foreign])
    func accepted(_ kind: Attack) throws {
        let hub = try HostileHub(tasks: Self.four)
        let laptop = try hub.family.join("laptop", as: "Ben")
        let phone = hub.family.device
        try attack(kind, hub)
        try phone.run("pull", "--accept-removals").expect()
        try expect([phone, laptop], listed: [], trashed: Set(Self.four))
        try laptop.run("restore", "Two").expect()
        try expect([laptop, phone], listed: ["Two"], trashed: ["One", "Three", "Four"])
    }

    @Test("A terminal prompts, and no answer means no")
    func asked() throws {
        let hub = try HostileHub(tasks: Self.four)
        let phone = hub.family.device
        try attack(.severalCommits, hub)
        try phone.expectUnchanged {
            let terminal = try Terminal(phone, "sync")
            try terminal.answer("Move them to the trash? [y/N]", "\n")
            terminal.finish().expect(status: 76, stdout: "--restore-removed")
        }
        let terminal = try Terminal(phone, "sync")
        try terminal.answer("Move them to the trash? [y/N]", "y\n")
        terminal.finish().expect()
        #expect(try titles(phone, "--trash") == Set(Self.four))
    }

    @Test("A link in place of a folder with one document needs confirmation, too")
    func oneDocument() throws {
        let hub = try HostileHub(tasks: ["One"])
        try attack(.link, hub)
        try expectHeldBack(hub, "1 document")
    }

    @Test("A single document removed by a forged commit is kept automatically")
    func few() throws {
        let hub = try HostileHub(tasks: Self.four)
        let phone = hub.family.device
        let task = try hub.paths(in: "tasks")[0]
        try hub.forge(hub.tree(of: hub.honest, without: [task]))
        try phone.run("sync").expect(stdout: ["Left alone: \(task)", "was kept"])
        let laptop = try hub.family.join("laptop", as: "Ben")
        try expect([phone, laptop], listed: Set(Self.four))
    }

    @Test("Two documents removed by a forged commit need confirmation")
    func twoOfFew() throws {
        let hub = try HostileHub(tasks: Self.four)
        try hub.forge(hub.tree(of: hub.honest, without: Array(hub.paths(in: "tasks").prefix(2))))
        try expectHeldBack(hub, "remove 2 documents")
    }

    @Test(
        "With concurrent local commits, foreign removals need confirmation and forged ones have no effect"
    )
    func parted() throws {
        for kind in [Attack.foreign, .nothing] {
            let hub = try HostileHub(tasks: Self.four)
            let phone = hub.family.device
            try phone.run("add", "Five").expect()
            try attack(kind, hub)
            if kind == .foreign {
                try expectHeldBack(hub, "remove 4 documents")
                try phone.run("sync", "--restore-removed").expect()
            }
            let laptop = try hub.family.join("laptop", as: "Ben")
            try expect([phone, laptop], listed: Set(Self.four + ["Five"]))
        }
    }

    @Test("If one of several remotes needs confirmation, the others are synced")
    func severalRemotes() throws {
        let hub = try HostileHub(tasks: Self.four)
        let phone = hub.family.device
        let stick = hub.family.root.path + "/stick.git"
        try phone.git("init", "--quiet", "--bare", stick).expect()
        try phone.run("remote", "add", "stick", stick).expect()
        try attack(.foreign, hub)
        try phone.run("add", "Five").expect()
        try phone.run("sync", "--all").expect(status: 76, stderr: "remove 4 documents")
        #expect(try phone.git("rev-parse", "stick/main").lines == [phone.head()])
        #expect(try hub.git(["rev-parse", "main"]) != phone.head())
    }

    @Test("A document replaced by a link is reported if no device has the document, and can be repaired")
    func link() throws {
        let hub = try HostileHub(tasks: Self.four)
        let phone = hub.family.device
        let task = try hub.paths(in: "tasks")[0]
        let index = ["GIT_INDEX_FILE": hub.family.root.path + "/index"]
        try hub.git(["read-tree", hub.honest], variables: index)
        let target = try hub.blob(Data("/etc/hostname".utf8))
        try hub.git(["update-index", "--cacheinfo", "120000,\(target),\(task)"], variables: index)
        try hub.publish(hub.git(["write-tree"], variables: index))
        let laptop = try hub.family.join("laptop", as: "Ben")
        try laptop.expectClean()
        try laptop.run("status").expect(stdout: [.contains(task), "cannot be read: a link"])
        try laptop.run("doctor").expect(status: 1, stdout: .contains(task))
        try laptop.run("doctor", "--repair").expect(stdout: "last readable version")
        // A device that has the document keeps it automatically.
        try phone.run("sync").expect(stdout: ["Left alone: \(task)", "was kept"])
        try expect([phone, laptop], listed: Set(Self.four))
    }

    @Test("A document removed by one remote's forged commit is kept when another remote is merged in the same sync")
    func severalHeads() throws {
        let hub = try HostileHub(tasks: Self.four)
        let phone = hub.family.device
        let stick = hub.family.root.path + "/stick.git"
        let laptop = try hub.family.join("laptop", as: "Ben")
        try laptop.run("add", "Five").expect()
        try phone.git("init", "--quiet", "--bare", stick).expect()
        try laptop.git("push", "--quiet", stick, "HEAD:main").expect()
        try phone.run("add", "Six").expect()
        try phone.run("sync").expect()
        // The forged commit builds on the phone's head; the stick has never seen the phone's task.
        let head = try phone.head()
        let gone = try hub.git(["diff", "--name-only", hub.honest, head, "--", "tasks/"])
        try hub.forge(hub.tree(of: head, without: [gone]), on: [head])
        try phone.run("remote", "add", "stick", stick).expect()
        try phone.run("sync", "--all").expect()
        #expect(try titles(phone) == Set(Self.four + ["Five", "Six"]))
    }

    @Test("Deletions made by devices are accepted, however many there are")
    func ownDeletions() throws {
        let hub = try HostileHub(tasks: Self.four)
        let laptop = try hub.family.join("laptop", as: "Ben")
        for title in Self.four { try laptop.run("delete", title).expect() }
        try expect([laptop, hub.family.device], listed: [], trashed: Set(Self.four))
    }

    @Test("Random forgeries lose no document, and devices converge")
    func random() throws {
        var random = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(2) {
            let hub = try HostileHub(tasks: Self.four)
            let devices = [hub.family.device, try hub.family.join("laptop", as: "Ben")]
            for step in 0..<4 {
                let head = try hub.git(["rev-parse", "main"])
                let paths = try hub.git(["ls-tree", "-r", "--name-only", head]).split(separator: "\n").map(String.init)
                let gone = paths.filter { _ in Bool.random(using: &random) }.filter { $0.hasPrefix("tasks/") }
                try hub.forge(hub.tree(of: head, without: gone), on: [head])
                for device in devices.shuffled(using: &random) {
                    if Bool.random(using: &random) { try device.run("add", "Task \(step)").expect() }
                    let answer = ["--accept-removals", "--restore-removed"].randomElement(using: &random) ?? ""
                    try device.run("sync", answer).expect()
                }
            }
            for device in devices + devices { try device.run("sync").expect() }
            for device in devices {
                #expect(try device.head() == devices[0].head(), "\(random.note)")
                let all = try titles(device).union(titles(device, "--trash"))
                #expect(all.isSuperset(of: Self.four), "\(random.note)")
                try device.expectClean()
            }
        }
    }
}
