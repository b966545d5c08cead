// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Sending a message on a channel")
struct ChannelSendTests {
    let family: Family
    let phone: Device

    /// A device whose mail program appends each message to a file.
    init() throws {
        family = try Family()
        phone = family.device
        let program = family.root.path + "/sendmail"
        try ProgramFile.write("#!/bin/sh\ncat >>'\(family.root.path)/mails'\n", to: program)
        try phone.run("plugin", "config", "email", "sendmail", program).expect()
    }

    private func setSender() throws {
        try phone.run("plugin", "config", "email", "from", "Home <home@example.org>").expect()
    }

    private func send(_ words: String..., input: String = "Dinner\n\nIt is ready.\nCome down!\n") throws -> Outcome {
        try phone.run(["remind", "channel", "send"] + words, input: input)
    }

    /// The emails sent so far.
    private var mails: String { (try? String(contentsOfFile: family.root.path + "/mails", encoding: .utf8)) ?? "" }

    @Test("A message is sent to the given address with its first line as the subject, and nothing is recorded")
    func sent() throws {
        try setSender()
        try phone.expectUnchanged {
            try send("email", "leo@example.org").expectQuietly("Sent ‘Dinner’ to Mia by email leo@example.org.")
        }
        #expect(mails.contains("\nTo: leo@example.org\nSubject: Dinner\n"))
        #expect(mails.hasSuffix("\n\nIt is ready.\nCome down!\n"))
    }

    @Test("Without an address, a message goes to the member's reminder addresses, or else to their email address")
    func addresses() throws {
        try setSender()
        try phone.run("member", "edit", "Ben", "--email", "ben@example.org").expect()
        try send("email", "--for", "Ben").expect(stdout: "to Ben by email ben@example.org")
        for address in ["ben@work.example.org", "ben@school.example.org"] {
            try phone.run("remind", "channel", "add", "email", address, "--for", "Ben").expect()
        }
        try send("email", "--for", "Ben", "--json").expect(
            stdout: [#""to": "ben@work.example.org""#, #""to": "ben@school.example.org""#])
        try send("email", "--for", "Ben", "--member-address").expect(stdout: "by email ben@example.org.")
        let receivers = mails.components(separatedBy: "\n").filter { $0.hasPrefix("To: ") }
        #expect(
            receivers == [
                "To: ben@example.org", "To: ben@work.example.org", "To: ben@school.example.org", "To: ben@example.org",
            ])
    }

    @Test("A test needs no text; the terminal shows a message like a reminder, without control characters")
    func tests() throws {
        try setSender()
        try send("email", "leo@example.org", "--test", input: "").expect(stdout: "Sent ‘Test of the channel email’")
        #expect(mails.contains("Subject: Test of the channel email\n") && mails.contains("this text was sent by"))
        try send("terminal", input: "Dinner\u{1B}[2J\nready\n").expectQuietly(
            ["● Dinner", "\n  ready", .lacks("\u{1B}")])
    }

    @Test("--dry-run says whether the channel can send from here, and sends nothing")
    func dryRun() throws {
        let unset = try send("email", "--dry-run", input: "")
        unset.expect(
            status: 78, stdout: .empty, stderr: ["‘from’ of the plugin ‘email’ is not set", "config email from"])
        try send("ntfy", "--dry-run", input: "").expect(
            status: 78, stdout: .empty, stderr: "the plugin ‘web’, which provides the channel ‘ntfy’, is not enabled")
        try send("pigeon", "--dry-run", input: "").expect(status: 78, stderr: "there is no enabled channel ‘pigeon’")
        try setSender()
        try send("email", "--dry-run", input: "").expectQuietly("Nothing was sent")
        #expect(mails.isEmpty)
    }

    @Test(
        "An invalid message is refused with the reason before the mail program starts",
        arguments: [
            Refused(["email", "leo@example.org"], "", status: 64, message: "the first line of standard input"),
            Refused(["email", "leo@example.org"], "\n\nbody\n", status: 64, message: "which is the title, is empty"),
            Refused(
                ["email", "leo@example.org"], String(repeating: "x", count: 501), status: 64, message: "501 bytes"),
            Refused(
                ["email", "leo@example.org"], "x\n" + String(repeating: "y", count: 65536), status: 64,
                message: "can have 65536"),
            Refused(["email", "leo"], "x", status: 64, message: "‘leo’ is not an address"),
            Refused(["email", "leo@example.org\nBcc: a@example.org"], "x", status: 64, message: "is not an address"),
            Refused(["email", "--for", "Nobody"], "x", status: 66, message: "Nobody"),
            Refused(
                ["email", "a@example.org", "--member-address"], "x", status: 64, message: "cannot be used together"),
            Refused(["email", "--test", "--dry-run"], "x", status: 64, message: "cannot be used together"),
            Refused(["terminal", "--json"], "x", status: 64, message: "--json"),
            Refused([], "x", status: 64, message: "channel"),
        ])
    func refused(use: Refused) throws {
        try setSender()
        try phone.run(["remind", "channel", "send"] + use.words, input: use.input)
            .expect(status: Int32(use.status), stdout: .empty, stderr: .contains(use.message))
        #expect(mails.isEmpty)
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let words: [String]
        let input: String
        let status: Int
        let message: String

        init(_ words: [String], _ input: String, status: Int, message: String) {
            (self.words, self.input, self.status, self.message) = (words, input, status, message)
        }

        var testDescription: String { "\(words) \(input.prefix(20))" }
    }

    @Test("A failing mail program is a temporary or a permanent error", arguments: [(67, 65), (75, 69)])
    func failing(code: Int, status: Int32) throws {
        try setSender()
        try ProgramFile.write(
            "#!/bin/sh\ncat >/dev/null; echo 'no such mailbox' >&2; exit \(code)\n", to: family.root.path + "/sendmail")
        try send("email", "leo@example.org").expect(status: status, stdout: .empty, stderr: "no such mailbox")
    }
}
