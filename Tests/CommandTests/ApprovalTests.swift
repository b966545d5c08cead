// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Approval by an adult")
struct ApprovalTests {
    let family: Family
    /// Mia's phone; Mia is a child.
    let phone: Device
    /// Ben's laptop; Ben is an adult.
    let laptop: Device

    init() throws {
        let pair = try Family.pair(prepared: [
            ["member", "edit", "Mia", "--role", "child"],
            ["add", "Mow the lawn", "--approval", "adult"],
        ])
        (family, phone, laptop) = (pair.family, pair.family.device, pair.device.at("2026-11-21T10:00:00Z"))
    }

    private func sync() throws {
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
    }

    private func sheet(on device: Device) throws -> [String: Any] {
        let text = try device.run("show", "lawn", "--json").expectQuietly().stdout
        let pages = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        return try #require(pages.first)
    }

    private func isDone(on device: Device) throws -> Bool {
        (try sheet(on: device)["document"] as? [String: Any])?["completion"] != nil
    }

    @Test("A child's completion waits for approval; an adult can approve it, the child cannot")
    func approving() throws {
        try phone.run("list", "to-approve").expectQuietly("Nothing waits for approval")
        try phone.run("done", "lawn").expectQuietly(["Done: Mow the lawn", "An adult must approve it"])
        try phone.run("list", "to-approve").expectQuietly("Mow the lawn")
        try phone.expectUnchanged {
            try phone.run("approve", "lawn").expect(
                status: 77, stdout: .empty, stderr: ["only an adult", "Mia is a child"])
            try phone.run("reject", "lawn", "--why", "No").expect(
                status: 77, stdout: .empty, stderr: ["only an adult", "Mia is a child"])
        }
        try sync()
        try laptop.run("list", "to-approve").expectQuietly("Mow the lawn")
        try laptop.run("show", "lawn").expectQuietly("waits for an adult to approve it")
        try laptop.run("approve", "lawn").expectQuietly("Approved: Mow the lawn")
        try laptop.run("approve", "lawn").expectQuietly("Already approved")
        try laptop.run("list", "to-approve").expectQuietly("Nothing waits for approval")
        try sync()
        try phone.run("show", "lawn").expectQuietly("approved by Ben")
        try laptop.run("undo").expect()
        try laptop.run("list", "to-approve").expectQuietly("Mow the lawn")
    }

