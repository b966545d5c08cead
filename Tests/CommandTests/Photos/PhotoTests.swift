// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Photos", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
struct PhotoTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    /// The photos of `photo list --json`, newest first.
    private func photos(on device: Device) throws -> [[String: Any]] {
        let text = try device.run("photo", "list", "--json").expectQuietly().stdout
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }

    @Test("Metadata is read from the file, and missing metadata is omitted")
    func details() throws {
        let files = try SamplePhotos.make("amsterdam.jpg", "plain.png", "enclosed.heic", on: phone)
        try phone.run(["photo", "add"] + files + ["--caption", "The yard"]).expectQuietly("Attached ‘The yard’")
        let found = try photos(on: phone)
        let jpeg = try #require(found.first { $0["type"] as? String == "image/jpeg" })
        #expect(jpeg["width"] as? Int == 400 && jpeg["height"] as? Int == 300)
        #expect(jpeg["takenAt"] as? String == "2026-07-14T08:20:30Z" && jpeg["camera"] as? String == "Acme Snap 3")
        let place = try #require(jpeg["location"] as? [String: Any])
        #expect(place["latitude"] as? Double == 52.3702 && place["longitude"] as? Double == 4.8952)
        #expect(place["accuracy"] as? Double == 5.5 && place["source"] as? String == "exif" && place["at"] == nil)
        let heic = try #require(found.first { $0["type"] as? String == "image/heic" })
        #expect(heic["takenAt"] as? String == "2026-07-14T08:20:30Z" && heic["camera"] as? String == "Acme Snap 3")
        #expect((heic["location"] as? [String: Any])?["latitude"] as? Double == 52.3702)
        let png = try #require(found.first { $0["type"] as? String == "image/png" })
        #expect(png["takenAt"] == nil && png["location"] == nil && png["camera"] == nil)
        #expect(png["held"] as? Bool == true && png["unchecked"] as? Bool == false)
    }

    @Test(
        "An invalid place or time is omitted, whatever other metadata the file has",
        arguments: [
            ("south-west", "-33.8568,-151.2153", nil), ("below-the-sea", "31.5,35.5", nil), ("zero", nil, nil),
            ("garbage", nil, nil), ("no-hemisphere", nil, nil), ("no-such-day", nil, nil),
            ("local-time", nil, "2026-07-14T08:20:30Z"), ("satellite-time", nil, "2026-07-14T08:20:30Z"),
        ] as [(String, String?, String?)])
    func oddDetails(name: String, place: String?, time: String?) throws {
        let files = try SamplePhotos.make(name + ".jpg", on: phone)
        try phone.run("photo", "add", files[0]).expectQuietly()
        let photo = try #require(try photos(on: phone).first)
        let found = (photo["location"] as? [String: Any]).map { "\($0["latitude"] ?? ""),\($0["longitude"] ?? "")" }
        #expect(found == place && photo["takenAt"] as? String == time)
    }

    @Test("Each format is accepted, and its thumbnail is upright, whatever the orientation")
    func upright() throws {
        let names =
            ["plain.jpg", "plain.png", "plain.webp", "plain.tif", "plain.heic"] + (1...8).map { "turned-\($0).jpg" }
        try phone.run(["photo", "add"] + SamplePhotos.make(names, on: phone)).expectQuietly()
        for photo in try photos(on: phone) {
            #expect(photo["width"] as? Int == 400 && photo["height"] as? Int == 300, "\(photo)")
        }
        var thumbnails: [(path: String, document: String)] = []
        for file in try phone.git("ls-files", "photos").lines {
            let text = try String(contentsOfFile: "\(phone.folder)/\(file)", encoding: .utf8)
            let id = try #require(text.firstMatch(of: #/"thumbnail": "([0-9a-f]{40})"/#)).1
            let path = "\(phone.home)/thumbnail-\(thumbnails.count).webp"
            let command = "git cat-file blob \(id) > \(path)"
            try RunningProgram(
                "/bin/sh", ["-c", command], environment: phone.environment, folder: phone.folder, input: ""
            )
            .finish().expect()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(bytes.count <= 6 * 1024 && bytes.range(of: Data("SERIAL".utf8)) == nil)
            thumbnails.append((path, text))
        }
        let seen = try SamplePhotos.look(at: thumbnails.map(\.path))
        #expect(seen.count == thumbnails.count)
        for (picture, thumbnail) in zip(seen, thumbnails) {
            #expect(picture == "256 192 red green blue white", "\(thumbnail.document)")
        }
    }

    @Test("Even a noise image has a thumbnail of at most 6 KiB")
    func noise() throws {
        try phone.run(["photo", "add"] + SamplePhotos.make("noise.jpg", on: phone)).expectQuietly()
        let file = try phone.onlyFile(in: "photos")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let id = try #require(text.firstMatch(of: #/"thumbnail": "([0-9a-f]{40})"/#)).1
        let size = try #require(Int(phone.git("cat-file", "-s", String(id)).stdout.trimmingCharacters(in: .newlines)))
        #expect((1000...6144).contains(size))
    }

    @Test(
        "A non-photo, a damaged photo or a decompression bomb is refused by name, and nothing is kept",
        arguments: [
            ("svg.svg", "is not a photo"), ("cut.jpg", "damaged, truncated"), ("cut.png", "damaged, truncated"),
            ("cut.webp", "damaged, truncated"), ("polyglot.jpg", "damaged, truncated"),
            ("bomb.png", "at most 250 megapixels"),
        ])
    func refused(name: String, why: String) throws {
        let files = try SamplePhotos.make("plain.jpg", name, on: phone)
        try phone.expectUnchanged {
            try phone.run(["photo", "add"] + files).expect(
                status: 65, stdout: .empty, stderr: [.contains(name), .contains(why)])
        }
        try phone.git("for-each-ref", "refs/hometask").expect(stdout: .empty)
        try phone.run("photo", "add", phone.home + "/nothing.jpg").expect(
            status: 66, stdout: .empty, stderr: "there is no file \(phone.home)/nothing.jpg")
        try phone.run("photo", "add", "/dev/zero").expect(status: 64, stdout: .empty, stderr: "is not a file")
        // Refusing a file is not a failure: the plugin is not suspended.
        for _ in 0..<3 { try phone.run("photo", "add", files[1]).expect(status: 65, stdout: .empty, stderr: .anything) }
        try phone.run("photo", "add", files[0]).expectQuietly("Attached")
    }

    @Test("Without a plugin to examine it, a file is kept unchecked, and the command says so")
    func unchecked() throws {
        try phone.run("plugin", "disable", "photo").expect()
        let files = try SamplePhotos.make("amsterdam.jpg", on: phone)
        try phone.run("photo", "add", files[0]).expect(
            stdout: "Attached", stderr: ["kept unchecked", "proves no place", "plugin ‘photo’ is not enabled"])
        let photo = try #require(try photos(on: phone).first)
        #expect(photo["unchecked"] as? Bool == true && photo["location"] == nil && photo["width"] == nil)
        try phone.run("photo", "show", "photo of").expectQuietly("proves no place or time")
        let others = try SamplePhotos.make("svg.svg", on: phone)
        try phone.expectUnchanged {
            try phone.run("photo", "add", others[0]).expect(status: 65, stdout: .empty, stderr: "is not a photo")
            try phone.run("photo", "add", phone.home + "/none.jpg").expect(
                status: 66, stdout: .empty, stderr: "there is no file")
        }
    }

    @Test("If the file has no place, the device's own is recorded with its source, unless --no-place is given")
    func ownPlace() throws {
        try phone.run("plugin", "config", "position-fixed", "at", "52.1,4.3").expect()
        let files = try SamplePhotos.make("plain.jpg", "plain.png", "amsterdam.jpg", on: phone)
        try phone.run("photo", "add", files[0], files[2]).expectQuietly()
        try phone.run("photo", "add", files[1], "--no-place").expectQuietly()
        let places = try photos(on: phone).map { $0["location"] as? [String: Any] }
        let sources = places.map { $0?["source"] as? String }
        #expect(Set(sources) == ["hand", "exif", nil], "nothing measured what somebody typed")
        let own = try #require(places.first { $0?["source"] as? String == "hand" } ?? nil)
        #expect(own["latitude"] as? Double == 52.1 && own["at"] as? String == Device.morning)
    }

    @Test("An export has no place and no serial number; --keep-place exports the original byte-for-byte")
    func export() throws {
        let files = try SamplePhotos.make("amsterdam.jpg", on: phone)
        try phone.run("photo", "add", files[0], "--caption", "At the ../canal").expectQuietly()
        let folder = phone.home + "/out"
        try phone.run("photo", "export", "canal", "-o", folder).expectQuietly("Wrote")
        let written = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        #expect(written.hasPrefix("2026-07-14-At-the-canal-") && written.hasSuffix(".jpg"))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(written)"))
        #expect(bytes.range(of: Data("SERIAL".utf8)) == nil && bytes.range(of: Data("Acme Snap 3".utf8)) != nil)
        #expect(try SamplePhotos.look(at: "\(folder)/\(written)") == "400 300 red green blue white")
        try phone.run("photo", "add", "\(folder)/\(written)", "--caption", "Exported").expectQuietly()
        let copy = try #require(try photos(on: phone).first { $0["caption"] as? String == "Exported" })
        #expect(copy["location"] == nil && copy["camera"] as? String == "Acme Snap 3")
        try phone.run("photo", "export", "canal", "-o", folder, "--keep-place").expectQuietly("Wrote")
        let all = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(
            try all.contains {
                try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))
                    == Data(contentsOf: URL(fileURLWithPath: files[0]))
            })
    }

    @Test("A file or folder without access permission gives the exit code for permission errors")
    func denied() throws {
        // Even root is denied these.
        try phone.run("photo", "add", "/proc/sys/vm/compact_memory").expect(
            status: 77, stdout: .empty, stderr: ["cannot read", "who may read it"])
        try phone.run("photo", "export", "-o", "/sys/hometask-photos").expect(
            status: 77, stdout: .empty, stderr: ["cannot make the folder /sys/hometask-photos", "hint: "])
    }

    @Test("An edited copy is a separate photo that names its source")
    func edit() throws {
        let files = try SamplePhotos.make("turned-6.jpg", on: phone)
        try phone.run("photo", "add", files[0], "--caption", "Yard").expectQuietly()
        let old = try #require(try photos(on: phone).first)
        // The upper half, red and green, with the left side blurred, then turned upside down.
        try phone.run(
            "photo", "edit", "Yard", "--crop", "400x150+0+0", "--blur", "200x300+0+0", "--rotate", "180", "--caption",
            "Turned"
        ).expectQuietly("Created ‘Turned’")
        let new = try #require(try photos(on: phone).first { $0["caption"] as? String == "Turned" })
        #expect(new["madeFrom"] as? String == old["id"] as? String)
        #expect(new["width"] as? Int == 400 && new["height"] as? Int == 150)
        let folder = phone.home + "/out"
        try phone.run("photo", "export", "Turned", "-o", folder, "--keep-place").expectQuietly()
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        #expect(try SamplePhotos.look(at: "\(folder)/\(file)") == "400 150 green red green red")
        for area in ["0x5+1+1", "5x5", "a", "5x5+1", "-5x5+1+1"] {
            try phone.run("photo", "edit", "Yard", "--crop=\(area)").expect(
                status: 64, stdout: .empty, stderr: "is not an area")
        }
        try phone.run("photo", "edit", "Yard", "--crop", "500x5+0+0").expect(
            status: 65, stdout: .empty, stderr: "reaches beyond the picture")
        try phone.run("photo", "edit", "Yard", "--rotate", "45").expect(
            status: 64, stdout: .empty, stderr: "90, 180 or 270")
        try phone.run("photo", "edit", "Yard").expect(status: 64, stdout: .empty, stderr: "no change given")
    }

    @Test("A blurred area retains no detail, and the rest is unchanged")
    func blur() throws {
        let files = try SamplePhotos.make("noise.png", on: phone)
        try phone.run("photo", "add", files[0], "--caption", "Noise").expectQuietly()
        try phone.run("photo", "edit", "Noise", "--blur", "400x400+100+100", "--caption", "Quiet").expectQuietly()
        let folder = phone.home + "/out"
        try phone.run("photo", "export", "Quiet", "-o", folder, "--keep-place").expectQuietly()
        let file = "\(folder)/\(try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first))"
        // The brightness of three-colour noise differs by about 55 of 255 between neighbouring pixels.
        #expect(try SamplePhotos.unevenness(of: file, in: (100, 100, 400, 400)) < 5)
        for area in [(0, 0, 100, 900), (100, 0, 400, 100), (100, 500, 400, 400), (500, 0, 700, 900)] {
            #expect(try SamplePhotos.unevenness(of: file, in: area) > 50)
        }
    }

    @Test("Neither git's upkeep nor hometask's loses or damages a photo")
    func upkeep() throws {
        let files = try SamplePhotos.make("plain.jpg", "noise.jpg", "plain.webp", on: phone)
        for file in files { try phone.run("photo", "add", file).expectQuietly() }
        try phone.run("upkeep").expect()
        try phone.git("gc", "--prune=now", "--quiet").expect()
        try phone.git("repack", "-a", "-d", "-q").expect()
        try phone.run("photo", "verify").expectQuietly("3 photos intact, 0 not on this device.")
        try phone.git("fsck", "--strict").expect()
        try phone.run("doctor").expect()
    }

    @Test("A photo is named by its caption, or without a caption by its subject")
    func namedByTask() throws {
        try phone.run("add", "Sweep the yard").expect()
        try phone.run("add", "Paint the shed").expect()
        let files = try SamplePhotos.make("plain.jpg", "noise.jpg", "grey.jpg", on: phone)
        try phone.run("photo", "add", files[0], "--task", "yard").expect()
        try phone.run("photo", "add", files[1], "--task", "shed").expect()
        try phone.run("photo", "add", files[2], "--task", "shed", "--caption", "Second coat").expect()
        try phone.run("photo", "show", "yard").expectQuietly("Sweep the yard")
        try phone.run("photo", "delete", "paint", "the", "shed").expectQuietly("Moved to the trash: photo of 2026-11-2")
        try phone.run("photo", "list", "--trash").expectQuietly(["Paint the shed", .lacks("Second coat")])
        try phone.run("photo", "restore", "shed").expectQuietly("Restored")
        try phone.run("photo", "show", "second").expectQuietly("Second coat")
        try phone.run("photo", "show", "garden").expect(status: 66, stderr: .contains("Sweep the yard"))
        try phone.run("photo", "delete", "photo of").expect(
            status: 64, stderr: .all([.contains("Sweep the yard"), .contains("Paint the shed")]))
    }

    @Test("Attaching the file of a trashed photo again restores that photo")
    func attachedAgain() throws {
        let files = try SamplePhotos.make("plain.jpg", on: phone)
        try phone.run("photo", "add", files[0], "--caption", "Yard").expectQuietly("Attached ‘Yard’")
        try phone.run("photo", "add", files[0]).expectQuietly("‘Yard’ is already attached")
        try phone.run("photo", "delete", "Yard").expectQuietly("Moved to the trash: Yard")
        try phone.run("photo").expectQuietly("No photos yet")
        try phone.run("trash", "list").expectQuietly("Yard")
        try phone.run("photo", "add", files[0]).expectQuietly("Attached ‘Yard’")
        #expect(try photos(on: phone).count == 1)
    }
}
