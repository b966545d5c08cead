// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Only passive files from a remote reach the working tree: none that programs look for, none that are executable, and
/// none that replace another file or folder.
@Suite("Files from remotes in the working tree")
struct WorkTreeWallTests {
    private static let obeyed = [
        ".bashrc", ".profile", ".envrc", ".gitconfig", ".gitmodules", ".gitignore", ".ssh/authorized_keys",
        ".config/hometask/plugins.json", ".local/share/hometask/plugins/evil/plugin.json", ".vscode/tasks.json",
        "tasks/.envrc", "tasks/.gitattributes", "tasks/.hidden/deep/.x/y.json", "a/b/.c", "...", ".x.json",
        "hidden/HEAD", "hidden/head", "HEAD",
    ]

    private func exists(_ path: String, _ device: Device) -> Bool {
        FileManager.default.fileExists(atPath: "\(device.folder)/\(path)")
    }

    private func read(_ path: String, _ device: Device) throws -> String {
        try String(contentsOfFile: "\(device.folder)/\(path)", encoding: .utf8)
    }

    private func isExecutable(_ path: String, _ device: Device) throws -> Bool {
        let mode = try FileManager.default.attributesOfItem(atPath: "\(device.folder)/\(path)")[.posixPermissions]
        return try #require(mode as? Int) & 0o111 != 0
    }

    @Test("Dot files, and files that make a folder a repository, are not written; git finds nothing missing")
    func obeyedFiles() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        var files = Dictionary(uniqueKeysWithValues: Self.obeyed.map { ($0, Data("evil\n".utf8)) })
        files["plain.txt"] = Data("read me\n".utf8)
        files[".gitattributes"] = Data("* filter=evil eol=crlf\n*.json merge=hometask\n".utf8)
        try hub.publish(putting: files)
        try phone.run("sync").expect()
        let laptop = try hub.family.join("laptop", as: "Ben")
        for device in [phone, laptop] {
            for path in Self.obeyed { #expect(!exists(path, device), "\(path)") }
            #expect(try read("plain.txt", device) == "read me\n")
            #expect(try read(".gitattributes", device) == "*.json -text merge=hometask\n")
            try device.expectClean()
            for command in ["add", "list"] { try device.run(command, "Water").expect() }
            try device.expectClean()
            try device.run("doctor").expect(status: 0)
            try device.git("diff", "--quiet", "HEAD").expect()
        }
        // A change to such a file at the remote has no effect, either.
        files[".bashrc"] = Data("worse\n".utf8)
        try laptop.run("sync").expect()
        try phone.run("sync").expect()
        try phone.git("push", "-q", "origin", "\(hub.honest):refs/heads/old").expect()
        try hub.publish(putting: files)
        try phone.run("sync").expect()
        try phone.expectClean()
        #expect(!exists(".bashrc", phone))
        try phone.git("fsck", "--strict").expect()
    }

