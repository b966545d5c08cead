// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Photos as proof", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
struct ProofTests {
    let family: Family
    let phone: Device
    let files: [String]

    init() throws {
        family = try Family()
        phone = family.device
        try phone.run("add", "Clean the kitchen", "--proof", "photo").expect()
        files = try SamplePhotos.make("plain.jpg", "plain.png", on: phone)
    }

    private func isDone(on device: Device) throws -> Bool { try completion(on: device) != nil }

    private func completion(on device: Device) throws -> [String: String]? {
        let text = try device.run("show", "kitchen", "--json").expectQuietly().stdout
        let pages = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        let task = try #require(pages.first?["document"] as? [String: Any])
        return task["completion"] as? [String: String]
    }

    @Test("A task that requires a photo cannot be done without one, and stays done exactly as long as it has one")
    func rule() throws {
        try phone.expectUnchanged {
            try phone.run("done", "kitchen").expect(
                status: 76, stdout: .empty, stderr: ["is done once a photo is attached", "--photo FILE"])
        }
        try phone.run("photo", "add", files[0], "--task", "kitchen").expectQuietly("Done: Clean the kitchen")
        #expect(try isDone(on: phone))
        try phone.expectUnchanged {
            try phone.run("reopen", "kitchen").expect(
                status: 76, stdout: .empty, stderr: ["as long as a photo is attached", "photo delete"])
        }
        try phone.run("photo", "add", files[1], "--task", "kitchen", "--caption", "Second").expectQuietly()
        try phone.run("photo", "delete", "Second").expectQuietly("Moved to the trash")
        #expect(try isDone(on: phone))
        try phone.run("photo", "delete", "photo of").expectQuietly("Open again: Clean the kitchen")
        #expect(try !isDone(on: phone))
        try phone.run("photo", "restore", "Second").expectQuietly("Restored: Second")
        #expect(try isDone(on: phone))
        try phone.run("undo").expect()
        #expect(try !isDone(on: phone))
    }

    @Test("A photo deleted and restored by another member proves the same completion: same member, same time")
    func restored() throws {
        try phone.run("member", "add", "Tom", "--role", "child").expect()
        try family.hub()
        let tablet = try family.join("tablet", as: "Tom").at("2026-11-21T10:00:00Z")
        try tablet.run("done", "kitchen", "--photo", files[0], "--at", "2026-11-21 09:00").expectQuietly()
        try tablet.run("sync").expect()
        try phone.run("sync").expect()
        let before = try #require(try completion(on: phone))
        #expect(before["at"] == "2026-11-21T08:00:00Z")
        try phone.run("show", "kitchen").expectQuietly("Done    Tom, today 09:00")
        for command in ["delete", "restore"] { try phone.run("photo", command, "photo of").expectQuietly() }
        #expect(try completion(on: phone) == before)
        // Likewise if deleted on one device and restored on another.
        try phone.run("photo", "delete", "photo of").expectQuietly("Open again")
        try phone.run("sync").expect()
        try tablet.run("sync").expect()
        try tablet.run("photo", "restore", "photo of").expectQuietly()
        #expect(try completion(on: tablet) == before)
    }

    @Test("done attaches a photo to one or several tasks, and stores its file once")
    func doneWithPhoto() throws {
        try phone.run("add", "Mop the hall", "--proof", "photo").expect()
        try phone.run("done", "1", "2", "--photo", files[0]).expectQuietly([
            "Done: Clean the kitchen", "Done: Mop the hall",
        ])
        let text = try phone.run("photo", "list", "--json").expectQuietly().stdout
        let photos = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(photos.count == 2 && Set(photos.map { $0["sha256"] as? String }).count == 1)
        try phone.run("undo").expect()
        #expect(try !isDone(on: phone))
    }

    @Test("A completion typed into the file without a photo is discarded")
    func byHand() throws {
        let file = try phone.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let edited = text.replacing(
            "\"created\"", with: "\"completion\": {\"at\": \"2026-11-21T08:00:00Z\"},\n  \"created\"",
            maxReplacements: 1)
        try edited.write(toFile: file, atomically: true, encoding: .utf8)
        try phone.run("edit", "kitchen", "--priority", "high").expect()
        #expect(try !isDone(on: phone))
        try phone.expectClean()
    }

