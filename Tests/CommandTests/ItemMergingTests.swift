// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Checklists edited on two devices")
struct ItemMergingTests {
    /// Two devices that share the task Shopping, with bread, oat milk and eggs.
    private func devices() throws -> (phone: Device, laptop: Device) {
        let (family, laptop) = try Family.pair(
            members: ["Mia", "Ben"],
            prepared: [["add", "Shopping", "--item", "bread", "--item", "oat milk", "--item", "eggs"]])
        for device in [family.device, laptop] { try device.run("list").expect() }
        return (family.device, laptop)
    }

    /// Runs commands on both devices offline, then syncs them to the same tree.
    private func apart(
        _ devices: (phone: Device, laptop: Device), phone phones: [[String]], laptop laptops: [[String]],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for words in phones {
            try devices.phone.at("2026-11-21T10:00:00Z").run(words).expect(sourceLocation: sourceLocation)
        }
        for words in laptops {
            try devices.laptop.at("2026-11-21T10:05:00Z").run(words).expect(sourceLocation: sourceLocation)
        }
        try sync(devices, sourceLocation: sourceLocation)
    }

    private func sync(
        _ devices: (phone: Device, laptop: Device), sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for device in [devices.phone, devices.laptop, devices.phone] {
            try device.run("sync").expect(sourceLocation: sourceLocation)
        }
        let trees = try [devices.phone, devices.laptop].map { try $0.git("rev-parse", "HEAD^{tree}").stdout }
        #expect(trees[0] == trees[1], sourceLocation: sourceLocation)
        for device in [devices.phone, devices.laptop] { try device.expectClean(sourceLocation: sourceLocation) }
    }

    @Test("an item ticked off on one device and deleted on the other stays, ticked off")
    func tickAgainstDelete() throws {
        let devices = try devices()
        try apart(devices, phone: [["item", "done", "1", "milk"]], laptop: [["item", "delete", "1", "milk"]])
        #expect(try devices.laptop.items() == ["bread", "✔oat milk", "eggs"])
    }

