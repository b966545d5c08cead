// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Files missing in the working tree")
struct MissingFilesTests {
    /// A phone with the files of all four tasks missing, and a laptop in sync.
    private func pair() throws -> (phone: Device, laptop: Device) {
        let (family, laptop) = try Family.pair(prepared: ["One", "Two", "Three", "Four"].map { ["add", $0] })
        try laptop.run("sync").expect()
        for file in try family.device.git("ls-files", "tasks").lines {
            try FileManager.default.removeItem(atPath: family.device.folder + "/" + file)
        }
        return (family.device, laptop)
    }

    @Test("sync reports many missing files, records no deletions, and continues with the rest")
    func many() throws {
        let (phone, laptop) = try pair()
        try laptop.run("add", "Five").expect()
        try laptop.run("sync").expect()
        try phone.run("member", "add", "Ann").expect()
        try phone.run("sync").expectQuietly([
            "Received", "4 files missing", "'git checkout -- .'", "'hometask status --accept-removals'",
        ])
        try laptop.run("pull").expect()
        for device in [phone, laptop] { #expect(try device.run("list", "--json").objects().count == 5) }
        try laptop.run("member").expectQuietly("Ann")
        let report = try phone.run("sync", "--json").object()
        #expect((report["missing"] as? [String])?.count == 4)
    }

    @Test("The first suggested command restores the files, the second deletes the tasks everywhere")
    func advice() throws {
        let (phone, laptop) = try pair()
        try phone.run("sync").expectQuietly("4 files missing")
        try phone.git("checkout", "--", ".").expect()
        try phone.run("sync").expectQuietly(.lacks("missing"))
        for file in try phone.git("ls-files", "tasks").lines {
            try FileManager.default.removeItem(atPath: phone.folder + "/" + file)
        }
        try phone.run("status", "--accept-removals").expectQuietly("Recorded edits by hand in 4 documents")
        try phone.run("sync").expectQuietly(.lacks("missing"))
        try laptop.run("sync").expect()
        #expect(try laptop.run("list", "--json").objects().isEmpty)
        #expect(try laptop.run("list", "--trash", "--json").objects().count == 4)
    }

    @Test("A missing file that was changed elsewhere does not block the sync")
    func changedElsewhere() throws {
        let (phone, laptop) = try pair()
        try laptop.run("edit", "One", "--title", "Number one").expect()
        try laptop.run("sync").expect()
        try phone.run("sync").expectQuietly(["Received", "files missing"])
        try phone.run("list").expectQuietly(["Number one", "Four"])
    }
}