    @Test("A local file with such a name is neither changed nor removed")
    func ownFiles() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let own = [".bashrc": "mine\n", ".profile": "guessed\n"]
        for (name, text) in own {
            try text.write(toFile: "\(phone.folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let theirs = [".bashrc": Data("evil\n".utf8), ".profile": Data("guessed\n".utf8)]
        try hub.publish(putting: theirs)
        try phone.run("sync").expect()
        try phone.expectClean()
        for (name, text) in own { #expect(try read(name, phone) == text) }
        try hub.publish(hub.tree(hub.top()), parent: true)
        try phone.run("sync").expect()
        try phone.run("add", "One").expect()
        for (name, text) in own { #expect(try read(name, phone) == text) }
    }

    @Test("No file is executable, git finds no mode change, and hand edits of such documents are recorded")
    func executables() throws {
        let hub = try HostileHub(tasks: ["Bins"])
        let phone = hub.family.device
        let index = ["GIT_INDEX_FILE": hub.family.root.path + "/index"]
        try hub.git(["read-tree", hub.honest], variables: index)
        let script = try hub.blob(Data("#!/bin/sh\ntouch ran\n".utf8))
        let task = try hub.paths(in: "tasks")[0]
        let document = try hub.git(["rev-parse", "\(hub.honest):\(task)"])
        for (path, id) in ["run.sh": script, "bin/run": script, task: document] {
            try hub.git(["update-index", "--add", "--cacheinfo", "100755,\(id),\(path)"], variables: index)
        }
        try hub.publish(hub.git(["write-tree"], variables: index))
        try phone.run("sync").expect()
        let laptop = try hub.family.join("laptop", as: "Ben")
        for device in [phone, laptop] {
            for path in ["run.sh", "bin/run", task] { #expect(try !isExecutable(path, device), "\(path)") }
            try device.expectClean()
        }
        let edited = try read(task, phone).replacing("\"Bins\"", with: "\"All bins\"")
        try edited.write(toFile: "\(phone.folder)/\(task)", atomically: true, encoding: .utf8)
        try phone.run("sync").expect(stdout: "Recorded edits by hand in 1 document.")
        try laptop.run("sync").expect()
        try laptop.run("list").expect(stdout: "All bins")
        for device in [phone, laptop] {
            #expect(try !isExecutable(task, device))
            try device.expectClean()
        }
    }

    @Test("git does not recognise a hidden repository once it is written")
    func hiddenRepository() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        try hub.publish(putting: [
            "tasks/evil/HEAD": Data("ref: refs/heads/main\n".utf8), "tasks/evil/config": Data("[core]\n".utf8),
            "tasks/evil/objects/x": Data(), "tasks/evil/refs/x": Data(),
        ])
        try phone.run("sync").expect()
        #expect(exists("tasks/evil/config", phone))
        let found = try phone.git("-C", "tasks/evil", "rev-parse", "--absolute-git-dir").expect()
        #expect(found.lines == [phone.folder + "/.git"])
        try phone.expectClean()
    }

    /// A phone with a file `notes`, or a folder or link in place of a note, and a note from another device.
    private func hidden(_ obstacle: String) throws -> (phone: Device, laptop: Device, note: String) {
        let (family, laptop) = try Family.pair(prepared: [["add", "Bins"]])
        try laptop.run("note", "add", "Bins", "The lid is loose").expect()
        let note = try #require(try laptop.git("ls-files", "notes").lines.first)
        let phone = family.device
        let place = obstacle == "file" ? "notes" : note
        let path = "\(phone.folder)/\(place)"
        let above = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: above, withIntermediateDirectories: true)
        switch obstacle {
        case "file": try "my list\n".write(toFile: path, atomically: true, encoding: .utf8)
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
        }
        try laptop.run("sync").expect()
        try phone.run("sync").expect()
        return (phone, laptop, place)
    }

    @Test("A non-document file is reported, and is not an edit")
    func stray() throws {
        let phone = try Family().device
        try phone.run("add", "Bins").expect()
        try "my list\n".write(toFile: phone.folder + "/tasks/list.json", atomically: true, encoding: .utf8)
        try phone.run("doctor").expect(stdout: [
            "tasks/list.json is not a known document", .lacks("not yet recorded"),
        ])
        try phone.run("status").expect(stdout: "tasks/list.json")
    }

    @Test(
        "A document whose file cannot be written does not count as deleted, and doctor reports it",
        arguments: ["file", "folder", "link"])
    func notWritten(_ obstacle: String) throws {
        let (phone, laptop, place) = try hidden(obstacle)
        let findings = try phone.run("doctor", "--json").expect(status: 1).objects()
        let named = findings.first { $0["subject"] as? String == "working tree" }
        let reason = obstacle == "file" ? "‘\(place)’ is in the way" : "something other than a file is there"
        #expect((named?["message"] as? String)?.hasSuffix(reason) == true, "\(findings)")
        for command in [["status"], ["add", "One"], ["note", "list"], ["sync"], ["status", "--accept-removals"]] {
            try phone.run(command).expect(stdout: .lacks("removed"))
        }
        try phone.run("note", "list").expect(stdout: "The lid is loose")
        // A recreated index has no recorded state for that file.
        try FileManager.default.removeItem(atPath: phone.folder + "/.git/index")
        try phone.git("read-tree", "HEAD").expect()
        try phone.run("sync").expect()
        try FileManager.default.removeItem(atPath: "\(phone.folder)/\(place)")
        try phone.run("status").expect()
        try phone.run("doctor", "--repair").expect()
        try phone.expectClean()
        try laptop.run("sync").expect()
        for device in [phone, laptop] {
            try device.run("note", "list").expect(stdout: "The lid is loose")
            #expect(try device.git("ls-files", "notes").lines.allSatisfy { exists($0, device) })
        }
    }

    @Test("A document changed elsewhere while its path is blocked is written once the path is free")
    func changedMeanwhile() throws {
        let (phone, laptop, place) = try hidden("file")
        let id = try #require(try laptop.run("note", "list", "--json").objects().first?["id"] as? String)
        try laptop.run("note", "edit", "#" + id, "The lid is fixed").expect()
        try laptop.run("sync").expect()
        try phone.run("sync").expect()
        try FileManager.default.removeItem(atPath: "\(phone.folder)/\(place)")
        try phone.run("add", "One").expect()
        try phone.expectClean()
        try phone.run("note", "list").expect(stdout: "The lid is fixed")
    }
}
