// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Note folders")
struct NoteFolderTests {
    /// Notes in House, in House/Keys, in Houseboat and in no folder.
    private func device() throws -> Device {
        let device = try Family(members: ["Mia"]).device
        try device.run("note", "add", "Boiler: press twice", "--folder", "House").expectQuietly(
            "Added the note ‘Boiler: press twice’ in the folder House.")
        try device.run("note", "add", "Under the pot", "--title", "Spare key", "--folder", " /House/ Keys/")
            .expectQuietly(
                "in the folder House/Keys.")
        try device.run("note", "add", "Pump the bilge", "--folder", "Houseboat").expectQuietly()
        try device.run("note", "add", "Loose leaf").expectQuietly()
        return device
    }

    private func names(_ device: Device, _ arguments: String...) throws -> Set<String> {
        let notes = try device.run(["note", "list"] + arguments + ["--json"]).expectQuietly().objects()
        return Set(notes.compactMap { $0["title"] as? String ?? ($0["text"] as? [String])?.first })
    }

    @Test("Listing a folder ignores case and includes its subfolders, but not other folders with the same prefix")
    func list() throws {
        let device = try device()
        #expect(try names(device, "--folder", "house") == ["Boiler: press twice", "Spare key"])
        #expect(try names(device, "--folder", "House/Keys") == ["Spare key"])
        #expect(try names(device, "--no-folder") == ["Loose leaf"])
        #expect(try names(device, "--folder", "Attic").isEmpty)
        try device.run("note", "list").expectQuietly(["in House/Keys", "Loose leaf"])
        try device.run("note", "show", "Spare key").expectQuietly(["Folder", "House/Keys"])
        try device.run("note", "folder").expectQuietly(["House ", "House/Keys", "Houseboat"])
        let folders = try device.run("note", "folder", "--json").expectQuietly().objects()
        #expect(folders.map { $0["name"] as? String } == ["House", "House/Keys", "Houseboat"])
        #expect(folders.map { $0["count"] as? Int } == [1, 1, 1])
    }

    @Test("Notes are moved one by one and by folder, which is logged and reverted by undo")
    func move() throws {
        let device = try device()
        try device.run("note", "move", "leaf", "--to", "Attic").expectQuietly("Moved into Attic: Loose leaf")
        #expect(try device.diary() == ["Mia moved the note 'Loose leaf' into the folder 'Attic'"])
        try device.expectUnchanged {
            try device.run("note", "move", "leaf", "--to", "Attic/").expectQuietly("Already there: Loose leaf")
        }
        try device.run("note", "move", "--folder", "House", "--to", "Home/Old").expectQuietly([
            "Moved into Home/Old: Boiler", "Moved into Home/Old/Keys: Spare key",
        ])
        #expect(try names(device, "--folder", "Home") == ["Boiler: press twice", "Spare key"])
        #expect(try names(device, "--folder", "Houseboat") == ["Pump the bilge"])
        try device.run("undo").expectQuietly()
        #expect(try names(device, "--folder", "House") == ["Boiler: press twice", "Spare key"])
        try device.run("note", "move", "--folder", "House", "--out").expectQuietly("Moved into Keys: Spare key")
        #expect(try names(device, "--no-folder") == ["Boiler: press twice"])
        try device.run("note", "edit", "leaf", "--no-folder").expectQuietly("Changed ‘Loose leaf’.")
        #expect(try device.diary() == ["Mia moved the note 'Loose leaf' out of its folder"])
        try device.expectClean()
    }

    @Test("A move and a concurrent edit of the same note are both kept")
    func apart() throws {
        let family = try Family(members: ["Mia", "Ben"])
        let mia = family.device
        try mia.run("note", "add", "Under the pot").expect()
        try family.hub()
        let ben = try family.join("ben", as: "Ben")
        try mia.run("note", "move", "pot", "--to", "House").expect()
        try ben.run("note", "edit", "pot", "Under the blue pot").expect()
        for device in [mia, ben, mia] { try device.run("sync").expect() }
        for device in [mia, ben] {
            let note = try device.run("note", "show", "blue", "--json").expectQuietly().object()
            #expect(note["folder"] as? String == "House" && note["conflict"] as? Bool == false)
        }
    }

    private static let wrongUses: [WrongUse] = [
        WrongUse("note", "add", "x", "--folder", " ", status: 64, message: "is not a folder", hint: "House/Keys"),
        WrongUse("note", "add", "x", "--folder", "a//b", status: 64, message: "is blank", hint: "House/Keys"),
        WrongUse("note", "add", "x", "--folder", "a\u{7}b", status: 64, message: "control character", hint: "House"),
        WrongUse("note", "move", "leaf", status: 64, message: "--to FOLDER", hint: nil),
        WrongUse("note", "move", "leaf", "--to", "a", "--out", status: 64, message: "--out", hint: nil),
        WrongUse("note", "move", "--to", "a", status: 64, message: "no note given", hint: nil),
        WrongUse("note", "move", "--folder", "Mars", "--to", "a", status: 66, message: "‘Mars’", hint: "note folder"),
        WrongUse(
            "note", "list", "--folder", "a", "--no-folder", status: 64, message: "cannot be used together", hint: nil),
        WrongUse("note", "edit", "leaf", "--folder", "a", "--no-folder", status: 64, message: "--no-folder", hint: nil),
    ]

    @Test("Invalid use is refused with a reason and advice, and changes nothing")
    func wrongUse() throws {
        let device = try device()
        for use in Self.wrongUses { try device.expectRefusal(use) }
    }
}
