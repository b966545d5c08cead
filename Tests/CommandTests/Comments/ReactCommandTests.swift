// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Reactions")
struct ReactCommandTests {
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("add", "--stdin", input: "Mow the lawn\nFeed the cat\n").expect()
        try device.run("list", "--sort", "-title").expect()
        return device
    }

    @Test("a reaction is made once, removed and made again")
    func life() throws {
        let device = try device()
        try device.run("react", "Mow", "👍").expectQuietly("Reacted 👍 to ‘Mow the lawn’.")
        try device.expectUnchanged {
            try device.run("react", "1", "+1").expectQuietly("You already reacted 👍 to ‘Mow the lawn’.")
        }
        try device.run("show", "Mow").expectQuietly("\nReactions\n👍 1 (Mia)\n")
        let removed = try device.run("react", "Mow", "thumbsup", "--remove", "--json").expectQuietly().object()
        #expect(removed["reaction"] as? String == "👍" && removed["deleted"] as? Bool == true)
        try device.run("trash").expectQuietly(["👍", "hometask restore '#"])
        let again = try device.run("react", "Mow", "👍", "--json").expectQuietly().object()
        #expect(again["id"] as? String == removed["id"] as? String && again["text"] == nil)
        #expect(
            try device.diary(3) == [
                "Mia reacted 👍 to 'Mow the lawn'", "Mia removed the reaction 👍 to 'Mow the lawn'",
                "Mia reacted 👍 to 'Mow the lawn'",
            ])
        try device.run("undo").expectQuietly("Took back 'react'")
        try device.run("show", "Mow").expectQuietly(.lacks("👍"))
        try device.run("undo").expectQuietly("Took back 'react --remove'")
        try device.run("show", "Mow").expectQuietly("👍 1 (Mia)")
        try device.expectClean()
    }

    @Test("the JSON groups a task's reactions, with the members who reacted")
    func json() throws {
        let device = try device()
        for emoji in ["heart", "laugh"] { try device.run("react", "Mow", emoji).expectQuietly() }
        let sheet = try #require(try device.run("show", "Mow", "--json").expectQuietly().objects().first)
        let reactions = try #require(sheet["reactions"] as? [[String: Any]])
        #expect(Set(reactions.compactMap { $0["reaction"] as? String }) == ["❤️", "😂"])
        #expect(reactions.allSatisfy { $0["count"] as? Int == 1 })
        #expect(reactions.allSatisfy { ($0["members"] as? [[String: String]])?.first?["name"] == "Mia" })
    }

    @Test(
        "anything but a single emoji is refused and changes nothing",
        arguments: [
            WrongUse("react", "Mow", "great", status: 64, message: "‘great’ is not a reaction", hint: "thumbsup"),
            WrongUse("react", "Mow", "👍🎉", status: 64, message: "is not a reaction"),
            WrongUse("react", "Mow", "👍", "🎉", status: 64, message: "one task and one emoji"),
            WrongUse("react", "Mow", "x", status: 64, message: "is not a reaction"),
            WrongUse("react", "Mow", "\u{1B}", status: 64, message: "is not a reaction"),
            WrongUse("react", "Mow", status: 64, message: "one task and one emoji"),
            WrongUse("react", "nothing", "👍", status: 66, message: "no task is called ‘nothing’"),
            WrongUse("react", "--photo", "none", "👍", status: 66, message: "no photo is called ‘none’"),
            WrongUse("react", "Mow", "👍", "--photo", "x", status: 64, message: "without a task"),
            WrongUse("react", "Mow", "👍", "--remove", status: 66, message: "you did not react 👍"),
        ])
    func wrongUse(_ use: WrongUse) throws { try device().expectRefusal(use) }

    @Test("a reaction has no text to edit")
    func edit() throws {
        let device = try device()
        try device.run("react", "Mow", "👍").expect()
        try device.expectRefusal(WrongUse("comment", "edit", "👍", "x", status: 64, message: "is a reaction"))
    }

    @Test("photos have comments and reactions too", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
    func photos() throws {
        let device = try device()
        let files = try SamplePhotos.make("plain.png", on: device)
        try device.run("photo", "add", files[0], "--caption", "The yard").expect()
        try device.run("comment", "add", "--photo", "yard", "So", "green").expectQuietly("Commented on ‘The yard’.")
        try device.run("react", "--photo", "yard", "heart").expectQuietly("Reacted ❤️ to ‘The yard’.")
        try device.run("photo", "show", "yard").expectQuietly(["\nComments\nMia, ", "\n  So green\n❤️ 1 (Mia)\n"])
        let photo = try device.run("photo", "show", "yard", "--json").expectQuietly().object()
        #expect((photo["comments"] as? [[String: Any]])?.first?["text"] as? [String] == ["So green"])
        #expect((photo["reactions"] as? [[String: Any]])?.first?["reaction"] as? String == "❤️")
        try device.run("comment").expectQuietly("about The yard")
        try device.run("comment", "list", "--photo", "yard").expectQuietly("So green")
        try device.run("react", "--photo", "yard", "clap", "--remove").expect(
            status: 66, stderr: "hometask comment list --photo '#")
        try device.run("photo", "delete", "yard").expect()
        try device.run("trash").expectQuietly("hometask restore '#")
        try device.run("comment").expectQuietly("about The yard")
        try device.run("log").expectQuietly(["Mia commented on 'The yard'", "Mia reacted ❤️ to 'The yard'"])
    }
}
