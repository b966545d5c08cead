// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The trash, and concurrent deletions and edits")
struct TrashTests {
    /// Two devices that share the task Bins; the phone's clock is five minutes behind the laptop's.
    private func pair() throws -> (phone: Device, laptop: Device) {
        let (family, laptop) = try Family.pair(prepared: [["add", "Bins", "+out"], ["add", "Windows"]])
        return (family.device.at("2026-11-21T10:00:00Z"), laptop.at("2026-11-21T10:05:00Z"))
    }

    private func sync(_ devices: Device...) throws {
        for device in devices { try device.run("sync").expect() }
    }

    @Test("trash list shows each deleted document, with who deleted it and when, on every device")
    func list() throws {
        let (phone, laptop) = try pair()
        try phone.run("trash", "list").expectQuietly("The trash is empty.")
        try phone.run("trash", "--json").expectQuietly(.exactly("[]\n"))
        try phone.run("delete", "Bins").expect()
        try laptop.run("pin", "add", "Yard", "52.37,4.89").expect()
        try laptop.run("pin", "delete", "Yard").expect()
        try sync(phone, laptop, phone)
        for device in [phone, laptop] {
            let outcome = try device.at("2026-11-21T10:10:00Z").run("trash", "list").expectQuietly([
                "Bins", "Mia on phone, 10 minutes ago", "Yard", "Ben on laptop, 5 minutes ago", "hometask restore '#",
            ])
            #expect(outcome.lines.first?.contains("Yard") == true, "the latest comes first")
            let found = try device.run("trash", "list", "--json").objects()
            #expect(found.map { $0["name"] as? String } == ["Yard", "Bins"])
            #expect(
                Set(found[1].keys) == ["id", "kind", "name", "path", "deletedAt", "by", "device", "actor"])
            #expect(found[1]["by"] as? String == "Mia")
            #expect(found[1]["device"] as? String == "phone")
            #expect(found[1]["deletedAt"] as? String == "2026-11-21T10:00:00Z")
            #expect(found[1]["kind"] as? String == "task")
        }
        try laptop.run("restore", "Bins").expectQuietly("Restored: Bins")
        try laptop.run("pin", "restore", "Yard").expect()
        try laptop.run("trash").expectQuietly("The trash is empty.")
        try sync(laptop, phone)
        try phone.run("list").expectQuietly("Bins")
    }

    @Test(
        "Emptying the trash hides its documents on every device; they can be restored, and undo lists them again")
    func empty() throws {
        let (phone, laptop) = try pair()
        try phone.run("trash", "empty").expectQuietly(.exactly("The trash is empty.\n"))
        try laptop.run("delete", "Windows").expect()
        try phone.run("delete", "Bins").expect()
        let later = phone.at("2026-11-21T10:02:00Z")
        try later.run("trash", "empty").expectQuietly(
            .exactly("Emptied the trash: 1 document is not listed any more.\n"))
        try later.run("trash").expectQuietly(
            .exactly("The trash is empty. 'hometask trash list --all' shows what was in it.\n"))
        try later.run("trash", "list", "--all").expectQuietly("Bins")
        #expect(try later.diary() == ["Mia emptied the trash"])
        try sync(later, laptop, later)
        // Later deletions are listed, and so are those by devices that had not received the emptying.
        for device in [later, laptop] { try device.run("trash").expectQuietly(["Windows", .lacks("Bins")]) }
        try later.run("trash", "empty").expect(
            stdout: .empty, stderr: .contains("1 document stays listed"))
        let last = phone.at("2026-11-21T10:20:00Z")
        try last.run("trash", "empty", "--json").expectQuietly(
            .all([.contains("\"erased\": 0"), .contains("\"removed\": 1")]))
        try last.run("undo").expect()
        try last.run("trash").expectQuietly("Windows")
        try last.run("restore", "Bins").expectQuietly("Restored: Bins")
        try last.expectClean()
    }

    @Test(
        "With --erase, the pictures of deleted photos are erased, after confirmation",
        .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
    func erased() throws {
        let phone = try Family().device
        for (file, caption) in zip(try SamplePhotos.make("plain.jpg", "grey.jpg", on: phone), ["Gone", "Kept"]) {
            try phone.run("photo", "add", file, "--caption", caption).expect()
        }
        try phone.run("photo", "delete", "Gone").expect()
        try phone.expectUnchanged {
            try phone.run("trash", "empty", "--erase").expect(
                status: 75, stdout: .empty, stderr: .all([.contains("1 picture"), .contains("--yes")]))
        }
        try phone.run("trash", "empty", "--erase", "--yes").expectQuietly(
            .exactly("Emptied the trash: 1 document is not listed any more.\nErased 1 picture.\n"))
        try phone.run("photo", "verify").expectQuietly("1 photo intact")
        let later = phone.at("2026-11-21T10:01:00Z")
        // A picture also attached to a task is kept.
        try later.run("add", "Paint the shed").expect()
        try later.run("photo", "add", phone.home + "/grey.jpg", "--task", "shed").expect()
        try later.run("photo", "delete", "Kept").expect()
        try later.run("trash", "empty", "--erase").expectQuietly(
            .exactly("Emptied the trash: 1 document is not listed any more.\n"))
        try later.run("photo", "verify").expectQuietly(.lacks("missing"))
        try later.run("photo", "show", "shed").expectQuietly(.lacks("Erased"))
        try later.run("photo", "delete", "shed").expect()
        try later.run("trash", "empty", "--erase", "--yes").expectQuietly("Erased 1 picture.")
        try later.run("undo").expect(status: 75, stderr: .contains("'trash empty' (just now) cannot be undone"))
        try later.run("trash", "empty", "--erase", "--yes").expectQuietly(.exactly("The trash is empty.\n"))
    }

    @Test(
        "A concurrent edit restores a deleted task with a conflict; its resolution applies on every device",
        arguments: ["restore", "delete"])
    func editAgainstDeletion(choice: String) throws {
        let (phone, laptop) = try pair()
        try phone.run("delete", "Bins").expect()
        try laptop.run("edit", "Bins", "--title", "All bins").expect()
        try sync(phone)
        try laptop.run("sync").expectQuietly("1 document has conflicting edits")
        try sync(phone)
        for device in [phone, laptop] {
            try device.run("trash").expectQuietly("empty")
            try device.run("list").expectQuietly(["(!) All bins", "hometask conflicts"])
            try device.run("show", "All bins").expectQuietly([
                "deleted by Mia on phone, edited by Ben on laptop", "restore it, with the edits", "delete it",
            ])
            try device.at("2026-11-21T10:10:00Z").run("conflicts").expectQuietly([
                "deleted by Mia on phone, edited by Ben on laptop", "Ben on laptop, 5 minutes ago",
                "Mia on phone, 10 minutes ago",
            ])
        }
        try phone.run("resolve", "All bins", "--field", "deleted", "--take", choice).expectQuietly(
            choice == "restore" ? "is kept, with the edits" : "is in the trash")
        try sync(phone, laptop)
        for device in [phone, laptop] {
            try device.run("conflicts").expectQuietly("There are no conflicts")
            let titles = try device.run("list", "--json").objects().compactMap { $0["title"] as? String }
            #expect(titles.contains("All bins") == (choice == "restore"))
            try device.run("trash").expectQuietly(choice == "restore" ? "empty" : "All bins")
            try device.expectClean()
        }
    }

    @Test("A concurrent move in the manual order does not restore a deleted task, whichever device syncs first")
    func moveAgainstDeletion() throws {
        for movesFirst in [true, false] {
            let (phone, laptop) = try pair()
            try phone.run("delete", "Bins").expect()
            try laptop.run("move", "Bins", "--bottom").expect()
            if movesFirst { try sync(laptop, phone, laptop) } else { try sync(phone, laptop, phone) }
            for device in [phone, laptop] {
                try device.run("trash").expectQuietly("Bins")
                try device.run("conflicts").expectQuietly("There are no conflicts")
                #expect(try device.run("list", "--json").objects().count == 1)
            }
        }
    }

    @Test("Concurrent deletions are one deletion; a restored task is back on both devices", arguments: [false, true])
    func twice(restores: Bool) throws {
        let (phone, laptop) = try pair()
        try phone.run("delete", "Bins").expect()
        if restores {
            try sync(phone, laptop)
            try phone.run("restore", "Bins").expect()
            try laptop.run("edit", "Windows", "--tag", "glass").expect()
        } else {
            try laptop.run("delete", "Bins").expect()
        }
        try sync(phone, laptop, phone)
        for device in [phone, laptop] {
            try device.run("trash").expectQuietly(restores ? "empty" : "Bins")
            try device.run("conflicts").expectQuietly("There are no conflicts")
        }
    }

    @Test("A restored task is complete; restoring a task outside the trash is refused")
    func restores() throws {
        let (phone, _) = try pair()
        try phone.run("delete", "Bins").expect()
        try phone.run("restore", "Windows").expect(status: 66, stderr: "Windows")
        try phone.run("edit", "Bins", "--title", "x").expect(status: 66, stderr: "Bins")
        try phone.run("restore", "Bins").expect()
        try phone.run("show", "Bins").expectQuietly(["+out", .lacks("Deleted")])
        try phone.run("restore", "Bins").expect(status: 66)
        try phone.expectClean()
    }

    @Test("A word that matches several deleted tasks is refused as ambiguous")
    func severalThere() throws {
        let device = try Family().device
        try device.run("add", "--stdin", input: "Buy milk\nBuy bread\n").expect()
        for word in ["milk", "bread"] { try device.run("delete", word).expect() }
        try device.expectRefusal(
            WrongUse("restore", "buy", status: 64, message: "matches 2 tasks in the trash", hint: "#"))
    }

    @Test("restore accepts every kind of trashed document, by name or id")
    func everyKind() throws {
        let device = try Family().device
        try device.run("category", "add", "Garden").expect()
        try device.run("view", "save", "Mine", "@me").expect()
        try device.run("pin", "add", "Yard", "52.37,4.89").expect()
        try device.run("note", "add", "The gate sticks").expect()
        try device.run("add", "Rake leaves").expect()
        try device.run("comment", "add", "Rake", "Where is the rake").expect()
        try device.run("template", "save", "Leaves", "Rake").expect()
        try device.run("hunt", "new", "Treasure").expect()
        try device.run("comment", "delete", "rake").expect()
        for (kind, name) in [
            ("category", "Garden"), ("view", "Mine"), ("pin", "Yard"), ("note", "gate"), ("template", "Leaves"),
            ("hunt", "Treasure"),
        ] {
            try device.run(kind, "delete", name).expect()
        }
        try device.run("delete", "Rake").expect()
        try device.run("member", "add", "Ann").expect()
        try device.run("undo").expect()
        let trashed = try device.run("trash", "list", "--json").expect().objects()
        #expect(
            Set(trashed.compactMap { $0["kind"] as? String })
                == ["category", "view", "pin", "note", "template", "hunt", "comment", "task", "member"])
        for (index, document) in trashed.enumerated() {
            let (id, name) = (document["id"] as? String ?? "", document["name"] as? String ?? "")
            let kind = document["kind"] as? String ?? ""
            let words: TextExpectation = kind == "task" ? "Restored: \(name)" : "Restored the \(kind): \(name)"
            try device.run("restore", index.isMultiple(of: 2) ? "#" + id.prefix(13) : name).expectQuietly(words)
        }
        try device.run("trash", "list").expectQuietly("The trash is empty.")
        try device.run("member").expectQuietly("Ann")
        try device.run("category").expectQuietly("Garden")
        try device.expectClean()
    }

    @Test("Words that match a task and a pin in the trash are ambiguous; unmatched words are reported")
    func severalKinds() throws {
        let device = try Family().device
        try device.run("pin", "add", "Yard", "52.37,4.89").expect()
        try device.run("pin", "delete", "Yard").expect()
        try device.run("add", "Sweep the yard").expect()
        try device.run("delete", "Sweep").expect()
        try device.run("restore", "yard").expectQuietly("Restored the pin: Yard")
        try device.run("pin", "delete", "Yard").expect()
        try device.run("pin", "add", "Yard gate", "52.37,4.89").expect()
        try device.run("pin", "delete", "gate").expect()
        try device.expectUnchanged {
            try device.run("restore", "swee", "yard", "gate").expect(status: 66)
            try device.run("restore", "yar").expect(status: 66)
            try device.run("restore", "zebra").expect(status: 66, stderr: "no task in the trash is called ‘zebra’")
        }
        try device.run("pin", "add", "Sweep", "52.37,4.89").expect()
        try device.run("pin", "delete", "Sweep").expect()
        try device.run("add", "Sweep").expect()
        try device.run("delete", "sweep").expect()
        try device.run("restore", "sweep").expect(
            status: 64, stderr: ["matches 2 documents in the trash; nothing was changed", "Sweep  pin", "Sweep  task"])
    }

    @Test("Categories and views with names of several words are deleted and restored without quotes")
    func severalWords() throws {
        let device = try Family().device
        try device.run("category", "add", "Front garden").expect()
        try device.run("view", "save", "Front garden jobs", "+out").expect()
        for (kind, words) in [("category", ["Front", "garden"]), ("view", ["front", "garden", "jobs"])] {
            try device.run([kind, "delete"] + words).expectQuietly("Moved to the trash: Front garden")
            try device.run([kind, "restore"] + words).expectQuietly("Restored the \(kind) ‘Front garden")
            try device.run("undo").expectQuietly("Took back '\(kind) restore'")
        }
    }

    @Test("Lists hide a deleted category, also in JSON; the task's page says how to restore the category")
    func deletedCategory() throws {
        let device = try Family().device
        try device.run("category", "add", "Garden").expect()
        try device.run("add", "Rake leaves", "category:Garden").expect()
        try device.run("add", "Wash up").expect()
        try device.run("category", "delete", "Garden").expect()
        try device.run("list").expectQuietly(["Rake leaves", .lacks("Garden")])
        try device.run("list", "--json").expectQuietly(.lacks("Garden"))
        try device.run("list", "--sort", "category").expectQuietly(.lacks("Garden"))
        try device.run("show", "rake").expectQuietly("Garden (deleted: 'hometask category restore Garden'")
        try device.run("restore", "Garden").expect()
        try device.run("list").expectQuietly("Garden")
    }

    @Test("After undoing 'member add', the member can be added again")
    func undoneMember() throws {
        let device = try Family().device
        try device.run("member", "add", "Ann").expect()
        try device.run("undo").expect()
        try device.run("member", "add", "Ann").expect()
        try device.run("member", "--json").expectQuietly("Ann")
        try device.run("restore", "Ann").expect(status: 73, stderr: "hometask member rename NAME NEW")
        try device.run("member", "remove", "Ann").expect()
        try device.run("member", "add", "Ann").expect(status: 73, stderr: "was a member before and was removed")
        try device.run("category", "add", "Garden").expect()
        try device.run("undo").expect()
        try device.run("undo").expect()
        try device.run("category", "add", "Garden").expect()
    }

    @Test("Restoring an absent document fails alike for each kind", arguments: ["category", "view", "note", "pin"])
    func absent(kind: String) throws {
        try Family(members: ["Mia"]).device.expectRefusal(
            WrongUse(
                kind, "restore", "X", status: 66, message: "no \(kind) in the trash is called ‘X’",
                hint: "There is none.\n"))
    }
}
