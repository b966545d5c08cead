// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Photos that must be taken at a place or a time", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
struct DemandTests {
    let family: Family
    let phone: Device
    /// A photo taken at 52.3702, 4.8952 on 14 July 2026 at 10:20 local time, and one without metadata.
    let files: [String]

    init() throws {
        family = try Family()
        phone = family.device.at("2026-07-14T09:00:00Z")
        try phone.run("pin", "add", "Dam", "52.3702,4.8950").expect()
        try phone.run("pin", "add", "Artis", "52.3660,4.9120").expect()
        files = try SamplePhotos.make("amsterdam.jpg", "plain.jpg", on: phone)
    }

    private func isDone(_ title: String, on device: Device) throws -> Bool {
        let text = try device.run("show", title, "--json").expectQuietly().stdout
        let pages = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        return (pages.first?["document"] as? [String: Any])?["completion"] != nil
    }

    @Test("A photo taken at the place proves the task; one from elsewhere or without a place is refused with a reason")
    func place() throws {
        try phone.run("add", "Glass", "--proof", "photo", "--at", "Dam", "--within", "100m").expect()
        try phone.run("add", "Zoo", "--proof", "photo", "--at", "Artis", "--within", "100m").expect()
        try phone.expectUnchanged {
            try phone.run("done", "Zoo", "--photo", files[0]).expect(
                status: 76, stdout: .empty, stderr: ["does not prove ‘Zoo’", "1.2 km away", "100 m", "--accept"])
            try phone.run("done", "Glass", "--photo", files[1]).expect(
                status: 76, stdout: .empty, stderr: ["does not contain the place where it was taken"])
        }
        try phone.run("done", "Glass", "--photo", files[0]).expectQuietly("Done: Glass")
        try phone.run("pin", "edit", "Dam", "--location", "52.5,4.9").expect()
        #expect(try isDone("Glass", on: phone), "what proved it once proves it, wherever the pin is moved")
        try phone.run("photo", "delete", "photo of").expectQuietly("Open again: Glass")
        try phone.run("photo", "restore", "photo of").expectQuietly()
        #expect(try !isDone("Glass", on: phone))
    }

    @Test("Required hours apply to the due date, and to a series' next due date")
    func hours() throws {
        try phone.run(
            "add", "Cat", "--proof", "photo", "--due", "2026-07-14", "--every", "day", "--between", "10:00-11:00"
        ).expect()
        try phone.run("show", "Cat").expect(stdout: "a photo taken between 10:00 and 11:00")
        try phone.run("photo", "add", files[1], "--task", "Cat").expect(
            stdout: .contains("Attached"), stderr: "does not contain the time when it was taken")
        #expect(try !isDone("Cat", on: phone))
        try phone.run("done", "Cat", "--photo", files[0]).expectQuietly(["Done: Cat", "Next: Cat"])
        try phone.run("list").expect()
        try phone.expectUnchanged {
            try phone.run("done", "1", "--photo", files[0], "--early").expect(
                status: 76, stdout: .empty, stderr: "not taken between 10:00 and 11:00 on the day")
        }
        try phone.run("edit", "1", "--no-between").expect()
        try phone.run("done", "1", "--photo", files[0], "--early").expectQuietly("Done: Cat")
    }

    @Test("An adult can accept an insufficient photo, at once or later, and is recorded; a child is refused")
    func accepting() throws {
        try phone.run("add", "Zoo", "--proof", "photo", "--at", "Artis", "--within", "100m").expect()
        try phone.run("member", "edit", "Mia", "--role", "child").expect()
        try phone.expectUnchanged {
            try phone.run("done", "Zoo", "--photo", files[0], "--accept").expect(
                status: 77, stdout: .empty, stderr: ["only an adult", "Mia is a child"])
            try phone.run("done", "Zoo", "--accept").expect(status: 77, stdout: .empty, stderr: "Mia is a child")
        }
        try phone.run("photo", "add", files[0], "--task", "Zoo", "--caption", "Lion").expect(
            stdout: .contains("Attached ‘Lion’ to ‘Zoo’"), stderr: "‘Lion’ does not prove the task: it was taken 1.2 km"
        )
        try phone.run("show", "Zoo").expect(stdout: ["Photo: Lion", "Not accepted as proof"])
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("done", "Zoo").expect(status: 76, stdout: .empty, stderr: "'#")
        try laptop.run("done", "Zoo", "--accept").expectQuietly("Done: Zoo")
        let photo = try String(contentsOfFile: laptop.onlyFile(in: "photos"), encoding: .utf8)
        #expect(photo.contains("\"verdict\": {\n") && photo.contains("\"approved\": true"))
        for device in [laptop, phone] { try device.run("sync").expect() }
        #expect(try isDone("Zoo", on: phone))
        try phone.run("edit", "Zoo", "--priority", "high").expect()
        #expect(try isDone("Zoo", on: phone))
    }

