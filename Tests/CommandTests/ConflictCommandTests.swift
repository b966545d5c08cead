// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Choosing between values")
struct ConflictCommandTests {
    /// Two synced devices with conflicting titles for one task.
    private func contested() throws -> (phone: Device, laptop: Device) {
        let family = try Family()
        try family.prepare([["add", "Bins"]])
        try family.hub()
        let (phone, laptop) = (family.device, try family.join("laptop", as: "Ben"))
        try retitle("Bins", "All bins", on: phone.at("2026-11-21T10:00:00Z"))
        try retitle("Bins", "Both bins", on: laptop.at("2026-11-21T10:05:00Z"))
        try laptop.run("sync").expect()
        try phone.run("sync").expectQuietly(["1 document has conflicting edits", "hometask conflicts"])
        return (phone, laptop)
    }

    private func retitle(_ title: String, _ other: String, on device: Device) throws {
        let path = try device.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacingOccurrences(of: "\"\(title)\"", with: "\"\(other)\"")
            .write(toFile: path, atomically: true, encoding: .utf8)
        try device.run("status").expect()
    }

    @Test("conflicts shows each value with its author and time, on every device")
    func show() throws {
        let (phone, laptop) = try contested()
        try laptop.run("sync").expect()
        for device in [phone, laptop] {
            try device.at("2026-11-21T10:10:00Z").run("conflicts").expectQuietly([
                "title", "1  Both bins", "Ben on laptop, 5 minutes ago", "2  All bins", "Mia on phone, 10 minutes ago",
                "hometask resolve",
            ])
        }
        let conflict = try phone.run("conflicts", "--json").objects()[0]
        #expect(conflict["field"] as? String == "title")
        #expect((conflict["values"] as? [[String: Any]])?.map { $0["value"] as? String } == ["Both bins", "All bins"])
    }

    @Test("Control codes in documents never reach the terminal")
    func hostile() throws {
        let family = try Family()
        try family.prepare([["add", "Bins"]])
        try family.hub()
        let (phone, laptop) = (family.device, try family.join("laptop", as: "Ben"))
        for (device, value) in [(phone, "red"), (laptop, "blue")] {
            let path = try device.onlyFile(in: "tasks")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacingOccurrences(
                of: "  \"id\":", with: "  \"a\\u001b[31m\": \"\(value)\\u001b]0;\",\n  \"id\":"
            )
            .write(toFile: path, atomically: true, encoding: .utf8)
            try device.git("commit", "-qam", "By hand").expect()
            try device.run("sync").expect()
        }
        try phone.run("sync").expect()
        let outcome = try phone.run("conflicts").expectQuietly(["red", "blue", "a commit made with git"])
        #expect(!outcome.stdout.contains("\u{1B}"))
    }

    @Test("The history shows a resolved date as it shows other changes")
    func settledDate() throws {
        let family = try Family()
        try family.prepare([["add", "Bins"]])
        try family.hub()
        let (phone, laptop) = (family.device, try family.join("laptop", as: "Ben"))
        try phone.at("2026-11-21T10:00:00Z").run("edit", "bins", "--due", "tue").expect()
        try laptop.at("2026-11-21T10:05:00Z").run("edit", "bins", "--due", "wed").expect()
        for device in [laptop, phone] { try device.run("sync").expect() }
        try phone.run("resolve", "bins", "--field", "due", "--take", "1").expectQuietly("Resolved the due date of")
        #expect(try phone.diary() == ["Mia resolved the due date of 'Bins'"])
    }

    @Test("Values are not truncated on a narrow terminal")
    func narrow() throws {
        let (phone, _) = try contested()
        let outcome = try phone.with(["COLUMNS": "40"]).run("conflicts").expectQuietly(["Both bins", "Ben on laptop"])
        #expect(outcome.lines.dropLast(2).allSatisfy { $0.count <= 40 })
    }

