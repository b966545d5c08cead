// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Erased photos", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
struct PhotoErasureTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    /// The object ids of a photo's original and thumbnail.
    private func files(of caption: String, on device: Device) throws -> [String] {
        let text = try device.git(
            "grep", "-h", "-e", "\"git\"", "-e", "\"thumbnail\"", "--and", "-e", ":", "--", "photos"
        )
        .stdout
        let photo = try device.git("grep", "-l", "\"caption\": \"\(caption)\"", "--", "photos").lines
        let document = try String(contentsOfFile: "\(device.folder)/\(try #require(photo.first))", encoding: .utf8)
        let pairs = document.matches(of: /"(git|thumbnail)": "([0-9a-f]{40})"/)
        #expect(pairs.count == 2 && !text.isEmpty)
        return pairs.map { String($0.output.2) }
    }

    private func has(_ file: String, _ device: Device) throws -> Bool {
        try device.git("cat-file", "-e", file).status == 0
    }

    /// Whether a file is reachable from the remote's references.
    private func hubLeads(to file: String) throws -> Bool {
        try phone.git("-C", family.hubPath, "rev-list", "--objects", "--all").stdout.contains(file)
    }

    @Test("The file is gone and all others are intact; it cannot be attached again, and the erasure cannot be undone")
    func alone() throws {
        let samples = try SamplePhotos.make("plain.jpg", "noise.jpg", "grey.jpg", on: phone)
        for (file, caption) in zip(samples, ["One", "Two", "Three"]) {
            try phone.run("photo", "add", file, "--caption", caption).expectQuietly()
        }
        let gone = try files(of: "Three", on: phone)
        try phone.expectUnchanged {
            try phone.run("photo", "erase", "Three").expect(status: 75, stdout: .empty, stderr: "--yes")
        }
        try phone.run("photo", "erase", "Three", "--yes").expectQuietly("Erased: Three")
        for file in gone { #expect(try !has(file, phone)) }
        try phone.git("fsck", "--strict").expect()
        try phone.run("photo", "verify").expectQuietly("2 photos intact, 0 not on this device.")
        try phone.run("photo", "show", "Three").expectQuietly("Erased")
        let shown = try phone.run("photo", "show", "Three", "--json").expectQuietly().stdout
        #expect(shown.contains("erasedAt"))
        try phone.run("photo", "add", samples[2]).expect(status: 73, stdout: .empty, stderr: "was erased")
        try phone.expectUnchanged {
            try phone.run("undo").expect(
                status: 75, stdout: .empty, stderr: "'photo erase' (just now) cannot be undone")
            try phone.run("undo", "--yes").expect(
                status: 76, stdout: .empty, stderr: "was erased, and that cannot be undone")
        }
        try phone.run("photo", "erase", "Three", "--yes").expectQuietly("Already erased")
        try phone.run("photo", "erase", "One", "--yes").expect()
        try phone.run("photo", "erase", "Two", "--yes").expect()
        try phone.run("photo", "add", try SamplePhotos.make("plain.webp", on: phone)[0]).expectQuietly()
        try phone.run("photo", "verify").expectQuietly("1 photo intact")
        try phone.run("doctor").expect(stdout: "erased photos")
    }

    @Test("An erasure applies to the erasing, the attaching and a joining device, and to the remote")
    func devices() throws {
        let samples = try SamplePhotos.make("plain.jpg", "noise.jpg", "plain.png", on: phone)
        for (file, caption) in zip(samples, ["One", "Two", "Three"]) {
            try phone.run("photo", "add", file, "--caption", caption).expectQuietly()
        }
        try phone.run("add", "Kitchen", "--proof", "photo").expect()
        try phone.run("done", "Kitchen", "--photo", samples[1]).expectQuietly()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("photo", "fetch", "--all").expect()
        let gone = try files(of: "Two", on: phone)
        for file in gone { #expect(try has(file, laptop) && hubLeads(to: file)) }
        try laptop.run("photo", "erase", "Two", "--yes").expectQuietly(["The same file was attached elsewhere", "sync"])
        for file in gone { #expect(try !has(file, laptop)) }
        try laptop.run("sync").expect()
        for file in gone { #expect(try has(file, phone) && hubLeads(to: file), "its writer has not heard of it") }
        try phone.run("sync").expect()
        for file in gone { #expect(try !has(file, phone) && !hubLeads(to: file)) }
        // The next photos continue from the current references.
        try phone.run("photo", "add", try SamplePhotos.make("plain.webp", on: phone)[0], "--caption", "Four").expect()
        try phone.run("sync").expect()
        try laptop.run("sync").expect()
        try laptop.run("photo", "fetch", "Four").expect()
        let tablet = try family.join("tablet", as: "Zoë")
        try tablet.run("photo", "fetch", "--all").expect()
        for device in [phone, laptop, tablet] {
            for file in gone { #expect(try !has(file, device)) }
            try device.git("fsck", "--strict").expect()
            try device.run("photo", "verify").expectQuietly("3 photos intact, 0 not on this device.")
            try device.run("show", "Kitchen").expectQuietly("Done")
        }
    }

    @Test("A remote that refuses non-fast-forward updates is named, and the remaining photos are still sent")
    func refusing() throws {
        try phone.run("photo", "add", try SamplePhotos.make("plain.jpg", on: phone)[0], "--caption", "One").expect()
        try family.hub()
        let hook = family.hubPath + "/hooks/update"
        try ProgramFile.write(
            "#!/bin/sh\ntest $2 = 0000000000000000000000000000000000000000 || git merge-base --is-ancestor $2 $3\n",
            to: hook)
        try phone.run("photo", "erase", "One", "--yes").expect()
        try phone.run("sync").expect(
            status: 76, stdout: .anything,
            stderr: ["keeps photos that were erased", "can delete its reference refs/hometask/"])
        try phone.run("doctor").expect(stdout: "still had some of them")
        for content in ["photos", "thumbs"] {
            let listed = try phone.git(
                "-C", family.hubPath, "for-each-ref", "--format=%(refname)", "refs/hometask/\(content)")
            for name in listed.lines { try phone.git("-C", family.hubPath, "update-ref", "-d", name).expect() }
        }
        try phone.run("photo", "add", try SamplePhotos.make("plain.png", on: phone)[0]).expect()
        try phone.run("sync").expect()
        try phone.run("photo").expect(stdout: .lacks("waiting"))
    }

    @Test("Erasing a photo whose document names a task's file as its own keeps the task")
    func hostile() throws {
        try phone.run("photo", "add", try SamplePhotos.make("plain.jpg", on: phone)[0], "--caption", "One").expect()
        try phone.run("add", "Keep me").expect()
        let task = try phone.onlyFile(in: "tasks")
        let blob = try phone.git("hash-object", task).lines[0]
        let file = try phone.onlyFile(in: "photos")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing(/"git": "[0-9a-f]{40}"/, with: "\"git\": \"\(blob)\"")
            .write(toFile: file, atomically: true, encoding: .utf8)
        try phone.run("photo", "erase", "One", "--yes").expect()
        #expect(try has(blob, phone))
        try phone.run("upkeep").expect()
        #expect(try has(blob, phone))
        try phone.run("list").expectQuietly("Keep me")
    }
}
