// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Templates")
struct TemplateTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    @Test("A task is saved without its progress, and recreated with another title, date and assignees")
    func tasks() throws {
        try phone.run(
            "add", "Pack for camp", "--item", "Socks", "--item", "Torch", "--for", "ben", "--points", "3", "--due",
            "2026-12-01", "--tag", "trip", "--description", "The blue bag"
        ).expect()
        try phone.run("item", "done", "Pack for camp", "1").expect()
        try phone.run("template", "save", "Camp", "Pack for camp").expectQuietly("Saved the template ‘Camp’: 1 task")
        try phone.run("done", "Pack for camp").expect()
        try phone.run("template", "use", "camp", "--title", "Pack for school", "--due", "2026-12-05", "--for", "zoë")
            .expectQuietly("Added the task ‘Pack for school’")
        try phone.run("show", "Pack for school").expectQuietly([
            "Zoë", "Socks", "Torch", "The blue bag", "trip", "3", "5 Dec",
        ])
        let made = try phone.run("list", "+trip", "--json").expectQuietly().objects()
        #expect(made.count == 1)
        #expect((made.first?["items"] as? [[String: Any]])?.allSatisfy { $0["done"] as? Bool != true } == true)
        try phone.run("undo").expectQuietly()
        try phone.run("list", "+trip").expectQuietly(.lacks("school"))
    }

    @Test("A template holds several tasks, a note and a hunt; two devices that save the same name share one template")
    func lists() throws {
        for title in ["Tent", "Stove", "Maps"] { try phone.run("add", title, "--tag", "camping").expect() }
        try phone.run("note", "add", "Ask the farmer first", "--title", "Site").expect()
        try phone.run("hunt", "new", "Forest").expectQuietly()
        try phone.run("hunt", "add", "Forest", "The oldest tree", "--code", "oak").expectQuietly()
        try phone.run("hunt", "add", "Forest", "The stream").expectQuietly()
        try phone.run("template", "save", "Weekend", "--where", "+camping", "--note", "Site", "--hunt", "Forest")
            .expectQuietly("3 tasks, 1 note, 1 hunt")
        try phone.run("delete", "--where", "+camping").expect()
        try phone.run("template", "use", "Weekend").expectQuietly([
            "Tent", "Stove", "Maps", "note ‘Site’", "hunt ‘Forest’",
        ])
        #expect(try phone.run("list", "+camping", "--json").expectQuietly().objects().count == 3)
        try phone.run("hunt", "list").expectQuietly("2 clues")
        #expect(try phone.run("hunt", "list", "--json").expectQuietly().objects().count == 2)

        try family.hub()
        let tablet = try family.join("tablet", as: "Ben")
        try tablet.run("add", "Bike").expect()
        try phone.run("template", "save", "Trip", "Tent").expectQuietly("Saved")
        try tablet.run("template", "save", "trip", "Bike").expectQuietly("Saved")
        for device in [phone, tablet, phone] { try device.run("sync").expect() }
        for device in [phone, tablet] {
            let names = try device.run("template", "list", "--json").expectQuietly().objects().compactMap {
                ($0["name"] as? String)?.lowercased()
            }
            #expect(names == ["trip", "weekend"])
            try device.run("template").expectQuietly("(!)")
        }
    }

    @Test("A recurring chore is due on the first day of its rule, and the trash works as elsewhere")
    func recurring() throws {
        try phone.run("add", "Bins", "--every", "fri", "--due", "2026-11-27").expect()
        try phone.run("template", "save", "Bins", "Bins").expectQuietly()
        try phone.at("2026-12-08T09:00:00Z").run("template", "use", "Bins", "--title", "Bins again").expectQuietly()
        try phone.at("2026-12-08T09:00:00Z").run("show", "Bins again").expectQuietly("11 Dec")
        try phone.run("template", "delete", "Bins").expectQuietly("Moved to the trash: Bins")
        try phone.run("trash", "list").expectQuietly("template")
        try phone.expectRefusal(
            WrongUse("template", "use", "Bins", status: 66, message: "in the trash", hint: "template restore"))
        try phone.run("template", "restore", "Bins").expectQuietly("Restored: Bins")
        try phone.run("template", "show", "Bins").expectQuietly("Bins: 1 task")
    }

    @Test(
        "Invalid use is refused with advice",
        arguments: [
            WrongUse("template", "save", "X", status: 64, message: "nothing to save"),
            WrongUse(
                "template", "save", "X", "--where", "+nix", status: 66, message: "no task matches ‘+nix’",
                hint: "hometask list"),
            WrongUse("template", "save", " ", "One", status: 64, message: "cannot be empty", hint: nil),
            WrongUse("template", "save", "X", "--hunt", "None", status: 66, message: "no hunt is called"),
            WrongUse("template", "use", "None", status: 66, message: "no template is called"),
            WrongUse("template", "use", "Both", "--title", "T", status: 64, message: "makes 2 documents"),
            WrongUse("template", "use", "Both", "--due", "never", status: 64, message: .anything),
        ])
    func refusals(use: WrongUse) throws {
        try phone.run("add", "One").expect()
        try phone.run("add", "Two").expect()
        try phone.run("template", "save", "Both", "--where", "open").expectQuietly("2 tasks")
        try phone.expectRefusal(use)
    }
}
