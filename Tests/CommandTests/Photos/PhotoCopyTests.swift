// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A copied device writes photos under a new name, so that neither device blocks the other's photos.
@Suite("Photos of a copied or restored device")
struct PhotoCopyTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family.withHub()
        phone = family.device
        try phone.run("plugin", "disable", "photo").expect()
        try attach("first", on: phone)
        try phone.run("sync").expectQuietly("1 photo")
    }

    private func attach(_ name: String, on device: Device) throws {
        let path = "\(device.home)/\(name).jpg"
        try Data([0xFF, 0xD8, 0xFF, 0xE0] + Array(name.utf8)).write(to: URL(fileURLWithPath: path))
        try device.run("photo", "add", path, "--no-place").expect()
    }

    private func copy(_ source: String, to target: String) throws {
        try RunningProgram(
            "cp", ["-a", source, target], environment: phone.environment, folder: family.root.path, input: ""
        ).finish().expect()
    }

    /// Expects that a joining device can fetch all photos, and that `device` has none left to send.
    private func expectAll(_ count: Int, from device: Device) throws {
        try device.run("sync").expectQuietly("Up to date")
        try device.run("status").expect(stdout: .lacks("photo to send"))
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("plugin", "disable", "photo").expect()
        try laptop.run("photo", "fetch", "--all").expect()
        try laptop.run("photo", "verify").expectQuietly("\(count) photos intact, 0 not on this device.")
    }

    @Test("A copied folder sends its photos, even after the first device has sent others")
    func copiedFolder() throws {
        try attach("unsent", on: phone)
        var copy = phone
        copy.folder = phone.home + "/copy"
        try self.copy(phone.folder, to: copy.folder)
        try attach("second", on: phone)
        try phone.run("sync").expectQuietly("2 photos")
        try attach("third", on: copy)
        try copy.run("sync").expectQuietly("photo")
        try attach("fourth", on: copy)
        try copy.run("sync").expectQuietly("1 photo")
        try attach("fifth", on: phone)
        try phone.run("sync").expectQuietly("1 photo")
        try copy.run("sync").expect()
        try expectAll(6, from: copy)
        try phone.run("sync").expect()
        try phone.run("sync").expectQuietly("Up to date")
    }

    @Test("A restored backup sends photos attached before and after its first sync")
    func restoredBackup() throws {
        let backup = phone.home + "/backup"
        try copy(phone.folder, to: backup)
        try attach("second", on: phone)
        try phone.run("sync").expectQuietly("1 photo")
        // Restored to the same folders, as on a restored disk.
        for folder in [phone.folder + "/.git", phone.folder] {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != ".git" {
                try FileManager.default.removeItem(atPath: folder + "/" + name)
            }
        }
        try copy(backup + "/.", to: phone.folder)
        try attach("third", on: phone)
        try phone.run("sync").expectQuietly("1 photo")
        try attach("fourth", on: phone)
        try phone.run("sync").expectQuietly("1 photo")
        try expectAll(4, from: phone)
    }
}
