// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Leaving a family")
struct LeaveCommandTests {
    private let files = FileManager.default

    @Test("leave reports unsynced changes and does nothing without confirmation")
    func asks() throws {
        let family = try Family()
        try family.device.expectRefusal(
            WrongUse("leave", status: 75, message: ["only copy", "nothing was removed"], hint: "hometask leave --yes"),
            prefixed: "warning: ")
        try family.hub()
        try family.device.run("add", "Bins").expect()
        try family.device.expectRefusal(
            WrongUse("leave", status: 75, message: "1 change", hint: "hometask sync"), prefixed: "warning: ")
        try family.device.run("sync").expect()
        try family.device.expectRefusal(
            WrongUse("leave", status: 75, message: "needs confirmation", hint: "leave --yes"))
    }

    @Test("leave checks the current state of the remote, and says if it is unreachable")
    func asksTheRemote() throws {
        let family = try Family()
        try family.hub()
        try files.moveItem(atPath: family.hubPath, toPath: family.hubPath + ".away")
        try family.device.expectRefusal(
            WrongUse("leave", status: 75, message: "its state at the last sync", hint: "hometask sync"),
            prefixed: "warning: ")
        try RunningProgram(
            "git", ["init", "--quiet", "--bare", family.hubPath], environment: family.device.environment,
            folder: family.root.path, input: ""
        ).finish().expect()
        try family.device.expectRefusal(
            WrongUse("leave", status: 75, message: "origin has nothing of this family", hint: "hometask sync"),
            prefixed: "warning: ")
        try family.device.run("sync").expect()
        try family.device.expectRefusal(
            WrongUse("leave", status: 75, message: "needs confirmation", hint: "leave --yes"))
    }

    @Test("an interrupted leave is finished by the next one, including empty folders")
    func cutShort() throws {
        let family = try Family()
        try family.device.run("add", "Bins").expect()
        let folder = family.device.folder
        let documents = try family.device.git("ls-files").lines
        try files.moveItem(atPath: folder + "/.git", toPath: folder + "/.hometask-left")
        try documents.joined(separator: "\n").write(
            toFile: folder + "/.hometask-left/hometask/local-leaving", atomically: true, encoding: .utf8)
        // The tasks are gone, but their folder is not.
        for name in try files.contentsOfDirectory(atPath: folder + "/tasks") {
            try files.removeItem(atPath: folder + "/tasks/" + name)
        }
        try family.device.run("leave", "--yes").expect()
        #expect(!files.fileExists(atPath: folder))
    }

    @Test("leave removes this device's copy, and the remote keeps everything")
    func leaves() throws {
        let family = try Family()
        try family.hub()
        try family.device.run("config", "set", "default-family", family.device.folder).expect()
        try family.device.run("leave", "--yes").expectQuietly("has left ‘Berg’")
        try family.device.run("config", "get", "default-family").expect(status: 1, stdout: .empty, stderr: .empty)
        #expect(!files.fileExists(atPath: family.device.folder))
        _ = try family.join("laptop", as: "Ben")
    }

    @Test("leave keeps files that are not the family's, and follows no links")
    func keepsOthers() throws {
        let family = try Family()
        try family.hub()
        let device = family.device
        try device.run("add", "Bins").expect()
        let outside = try family.root.folder("outside")
        try "mine".write(toFile: outside + "/photo.txt", atomically: true, encoding: .utf8)
        try files.createSymbolicLink(atPath: device.folder + "/link", withDestinationPath: outside)
        try files.createSymbolicLink(atPath: device.folder + "/.git/link", withDestinationPath: outside)
        try files.removeItem(atPath: device.folder + "/members")
        try files.createSymbolicLink(atPath: device.folder + "/members", withDestinationPath: outside)
        for member in try device.git("ls-tree", "--name-only", "HEAD", "members/").lines {
            let name = member.dropFirst("members/".count)
            try "theirs".write(toFile: "\(outside)/\(name)", atomically: true, encoding: .utf8)
        }
        try "mine".write(toFile: device.folder + "/tasks/notes.txt", atomically: true, encoding: .utf8)
        let before = try files.contentsOfDirectory(atPath: outside).sorted()
        try device.run("leave", "--yes").expect(stdout: ["Kept in", "link", "tasks/notes.txt"])
        #expect(try files.contentsOfDirectory(atPath: outside).sorted() == before)
        #expect(try files.contentsOfDirectory(atPath: device.folder).sorted() == ["link", "members", "tasks"])
        #expect(try files.contentsOfDirectory(atPath: device.folder + "/tasks") == ["notes.txt"])
    }

    @Test("leave removes a bare repository, but nothing else in its folder")
    func bare() throws {
        let device = try Family(isBare: true).device
        try "mine".write(toFile: device.folder + "/mine.txt", atomically: true, encoding: .utf8)
        try device.run("leave", "--yes").expect(stdout: "mine.txt")
        #expect(try files.contentsOfDirectory(atPath: device.folder) == ["mine.txt"])
    }

    @Test("leave does not touch a worktree whose repository lies elsewhere")
    func worktree() throws {
        let device = try Family().device
        try device.git("worktree", "add", "-q", "../second", "-b", "second").expect()
        var second = device
        second.folder = device.home + "/second"
        try second.run("leave", "--yes").expect(status: 75, stderr: ["is somewhere else", "git worktree remove"])
        #expect(files.fileExists(atPath: second.folder + "/family.json"))
    }
}

extension Device {
    /// Expects a refusal whose error is preceded by other lines.
    fileprivate func expectRefusal(_ use: WrongUse, prefixed prefix: String) throws {
        try expectUnchanged {
            let outcome = try run(use.arguments).expect(status: use.status, stdout: .empty, stderr: use.message)
            #expect(outcome.stderr.hasPrefix(prefix))
            #expect(use.hint?.fault(in: outcome.stderr) == nil)
        }
    }
}
