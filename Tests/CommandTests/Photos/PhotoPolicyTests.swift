// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Which originals a device fetches")
struct PhotoPolicyTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family.withHub()
        phone = family.device
    }

    private func device(_ name: String, photos: String) throws -> Device {
        let device = try Device(name, in: family.root)
        try device.run("join", family.hubPath, device.folder, "--as", "Ben", "--device", name, "--photos", photos)
            .expect()
        return device
    }

    @Test(
        "On joining and on each sync, a device fetches originals by its own setting or else the family's")
    func policies() throws {
        try family.attach(2, on: phone.at("2026-08-01T09:00:00Z"))
        try family.attach(1, from: 5, on: phone)
        try phone.run("sync").expectQuietly("3 photos")
        let (all, recent, none) = (
            try device("all", photos: "all"), try device("recent", photos: "recent"), try device("none", photos: "none")
        )
        #expect(try [all, recent, none].map { try $0.heldPhotos() } == [3, 1, 0])
        try family.send(1, from: 6, on: phone)
        try all.run("sync").expectQuietly("Received 1 change and 1 photo")
        try recent.run("sync").expectQuietly("1 photo")
        try none.run("sync").expectQuietly(.lacks("photo"))
        #expect(try [all, recent, none].map { try $0.heldPhotos() } == [4, 2, 0])
        // A device without its own setting follows the family's.
        let laptop = try family.join("laptop", as: "Zoë")
        #expect(try laptop.heldPhotos() == 0)
        try phone.run("config", "set", "photos", "all", "--family").expectQuietly("photos is all for the whole family.")
        try phone.run("sync").expectQuietly()
        let report = try laptop.run("sync", "--json").expectQuietly().object()["photos"] as? [String: Any]
        #expect(report?["originals"] as? Int == 4)
        try none.run("sync").expectQuietly()
        #expect(try none.heldPhotos() == 0)
        try none.run("config", "set", "photos", "recent").expectQuietly("on this device")
        try none.run("sync").expectQuietly("2 photos")
        try none.run("config", "unset", "photos").expectQuietly("all again")
        try none.run("sync").expectQuietly("2 photos")
        try none.run("config", "set", "photos", "some").expect(
            status: 64, stdout: .empty, stderr: ["‘some’", "none, recent or all"])
    }

    @Test("A device that fetches no originals sends its own without fetching any object of a photo")
    func sendsAlone() throws {
        try family.send(3, on: phone)
        let laptop = try device("laptop", photos: "none")
        try family.attach(1, from: 9, on: laptop)
        let theirs = try phone.git(
            "--git-dir", family.hubPath, "rev-list", "--objects", "--all", "--not", "--branches"
        ).lines.map { String($0.prefix(40)) }
        #expect(theirs.count == 9)
        try laptop.run("push").expectQuietly("1 photo")
        for id in theirs { #expect(try laptop.git("cat-file", "-e", id).status != 0) }
        try laptop.run("sync").expectQuietly()
        for id in theirs { #expect(try laptop.git("cat-file", "-e", id).status != 0) }
        #expect(try laptop.photos("waiting") == [false, false, false, false])
    }

    @Test("Automatic fetching resumes after an interruption, and sends no request if there are no new photos")
    func resumes() throws {
        let laptop = try device("laptop", photos: "all")
        try family.attach(2, on: phone)
        // The documents without the files, as if the sending device had been switched off in between.
        try phone.git("push", "--quiet", "origin", "main").expect()
        try laptop.run("sync").expectQuietly(["1 change", .lacks("photo")])
        try phone.run("sync").expectQuietly("2 photos")
        try laptop.run("sync").expectQuietly("Received 2 photos (origin).")
        try laptop.run("sync").expectQuietly("Up to date")
        #expect(try laptop.photos("held") == [true, true])
    }

    @Test("A photo in the trash is neither fetched nor restored on any device")
    func deleted() throws {
        try family.send(2, on: phone)
        let laptop = try device("laptop", photos: "none")
        let ids = try phone.run("photo", "list", "--json").objects().compactMap { $0["id"] as? String }
        try phone.run("photo", "delete", "#\(ids[0])").expectQuietly()
        try phone.run("sync").expectQuietly("Sent 1 change (origin).")
        for _ in 0..<2 {
            try laptop.run("sync").expectQuietly()
            try phone.run("sync").expectQuietly()
            #expect(try laptop.photos("held").count == 1)
            #expect(try phone.photos("held").count == 1)
        }
        try laptop.run("config", "set", "photos", "all").expectQuietly()
        try laptop.run("sync").expectQuietly("Received 1 photo (origin).")
        // A photo restored from the trash is fetched.
        try laptop.run("photo", "restore", "#\(ids[0])").expectQuietly()
        try laptop.run("sync").expectQuietly("1 photo")
        #expect(try laptop.heldPhotos() == 2)
    }
}
