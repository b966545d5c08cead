// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Sync over ssh", .enabled(if: SSHServer.isInstalled))
struct SSHSyncTests {
    let family: Family
    let server: SSHServer
    let phone: Device

    init() throws {
        family = try Family()
        server = try SSHServer(in: family.root.path)
        phone = family.device.with(["GIT_SSH_COMMAND": server.command()])
        try phone.git("init", "--quiet", "--bare", family.hubPath).expect()
        try phone.run("remote", "add", "origin", server.address(family.hubPath)).expectQuietly()
    }

    /// Runs a command and returns the number of connections that it opens.
    private func connections(_ device: Device, _ words: String...) throws -> Int {
        let before = server.connections
        try device.run(words).expect()
        return server.connections - before
    }

    private func attach(_ name: String) throws {
        let path = "\(phone.home)/\(name).jpg"
        try Data([0xFF, 0xD8, 0xFF, 0xE0] + Array(name.utf8)).write(to: URL(fileURLWithPath: path))
        try phone.run("photo", "add", path, "--no-place").expect()
    }

    @Test("Each command connects exactly once")
    func once() throws {
        try phone.run("plugin", "disable", "photo").expect()
        try attach("first")
        #expect(try connections(phone, "sync") == 1, "to an empty remote, with a photo")
        #expect(try connections(phone, "sync") == 1, "with nothing to do")
        try phone.run("add", "Milk").expect()
        #expect(try connections(phone, "sync") == 1, "with a change")
        try attach("second")
        #expect(try connections(phone, "sync") == 1, "with a photo")

        let laptop = try Device("laptop", in: family.root).with(["GIT_SSH_COMMAND": server.command()])
        #expect(
            try connections(
                laptop, "join", server.address(family.hubPath), laptop.folder, "--as", "Ben", "--device", "laptop") == 1
        )
        #expect(try connections(laptop, "photo", "fetch", "--all") == 1)
        try laptop.run("photo", "verify").expectQuietly("2 photos intact, 0 not on this device.")
    }

    @Test("Concurrent edits are merged over one connection per sync, and none is lost")
    func apart() throws {
        let laptop = try Device("laptop", in: family.root).with(["GIT_SSH_COMMAND": server.command()])
        try phone.run("sync").expect()
        try laptop.run(
            "join", server.address(family.hubPath), laptop.folder, "--as", "Ben", "--device", "laptop"
        ).expect()
        try phone.run("add", "Milk").expect()
        try laptop.run("add", "Bread").expect()
        #expect(try connections(phone, "sync") == 1)
        #expect(try connections(laptop, "sync") == 1)
        #expect(try connections(phone, "sync") == 1)
        for device in [phone, laptop] { try device.run("list").expectQuietly("Milk").expectQuietly("Bread") }
    }
}
