// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Anyone with push access can add files to a family's folder, so it must not be one whose files programs obey.
@Suite("Folders refused for a family")
struct ProtectedFolderTests {
    private let family: Family
    private let laptop: Device

    init() throws {
        family = try Family.withHub()
        laptop = try Device("laptop", in: family.root)
    }

    private func expectRefusal(on device: Device, of folder: String, saying words: TextExpectation) throws {
        for command in [["init", folder, "--name", "Two"], ["join", family.hubPath, folder, "--as", "Ben"]] {
            for kind in [[], ["--bare"]] {
                let outcome = try device.run(command + kind)
                outcome.expect(status: 64, stdout: .empty, stderr: .all([words, "hint: "]))
            }
        }
    }

    @Test("The hint suggests no folder that would be refused, too")
    func advice() throws {
        let settings = laptop.home + "/.config/hometask"
        try laptop.run("init", settings, "--name", "Two").expect(
            status: 64, stderr: .all([.contains("Name a folder elsewhere"), .lacks("such as")]))
        try laptop.run("init", laptop.home, "--name", "Two").expect(status: 64, stderr: "such as \(laptop.home)/family")
        try laptop.run("init", laptop.home + "/family", "--name", "Two").expect()
    }

    @Test("The home folder and its parents are refused, by any name")
    func home() throws {
        try expectRefusal(on: laptop, of: laptop.home, saying: "is your home folder")
        try expectRefusal(on: laptop, of: ".", saying: "is your home folder")
        try expectRefusal(on: laptop, of: family.root.path, saying: "contains your home folder")
        let link = family.root.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: laptop.home)
        try expectRefusal(on: laptop, of: link, saying: "is your home folder")
        try expectRefusal(
            on: laptop.with(["HOME": link + "/new/home"]), of: laptop.home + "/new", saying: "contains your home folder"
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: laptop.home).isEmpty)
    }

    @Test(
        "Folders that are, contain or lie in hometask's settings or plugins are refused",
        arguments: [("XDG_CONFIG_HOME", "settings"), ("XDG_DATA_HOME", "plugins"), ("XDG_STATE_HOME", "plugins")])
    func own(_ variable: String, _ words: String) throws {
        let place = laptop.home + "/place/own"
        let device = laptop.with([variable: place])
        try expectRefusal(on: device, of: laptop.home + "/place", saying: "contains")
        try expectRefusal(on: device, of: place, saying: .all(["contains", .contains(words)]))
        try expectRefusal(on: device, of: place + "/hometask", saying: .contains(words))
        let inner = variable == "XDG_CONFIG_HOME" ? "/hometask/x" : "/hometask/plugins/x"
        try expectRefusal(on: device, of: place + inner, saying: "lies in")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try device.run("init", place + "/family", "--name", "Two").expect()
    }

    @Test("A folder that contains a plugin search path is refused")
    func searched() throws {
        let folder = laptop.home + "/place"
        try expectRefusal(
            on: laptop.with(["HOMETASK_PLUGIN_PATH": folder + "/mine"]), of: folder, saying: "searched for plugins")
    }

    @Test("An existing family in the home folder is unusable there, and can be moved elsewhere")
    func existing() throws {
        let phone = family.device
        let home = phone.with(["HOME": phone.folder])
        try phone.expectUnchanged {
            for command in [["list"], ["add", "One"], ["sync"], ["status"], ["doctor", "--repair"]] {
                try home.run(command)
                    .expect(
                        status: 78, stdout: .empty,
                        stderr: ["is your home folder", "hint: ", "git clone --bare \(phone.folder) HUB"])
            }
        }
        let hub = phone.home + "/hub"
        try phone.git("clone", "--quiet", "--bare", phone.folder, hub)
        try home.run("join", hub, phone.home + "/elsewhere", "--as", "Mia").expect()
        let bare = try Family(isBare: true).device
        try bare.with(["HOME": bare.folder]).run("add", "One").expect()
    }
}
