// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Channels and their addresses")
struct RemindChannelTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    private func add(_ words: String...) throws -> Outcome { try phone.run(["remind", "channel", "add"] + words) }

    @Test(
        "An invalid address for a channel is refused with a valid example",
        arguments: [
            WrongUse("email", "mia", status: 64, message: "‘mia’ is not an address", hint: "email mia@example.org"),
            WrongUse("email", "mia@", status: 64, message: "‘mia@’"),
            WrongUse("email", "møa@example.org", status: 64, message: "‘møa@example.org’"),
            WrongUse("webhook", "ftp://example.org", status: 64, message: "‘ftp://example.org’", hint: "https://"),
            WrongUse("webhook", "https://a b", status: 64, message: "‘https://a b’"),
            WrongUse("webhook", status: 64, message: "needs an address", hint: "webhook https://example.org/hook"),
            WrongUse("ntfy", "our topic", status: 64, message: "‘our topic’", hint: "our-secret-topic"),
            WrongUse("ntfy", "https://ntfy.sh/", status: 64, message: "‘https://ntfy.sh/’"),
            WrongUse("ntfy", status: 64, message: "needs an address"),
            WrongUse("desktop", "x", status: 64, message: "takes no address", hint: "Leave it out"),
            WrongUse("terminal", "x", status: 64, message: "takes no address", hint: "Leave it out"),
            WrongUse("emial", "mia@example.org", status: 64, message: "did you mean ‘email’?", hint: "--device"),
            WrongUse("dekstop", status: 64, message: "did you mean ‘desktop’?", hint: "desktop, email"),
        ])
    func wrong(use: WrongUse) throws {
        try phone.expectUnchanged {
            let outcome = try phone.run(["remind", "channel", "add"] + use.arguments)
            outcome.expect(status: use.status, stdout: .empty, stderr: .all([use.message, use.hint ?? .anything]))
        }
    }

    @Test("A valid address for a channel is accepted")
    func right() throws {
        try add("email", "Mia <mia.b+x@mail.example.org>").expect(
            stdout: "Mia <mia.b+x@mail.example.org>",
            stderr: ["‘from’ of the plugin ‘email’ is not set", "hometask plugin config email from 'Home"])
        try phone.run("plugin", "config", "email", "from", "Home <home@example.org>").expect()
        try add("email", "Mia <mia.c@mail.example.org>").expectQuietly("mia.c@mail.example.org")
        try add("ntfy", "our_topic-1").expect(
            stdout: "by ntfy our_topic-1", stderr: "the plugin ‘web’, which provides the channel ‘ntfy’, is not enabled"
        )
        try phone.run("plugin", "enable", "web", "--yes").expect()
        for address in ["http://[::1]:8080/x?y=1#z", "HTTPS://user:secret@example.org"] {
            try add("webhook", address).expectQuietly(.contains(address))
        }
        try add("ntfy", "https://ntfy.example.org/below/topic").expectQuietly("This device")
        try add("desktop").expectQuietly("Each device")
        try add("command", "whatever it is").expectQuietly("Each device")
    }

    @Test("An unknown channel is accepted with a note, or without a note if --device names another device")
    func others() throws {
        try add("pigeon", "loft 3").expect(
            stderr: "note: no reminders are sent on this channel yet: there is no enabled channel ‘pigeon’")
        try family.hub()
        let laptop = try family.join("laptop", as: "Mia")
        try laptop.run("remind", "channel", "add", "emails", "x", "--device", "phone")
            .expectQuietly("The device ‘phone’ sends the reminders.")
    }

    @Test("The address format that an installed plugin declares is enforced")
    func stranger() throws {
        let offers = """
            {"channels":[{"name":"sms","summary":"A short message.",
             "address":{"use":"required","pattern":"^[+][0-9]{6,15}$","example":"+31612345678"}}]}
            """
        let program = PluginFolder.python("answer({})")
        try phone.install(try PluginFolder("sms", in: family.root.path, program: program, offers: offers))
        try add("sms", "0612").expect(status: 64, stderr: ["‘0612’ is not an address", "sms +31612345678"])
        try add("sms").expect(status: 64, stderr: "needs an address")
        try add("sms", "+31687654321").expectQuietly("by sms +31687654321")
    }

    @Test("A narrow terminal shows channels in full")
    func narrow() throws {
        let address = "https://hooks.example.org/a/rather/long/way/to/go"
        try add("webhook", address).expect()
        try phone.run("member", "edit", "Mia", "--quiet", "21:00-07:00").expect()
        let list = try phone.with(["COLUMNS": "40"]).run("remind", "channel").expectQuietly([
            "Mia  webhook", "  from phone, this device, quiet", "21:00-07:00", "Ben  terminal\n  each device",
            .lacks("…"),
        ])
        #expect(list.lines.allSatisfy { $0.count <= 40 }, "\(list)")
        #expect(list.lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined().contains(address))
    }

    @Test("Without a home folder, commands that write note that plugins were not found; reading commands do not")
    func homeless() throws {
        for home in ["", "mia"] {
            let phone = phone.with(["HOME": home])
            try phone.run("add", "Milk").expect(
                stdout: "Added", stderr: ["note: your plugins cannot be found, because HOME", "hint: Set the"])
            try phone.run("list").expectQuietly("Milk")
            try phone.run("plugin").expect(status: 69, stdout: .empty, stderr: ["HOME", "hint: Set the"])
            try phone.run("plugin", "config", "email", "from", "x@y").expect(status: 69, stderr: "HOME")
            try phone.run("remind", "channel", "remove", "email").expect(status: 66)
        }
        try phone.run("add", "Bread").expectQuietly()
    }
}
