// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Content pulled from a remote is data: never run, never trusted with a path, a size or an escape code.
@Suite("Hostile remotes")
struct HostileRemoteTests {
    private func json(_ object: [String: Any]) throws -> Data {
        try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    }

    /// Expects a working device and no misplaced file after a sync, successful or not.
    private func expectUsable(_ hub: HostileHub, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let phone = hub.family.device
        try phone.run("add", "Water the plants").expect(sourceLocation: sourceLocation)
        try phone.run("list").expect(stdout: "Water the plants", sourceLocation: sourceLocation)
        for command in ["status", "doctor", "log"] {
            try phone.run(command).expectHarmless(sourceLocation: sourceLocation)
        }
        let files = FileManager.default
        let hooks = (try? files.contentsOfDirectory(atPath: phone.folder + "/.git/hooks")) ?? []
        #expect(!hooks.contains { !$0.hasSuffix(".sample") }, "\(hooks)", sourceLocation: sourceLocation)
        let outside = try files.contentsOfDirectory(atPath: phone.home)
        #expect(outside == ["family"], sourceLocation: sourceLocation)
        for case let path as String in files.enumerator(atPath: phone.folder) ?? .init() {
            let kind = try files.attributesOfItem(atPath: "\(phone.folder)/\(path)")[.type] as? FileAttributeType
            #expect(kind != .typeSymbolicLink, "\(path) is a link", sourceLocation: sourceLocation)
        }
    }

    @Test(
        "A tree that reaches outside the working tree or into the git directory is refused as a whole",
        arguments: ["..", ".", ".git", ".GIT", ".git ", "git~1"])
    func escapingName(_ name: String) throws {
        let hub = try HostileHub()
        let script = try hub.blob(Data("#!/bin/sh\nexit 1\n".utf8))
        let hooks = try hub.tree([.init("100755", "post-checkout", id: script)])
        let inner = try hub.tree([.init("100644", "config", id: script), .init("40000", "hooks", id: hooks)])
        try hub.publish(hub.tree(hub.top() + [.init("40000", name, id: inner)]))
        let phone = hub.family.device
        let before = try phone.head()
        // Some of these names are ordinary on this system, and left alone.
        let outcome = try phone.run("sync")
        outcome.expectHarmless()
        if outcome.status != 0 { #expect(try phone.head() == before) }
        try expectUsable(hub)
    }

    @Test("A commit listed as a file, which git does not send, is reported as a damaged remote, not a failing disk")
    func commitAsFile() throws {
        let hub = try HostileHub()
        try hub.publish(hub.tree(hub.top() + [.init("100644", "x.json", id: hub.honest)]))
        for _ in 0..<2 {
            try hub.family.device.run("sync").expect(status: 65, stdout: .empty, stderr: "repository corruption")
        }
        try expectUsable(hub)
    }

    @Test("An unchecked tree pulled by plain git is not followed outside either")
    func uncheckedPull() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let script = try hub.blob(Data("[core]\n".utf8))
        let outside = try hub.tree([.init("100644", "escaped.json", id: script)])
        let inside = try hub.tree([.init("100644", "description", id: script)])
        let entries = try hub.top() + [.init("40000", "..", id: outside), .init("40000", ".git", id: inside)]
        try hub.publish(hub.tree(entries))
        try phone.git("-c", "fetch.fsckObjects=false", "fetch", "-q", "origin").expect()
        try phone.git("update-ref", "refs/heads/main", "refs/remotes/origin/main").expect()
        // Files identical to those of that tree must not be removed with it.
        try "[core]\n".write(toFile: phone.home + "/escaped.json", atomically: true, encoding: .utf8)
        try phone.run("add", "One").expect()
        try phone.git("update-ref", "refs/heads/main", hub.honest).expect()
        try phone.run("add", "Two").expect()
        #expect(FileManager.default.fileExists(atPath: phone.home + "/escaped.json"))
        #expect(try !String(contentsOfFile: phone.folder + "/.git/description", encoding: .utf8).hasPrefix("[core]"))
        try FileManager.default.removeItem(atPath: phone.home + "/escaped.json")
        try expectUsable(hub)
    }

