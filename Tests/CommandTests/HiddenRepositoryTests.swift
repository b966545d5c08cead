// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A bare repository consists of ordinary files, so a remote can hide one in a family's working tree. Its configuration
/// names programs to run, so commands inside that folder must never open it as their repository.
@Suite("Hidden repositories")
struct HiddenRepositoryTests {
    private let hub: HostileHub
    private let phone: Device
    /// A file that the hidden repository's configuration would create.
    private let mark: String

    init() throws {
        hub = try HostileHub()
        phone = hub.family.device
        mark = hub.family.root.path + "/ran"
    }

    /// The files of a bare repository that holds the family, with a configuration that runs programs.
    private func hiddenFiles(below folder: String) throws -> [String: Data] {
        let evil = hub.family.root.path + "/evil"
        try phone.git("clone", "--quiet", "--bare", "--template=", hub.family.hubPath, evil).expect()
        let settings = [
            "remote.origin.uploadpack": "touch \(mark); git-upload-pack", "core.fsmonitor": "touch \(mark)",
            "remote.origin.receivepack": "touch \(mark); git-receive-pack", "core.sshCommand": "touch \(mark)",
        ]
        for (name, value) in settings { try phone.git("--git-dir=\(evil)", "config", name, value).expect() }
        try "\(hub.honest)\n".write(toFile: evil + "/refs/heads/main", atomically: true, encoding: .utf8)
        var files: [String: Data] = [:]
        for case let path as String in FileManager.default.enumerator(atPath: evil) ?? .init() {
            if let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(evil)/\(path)")) {
                files["\(folder)/\(path)"] = bytes
            }
        }
        try #require(files.count > 5)
        return files
    }

    @Test("Commands inside a bare repository among a family's files use the family and run no programs from it")
    func standing() throws {
        try hub.publish(putting: hiddenFiles(below: "tasks/hidden"))
        // Checked out by plain git: files written by hometask cannot form a repository.
        try phone.git("pull", "--quiet", "--ff-only", "origin", "main").expect()
        for place in ["tasks/hidden", "tasks/hidden/objects", "tasks/hidden/refs/heads"] {
            var inside = phone
            inside.folder += "/\(place)"
            try #require(FileManager.default.fileExists(atPath: inside.folder))
            for named in [[], ["-C", "."], ["-C", inside.folder]] {
                let status = try inside.run(["status", "--json"] + named).expect().object()
                #expect(status["folder"] as? String == phone.folder, "\(place) \(named)")
                #expect(status["bare"] as? Bool == false)
            }
            let variable = inside.with(["HOMETASK_DIR": inside.folder])
            #expect(try variable.run("status", "--json").expect().object()["folder"] as? String == phone.folder)
            for command in ["sync", "pull", "push", "doctor", "list"] { try inside.run(command).expect() }
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(!FileManager.default.fileExists(atPath: phone.folder + "/tasks/hidden/hometask"))
    }

    @Test("The same holds if the family's own repository is damaged")
    func damaged() throws {
        try hub.publish(putting: hiddenFiles(below: "tasks/hidden"))
        try phone.git("pull", "--quiet", "--ff-only", "origin", "main").expect()
        try FileManager.default.removeItem(atPath: phone.folder + "/.git/HEAD")
        var inside = phone
        inside.folder += "/tasks/hidden"
        for command in ["sync", "list"] {
            let outcome = try inside.run(command)
            #expect(outcome.status != 0, "\(outcome)")
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test("A bare family inside another working tree is opened by name, not from the current folder")
    func ownBare() throws {
        let outer = phone.home + "/dotfiles"
        try phone.git("init", "--quiet", outer).expect()
        let path = outer + "/family.git"
        var device = phone
        device.folder = outer
        try device.run("init", path, "--bare", "--name", "Two").expect(status: 73, stderr: "lies inside")
        try device.run("init", path, "--bare", "--nested", "--name", "Two").expect()
        try device.run("-C", path, "category", "add", "Garden").expect()
        #expect(try device.run("-C", path, "status", "--json").object()["family"] as? String == "Two")
        device.folder = path
        try device.run("list").expect(status: 76, stderr: "-C DIR")
        try device.run("list", "-C", path).expect()
    }

    @Test("A bare family outside any working tree is found from inside it")
    func plainBare() throws {
        let family = try Family(isBare: true)
        var inside = family.device
        inside.folder += "/refs/heads"
        #expect(try inside.run("status", "--json").object()["bare"] as? Bool == true)
    }

    @Test("A repository owned by another user is refused, and its configuration is not used")
    func otherUser() throws {
        guard geteuid() == 0 else { return }
        try phone.git("config", "remote.origin.uploadpack", "touch \(mark); git-upload-pack").expect()
        #expect(chown(phone.folder, 4711, 4711) == 0)
        #expect(chown(phone.folder + "/.git", 4711, 4711) == 0)
        for command in ["list", "sync", "doctor"] {
            try phone.run(command).expect(
                status: 77, stdout: .empty,
                stderr: [
                    "dubious ownership", "another user, number 4711, and you are root",
                    "git config --global --add safe.directory \(phone.folder)'",
                ])
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
        try phone.git("config", "--global", "--add", "safe.directory", phone.folder).expect()
        try phone.run("list").expect()
    }

    @Test("A hub owned by another user is refused, with the command that makes hometask accept it")
    func otherUsersHub() throws {
        guard geteuid() == 0 else { return }
        let family = try Family()
        try family.hub()
        #expect(chown(family.hubPath, 4711, 4711) == 0)
        try family.device.run("sync").expect(
            status: 77, stdout: .empty,
            stderr: [
                "belongs to another user, number 4711", "dubious ownership",
                "git config --global --add safe.directory \(family.hubPath)'", .lacks("\\t"),
            ])
        try family.device.git("config", "--global", "--add", "safe.directory", family.hubPath).expect()
        try family.device.run("sync").expect()
    }
}
