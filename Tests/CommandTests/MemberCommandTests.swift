// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Members and categories")
struct MemberCommandTests {
    @Test("Members are added with their details, and listed")
    func add() throws {
        let device = try Family().device
        try device.run("member", "add", "Noor", "--role", "child", "--email", "noor@example.org", "--color", "Pink")
            .expectQuietly("Added Noor to the family in pink")
        let members = try device.run("member", "--json").objects()
        #expect(members.map { $0["name"] as? String } == ["Ben", "Mia", "Noor", "Zoë"])
        #expect(members[2]["color"] as? String == "#fe2a92")
        #expect(members[1]["isMe"] as? Bool == true)
        #expect(Set(members.compactMap { $0["color"] as? String }).count == 4, "each has a colour of their own")
        try device.run("member").expectQuietly(["Noor", "child", "noor@example.org", "you"])
        #expect(try device.diary() == ["Mia added Noor to the family"])
        try device.expectClean()
    }

    @Test("A global option before the command's name is not mistaken for a member's colour")
    func colorOption() throws {
        let device = try Family().device
        try device.run("--color", "never", "member", "add", "Noor", "--color", "#ABC").expectQuietly("#aabbcc")
        try device.run("category", "add", "Pets", "--color=green").expectQuietly("in green")
    }

    @Test("A removed member's tasks say so, and the member can be restored")
    func remove() throws {
        let device = try Family().device
        try device.run("add", "Feed the cat", "@Ben").expect()
        try device.run("member", "remove", "Ben").expectQuietly(["Removed Ben", "hometask member restore Ben"])
        try device.run("list").expectQuietly("Ben (removed)")
        try device.run("member", "list").expectQuietly(.lacks("Ben"))
        try device.run("member", "list", "--all").expectQuietly("removed")
        try device.expectRefusal(
            WrongUse("member", "add", "Ben", status: 73, message: "was removed", hint: "member restore Ben"))
        try device.run("member", "restore", "Ben").expectQuietly("back in the family")
        try device.run("list").expectQuietly(.lacks("(removed)"))
    }

    @Test("Merging two members for one person moves the tasks")
    func merge() throws {
        let device = try Family().device
        try device.run("member", "add", "Benjamin").expect()
        try device.run("add", "Feed the cat", "@Benjamin").expect()
        try device.run("member", "merge", "Ben", "#" + id("Benjamin", device)).expectQuietly(
            "Benjamin is now Ben, who gets all their tasks")
        try device.run("list", "@Ben").expectQuietly(["Feed the cat", "Ben", .lacks("Benjamin")])
        try device.run("member").expectQuietly(.lacks("Benjamin"))
        try device.run("member", "rename", "Ben", "Old", "Ben").expectQuietly("Ben is called Old Ben now")
        #expect(try device.diary(2) == ["Mia renamed Ben to Old Ben", "Mia merged Benjamin into Ben"])
    }

    @Test("Merging this device's member into another assigns the device to that member")
    func mergeMe() throws {
        let device = try Family().device
        try device.run("member", "merge", "Ben", "Mia").expect()
        try device.run("me").expectQuietly("Ben")
    }

    @Test("A second member with the same name requires --another")
    func another() throws {
        let device = try Family().device
        try device.run("member", "add", "Mia", "--another").expect()
        try device.run("member").expectQuietly("#")
        try device.run("member", "remove", "Mia").expect(status: 64, stderr: ["matches 2 members", "hint: "])
    }

    @Test("A member's details can be changed and cleared")
    func edit() throws {
        let device = try Family().device
        try device.run("member", "edit", "Ben", "--role", "adult", "--email", "ben@example.org").expectQuietly(
            "Changed Ben")
        try device.run("member", "edit", "Ben", "--email", "").expect()
        let ben = try device.run("member", "--json").objects()[0]
        #expect(ben["role"] as? String == "adult")
        #expect(ben["email"] is String == false)
        try device.run("member", "edit", "Ben", "--role", "adult").expectQuietly("Nothing to change")
    }

