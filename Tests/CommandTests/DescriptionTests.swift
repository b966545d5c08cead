// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Sources of descriptions and notes")
struct DescriptionTests {
    private func description(_ device: Device) throws -> [String]? {
        let listed = try device.run("list", "--json").objects().first?["description"] as? [String]
        let atHome = try device.run("--json").objects().first?["description"] as? [String]
        #expect(listed == atHome)
        return listed
    }

    @Test("A description comes from an option, a file, standard input or an editor, and keeps its lines")
    func sources() throws {
        let device = try Family().device
        let file = device.home + "/text.txt"
        try "From a file.\n\nÜber three lines.\n".write(toFile: file, atomically: true, encoding: .utf8)
        try device.run("add", "Bins", "@Mia", "--description-file", file).expect()
        #expect(try description(device) == ["From a file.", "", "Über three lines."])
        try device.run("edit", "Bins", "--description", "Typed.").expectQuietly("Changed the description")
        #expect(try description(device) == ["Typed."])
        try device.run(["edit", "Bins", "--description-file", "-"], input: "Piped,\r\ntwice.\n").expect()
        #expect(try description(device) == ["Piped,", "twice."])
        try device.run("edit", "Bins", "--description-file", "../text.txt").expect()
        #expect(try description(device)?.count == 3)
        let script = device.home + "/editor.sh"
        try "sed -i 's/From a file/From an editor/' \"$1\"".write(toFile: script, atomically: true, encoding: .utf8)
        try device.with(["EDITOR": "sh \(script)", "TMPDIR": device.home]).run("edit", "Bins").expect()
        #expect(try description(device)?.first == "From an editor.")
        try device.run("edit", "Bins", "--no-description").expect()
        #expect(try description(device) == nil)
        try device.expectClean()
    }

    @Test("A note's text comes from an argument, a file or standard input")
    func notes() throws {
        let device = try Family().device
        try device.run(["note", "add", "--title", "Key", "--file", "-"], input: "Under\nthe mat\n").expect()
        func text() throws -> [String]? {
            try device.run("note", "show", "Key", "--json").object()["text"] as? [String]
        }
        #expect(try text() == ["Under", "the mat"])
        let file = device.home + "/text.txt"
        try "With the neighbours\n".write(toFile: file, atomically: true, encoding: .utf8)
        try device.run("note", "edit", "Key", "--file", file).expect()
        #expect(try text() == ["With the neighbours"])
        try device.run("note", "edit", "Key", "In the shed").expect()
        #expect(try text() == ["In the shed"])
    }

    @Test(
        "Concurrent edits to different lines merge; edits to the same line conflict",
        arguments: ["1", "value"])
    func lines(choice: String) throws {
        let family = try Family()
        let phone = family.device
        try phone.run(["add", "Shop", "@Mia", "@Ben", "--description-file", "-"], input: "Milk\nBread\nEggs\n").expect()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try phone.run(["edit", "Shop", "--description-file", "-"], input: "Oat milk\nBread\nTen eggs\n").expect()
        try laptop.at("2026-11-21T10:05:00Z")
            .run(["edit", "Shop", "--description-file", "-"], input: "Milk\nBread\nSix eggs\nTea\n").expect()
        try phone.run("sync").expect()
        try laptop.run("sync").expectQuietly(["merged 1 document", "1 document has conflicting edits"])
        try phone.run("sync").expect()
        for device in [phone, laptop] {
            #expect(try description(device) == ["Oat milk", "Bread", "Six eggs", "Tea"])
            try device.run("conflicts").expectQuietly([
                "description, line 3", "Six eggs", "Ben on laptop", "Ten eggs", "Mia on phone",
            ])
            try device.run("list").expectQuietly("(!) Shop")
        }
        let chosen = choice == "value" ? ["--value", "A dozen eggs"] : ["--take", "2"]
        try phone.run(["resolve", "Shop", "--field", "description", "--line", "3"] + chosen).expectQuietly("Resolved")
        try phone.run("sync").expect()
        try laptop.run("sync").expect()
        for device in [phone, laptop] {
            let line = choice == "value" ? "A dozen eggs" : "Ten eggs"
            #expect(try description(device) == ["Oat milk", "Bread", line, "Tea"])
            try device.run("conflicts").expectQuietly("There are no conflicts")
            try device.run("list").expectQuietly(.lacks("(!)"))
        }
    }

    private static let wrongUses: [WrongUse] = [
        WrongUse(
            "add", "Bins", "--description-file", "gone", status: 66, message: "there is no file gone", hint: "'-'"),
        WrongUse(
            "add", "Bins", "--description", "x", "--description-file", "-", input: "y", status: 64,
            message: "given twice", hint: "one of them"),
        WrongUse(
            "add", "--stdin", "--description-file", "-", input: "y", status: 64, message: "standard input",
            hint: "one of them"),
        WrongUse("add", "Bins", "--description-file", ".", status: 74, message: "cannot read", hint: nil),
    ]

    @Test("An invalid source is refused and changes nothing", arguments: wrongUses)
    func wrongUse(_ use: WrongUse) throws {
        try Family().device.expectRefusal(use)
    }
}
