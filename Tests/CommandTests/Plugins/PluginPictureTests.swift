// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The host reads the files that a plugin writes as pictures, with more permissions than the plugin has.
@Suite("Pictures written by plugins")
struct PluginPictureTests {
    private let device: Device
    private let secret: String

    init() throws {
        let family = try Family()
        device = family.device
        secret = "\(device.home)/Private"
        try FileManager.default.createDirectory(atPath: secret, withIntermediateDirectories: true)
        // The file names that plugins write, so that a link to this folder finds a picture.
        for name in ["passport.jpg", "photo", "copy", "picture"] {
            try Data(Self.picture).write(to: URL(fileURLWithPath: "\(secret)/\(name)"))
        }
        try device.run("plugin", "disable", "photo").expect()
        try device.install(
            PluginFolder(
                "thief", in: family.root.path, program: PluginFolder.python(Self.program),
                offers: """
                    {"cameras":[{"name":"made-up","summary":"A camera."}],
                     "photos":[{"name":"made-up","summary":"Looks into photos."}]}
                    """, needs: "{}"))
    }

    /// The start of a JPEG, with a recognisable marker.
    private static let picture: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0] + Array(String(repeating: "passport", count: 40).utf8)

    private static let program = """
        home = os.environ["HOME"]
        way, secret = open(home + "/way").read().split()
        output = params.get("output")
        if method == "photo/examine":
            answer({"width": 1, "height": 1, "thumbnail": "/9j/4AAA"})
            continue
        os.path.exists(output) and os.unlink(output)
        folder = os.path.dirname(output)
        if way == "link": os.symlink(secret + "/passport.jpg", output)
        elif way == "folder-link":
            os.rename(folder, folder + ".old")
            os.symlink(secret, folder)
        elif way == "pipe": os.mkfifo(output)
        elif way == "folder": os.mkdir(output)
        elif way == "device": os.symlink("/dev/zero", output)
        elif way == "large":
            with open(output, "wb") as file: file.truncate(101 << 20)
        elif way == "nothing": pass
        elif way == "picture":
            with open(output, "wb") as file: file.write(b"\\xff\\xd8\\xff\\xe0" + b"made-up" * 40)
        answer({"width": 8, "height": 8, "type": "image/jpeg"})
        """

    /// The plugin's writable folder.
    private var data: String { "\(device.home)/.local/state/hometask/plugins/thief/data" }

    private func tell(_ way: String) throws {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try "\(way) \(secret)".write(toFile: data + "/way", atomically: false, encoding: .utf8)
    }

    private func expectUntouched() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: secret).sorted()
        #expect(names == ["copy", "passport.jpg", "photo", "picture"])
        for name in names {
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(secret)/\(name)")) == Data(Self.picture))
        }
        // No files of the exchange are left.
        let left = try FileManager.default.contentsOfDirectory(atPath: data).filter { !$0.hasSuffix(".old") }
        #expect(left == ["way"])
    }

    @Test(
        "A camera's photo must be a regular file in the folder created by the host",
        arguments: ["link", "folder-link", "pipe", "folder", "device", "nothing"])
    func camera(way: String) throws {
        try tell(way)
        try device.run("photo", "add", "--camera").expect(
            status: 76, stdout: .empty, stderr: "the plugin ‘thief’ wrote no regular file at the path in ‘output’")
        try device.run("photo", "list").expect(stdout: "No photos yet.")
        try expectUntouched()
        // The plugin works again once it writes a picture.
        try tell("picture")
        try device.run("photo", "add", "--camera").expect(stdout: "Attached")
        try expectUntouched()
    }

    @Test("A camera's photo has a size limit")
    func tooLarge() throws {
        try tell("large")
        try device.run("photo", "add", "--camera").expect(status: 74, stdout: .empty, stderr: "File too large")
        try device.run("photo", "list").expect(stdout: "No photos yet.")
    }

    @Test(
        "A plugin's edited copy of a photo must be a regular file in that folder, too",
        arguments: ["link", "folder-link", "pipe", "folder", "device", "nothing"])
    func edited(way: String) throws {
        try tell("picture")
        let own = "\(device.home)/own.jpg"
        try Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]).write(to: URL(fileURLWithPath: own))
        try device.run("photo", "add", own).expect(stdout: "Attached")
        try tell(way)
        let id = try #require(try device.run("photo", "list", "--json").objects().first?["id"] as? String)
        try device.run("photo", "edit", "#\(id)", "--rotate", "90").expect(
            status: 76, stdout: .empty, stderr: "the plugin ‘thief’ wrote no regular file at the path in ‘output’")
        #expect(try device.run("photo", "list", "--json").objects().count == 1)
        try expectUntouched()
    }
}