    @Test("Categories are added in distinct colours, renamed, recoloured and deleted")
    func categories() throws {
        let device = try Family().device
        try device.run("category").expectQuietly(["No categories yet", "category add NAME"])
        for words in [["category", "add", "None"], ["member", "add", "any"], ["member", "rename", "Mia", "me"]] {
            try device.expectUnchanged { try device.run(words).expect(status: 64, stderr: "in queries") }
        }
        try device.run("category", "--json").expectQuietly(.exactly("[]\n"))
        for name in ["Kitchen", "Garden"] { try device.run("category", "add", name).expect() }
        let colors = try device.run("category", "--json").objects().compactMap { $0["color"] as? String }
        #expect(Set(colors).count == 2)
        try device.run("category", "rename", "garden", "Front", "garden")
            .expectQuietly("‘Garden’ is called ‘Front garden’")
        try device.run("category", "color", "front", "red").expectQuietly("is red now")
        try device.run("category", "edit", "front", "--color", "teal").expectQuietly("Changed the category ‘")
        try device.run("category").expectQuietly("teal")
        try device.run("category", "edit", "front", "--color", "red").expect()
        try device.run("category", "delete", "kitchen").expectQuietly("Moved to the trash: Kitchen\n")
        try device.run("category").expectQuietly(["Front garden", .lacks("Kitchen")])
        #expect(try device.diary() == ["Mia deleted the category 'Kitchen'"])
        try device.expectClean()
    }

    static let wrongUses: [WrongUse] = [
        WrongUse("member", "add", "mia", status: 73, message: "‘Mia’ already exists", hint: "--another"),
        WrongUse("member", "add", " ", status: 64, message: "name cannot be empty", hint: "only spaces"),
        WrongUse("member", "add", "a\u{1B}[31m", status: 64, message: "control characters", hint: nil),
        WrongUse("member", "add", "Noor", "--email", "noor", status: 64, message: "not an e-mail", hint: "mia@example"),
        WrongUse("member", "add", "Noor", "--email", "a b@c.d", status: 64, message: "not an e-mail", hint: "looks"),
        WrongUse("member", "add", "Noor", "--color", "foo", status: 64, message: "not a colour", hint: "#rrggbb"),
        WrongUse("member", "add", "Noor", "--color", "#12345", status: 64, message: "not a colour", hint: "blue"),
        WrongUse("member", "add", "Noor", "--role", "boss", status: 64, message: ["boss", "adult"], hint: nil),
        WrongUse(
            "member", "edit", "Ben", "--role", "king", status: 64,
            message: "the member's role cannot be \"king\": it should be adult or child"),
        WrongUse("member", "rename", "Nobody", "X", status: 66, message: "no member is called", hint: "Ben, Mia"),
        WrongUse("member", "rename", "Ben", "Mia", status: 73, message: "‘Mia’ already exists", hint: "--another"),
        WrongUse(
            "member", "merge", "Ben", "Ben", status: 64, message: "‘Ben’ cannot be merged into itself", hint: "to keep"),
        WrongUse("member", "merge", "Ben", "Nobody", status: 66, message: "no member is called", hint: "Members: "),
        WrongUse("member", "remove", "#ffff", status: 66, message: "id that begins with #ffff", hint: "Members: "),
        WrongUse("member", "restore", "Ben", status: 66, message: "no removed member", hint: "Nobody was removed"),
        WrongUse("member", "edit", "Ben", status: 64, message: "no change given", hint: nil),
        WrongUse("category", "add", "", status: 64, message: "name cannot be empty", hint: "only spaces"),
        WrongUse("category", "rename", "None", "X", status: 66, message: "no category is called", hint: "none yet"),
        WrongUse("category", "color", "None", "red", status: 66, message: "no category", hint: "none yet"),
        WrongUse("category", "delete", "1", status: 66, message: "no category", hint: "none yet"),
    ]

    @Test("Invalid use is refused with a helpful message and changes nothing", arguments: wrongUses)
    func wrongUse(_ use: WrongUse) throws {
        try Family().device.expectRefusal(use)
    }

    private func id(_ name: String, _ device: Device) throws -> String {
        let member = try device.run("member", "--json").objects().first { $0["name"] as? String == name }
        return try #require(member?["id"] as? String)
    }

    @Test("A device whose member is unreadable says so")
    func unreadableMember() throws {
        let device = try Family().device
        let path = try "\(device.folder)/members/\(id("Mia", device)).json"
        try "[]\n".write(toFile: path, atomically: true, encoding: .utf8)
        try device.git("commit", "-qam", "By hand").expect()
        try device.expectRefusal(WrongUse("me", status: 65, message: "cannot be read", hint: "hometask me NAME"))
    }

