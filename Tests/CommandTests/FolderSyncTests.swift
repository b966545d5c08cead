// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// How often git is started for a remote in a local folder.
@Suite("Syncing with a local folder")
struct FolderSyncTests {
    private let family: Family
    private let phone: Device
    private let laptop: Device
    private let log: String

    init() throws {
        (family, laptop) = try Family.pair(members: ["Mia"], as: "Mia")
        log = family.root.path + "/log"
        let programs = family.root.path + "/programs"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let path = family.device.environment["PATH"] ?? "/usr/bin:/bin"
        let script = "#!/bin/sh\nprintf '%s\\n' \"$*\" >>'\(log)'\nPATH='\(path)' exec git \"$@\"\n"
        try ProgramFile.write(script, to: programs + "/git")
        phone = family.device.with(["PATH": programs + ":" + path])
        for device in [family.device, laptop, family.device] { try device.run("sync").expect() }
    }

    /// The git commands run since the last call, without their arguments.
    private func asked() throws -> [String] {
        let lines = ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n")
        try? FileManager.default.removeItem(atPath: log)
        let commands: Set = ["fetch", "push", "ls-remote", "clone", "--version"]
        return lines.compactMap { $0.split(separator: " ").map(String.init).first { commands.contains($0) } }
    }

    @Test("A sync with nothing to transfer starts no git, otherwise one fetch or push")
    func few() throws {
        try phone.run("sync").expectQuietly("Up to date with")
        #expect(try asked() == [])
        try phone.run("add", "Bins").expect()
        try phone.run("sync").expectQuietly("Sent 1 change")
        #expect(try asked() == ["--version", "push"])
        try laptop.run("sync").expect()
        try laptop.run("done", "Bins").expect()
        try laptop.run("sync").expect()
        try phone.run("sync").expectQuietly("Received 1 change")
        #expect(try asked() == ["--version", "fetch"])
        try phone.run("list", "--all").expectQuietly("✔  Bins")
        try phone.run("sync").expectQuietly("Up to date with")
        #expect(try asked() == [])
    }

    @Test("git is used if a custom upload-pack is set or the folder is damaged")
    func asksGit() throws {
        try phone.git("config", "remote.origin.uploadpack", "git-upload-pack")
        try phone.run("sync").expectQuietly("Up to date with")
        #expect(try asked() == ["--version", "fetch"])
        try phone.git("config", "--unset", "remote.origin.uploadpack")
        let branch = family.hubPath + "/refs/heads/main"
        let tip = try String(contentsOfFile: branch, encoding: .utf8)
        try "".write(toFile: branch, atomically: false, encoding: .utf8)
        try phone.run("sync").expect(status: 74, stderr: ["the disk of the remote ‘origin’", "lists ‘main’"])
        #expect(try asked().contains("fetch"))
        try tip.write(toFile: branch, atomically: false, encoding: .utf8)
        try phone.run("sync").expectQuietly("Up to date with")
        try FileManager.default.removeItem(atPath: branch)
        try phone.run("sync").expect(stdout: "Sent")
        #expect(Set(try asked()).isSuperset(of: ["fetch", "push"]))
        try FileManager.default.moveItem(atPath: family.hubPath, toPath: family.hubPath + ".away")
        try phone.run("sync").expect(status: 69, stderr: "is not there")
    }
}