    @Test("The requirement holds after merging a new required place with a photo from elsewhere")
    func merged() throws {
        try phone.run("add", "Zoo", "--proof", "photo").expect()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben").at("2026-07-14T10:00:00Z")
        try phone.run("edit", "Zoo", "--at", "Artis", "--within", "100m").expect()
        let own = try SamplePhotos.make("amsterdam.jpg", on: laptop)
        try laptop.run("photo", "add", own[0], "--task", "Zoo").expectQuietly("Done: Zoo")
        for device in [laptop, phone, laptop] { try device.run("sync").expect() }
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
        #expect(try isDone("Zoo", on: phone), "it was proven where the place was not asked for")
        try phone.run("photo", "delete", "photo of").expectQuietly("Open again: Zoo")
        for device in [phone, laptop] { try device.run("sync").expect() }
        #expect(try !isDone("Zoo", on: laptop))
    }

    @Test("Invalid options are refused")
    func wrong() throws {
        try phone.expectUnchanged {
            try phone.run("add", "X", "--between", "9-10").expect(status: 64, stdout: .empty, stderr: "07:00-09:00")
            try phone.run("add", "X", "--approval", "mum").expect(status: 64, stdout: .empty, stderr: "adult")
            try phone.run("photo", "add", files[0], "--accept").expect(status: 64, stdout: .empty, stderr: "--task")
        }
    }

    @Test("A refused photo is never sent")
    func refusedStays() throws {
        try phone.run("add", "Zoo", "--proof", "photo", "--at", "Artis", "--within", "100m").expect()
        try family.hub()
        try phone.run("done", "Zoo", "--photo", files[0]).expect(status: 76, stdout: .empty, stderr: "1.2 km")
        try phone.run("photo", "add", files[1], "--caption", "Kept").expect()
        try phone.run("done", "Zoo", "--photo", files[0], "--photo", files[0]).expect(
            status: 76, stdout: .empty, stderr: "Zoo")
        try phone.run("sync").expectQuietly("1 photo")
        let sent = try phone.git("-C", family.hubPath, "rev-list", "--objects", "--all", "--", "*").stdout
        let blob = try phone.git("hash-object", files[0]).lines[0]
        #expect(try phone.git("cat-file", "-e", blob).status != 0 && !sent.contains(blob))
        try phone.run("photo", "verify").expectQuietly("1 photo intact, 0 not on this device.")
        try phone.git("fsck", "--strict").expect()
    }

    @Test("Moving a pin to where a photo was taken completes the task, locally and after a merge")
    func movedPin() throws {
        try phone.run("add", "Zoo", "--proof", "photo", "--at", "Artis", "--within", "100m").expect()
        try phone.run("photo", "add", files[0], "--task", "Zoo").expect()
        #expect(try !isDone("Zoo", on: phone))
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("pin", "edit", "Artis", "--location", "52.3702,4.8952").expect()
        #expect(try isDone("Zoo", on: laptop))
        for device in [laptop, phone] { try device.run("sync").expect() }
        #expect(try isDone("Zoo", on: phone))
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
    }

    @Test("A copy of a rejected photo proves nothing, either")
    func refusedCopy() throws {
        try phone.run("add", "Glass", "--proof", "photo", "--at", "Dam", "--within", "100m").expect()
        try phone.run("done", "Glass", "--photo", files[0]).expectQuietly()
        try phone.run("reject", "Glass", "--why", "Too dark").expectQuietly("Open again")
        try phone.run("photo", "edit", "photo of", "--rotate", "90").expectQuietly("Created")
        #expect(try !isDone("Glass", on: phone))
    }
}