    @Test("join sends a new member at once; concurrent namesakes are reported with the way to merge them")
    func namesakes() throws {
        let family = try Family()
        try family.hub()
        let tablet = try Device("tablet", in: family.root)
        try tablet.run("join", family.hubPath, tablet.folder, "--new", "Tom").expectQuietly([
            "as Tom", .lacks("called"),
        ])
        try family.device.run("sync").expect()
        try family.device.run("member").expectQuietly("Tom")
        // Another device, offline after its join, adds the same name.
        let laptop = try Device("laptop", in: family.root)
        try laptop.run("join", family.hubPath, laptop.folder, "--new", "Ann").expect()
        try laptop.run("remote", "set", "origin", "/nowhere").expect()
        try laptop.run("member", "add", "Kim").expect()
        try tablet.run("member", "add", "Kim").expect()
        try tablet.run("sync").expect()
        try laptop.run("remote", "set", "origin", family.hubPath).expect()
        let words = ["2 members are called ‘Kim’", "hometask member merge", "hometask member rename"]
        let told: [TextExpectation] = words.map { .contains($0) }
        for command in ["sync", "status"] { try laptop.run(command).expectQuietly(.all(told)) }
        let report = try laptop.run("doctor").expect(status: 1, stdout: .all(told + [.lacks("No problems found")]))
        let advice = report.stdout.split(separator: "\n").joined(separator: " ").split(separator: "'").map {
            String($0)
        }
        let command = try #require(advice.first { $0.hasPrefix("hometask member merge") })
        let ids = command.split(separator: "\"").map { String($0) }.filter { $0.hasPrefix("#") }
        try laptop.run(["member", "merge"] + ids).expect()
        try laptop.run("doctor").expectQuietly("No problems found")
        try laptop.run("category", "add", "House").expect()
        try tablet.run("category", "add", "house").expect()
        try laptop.run("sync").expect()
        try tablet.run("sync").expectQuietly("2 categories are called")
    }

    @Test("A removed member's open tasks pass to a successor, or are listed and still found by the member's name")
    func leaving() throws {
        let device = try Family().device
        for title in ["Milk", "Eggs"] { try device.run("add", title, "--for", "Ben").expect() }
        try device.run("add", "Bins", "--every", "week", "--for", "Ben", "--for", "Mia").expect()
        try device.run("add", "Old", "--for", "Ben").expect()
        try device.run("done", "Old").expect()
        try device.run("member", "remove", "Ben", "--to", "Ben").expect(
            status: 64, stderr: "cannot take over their own tasks")
        try device.run("member", "remove", "Ben", "--to", "Tom").expect(status: 66, stderr: "‘Tom’")
        try device.run("member", "remove", "Ben", "--to", "Zoë").expectQuietly(
            ["Removed Ben.", "Zoë takes over 3 open tasks: ", "‘Bins’"])
        #expect(try device.run("list", "@Zoë", "--json").objects().count == 3)
        try device.run("show", "Bins").expectQuietly(["Mia", "Zoë", .lacks("Ben")])
        try device.run("list", "done", "assignee:Ben").expectQuietly("Old")
        #expect(try device.diary() == ["Mia removed Ben from the family and did 3 more"])
        try device.run("undo").expectQuietly("Mia removed Ben from the family")
        #expect(try device.run("list", "@Ben", "--json").objects().count == 3)

        let told = try device.run("member", "remove", "Ben").expectQuietly([
            "3 open tasks are still for Ben: ", "‘Milk’", "--where 'assignee:Ben open' --for -Ben --for +MEMBER",
        ])
        for query in ["assignee:Ben", "@Ben", "@ben"] {
            #expect(try device.run("list", query, "--json").objects().count == 3)
        }
        // The proposed command works as described.
        let command = try #require(told.lines.last?.split(separator: "hometask ").last)
        let words = command.replacingOccurrences(of: "MEMBER", with: "Zoë")
        let shell = try RunningProgram(
            "sh", ["-c", "\"$0\" \(words)", Program.path],
            environment: device.environment, folder: device.folder, input: "")
        try shell.finish().expect()
        #expect(try device.run("list", "@Zoë", "--json").objects().count == 3)
        #expect(try device.run("list", "@Ben", "--json").objects().isEmpty)
        // A new member with the name takes precedence over the removed one.
        try device.run("member", "add", "Ben", "--another").expect()
        #expect(try device.run("list", "--all", "assignee:Ben", "--json").objects().isEmpty)
    }

    @Test("On a terminal, member remove asks who takes over the tasks")
    func leavingAsks() throws {
        let device = try Family().device
        try device.run("add", "Milk", "--for", "Ben").expect()
        let terminal = try Terminal(device, "member", "remove", "Ben")
        try terminal.answer("leave them as they are:", "Mia\n")
        terminal.finish().expect(stdout: "Mia takes over 1 open task")
        try device.run("list", "mine").expectQuietly("Milk")
    }
}
