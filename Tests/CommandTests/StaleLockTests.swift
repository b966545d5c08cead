// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Stale lock files", .waits)
struct StaleLockTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family.withHub(prepared: [["add", "Take out the bins"]])
        phone = family.device
        try phone.run("add", "Feed the cat").expect()
    }

    private func lock(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: path))
    }

    @Test(
        "A sync succeeds despite stale locks, local or at a hub on this machine",
        arguments: [
            "index.lock", "HEAD.lock", "config.lock", "packed-refs.lock", "refs/heads/main.lock",
            "refs/remotes/origin/main.lock", "hub/refs/heads/main.lock", "hub/packed-refs.lock",
        ])
    func sync(name: String) throws {
        let path = name.hasPrefix("hub/") ? family.hubPath + name.dropFirst(3) : phone.folder + "/.git/" + name
        try lock(path)
        try phone.run("sync").expect(stdout: "Sent")
        try phone.run("remote", "set", "origin", family.hubPath).expect()
        #expect(!FileManager.default.fileExists(atPath: path) || name == "hub/packed-refs.lock")
    }

    @Test("A lock that a program holds is reported with the holder, and nothing is removed")
    func held() throws {
        let path = family.hubPath + "/refs/heads/main.lock"
        try lock(path)
        // Without close-on-exec, programs started by other tests would hold the file, too.
        try withExtendedLifetime(HeldFile(path)) {
            _ = try phone.run("sync").expect(
                status: 75, stdout: .empty,
                stderr: ["is locked by another program", "main.lock", "held by", "Try again"])
        }
        #expect(FileManager.default.fileExists(atPath: path))
        try phone.run("sync").expect(stdout: "Sent")
    }

    @Test("doctor reports stale locks at a hub on this machine, too; --repair removes them")
    func doctorAtHub() throws {
        try lock(family.hubPath + "/refs/heads/main.lock")
        let device = phone.with(["COLUMNS": "500"])
        try device.run("doctor").expect(status: 1, stdout: ["the remote ‘origin’", "main.lock", "no owner found"])
        try device.run("doctor", "--repair").expect(stdout: "1 lock file of killed programs removed in the remote")
        try device.run("doctor").expect()
    }

    @Test("doctor reports stale locks; --repair removes them")
    func doctor() throws {
        try lock(phone.folder + "/.git/index.lock")
        try phone.run("doctor").expect(status: 1, stdout: ["index.lock", "no owner found", "hometask doctor --repair"])
        try phone.run("doctor", "--repair").expect(stdout: "1 lock file of killed programs removed")
        try phone.run("doctor").expect()
    }

    @Test("doctor does not report a held lock as a problem", arguments: [[], ["--repair"]])
    func doctorHeld(options: [String]) throws {
        let path = phone.folder + "/.git/HEAD.lock"
        try lock(path)
        let device = phone.with(["COLUMNS": "500"])
        try withExtendedLifetime(HeldFile(path)) {
            _ = try device.run(["doctor"] + options).expect(
                stdout: ["· lock: a running program holds a lock file", "HEAD.lock", "held by", .lacks("in the way")])
        }
        #expect(FileManager.default.fileExists(atPath: path))
        try device.run("doctor").expect(status: 1, stdout: "no owner found")
    }
}