    @Test("an item moved on one device and renamed on the other has its new text in its new place")
    func moveAgainstRename() throws {
        let devices = try devices()
        try apart(
            devices, phone: [["item", "move", "1", "eggs", "--top"]],
            laptop: [["item", "edit", "1", "eggs", "ten", "eggs"]])
        #expect(try devices.phone.items() == ["ten eggs", "bread", "oat milk"])
        try devices.phone.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("items that both devices insert in one gap are all kept, grouped by device")
    func oneGap() throws {
        let devices = try devices()
        try apart(
            devices, phone: [["item", "add", "1", "figs", "--after", "1"]],
            laptop: [["item", "add", "1", "kale", "--after", "1"], ["item", "add", "1", "salt", "--after", "kale"]])
        let items = try devices.phone.items()
        #expect(items.count == 6 && items.first == "bread" && items.suffix(2) == ["oat milk", "eggs"])
        #expect(Set(items[1...3]) == ["figs", "kale", "salt"])
        let kale = try #require(items.firstIndex(of: "kale"))
        #expect(items[kale + 1] == "salt")
    }

    @Test("an item moved on both devices is in one place, without a conflict")
    func bothMove() throws {
        let devices = try devices()
        try apart(
            devices, phone: [["item", "move", "1", "milk", "--first"]],
            laptop: [["item", "move", "1", "milk", "--bottom"]])
        #expect([["oat milk", "bread", "eggs"], ["bread", "eggs", "oat milk"]].contains(try devices.phone.items()))
        try devices.phone.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("an item ticked off on both devices is ticked off, without a conflict")
    func bothTick() throws {
        let devices = try devices()
        try apart(devices, phone: [["item", "done", "1", "1-2"]], laptop: [["item", "done", "1", "2-3"]])
        #expect(try devices.phone.items() == ["✔bread", "✔oat milk", "✔eggs"])
        try devices.phone.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("an item renamed on both devices is a conflict, shown and resolved by the item's number")
    func bothRename() throws {
        let devices = try devices()
        let phone = devices.phone
        try apart(
            devices, phone: [["item", "edit", "1", "2", "soy milk"]], laptop: [["item", "edit", "1", "2", "rice milk"]])
        try phone.run("conflicts").expectQuietly([
            "items, text of item 2", "1  rice milk", "Ben on laptop", "2  soy milk", "Mia on phone",
            "--field items --item 2 --take 1",
        ])
        let conflict = try phone.run("conflicts", "--json").objects()[0]
        let item = try #require(conflict["item"] as? [String: Any])
        #expect(item["number"] as? Int == 2 && item["member"] as? String == "text")
        try phone.run("show", "1").expectQuietly(["items, text of item 2", "--field items --item 2"])
        try phone.run("history", "1").expectQuietly("open: items, text of item 2")
        for use in Self.wrongChoices { try phone.expectRefusal(use) }
        try phone.run("resolve", "1", "--field", "items", "--item", "2", "--take", "2").expectQuietly([
            "Resolved the items, text of item 2", "soy milk",
        ])
        #expect(try phone.diary() == ["Mia resolved the item 'soy milk' of 'Shopping'"])
        try phone.run("undo").expectQuietly("Took back 'resolve'")
        try phone.run("conflicts").expectQuietly(["text of item 2", "1  rice milk", "2  soy milk"])
        try sync(devices)
        try phone.run("resolve", "1", "--field", "items", "--item", "milk", "--take", "2").expectQuietly("soy milk")
        try sync(devices)
        #expect(try devices.laptop.items() == ["bread", "soy milk", "eggs"])
        try devices.laptop.run("conflicts").expectQuietly("no conflicts")
    }

    private static let wrongChoices: [WrongUse] = [
        WrongUse("resolve", "1", "--item", "1", "--take", "1", status: 66, message: "‘bread’", hint: "--item 2"),
        WrongUse("resolve", "1", "--item", "9", "--take", "1", status: 66, message: "number 9"),
        WrongUse("resolve", "1", "--item", "2", "--take", "3", status: 64, message: "out of range: choose 1 to 2"),
        WrongUse("resolve", "1", "--item", "2", "--value", "a\nb", status: 64, message: "a line break"),
        WrongUse("resolve", "1", "--part", "done", "--take", "1", status: 66, message: "has no conflict"),
    ]

    @Test("editing a conflicting item reports the discarded text; resolving it with a new text does not")
    func settledByEdit() throws {
        let devices = try devices()
        try apart(
            devices, phone: [["item", "edit", "1", "2", "soy milk"], ["item", "edit", "1", "eggs", "six eggs"]],
            laptop: [["item", "edit", "1", "2", "rice milk"], ["item", "edit", "1", "eggs", "ten eggs"]])
        try devices.phone.run("resolve", "1", "--take", "1").expect(
            status: 64, stderr: ["2 conflicts; choose one", "'--field items --item 2', '--field items --item 3'"])
        try devices.phone.run("item", "edit", "1", "2", "hay", "milk").expect(
            stdout: "hay milk", stderr: ["resolved a conflict", "the text of an item ‘soy milk’"])
        try devices.phone.run("resolve", "1", "--value", "twelve eggs").expectQuietly("twelve eggs")
        try sync(devices)
        #expect(try devices.laptop.items() == ["bread", "hay milk", "twelve eggs"])
    }

    @Test("reopening on one device and ticking off on the other is a conflict in the mark")
    func mark() throws {
        let devices = try devices()
        try devices.phone.run("item", "done", "1", "bread").expect()
        try sync(devices)
        try apart(
            devices, phone: [["item", "reopen", "1", "1"], ["item", "done", "1", "1"]],
            laptop: [["item", "reopen", "1", "1"]])
        try devices.phone.run("conflicts").expectQuietly(["items, done of item 1", "open", "ticked off"])
        try devices.phone.run("item", "reopen", "1", "1").expect(stderr: "the mark of an item ‘ticked off’")
        try devices.phone.run("undo").expect()
        try devices.phone.run("resolve", "1", "--item", "bread", "--value", "done").expectQuietly("ticked off")
        try sync(devices)
        #expect(try devices.laptop.items() == ["✔bread", "oat milk", "eggs"])
    }
}