    @Test("resolve takes one value, which applies on all devices", arguments: ["1", "2"])
    func take(_ number: String) throws {
        let (phone, laptop) = try contested()
        try phone.run("resolve", "bins", "--field", "title", "--take", number).expectQuietly("Resolved the ")
        let title = number == "1" ? "Both bins" : "All bins"
        #expect(try phone.diary()[0].hasPrefix("Mia resolved the title of"))
        try phone.run("sync").expect()
        try laptop.run("sync").expect()
        for device in [phone, laptop] {
            try device.run("conflicts").expectQuietly("no conflicts")
            try device.run("list").expectQuietly([.contains(title)])
            try device.expectClean()
        }
    }

    @Test("resolve accepts a new value")
    func another() throws {
        let (phone, _) = try contested()
        try phone.run("resolve", "bins", "--value", "Paper bin").expectQuietly("Paper bin")
        try phone.run("conflicts", "--json").expectQuietly(.exactly("[]\n"))
    }

    @Test("A document deleted and edited concurrently is restored or deleted", arguments: ["restore", "delete"])
    func deletion(_ choice: String) throws {
        let family = try Family()
        try family.prepare([["add", "Bins"]])
        try family.hub()
        let (phone, laptop) = (family.device, try family.join("laptop", as: "Ben"))
        try retitle("Bins", "All bins", on: phone)
        try laptop.run("delete", "bins").expect()
        try laptop.run("sync").expect()
        try phone.run("sync").expect()
        try phone.run("conflicts").expectQuietly(["deleted", "restore it", "delete it", "Ben on laptop"])
        try phone.run("resolve", "bins", "--field", "deleted", "--take", choice).expect()
        try phone.run("conflicts").expectQuietly("no conflicts")
        #expect(try phone.run("list", "--json").objects().count == (choice == "restore" ? 1 : 0))
    }

    @Test("A sync reports to the deleting device that a concurrent edit restored the document")
    func restoring() throws {
        let family = try Family()
        try family.prepare([["add", "Bins"], ["add", "Cat"]])
        try family.hub()
        let (phone, laptop) = (family.device, try family.join("laptop", as: "Ben"))
        try laptop.run("delete", "bins").expect()
        try laptop.run("delete", "cat").expect()
        try laptop.run("sync").expect()
        try phone.run("edit", "bins", "--title", "All bins").expect()
        try phone.run("sync").expectQuietly(.lacks("Restored"))
        try laptop.run("sync").expectQuietly([
            "Restored ‘All bins’: it was deleted on one device and edited on another.", .lacks("Cat"),
        ])
        try laptop.run("list", "--json").expectQuietly(["All bins", .lacks("Cat")])
        try laptop.run("sync").expectQuietly(.lacks("Restored"))
    }

    static let wrongUses: [WrongUse] = [
        WrongUse(
            "resolve", "bins", "--take", "1", "--value", "x", status: 64, message: "cannot be used together", hint: nil),
        WrongUse(
            "resolve", "bins", "--take", "3", status: 64, message: "out of range: choose 1 to 2", hint: "conflicts"),
        WrongUse(
            "resolve", "bins", "--take", "0", status: 64, message: "is out of range: choose 1 to", hint: "conflicts"),
        WrongUse(
            "resolve", "bins", "--take", "restore", status: 64, message: "is out of range: choose 1 to",
            hint: "conflicts"),
        WrongUse(
            "resolve", "bins", "--field", "due", "--take", "1", status: 66, message: "in the field ‘due’",
            hint: "--field title"),
        WrongUse("resolve", "bins", "--line", "2", "--take", "1", status: 66, message: "line 2", hint: "--field title"),
        WrongUse("resolve", "cat", "--take", "1", status: 66, message: "‘cat’", hint: "hometask conflicts"),
        WrongUse("resolve", "bins", "--value", "a\u{7}b", status: 64, message: "title", hint: nil),
        WrongUse("resolve", "bins", "--value", "", status: 64, message: "title", hint: nil),
    ]

    @Test("An invalid choice is refused with a helpful message and changes nothing")
    func wrongUse() throws {
        let (phone, _) = try contested()
        for use in Self.wrongUses { try phone.expectRefusal(use) }
    }
}
