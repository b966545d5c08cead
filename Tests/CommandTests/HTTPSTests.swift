// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("A remote over HTTPS", .waits, .enabled(if: HTTPSServer.isPossible))
struct HTTPSTests {
    /// A family with a hub served over HTTPS.
    private func served(hasExpired: Bool = false) throws -> (Family, HTTPSServer) {
        let family = try Family()
        try family.device.run("add", "Bins").expect()
        try RunningProgram(
            "git", ["init", "--quiet", "--bare", family.hubPath], environment: family.device.environment,
            folder: family.root.path, input: ""
        ).finish().expect()
        return (family, try HTTPSServer(serving: family.root.path, in: family.root, hasExpired: hasExpired))
    }

    /// Makes git on a device trust the server, via `.gitconfig` in its home.
    private func trust(_ server: HTTPSServer, on device: Device) throws {
        try "[http]\n\tsslCAInfo = \(server.certificate)\n"
            .write(toFile: device.home + "/.gitconfig", atomically: true, encoding: .utf8)
    }

    @Test("Two devices sync over HTTPS and converge on both edits")
    func syncs() throws {
        let (family, server) = try served()
        let (phone, laptop) = (family.device, try Device("laptop", in: family.root))
        for device in [phone, laptop] { try trust(server, on: device) }
        try phone.run("remote", "add", "origin", server.url("hub.git")).expect()
        try phone.run("sync").expectQuietly("Sent")
        try laptop.run("join", server.url("hub.git"), laptop.folder, "--as", "Ben").expect()
        try phone.run("edit", "Bins", "--due", "24 Dec").expect()
        try laptop.run("edit", "Bins", "--tag", "out").expect()
        try phone.run("sync").expectQuietly("Sent")
        try laptop.run("sync").expectQuietly("merged 1 document")
        try phone.run("sync").expectQuietly("Received")
        for device in [phone, laptop] { try device.run("show", "Bins").expectQuietly(["24 Dec", "+out"]) }
    }

    @Test("A sync receives only the changes, not the history again")
    func onlyChanges() throws {
        let (family, server) = try served()
        let (phone, laptop) = (family.device, try Device("laptop", in: family.root))
        for device in [phone, laptop] { try trust(server, on: device) }
        for number in 0..<30 { try phone.run("add", "Task \(number)").expect() }
        try phone.run("remote", "add", "origin", server.url("hub.git")).expect()
        try phone.run("sync").expectQuietly("Sent")
        try laptop.run("join", server.url("hub.git"), laptop.folder, "--as", "Ben").expect()
        try laptop.run("sync").expect()
        try phone.run("add", "One more").expect()
        try phone.run("sync").expectQuietly("Sent")
        let before = try packedObjects(laptop)
        try laptop.run("sync").expectQuietly("Received 1 change")
        let received = try packedObjects(laptop) - before
        // A commit, two folders and a document; git also stores the delta bases.
        #expect((1...10).contains(received), "\(received) objects were received")
    }

    private func packedObjects(_ device: Device) throws -> Int {
        let lines = try device.git("count-objects", "-v").lines
        return try #require(lines.first { $0.hasPrefix("in-pack: ") }.flatMap { Int($0.dropFirst("in-pack: ".count)) })
    }

    @Test("An untrusted certificate is refused with advice, and nothing changes")
    func untrusted() throws {
        let (family, server) = try served()
        try family.device.run("remote", "add", "origin", server.url("hub.git")).expect()
        for command in ["sync", "push", "pull"] {
            try family.device.expectRefusal(
                WrongUse(command, status: 77, message: "certificate", hint: "http.sslCAInfo"))
        }
        let laptop = try Device("laptop", in: family.root)
        try laptop.run("join", server.url("hub.git"), laptop.folder, "--as", "Ben")
            .expect(status: 77, stderr: ["certificate", "http.sslCAInfo"])
        #expect(!FileManager.default.fileExists(atPath: laptop.folder))
    }

    @Test("An expired certificate is not reported as untrusted, and its date is named", arguments: [true, false])
    func expired(isTrusted: Bool) throws {
        let (family, server) = try served(hasExpired: true)
        if isTrusted { try trust(server, on: family.device) }
        try family.device.run("remote", "add", "origin", server.url("hub.git")).expect()
        try family.device.expectRefusal(
            WrongUse("sync", status: 77, message: ["out of date", "expired on"], hint: ["renew it", "clock"]))
    }

    @Test(
        "An HTTP error has the exit code of its kind and is reported",
        arguments: [(403, 77, "does not accept"), (404, 69, "is not there"), (500, 69, "500"), (503, 69, "503")])
    func statuses(answer: (number: Int, status: Int32, told: String)) throws {
        let (family, server) = try served()
        try trust(server, on: family.device)
        try family.device.run("remote", "add", "origin", server.url("status/\(answer.number)/hub.git")).expect()
        try family.device.expectRefusal(
            WrongUse("sync", status: answer.status, message: .contains(answer.told), hint: .anything))
    }

    @Test("Without a terminal, a server that requires a password is reported at once")
    func password() throws {
        let (family, server) = try served()
        try trust(server, on: family.device)
        try family.device.run("remote", "add", "origin", server.url("private/hub.git")).expect()
        for command in ["sync", "push", "pull"] {
            try family.device.expectRefusal(
                WrongUse(command, status: 77, message: "does not accept", hint: "credential"))
        }
    }

    @Test("At a terminal, git prompts for the password, and a wrong one is refused")
    func passwordAtTerminal() throws {
        let (family, server) = try served()
        try trust(server, on: family.device)
        try family.device.run("remote", "add", "origin", server.url("private/hub.git")).expect()
        let terminal = try Terminal(family.device, "sync")
        try terminal.answer("Username for", "mia\n")
        try terminal.answer("Password for", "guess\n")
        terminal.finish().expect(status: 77, stdout: [.contains("accept your credentials"), .lacks("guess")])
    }
}
