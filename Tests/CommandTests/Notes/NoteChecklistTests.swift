// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Checklists and photos in notes")
struct NoteChecklistTests {
    private func device() throws -> Device {
        let device = try Family(members: ["Mia"]).device
        try device.run("note", "add", "--title", "Camping", "--item", "tent", "--item", "lamp").expectQuietly(
            "Added the note ‘Camping’.")
        return device
    }

    private func items(_ device: Device) throws -> [String] {
        let note = try device.run("note", "show", "Camping", "--json").expectQuietly().object()
        return try #require(note["items"] as? [[String: Any]]).map {
            ($0["done"] as? Bool == true ? "✔" : "") + ($0["text"] as? String ?? "")
        }
    }

    @Test("Items are added, ticked off, reopened, renamed, moved and deleted like task items")
    func change() throws {
        let device = try device()
        try device.run("note", "item", "add", "Camping", "gas", "stove", "--first").expectQuietly(
            "Added: gas stove (Camping, 0/3)")
        #expect(try device.diary() == ["Mia added 'gas stove' to 'Camping'"])
        try device.run("note", "item", "done", "Camping", "1-2").expectQuietly(["Ticked off: gas stove", "2/3"])
        try device.run("note", "item", "reopen", "Camping", "tent").expectQuietly("Open again: tent")
        try device.run("note", "item", "edit", "Camping", "lamp", "head", "torch").expectQuietly("lamp → head torch")
        try device.run("note", "item", "move", "Camping", "torch", "--first").expectQuietly("Moved to number 1")
        #expect(try items(device) == ["head torch", "✔gas stove", "tent"])
        try device.run("note", "item", "delete", "Camping", "2").expectQuietly("Deleted: gas stove")
        try device.run("undo").expectQuietly()
        #expect(try items(device) == ["head torch", "✔gas stove", "tent"])
        let printed = try device.run("note", "item", "done", "Camping", "tent", "--json").expectQuietly().objects()
        #expect(printed.count == 1 && printed[0]["title"] as? String == "Camping")
        try device.run("note", "show", "Camping").expectQuietly(["Checklist 2/3", "1 ○ head torch", "2 ✔ gas stove"])
        try device.expectClean()
    }

    @Test("A note's history covers its folder and items, even in the trash; a pin's history covers its place")
    func history() throws {
        let device = try device()
        try device.run("note", "item", "done", "Camping", "tent").expect()
        try device.run("note", "move", "Camping", "--to", "Trips").expect()
        try device.run("note", "edit", "Camping", "Bring", "water").expect()
        try device.run("note", "delete", "Camping").expect()
        try device.run("note", "history", "Camping").expectQuietly([
            "deleted", "+ Bring water", "folder", "Trips", "ticked off: tent", "+ lamp", "added it",
        ])
        let entries = try device.run("note", "history", "Camping", "--json").expectQuietly().objects()
        #expect(entries.count == 5)
        let change = try #require((entries[2]["changes"] as? [[String: Any]])?.first)
        #expect(
            change["field"] as? String == "folder" && change["from"] is NSNull && change["to"] as? String == "Trips")
        try device.run("pin", "add", "Site", "52.5,4.5", "--accuracy", "10m", "--label", "tent").expect()
        try device.run("pin", "edit", "Site", "--location", "52.6,4.5", "--unlabel", "tent").expect()
        try device.run("pin", "history", "Site").expectQuietly([
            "52.5,4.5 ± 10 m → 52.6,4.5", "removed tent", "added it",
        ])
        try device.run("pin", "history", "Mars").expect(status: 66, stderr: "‘Mars’")
    }

    @Test("Searches and lists find items, and exports of a note include them")
    func found() throws {
        let device = try device()
        let hit = try #require(try device.run("search", "tent", "--json").expectQuietly().objects().first)
        #expect(hit["title"] as? String == "Camping")
        #expect((hit["match"] as? [String: Any])?["field"] as? String == "items")
        try device.run("note", "list", "LAMP").expectQuietly("Camping")
        try device.run("export", "jsonl").expectQuietly("\"text\":\"lamp\"")
    }

    @Test("Concurrent changes to one checklist are both kept; two texts for one item are a conflict")
    func apart() throws {
        let family = try Family(members: ["Mia", "Ben"])
        let mia = family.device
        try mia.run("note", "add", "--title", "Camping", "--item", "tent", "--item", "lamp").expect()
        try family.hub()
        let ben = try family.join("ben", as: "Ben")
        try mia.run("note", "item", "done", "Camping", "tent").expect()
        try mia.run("note", "item", "edit", "Camping", "lamp", "torch").expect()
        try ben.run("note", "item", "add", "Camping", "rope").expect()
        try ben.run("note", "item", "edit", "Camping", "lamp", "candle").expect()
        for device in [mia, ben, mia] { try device.run("sync").expect() }
        for device in [mia, ben] {
            #expect(
                try Set(items(device)) == ["✔tent", "candle", "rope"]
                    || Set(items(device)) == ["✔tent", "torch", "rope"])
        }
        let conflict = try #require(try mia.run("conflicts", "--json").expect().objects().first)
        #expect(conflict["kind"] as? String == "note" && conflict["field"] as? String == "items")
        try mia.run("resolve", "Camping", "--take", "1").expect()
        try mia.run("conflicts").expectQuietly(.lacks("Camping"))
    }

    @Test("A note that has only a checklist is named by its first item")
    func alone() throws {
        let device = try Family(members: ["Mia"]).device
        try device.run("note", "add", "--item", "milk").expectQuietly("Added the note ‘milk’.")
        try device.run("note", "list", "milk").expectQuietly()
        try device.run("note", "item", "done", "milk", "milk").expectQuietly("Ticked off: milk (milk, 1/1)")
        try device.run("note", "item", "delete", "milk", "1").expectQuietly("Deleted: milk (an empty note)")
    }

    @Test(
        "A note's photos are listed with the note",
        .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
    func photos() throws {
        let device = try device()
        let path = try #require(try SamplePhotos.make("plain.jpg", on: device).first)
        try device.run("photo", "add", path, "--note", "Camping", "--caption", "The site").expect()
        try device.run("note", "show", "Camping").expectQuietly(["Photos", "The site"])
        let note = try device.run("note", "show", "Camping", "--json").expectQuietly().object()
        let photos = try #require(note["photos"] as? [[String: Any]])
        #expect(photos.map { $0["caption"] as? String } == ["The site"])
        try device.run("photo", "delete", "site").expect()
        try device.run("note", "show", "Camping").expectQuietly(.lacks("The site"))
        try device.run("note", "share", "Camping").expect(stdout: "- [ ] tent")
    }

    private static let wrongUses: [WrongUse] = [
        WrongUse("note", "item", "add", "Camping", " ", status: 64, message: "cannot be empty", hint: "one line"),
        WrongUse("note", "item", "done", "Camping", "9", status: 66, message: "number 9", hint: "by its number"),
        WrongUse("note", "item", "done", "Mars", "1", status: 66, message: "‘Mars’", hint: "Camping"),
        WrongUse("note", "item", "move", "Camping", "tent", status: 64, message: "--before ITEM", hint: nil),
    ]

    @Test("Invalid use is refused with a reason and advice, and changes nothing")
    func wrongUse() throws {
        let device = try device()
        for use in Self.wrongUses { try device.expectRefusal(use) }
        try device.run("note", "add", "Bare").expect()
        try device.run("note", "item", "done", "Bare", "1").expect(
            status: 66, stderr: "'hometask note item add' begins one")
    }
}
