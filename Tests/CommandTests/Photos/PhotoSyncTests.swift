// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Photo transfer", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
struct PhotoSyncTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    /// A member of each photo in `photo list --json`, newest first.
    private func flags(_ name: String, on device: Device) throws -> [Bool] {
        let text = try device.run("photo", "list", "--json").expectQuietly().stdout
        let photos = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        return photos.map { $0[name] as? Bool ?? false }
    }

    private func references(at path: String) throws -> [String] {
        try phone.git("--git-dir", path, "for-each-ref", "--format=%(refname) %(objectname)", "refs/hometask").lines
    }

    /// Files with the first bytes of a JPEG, followed by random bytes.
    private func files(_ count: Int, megabytes: Int, on device: Device) throws -> [String] {
        try device.run("plugin", "disable", "photo").expect()
        return try (0..<count).map { number in
            var random = SeededGenerator(seed: UInt64(number))
            var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
            for _ in 0..<(megabytes << 17) { withUnsafeBytes(of: random.next()) { bytes += $0 } }
            let path = "\(device.home)/\(number).jpg"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return path
        }
    }

    @Test("Photos wait until a sync sends them; another device gets thumbnails by syncing, and originals on request")
    func travelling() throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        let files = try SamplePhotos.make("plain.jpg", "amsterdam.webp", on: phone)
        try phone.run("photo", "add", files[0], "--caption", "Yard").expectQuietly()
        try phone.run("photo", "add", files[1], "--caption", "Canal").expectQuietly()
        #expect(try flags("waiting", on: phone) == [true, true])
        try phone.run("photo").expectQuietly("waiting")
        try phone.run("status").expectQuietly("2 changes to send, 2 photos to send")
        try phone.run("sync").expectQuietly("Sent 2 changes and 2 photos (origin).")
        #expect(try flags("waiting", on: phone) == [false, false])
        try phone.run("sync").expectQuietly("Up to date")
        try laptop.run("sync").expectQuietly("Received 2 changes and 2 thumbnails")
        #expect(try flags("held", on: laptop) == [false, false])
        try laptop.run("photo", "export", "Yard", "-o", laptop.home + "/out").expect(
            status: 66, stdout: .empty, stderr: ["not on this device", "photo fetch"])
        try laptop.run("photo", "fetch", "Yard").expectQuietly("Fetched 1 photo.")
        try laptop.run("photo", "verify").expectQuietly("1 photo intact, 1 not on this device.")
        try laptop.run("photo", "fetch", "--all").expectQuietly("Fetched 1 photo.")
        try laptop.run("photo", "fetch", "--all").expectQuietly("Nothing to fetch")
        try laptop.git("gc", "--prune=now", "--quiet").expect()
        try laptop.run("photo", "verify").expectQuietly("2 photos intact, 0 not on this device.")
        try laptop.run("photo", "export", "Yard", "-o", laptop.home + "/out", "--keep-place").expectQuietly()
        let written = try #require(try FileManager.default.contentsOfDirectory(atPath: laptop.home + "/out").first)
        #expect(FileManager.default.contentsEqual(atPath: files[0], andPath: "\(laptop.home)/out/\(written)"))
    }

    @Test(
        "A torn record of a remote's photos is reported by doctor, and recreated by the next sync",
        arguments: ["", String(repeating: "\0", count: 41), "0123456789abcdef", "garbage\n"])
    func tornRecords(content: String) throws {
        try family.hub()
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        try phone.run("photo", "add", files[0], "--caption", "Yard").expectQuietly()
        try phone.run("sync").expectQuietly("Sent")
        let before = try references(at: phone.folder + "/.git")
        let records = before.compactMap { $0.split(separator: " ").first }.filter {
            $0.hasPrefix("refs/hometask/remotes/")
        }
        #expect(records.count == 2)
        func tear() throws {
            for name in records {
                try content.write(toFile: phone.folder + "/.git/" + name, atomically: false, encoding: .utf8)
            }
        }
        try tear()
        try phone.run("doctor").expect(status: 1, stdout: ["reference", "refs/hometask/remotes/origin/"])
        try tear()
        try phone.run("doctor", "--repair").expect(stdout: "removed; the next sync creates it again")
        try tear()
        try phone.run("photo", "list").expectQuietly("Yard")
        try tear()
        try phone.run("status").expect()
        try tear()
        try phone.run("sync").expect()
        #expect(try flags("waiting", on: phone) == [false])
        #expect(try references(at: phone.folder + "/.git") == before)
        try phone.run("doctor").expect(stdout: .lacks("reference"))
    }

    /// The first operation that encounters torn references of this device's own photos.
    enum Meeting: String, CaseIterable {
        case sync, list, add, repair
    }

    @Test(
        "Torn references of a device's own photos are repaired, and unsent photos are sent",
        arguments: Meeting.allCases, [true, false])
    func tornOwn(meeting: Meeting, hasSent: Bool) throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("photo", "add", SamplePhotos.make("noise.jpg", on: laptop)[0], "--caption", "Ben's")
            .expectQuietly()
        try laptop.run("sync").expectQuietly()
        try phone.run("sync").expectQuietly()
        // Fetched by its id: not a photo of this device.
        try phone.run("photo", "fetch", "--all").expectQuietly("Fetched 1 photo.")
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        try phone.run("photo", "add", files[0], "--caption", "Yard").expectQuietly()
        if hasSent { try phone.run("sync").expectQuietly("Sent") }
        let others = try SamplePhotos.make("amsterdam.jpg", on: phone)
        try phone.run("photo", "add", others[0], "--caption", "Tree").expectQuietly()
        let own = try references(at: phone.folder + "/.git").compactMap { $0.split(separator: " ").first }
            .filter { $0.hasPrefix("refs/hometask/photos/") || $0.hasPrefix("refs/hometask/thumbs/") }
        #expect(own.count == 2)
        func kept(at name: some StringProtocol) throws -> [String] {
            try phone.git("log", "--format=", "--no-renames", "--diff-filter=A", "--name-only", String(name)).lines
        }
        let before = try own.map(kept)
        for name in own { try "".write(toFile: phone.folder + "/.git/" + name, atomically: false, encoding: .utf8) }
        var captions = ["Ben's", "Tree", "Yard"]
        switch meeting {
        case .sync: break
        case .list: try phone.run("photo", "list").expectQuietly("Tree")
        case .add:
            try phone.run("photo", "add", SamplePhotos.make("plain.webp", on: phone)[0], "--caption", "New")
                .expectQuietly()
            captions.append("New")
        case .repair:
            try phone.run("doctor").expect(status: 1, stdout: ["reference", "the next 'hometask sync' mends it"])
            for name in own {
                try "".write(toFile: phone.folder + "/.git/" + name, atomically: false, encoding: .utf8)
            }
            try phone.run("doctor", "--repair").expect(stdout: ["holds no", "anew"])
        }
        try phone.run("sync").expectQuietly("Sent")
        try phone.run("doctor").expect(stdout: .lacks("reference"))
        for (name, before) in zip(own, before) {
            let now = try kept(at: name)
            #expect(Set(now).isSuperset(of: before) && Set(now).count == now.count, "\(name): \(now)")
            #expect(now.count == before.count + (meeting == .add ? 1 : 0), "\(name): \(now)")
        }
        #expect(try flags("waiting", on: phone).allSatisfy { !$0 })
        try laptop.run("sync").expectQuietly()
        try laptop.run("photo", "fetch", "--all").expectQuietly()
        let list = try laptop.run("photo", "list").expectQuietly().stdout
        for caption in captions { #expect(list.contains(caption)) }
        #expect(try flags("held", on: laptop).allSatisfy { $0 })
        try laptop.run("photo", "verify").expectQuietly()
    }

    @Test("A sync reports a torn reference that cannot be repaired yet, and exchanges everything else")
    func tornAndHeld() throws {
        try family.hub()
        try phone.run("photo", "add", SamplePhotos.make("plain.jpg", on: phone)[0], "--caption", "Yard").expectQuietly()
        let name = try #require(
            try references(at: phone.folder + "/.git").first { $0.hasPrefix("refs/hometask/photos/") }?
                .split(separator: " ").first)
        let file = phone.folder + "/.git/" + name
        try "".write(toFile: file, atomically: false, encoding: .utf8)
        // Nothing can take this lock.
        try FileManager.default.createDirectory(atPath: file + ".lock", withIntermediateDirectories: false)
        try phone.run("sync").expect(
            stdout: ["Sent", "Photos were left for the next sync", .contains(String(name))])
        try FileManager.default.removeItem(atPath: file + ".lock")
        try phone.run("sync").expectQuietly("Sent 1 photo")
        #expect(try flags("waiting", on: phone) == [false])
    }

    @Test("A file attached to two tasks is sent, received and counted once")
    func attachedTwice() throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        for task in ["Cat", "Dog"] {
            try phone.run("add", task).expectQuietly()
            try phone.run("photo", "add", files[0], "--task", task).expectQuietly()
        }
        try phone.run("status").expectQuietly("4 changes to send, 1 photo to send")
        try phone.run("sync").expectQuietly("Sent 4 changes and 1 photo (origin).")
        try laptop.run("sync").expectQuietly("Received 4 changes and 1 thumbnail")
        try laptop.run("photo", "fetch", "--all").expectQuietly("Fetched 1 photo.")
        #expect(try flags("held", on: laptop) == [true, true])
    }

    @Test("A joining device gets thumbnails; a plain git clone gets neither thumbnails nor originals")
    func joining() throws {
        try family.hub()
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        try phone.run("photo", "add", files[0]).expectQuietly()
        try phone.run("sync").expectQuietly("1 photo")
        let laptop = try family.join("laptop", as: "Ben")
        let text = try String(contentsOfFile: phone.onlyFile(in: "photos"), encoding: .utf8)
        let thumbnail = String(try #require(text.firstMatch(of: #/"thumbnail": "([0-9a-f]{40})"/#)).1)
        let original = String(try #require(text.firstMatch(of: #/"git": "([0-9a-f]{40})"/#)).1)
        try laptop.git("cat-file", "-e", thumbnail).expect()
        #expect(try laptop.git("cat-file", "-e", original).status != 0)
        try phone.git("clone", "--quiet", "file://" + family.hubPath, phone.home + "/clone").expect()
        for id in [thumbnail, original] {
            #expect(try phone.git("-C", phone.home + "/clone", "cat-file", "-e", id).status != 0)
        }
        try laptop.run("sync").expectQuietly("Sent 1 change (origin).")
    }

    @Test("Each device writes only its own references, and identical files are stored once at the remote")
    func ownReferences() throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        for device in [phone, laptop] {
            try device.run("photo", "add", files[0]).expectQuietly()
            try device.run("sync").expectQuietly()
        }
        try phone.run("sync").expectQuietly()
        let names = try references(at: family.hubPath).map { $0.split(separator: "/")[2...3].joined(separator: "/") }
        #expect(names.count == 4 && Set(names).count == 4, "\(names)")
        let trees = try phone.git(
            "--git-dir", family.hubPath, "for-each-ref", "--format=%(tree)", "refs/hometask/photos"
        ).lines
        #expect(trees.count == 2 && Set(trees).count == 1)
        #expect(try phone.git("ls-files", "photos").lines.count == 1)
        try phone.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("An interrupted upload loses at most one batch, and the next sync resumes from there")
    func portions() throws {
        try family.hub()
        let files = try files(5, megabytes: 3, on: phone)
        try phone.run(["photo", "add"] + files).expect(stderr: "5 photos are kept unchecked")
        // The hub accepts one batch of originals, and then no more.
        let hook = family.hubPath + "/hooks/update"
        try FileManager.default.createDirectory(atPath: family.hubPath + "/hooks", withIntermediateDirectories: true)
        try ProgramFile.write(
            """
            #!/bin/sh
            case "$1" in refs/hometask/photos/*) mkdir "$GIT_DIR/one" || exit 1 ;; esac
            """, to: hook)
        try phone.run("add", "Also sent").expect()
        try phone.run("sync").expect(
            status: 76, stdout: "Sent 2 changes", stderr: ["accepted the documents but refused photos", "safe here"])
        #expect(try flags("waiting", on: phone).count { $0 } == 3)
        try FileManager.default.removeItem(atPath: hook)
        try phone.run("sync").expectQuietly("Sent 3 photos (origin).")
        #expect(try flags("waiting", on: phone).count { $0 } == 0)
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("list").expectQuietly("Also sent")
        try laptop.run("photo", "fetch", "--all").expectQuietly("Fetched 5 photos.")
        try laptop.run("photo", "verify").expectQuietly("5 photos intact")
    }

    @Test("Photos that a remote has lost are resent: at once if the remote was recreated, otherwise within a day")
    func lost() throws {
        try family.hub()
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        try phone.run("photo", "add", files[0]).expectQuietly()
        try phone.run("sync").expectQuietly("1 photo")
        for reference in try references(at: family.hubPath) {
            let name = String(reference.split(separator: " ")[0])
            try phone.git("--git-dir", family.hubPath, "update-ref", "-d", name).expect()
        }
        try phone.at("2099-01-01T00:00:00Z").run("sync").expect(stdout: .contains("Sent 1 photo (origin)."))
        #expect(try references(at: family.hubPath).count == 2)
        try FileManager.default.removeItem(atPath: family.hubPath)
        try phone.git("init", "--quiet", "--bare", family.hubPath).expect()
        try phone.run("sync").expect(stdout: "1 photo")
        #expect(try references(at: family.hubPath).count == 2)
    }

    @Test("leave reports photos that are on no other device")
    func leaving() throws {
        try family.hub()
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        try phone.run("photo", "add", files[0]).expectQuietly()
        try phone.git("push", "--quiet", "origin", "main").expect()
        try phone.run("leave").expect(
            status: 75, stdout: .empty, stderr: ["not yet sent to origin: 1 photo", "hometask sync"])
        try phone.run("sync").expectQuietly("1 photo")
        try phone.run("leave").expect(status: 75, stdout: .empty, stderr: .lacks("photo"))
    }

    @Test("Thumbnails that arrive after the documents that name them are fetched by a later sync")
    func late() throws {
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        try phone.run("photo", "add", files[0]).expectQuietly()
        // Only the documents, as if the sending device were switched off in between.
        try phone.git("push", "--quiet", "origin", "main").expect()
        try laptop.run("sync").expectQuietly("Received 1 change and sent")
        try phone.run("sync").expectQuietly("1 photo")
        try laptop.run("sync").expectQuietly("Received 1 thumbnail (origin).")
        try laptop.run("photo", "fetch", "--all").expectQuietly("Fetched 1 photo.")
    }
}