    @Test("A rejected task reopens with the reason; completed again, it waits for approval again")
    func rejecting() throws {
        try phone.run("edit", "lawn", "--every", "week").expect()
        try phone.run("done", "lawn").expectQuietly("Next: Mow the lawn")
        try sync()
        try laptop.run("reject", "to-approve").expect(status: 66, stdout: .empty, stderr: "no task")
        try laptop.run("reject", "--where", "to-approve", "--why", "The edges\u{1B}").expect(
            status: 64, stdout: .empty, stderr: "one line of text")
        try laptop.run("reject", "--where", "to-approve", "--why", "The edges").expectQuietly(
            "Open again: Mow the lawn")
        try sync()
        #expect(
            try phone.run("list", "lawn").expectQuietly("rejected").lines.count { $0.contains("lawn") } == 1,
            "the next one went")
        try phone.run("show", "lawn").expectQuietly(["rejected by Ben", "The edges"])
        try phone.at("2026-11-22T09:00:00Z").run("done", "lawn").expectQuietly("An adult must approve it")
        try phone.run("list", "to-approve").expectQuietly("Mow the lawn")
    }

    @Test("An adult's completion needs no approval; a task that requires none cannot be approved")
    func own() throws {
        try laptop.run("done", "lawn").expectQuietly("Done: Mow the lawn")
        try laptop.run("list", "to-approve").expectQuietly("Nothing waits for approval")
        try laptop.run("add", "Dishes").expect()
        try laptop.expectUnchanged {
            try laptop.run("approve", "Dishes").expect(status: 64, stdout: .empty, stderr: "is open")
        }
        try laptop.run("done", "Dishes").expect()
        try laptop.expectUnchanged {
            try laptop.run("approve", "Dishes").expect(status: 64, stdout: .empty, stderr: "requires no approval")
        }
    }

    @Test("A completion concurrent with the approval of an earlier completion waits for approval on both devices")
    func apart() throws {
        try phone.run("done", "lawn").expect()
        try sync()
        try laptop.run("approve", "lawn").expect()
        try phone.run("reopen", "lawn").expect()
        try phone.at("2026-11-21T12:00:00Z").run("done", "lawn").expect()
        try sync()
        for device in [phone, laptop] { try device.run("list", "to-approve").expectQuietly("Mow the lawn") }
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
    }

    @Test("A verdict is signed with the member's SSH key; an altered or unsigned one is unverified")
    func signing() throws {
        let key = "\(laptop.home)/.ssh/id_ed25519"
        try FileManager.default.createDirectory(atPath: "\(laptop.home)/.ssh", withIntermediateDirectories: true)
        try RunningProgram(
            "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "ben@laptop", "-f", key],
            environment: laptop.environment, folder: laptop.home, input: ""
        ).finish().expect()
        try laptop.run("member", "edit", "Ben", "--add-key", key).expect(
            status: 64, stdout: .empty, stderr: "private key, which must stay")
        try laptop.run("member", "edit", "Ben", "--add-key", "\(key).pub").expectQuietly("Changed Ben")
        try phone.run("done", "lawn").expect()
        try sync()
        try laptop.run("approve", "lawn").expectQuietly("Approved")
        try sync()
        try phone.run("show", "lawn").expectQuietly(["approved by Ben", "(signed)"])
        #expect(try sheet(on: phone)["signature"] as? String == "good")

        // The approval is moved to another completion time.
        let file = try phone.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing("2026-11-21T09:00:00Z\",\n    \"by\"", with: "2026-11-21T09:00:01Z\",\n    \"by\"")
            .replacing("\"of\": \"2026-11-21T09:00:00Z\"", with: "\"of\": \"2026-11-21T09:00:01Z\"")
            .write(toFile: file, atomically: true, encoding: .utf8)
        try phone.run("edit", "lawn", "--priority", "low").expect()
        try phone.run("show", "lawn").expectQuietly("unverified: the signature does not")

        // The title is changed.
        try phone.run("undo").expect()
        try phone.run("edit", "lawn", "--title", "Mow all the lawns").expect()
        try phone.run("show", "lawn").expectQuietly("unverified: the signature does not")

        // The device no longer has the key.
        try FileManager.default.removeItem(atPath: key)
        try laptop.run("sync").expect()
        try laptop.run("reject", "lawn").expect(stdout: "Open again", stderr: "not signed")
        try laptop.run("show", "lawn").expectQuietly("unverified: not signed")
        try laptop.run("member", "show", "Ben", "--json").expectQuietly("ssh-ed25519 AAAA")
        try laptop.run("member", "edit", "Ben", "--remove-key", "\(key).pub").expectQuietly("Changed Ben")
        #expect(try sheet(on: laptop)["signature"] as? String == "keyless")
        try phone.run("member", "edit", "Ben", "--remove-key", "\(key).pub").expect()
        #expect(try sheet(on: phone)["signature"] as? String == "bad", "the key that could tell was taken away")
    }

    @Test("A proof photo no longer counts once it is rejected")
    func photo() throws {
        try laptop.run("edit", "lawn", "--proof", "photo").expect()
        try sync()
        let file = "\(phone.home)/lawn.png"
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(to: URL(fileURLWithPath: file))
        try phone.run("plugin", "disable", "photo").expect()
        try phone.run("done", "lawn", "--photo", file).expect(stdout: "Done: Mow the lawn", stderr: "unchecked")
        try sync()
        try laptop.run("reject", "lawn", "--why", "Too dark").expectQuietly("Open again")
        try sync()
        #expect(try !isDone(on: phone))
        try phone.run("show", "lawn").expectQuietly("an adult rejected it: Too dark")
        try phone.run("done", "lawn", "--photo", file).expect(
            status: 76, stdout: .empty, stderr: "an adult rejected it")
        try laptop.run("done", "lawn", "--accept").expectQuietly("Done: Mow the lawn")
        try sync()
        #expect(try isDone(on: phone))
    }

    @Test("An approval covers one completion, not a new completion at the same time")
    func sameTime() throws {
        try phone.run("done", "lawn").expect()
        try sync()
        try laptop.run("approve", "lawn").expectQuietly("Approved")
        try laptop.run("reopen", "lawn").expect()
        try sync()
        try phone.at("2026-11-21T11:00:00Z").run("done", "lawn", "--at", "2026-11-21 10:00").expect()
        try phone.run("list", "to-approve").expectQuietly("Mow the lawn")
    }

    @Test(
        "The later of a concurrent approval and rejection wins as a whole",
        arguments: [true, false])
    func judgedApart(isRejectedLast: Bool) throws {
        try phone.run("done", "lawn").expect()
        try phone.run("member", "edit", "Mia", "--role", "adult").expect()
        try sync()
        try laptop.at("2026-11-21T11:00:\(isRejectedLast ? "05" : "01")Z").run("reject", "lawn", "--why", "Edges")
            .expect()
        try phone.at("2026-11-21T11:00:03Z").run("approve", "lawn").expect()
        try sync()
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
        #expect(try isDone(on: phone) != isRejectedLast)
        try phone.run("show", "lawn").expectQuietly(isRejectedLast ? "rejected by Ben" : "approved by Mia")
    }
}