    @Test("Links, submodules, files in place of folders, and odd names are left alone")
    func oddEntries() throws {
        let hub = try HostileHub()
        let link = try hub.blob(Data("/etc".utf8))
        var deep = try hub.tree([.init("100644", "a.json", id: link)])
        for _ in 0..<100 { deep = try hub.tree([.init("40000", String(repeating: "d", count: 200), id: deep)]) }
        let entries: [HostileHub.Entry] = [
            .init("120000", "pins", id: link), .init("120000", "x.json", id: link),
            .init("160000", "notes", id: hub.honest),
            .init("100644", "photos", id: link), .init("100755", "run.sh", id: link),
            .init("100644", "back\\slash.json", id: link),
            .init("100644", String(repeating: "n", count: 300) + ".json", id: link),
            .init("100644", Data([0xFF, 0xFE]) + Data(".json".utf8), id: link),
            .init("100644", "esc\u{1B}[31m\u{202E}.json", id: link), .init("40000", "deep", id: deep),
        ]
        let tree = try hub.tree(hub.top() + entries)
        try hub.publish(tree)
        try hub.family.device.run("add", "Something of our own").expect()
        try hub.family.device.run("sync").expect()
        try expectUsable(hub)
        try hub.publish(tree)
        let laptop = try hub.family.join("laptop", as: "Ben")
        try laptop.run("add", "Something else").expect()
        try laptop.run("sync").expect().expectHarmless()
    }

    @Test(
        "Documents stay if the remote replaces their folder with a file or a link",
        arguments: ["100644", "120000"])
    func fileForFolder(_ mode: String) throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        try phone.run("add", "Something of our own").expect()
        try hub.publish(hub.tree(hub.top(without: "tasks") + [.init(mode, "tasks", id: hub.blob(Data("/etc".utf8)))]))
        try phone.run("sync").expect(stdout: "Left alone: tasks")
        try phone.run("list").expect(stdout: ["bins", "cat", "our own"])
        try expectUsable(hub)
    }

    @Test("Folders nested 600 deep, or expanding to ten billion files, are refused")
    func deepAndWide() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let blob = try hub.blob(Data("{}".utf8))
        let deep = try hub.tree(of: blob, at: String(repeating: "d/", count: 600) + "a")
        var bomb = try hub.tree((0..<10).map { .init("100644", "f\($0)", id: blob) })
        for _ in 0..<9 { bomb = try hub.tree((0..<10).map { .init("40000", "d\($0)", id: bomb) }) }
        for tree in [deep, bomb] {
            try hub.publish(hub.tree(hub.top() + [.init("40000", "odd", id: tree)]))
            try phone.expectRefusal(WrongUse("sync", status: 65, message: "cannot be accepted", hint: "Nothing"))
        }
        try expectUsable(hub)
    }

    @Test("Files that git and its extensions read as settings are plain files")
    func settings() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let mark = hub.family.root.path + "/ran"
        let command = "touch \(mark)"
        try hub.publish(putting: [
            ".gitattributes": Data("* filter=evil merge=evil diff=evil text eol=crlf ident\n".utf8),
            ".gitconfig": Data("[core]\n fsmonitor = \(command)\n sshCommand = \(command)\n".utf8),
            "config": Data("[core]\n hooksPath = .\n fsmonitor = \(command)\n".utf8),
            "hooks/post-merge": Data("#!/bin/sh\n\(command)\n".utf8), "HEAD": Data("ref: refs/heads/x\n".utf8),
        ])
        let settings = try phone.git("config", "--local", "--list").stdout
        for command in ["sync", "status", "doctor", "sync"] { try phone.run(command).expectHarmless() }
        #expect(try phone.git("config", "--local", "--list").stdout == settings)
        #expect(!FileManager.default.fileExists(atPath: mark))
        try phone.run("add", "Something of our own").expect()
        let file = try #require(try phone.git("grep", "-l", "of our own").lines.first)
        #expect(try !String(contentsOfFile: phone.folder + "/" + file, encoding: .utf8).contains("\r"))
        try expectUsable(hub)
    }
}