    @Test("The requirement holds after a merge: one device removes the photo, another attaches one and edits the task")
    func merged() throws {
        try phone.run("photo", "add", files[0], "--task", "kitchen").expectQuietly()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        let own = try SamplePhotos.make("plain.webp", on: laptop)
        try phone.run("photo", "delete", "photo of").expectQuietly("Open again")
        try laptop.run("photo", "add", own[0], "--task", "kitchen").expectQuietly()
        try laptop.run("edit", "kitchen", "--priority", "high").expect()
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        #expect(try isDone(on: phone) && isDone(on: laptop))
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
        try laptop.run("photo", "delete", "photo of").expectQuietly("Open again")
        for device in [laptop, phone] { try device.run("sync").expect() }
        #expect(try !isDone(on: phone) && !isDone(on: laptop))
    }

    @Test("Reopening on one device and completing again on another conflicts in the photo, not in the completion")
    func reopenedApart() throws {
        try phone.run("photo", "add", files[0], "--task", "kitchen").expectQuietly()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try phone.run("photo", "delete", "photo of").expectQuietly("Open again")
        for command in ["delete", "restore"] { try laptop.run("photo", command, "photo of").expectQuietly() }
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        for device in [phone, laptop] {
            let conflicts = try device.run("conflicts", "--json").objects()
            #expect(conflicts.map { $0["field"] as? String } == ["deleted"])
            #expect(try isDone(on: device))
        }
        try phone.run("resolve", "photo of", "--field", "deleted", "--take", "2").expectQuietly()
        for device in [phone, laptop] { try device.run("sync").expect() }
        for device in [phone, laptop] {
            try device.run("conflicts").expectQuietly("no conflicts")
            #expect(try !isDone(on: device))
        }
    }

    @Test("Two devices that concurrently remove one of two photos each leave the task open, byte-for-byte the same")
    func bothRemove() throws {
        try phone.run("photo", "add", files[0], "--task", "kitchen", "--caption", "One").expectQuietly()
        try phone.run("photo", "add", files[1], "--task", "kitchen", "--caption", "Two").expectQuietly()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try phone.run("photo", "delete", "One").expectQuietly()
        try laptop.run("photo", "delete", "Two").expectQuietly()
        #expect(try isDone(on: phone) && isDone(on: laptop))
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        #expect(try !isDone(on: phone) && !isDone(on: laptop))
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
    }

    @Test(
        "The same file attached on two devices is one photo, the first counts, and a recurring task has one next time"
    )
    func sameFile() throws {
        try phone.run("edit", "kitchen", "--every", "week").expect()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try phone.run("done", "kitchen", "--photo", files[0]).expectQuietly("Next: Clean the kitchen")
        try laptop.at("2026-11-21T10:00:00Z").run("done", "kitchen", "--photo", files[0]).expectQuietly()
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
        #expect(try phone.git("ls-files", "photos").lines.count == 1)
        #expect(try phone.git("ls-files", "tasks").lines.count == 2)
        let conflicts = try phone.run("conflicts", "--json").objects()
        #expect(conflicts.map { $0["field"] as? String } == ["completion"])
    }

    @Test("A completion whose photo is in the trash can be chosen in a conflict, and resolve says so")
    func chosenWithTrashedPhoto() throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try phone.run("done", "kitchen", "--photo", files[0]).expectQuietly()
        try laptop.at("2026-11-21T10:00:00Z").run("photo", "add", files[1], "--task", "kitchen", "--caption", "Later")
            .expectQuietly()
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        try phone.run("photo", "delete", "Later").expectQuietly()
        try phone.run("resolve", "kitchen", "--field", "completion", "--take", "2").expect(
            stdout: "Resolved the completion of ‘Clean the kitchen’: done by Ben, today 11:00",
            stderr: .exactly("note: the photo that proved it is in the trash: see 'hometask trash'\n"))
        // The other photo still proves the completion.
        #expect(try isDone(on: phone))
    }

    @Test("A completion chosen in a conflict is resolved without a note if its photo is present")
    func chosenWithPhoto() throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try phone.run("done", "kitchen", "--photo", files[0]).expectQuietly()
        try laptop.at("2026-11-21T10:00:00Z").run("done", "kitchen", "--photo", files[1]).expectQuietly()
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        try phone.run("resolve", "kitchen", "--field", "completion", "--take", "2").expectQuietly("done by Ben")
    }
}
