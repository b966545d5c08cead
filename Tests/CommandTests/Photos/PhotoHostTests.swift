// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Photos on various hosts")
struct PhotoHostTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family.withHub()
        phone = family.device
    }

    /// Expects all photo references to be branches, from which devices fetch.
    private func expectBranches() throws {
        let laptop = try family.join("laptop", as: "Ben")
        try family.send(2, on: phone)
        try family.send(1, from: 5, on: laptop)
        let photos = try family.hubReferences().filter { $0 != "refs/heads/main" }
        #expect(photos.count == 2)
        #expect(
            photos.allSatisfy { $0.wholeMatch(of: #/refs/heads/hometask/photos/[^/]+/2026-11/#) != nil }, "\(photos)")
        try phone.run("sync").expectQuietly()
        try phone.run("photo", "fetch", "--all").expectQuietly("Fetched 1 photo.")
        try laptop.run("photo", "fetch", "--all").expectQuietly("Fetched 2 photos.")
        try laptop.run("photo", "verify").expectQuietly("3 photos intact")
        // The remembered form is not probed again.
        try family.send(1, from: 8, on: phone)
        #expect(try phone.git("config", "remote.origin.hometask-photos").lines == ["branches"])
        // The family's branch is recognised among the photo branches, whatever the host's HEAD.
        let first = try #require(photos.first)
        try phone.git("--git-dir", family.hubPath, "symbolic-ref", "HEAD", first).expect()
        let tablet = try family.join("tablet", as: "Zoë")
        #expect(try tablet.git("branch", "--show-current").lines == ["main"])
        try tablet.run("add", "On the tablet").expect()
        try tablet.run("sync").expectQuietly("Sent 2 changes (origin).")
        try tablet.run("photo", "fetch", "--all").expectQuietly("Fetched 4 photos.")
        try phone.run("sync").expectQuietly("Received 2 changes")
        try phone.run("doctor").expect()
    }

    @Test("A host whose hook refuses references other than branches stores photos as branches")
    func refusingHook() throws {
        try family.refuse("refs/hometask/*")
        try expectBranches()
    }

    @Test("A host that hides references other than branches stores photos as branches")
    func hidingHost() throws {
        try phone.git("--git-dir", family.hubPath, "config", "transfer.hideRefs", "refs/hometask").expect()
        try expectBranches()
    }

    @Test(
        "Thumbnails come from both places: each device probes for itself what a host accepts",
        .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
    func bothPlaces() throws {
        let laptop = try family.join("laptop", as: "Ben")
        let files = try SamplePhotos.make("plain.jpg", "amsterdam.webp", on: phone)
        try phone.run("photo", "add", files[0]).expectQuietly()
        try phone.run("sync").expectQuietly("1 photo")
        try family.refuse("refs/hometask/*")
        try phone.git("--git-dir", family.hubPath, "config", "transfer.hideRefs", "refs/hometask").expect()
        try laptop.run("photo", "add", files[1]).expectQuietly()
        try laptop.run("sync").expectQuietly("1 photo")
        try phone.git("--git-dir", family.hubPath, "config", "--unset", "transfer.hideRefs").expect()
        try phone.run("sync").expectQuietly("1 thumbnail")
        try laptop.run("sync").expectQuietly()
        let tablet = try family.join("tablet", as: "Zoë")
        for document in try tablet.git("ls-files", "photos").lines {
            let text = try String(contentsOfFile: "\(tablet.folder)/\(document)", encoding: .utf8)
            let thumbnail = String(try #require(text.firstMatch(of: #/"thumbnail": "([0-9a-f]{40})"/#)).1)
            try tablet.git("cat-file", "-e", thumbnail).expect()
        }
        try tablet.run("photo", "fetch", "--all").expectQuietly("Fetched 2 photos.")
    }

    @Test("A host that refuses both forms of photo reference is reported, and both are retried")
    func refusingAll() throws {
        try family.refuse("refs/hometask/*|refs/heads/hometask/*")
        try family.attach(1, on: phone)
        for _ in 0..<2 {
            try phone.run("sync").expect(
                status: 76, stderr: ["refused photos", "not allowed here", "branches below hometask/"])
        }
        #expect(try family.hubReferences() == ["refs/heads/main"])
        try FileManager.default.removeItem(atPath: family.hubPath + "/hooks/update")
        try phone.run("sync").expectQuietly("Sent 1 photo (origin).")
        #expect(try family.hubReferences().contains { $0.hasPrefix("refs/hometask/photos/") })
    }

    @Test("A remote at a new URL is probed again, and receives photos in the form that it accepts")
    func newAddress() throws {
        try family.refuse("refs/hometask/*")
        try family.send(1, on: phone)
        let other = family.root.path + "/other.git"
        try phone.git("init", "--quiet", "--bare", other).expect()
        try phone.run("remote", "set", "origin", other).expect()
        #expect(try phone.photos("waiting") == [true])
        try phone.run("sync").expect(stdout: "1 photo")
        let names = try phone.git("--git-dir", other, "for-each-ref", "--format=%(refname)").lines
        #expect(names.contains { $0.hasPrefix("refs/hometask/photos/") } && names.count == 2, "\(names)")
    }

    @Test("From a host that serves no objects by id, an original is fetched by its reference", arguments: ["0", "1"])
    func oldProtocol(_ version: String) throws {
        try family.send(2, on: phone)
        try family.attach(1, from: 5, on: phone.at("2027-01-03T09:00:00Z"))
        try phone.at("2027-01-03T09:00:00Z").run("sync").expectQuietly("1 photo")
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.git("config", "--global", "protocol.version", version).expect()
        let newest = try #require(try laptop.run("photo", "list", "--json").objects().first?["id"] as? String)
        try laptop.run("photo", "fetch", "#\(newest)").expectQuietly("Fetched 1 photo.")
        // Photos outside that reference are not fetched.
        #expect(try laptop.heldPhotos() == 1)
        try laptop.run("photo", "fetch", "--all").expectQuietly("Fetched 2 photos.")
        try laptop.run("photo", "verify").expectQuietly("3 photos intact")
        try family.send(1, from: 7, on: phone.at("2027-01-03T09:01:00Z"))
        try laptop.run("config", "set", "photos", "all").expectQuietly()
        try laptop.at("2027-01-03T09:02:00Z").run("sync").expectQuietly("1 photo")
        try laptop.git("gc", "--prune=now", "--quiet").expect()
        try laptop.run("photo", "verify").expectQuietly("4 photos intact")
    }

    @Test("Photos present at the remote are fetched, and missing ones are named")
    func missing() throws {
        let laptop = try family.join("laptop", as: "Ben")
        try family.attach(1, from: 90, on: phone)
        try family.attach(4, on: phone)
        try phone.git("push", "--quiet", "origin", "main").expect()
        let old = try phone.git("for-each-ref", "--format=%(refname)", "refs/hometask/photos").lines
        let name = try #require(old.first)
        // One photo is lost: the hub has only the later commits.
        let lost = try phone.git("rev-list", "--reverse", name).lines[0]
        let later = try phone.git("rev-list", "--reverse", name).lines.dropFirst()
        for (number, commit) in later.enumerated() {
            let tree = try phone.git("rev-parse", "\(commit)^{tree}").lines[0]
            let alone = try phone.git("commit-tree", tree, "-m", "alone").lines[0]
            try phone.git("push", "--quiet", "origin", "\(alone):refs/other/\(number)").expect()
        }
        try laptop.run("sync").expectQuietly()
        let document = try phone.git("ls-tree", "--name-only", lost).lines[0]
        let photo = try #require(
            try laptop.run("photo", "list", "--json").objects().first { $0["sha256"] as? String == document })
        try laptop.run("photo", "fetch", "--all").expect(
            status: 66, stdout: "Fetched 4 photos.",
            stderr: ["the remote does not have 1 photo yet", "#\((photo["id"] as? String ?? "").prefix(4))"])
        #expect(try laptop.heldPhotos() == 4)
        try laptop.run("photo", "fetch", "--all", "--remote", "nowhere").expect(
            status: 66, stdout: .empty, stderr: ["there is no remote called ‘nowhere’", "Remotes: origin"])
    }

    @Test("A plain git clone fetches no photos, and its gc and pushes leave photos alone")
    func plainGit() throws {
        try family.send(2, on: phone)
        let before = try phone.git("--git-dir", family.hubPath, "for-each-ref", "refs/hometask").lines
        let clone = phone.home + "/clone"
        try phone.git("clone", "--quiet", "file://" + family.hubPath, clone).expect()
        #expect(try phone.git("-C", clone, "for-each-ref", "refs/hometask").lines == [])
        #expect(try phone.git("-C", clone, "rev-list", "--objects", "--all").lines.allSatisfy { !$0.hasSuffix(".jpg") })
        let size = try phone.git("-C", clone, "count-objects", "-v").lines.first { $0.hasPrefix("in-pack") }
        let objects = try phone.git("rev-list", "--objects", "main").lines.count
        #expect(size == "in-pack: \(objects)")
        try phone.git("-C", clone, "gc", "--prune=now", "--quiet").expect()
        try phone.git("-C", clone, "push", "--quiet", "--all").expect()
        for repository in [family.hubPath, phone.folder + "/.git"] {
            try phone.git("--git-dir", repository, "gc", "--prune=now", "--quiet").expect()
        }
        #expect(try phone.git("--git-dir", family.hubPath, "for-each-ref", "refs/hometask").lines == before)
        try phone.run("photo", "verify").expectQuietly("2 photos intact")
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("photo", "fetch", "--all").expectQuietly("Fetched 2 photos.")
    }

    @Test("A terminal shows a progress bar with the number and size of photos; other output has none")
    func progress() throws {
        let laptop = try family.join("laptop", as: "Ben")
        try family.attach(3, bytes: 1_000_000, on: phone)
        let sending = try Terminal(phone, "sync")
        try sending.waitFor("Sending photos ")
        try sending.waitFor("0 of 3, 0 bytes of 3.0 MB")
        sending.finish().expect(stdout: "3 photos (origin).")
        try laptop.run("sync").expectQuietly()
        let fetching = try Terminal(laptop, "photo", "fetch", "--all")
        try fetching.waitFor("Fetching photos ")
        fetching.finish().expect(stdout: ["of 3.0 MB", "Fetched 3 photos."])
        // A file that is the original of two photos is one photo to send, as 'status' says.
        let file = try family.photoFiles(1, bytes: 1_000_000, from: 3, on: phone)[0]
        for title in ["Bins", "Dishes"] {
            try phone.run("add", title).expect()
            try phone.run("photo", "add", file, "--task", title).expect()
        }
        try phone.run("status").expectQuietly("1 photo to send")
        let again = try Terminal(phone, "sync")
        try again.waitFor("0 of 1, 0 bytes of 1.0 MB")
        again.finish().expect(stdout: "1 photo (origin).")
    }

    @Test("Upkeep packs photos attached one by one together, and git leaves the packs as they are")
    func manyPacks() throws {
        let files = try family.photoFiles(18, on: phone)
        for file in files { try phone.run("photo", "add", file).expect() }
        let folder = phone.folder + "/.git/objects/pack"
        func packs() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: folder).count { $0.hasSuffix(".keep") }
        }
        try phone.run("upkeep").expect()
        #expect(try packs() <= 6)
        try phone.git("gc", "--prune=now", "--quiet").expect()
        try phone.run("photo", "verify").expectQuietly("18 photos intact")
        try phone.run("sync").expectQuietly("18 photos")
    }
}
