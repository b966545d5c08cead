// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlugin
import PluginEmail
import PluginTestSupport
import TestSupport
import Testing

@Suite("Reminders by email", .waits)
struct EmailTests {
    private let folder: TemporaryFolder
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path

    init() throws { folder = try TemporaryFolder() }

    /// A trial whose mail program is a shell script.
    private func trial(_ script: String = "cat >mail; echo \"$@\" >words") throws -> PluginTrial {
        let path = folder.path + "/sendmail"
        try ProgramFile.write("#!/bin/sh\ncd \(folder.path)\n\(script)\n", to: path)
        let trial = PluginTrial(EmailPlugin())
        trial.settings = ["from": "Müller, Mia <mia@example.org>", "sendmail": .string(path)]
        return trial
    }

    private func message(_ title: String, _ body: String = "", id: String = "6d1b-01") -> JSONObject {
        ["id": .string(id), "title": .string(title), "body": .string(body)]
    }

    /// The parts of a message as parsed by Python's mail package.
    private func read(_ mail: String) throws -> JSON {
        let result = try Tool("python3").run([Self.tests + "/read_mail.py"], input: mail)
        #expect(result.status == 0)
        return try JSON.parse(result.output)
    }

    private func mail(_ name: String = "mail") throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    }

    static let texts = [
        ("Bins", "It is due today 18:00.\nThe green one"), ("Müll 🗑️ raus", "Grüße\n\n.\nFrom here\n=41 \n\tx\t"),
        (String(repeating: "Größe ", count: 80), String(repeating: "äöü 🚲 = ", count: 900)),
        (String(repeating: "a", count: 500), String(repeating: "b", count: 2000)),
        ("=?utf-8?B?ZXZpbA==?=", "."), ("a  b", " x "), ("👩‍👩‍👧‍👦" + String(repeating: "é", count: 40), "\r\na\rb\r\n"),
    ]

    @Test("Python reads the emails, which have short ASCII lines", arguments: texts)
    func others(title: String, body: String) throws {
        let trial = try trial()
        _ = try trial.deliver("email", to: "leo.t@example.org", message: message(title, body))
        let read = try read(mail())
        let line = title.split(separator: " ").joined(separator: " ")
        #expect(read["subject"]?.stringValue == line)
        var lines = body.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        if !lines.hasSuffix("\n") { lines += "\n" }
        #expect(read["body"]?.stringValue == lines)
        #expect(read["to"] == [["", "leo.t@example.org"]] && read["from"] == [["Müller, Mia", "mia@example.org"]])
        #expect(read["id"] == "<6d1b-01@reminders.hometask.invalid>")
        #expect(read["date"] == "2026-01-01T00:00:00+00:00" && read["day"] == true)
        #expect((read["longest"]?.intValue ?? 99) <= 76 && read["ascii"] == true && read["defects"] == [])
        #expect(try mail("words") == "-t -i -oi\n")
    }

    @Test("Texts cannot inject header fields, recipients or the end of the headers")
    func injection() throws {
        let names: JSON = [
            "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
            "Content-Transfer-Encoding",
        ]
        for end in ["\n", "\r\n", "\r", "\u{0}\n", "\u{2028}", "\u{85}", "\u{0B}"] {
            let evil = "Bins\(end)Bcc: evil@example.com\(end)\(end)Evil"
            _ = try trial().deliver(
                "email", to: "leo@example.org", message: message(evil, "x", id: "1\(end)Bcc: a@b <x>"))
            let read = try read(mail())
            #expect(read["names"] == names && read["to"] == [["", "leo@example.org"]] && read["body"] == "x\n")
            #expect(read["subject"] == "Bins Bcc: evil@example.com Evil")
        }
    }

    @Test(
        "An invalid address is refused before a program is started",
        arguments: [
            "", "leo", "leo@", "@example.org", "leo@example.org\nBcc: a@example.org", "leo@example.org, a@example.org",
            "leo@exa mple.org", "-oQ@example.org", "a@b@example.org", "leo@-x.org", "leo@x..org", "\"a b\"@x.org",
            "leo@example.org\0", "leo(a)@x.org", "léo@x.org", "a\r@x.org", "<leo@x.org> <a@x.org",
        ])
    func addresses(address: String) throws {
        let trial = try trial()
        let error = try #require(throws: RPCError.self) {
            try trial.deliver("email", to: address, message: message("x"))
        }
        #expect(error.kind == .refused && error.message.contains("is not an e-mail address"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/mail"))
    }

    @Test("Characters that mail programs alter are encoded")
    func transparency() throws {
        _ = try trial().deliver(
            "email", to: "leo@example.org", message: message("Bins", ".\n.x\nFrom y\nblank \ntab\t\na.b"))
        let lines = try mail().components(separatedBy: "\n\n").last?.split(separator: "\n")
        #expect(lines == ["=2E", "=2Ex", "=46rom y", "blank=20", "tab=09", "a.b"])
    }

    @Test("A display name is quoted, whatever its characters")
    func names() throws {
        for name in ["Leo", "Léo T.", "\"Leo, T\"", "a@b.c, d", "(x) <y> z", "=?utf-8?q?x?="] {
            _ = try trial().deliver("email", to: "\(name) <leo@example.org>", message: message("x"))
            let plain = name.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            #expect(try read(mail())["to"] == [[.string(plain), "leo@example.org"]])
        }
    }

    @Test("Missing and invalid settings are refused with a hint", arguments: ["from", "sendmail"])
    func settings(name: String) throws {
        for value in name == "from" ? [nil, "mia", "a@b\nc"] : ["mail", "/none/sendmail"] as [String?] {
            let trial = try trial()
            trial.settings[name] = value.map { .string($0) }
            let error = try #require(throws: RPCError.self) {
                try trial.deliver("email", to: "l@x.org", message: message("x"))
            }
            #expect(error.kind == .refused && error.hint?.contains("plugin config email \(name)") == true)
        }
    }

    @Test("A failing mail program is an error with its output, temporary or permanent", arguments: [67, 75])
    func fails(code: Int) throws {
        let trial = try trial("cat >/dev/null; echo 'queue: no room' >&2; exit \(code)")
        let error = try #require(throws: RPCError.self) {
            try trial.deliver("email", to: "l@x.org", message: message("x"))
        }
        #expect(error.kind == (code == 75 ? .unavailable : .refused))
        #expect(error.message.hasSuffix("exited with the code \(code): queue: no room"))
    }

    @Test("The email is delivered by SMTP, with its envelope")
    func server() throws {
        let inbox = try folder.folder("inbox")
        let server = try LocalServer([Self.tests + "/smtp_relay.py", "serve", inbox])
        let trial = try trial("exec python3 '\(Self.tests)/smtp_relay.py' send \(server.line) \"$@\"")
        let (title, body) = Self.texts[1]
        _ = try trial.deliver("email", to: "leo@example.org", message: message(title, body))
        let taken = try mail("inbox/0").split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        #expect(taken[0] == "mia@example.org leo@example.org")
        let read = try read(String(taken[1]).replacingOccurrences(of: "\r\n", with: "\n"))
        #expect(read["subject"]?.stringValue == title && read["body"]?.stringValue == body + "\n")
        let error = try #require(throws: RPCError.self) {
            try trial.deliver("email", to: "nobody@example.org", message: message(title))
        }
        #expect(error.kind == .refused && error.message.contains("no such user here"))
    }

    @Test("msmtp delivers the email", .enabled(if: Tool("msmtp").isInstalled, "\(Tool("msmtp").note)"))
    func msmtp() throws {
        let inbox = try folder.folder("inbox")
        let server = try LocalServer([Self.tests + "/smtp_relay.py", "serve", inbox])
        let trial = try trial("exec msmtp --host=127.0.0.1 --port=\(server.line) --read-envelope-from \"$@\"")
        for (title, body) in Self.texts {
            _ = try trial.deliver("email", to: "Leo <leo@example.org>", message: message(title, body))
        }
        for (index, (title, _)) in Self.texts.enumerated() {
            let taken = try mail("inbox/\(index)").replacingOccurrences(of: "\r\n", with: "\n")
            let parts = taken.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            #expect(parts[0] == "mia@example.org leo@example.org")
            let line = title.split(separator: " ").joined(separator: " ")
            #expect(try read(String(parts[1]))["subject"]?.stringValue == line)
        }
    }

    @Test("The manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(EmailPlugin.manifest)
        #expect(manifest.offers.channels.map(\.name) == ["email"] && manifest.needs.programs)
        let address = try #require(manifest.offers.channels[0].address)
        for text in ["leo@example.org", "leo.t+x@mail.example.org", "Léo T. <leo@example.org>", "\"T, Leo\" <a@b>"] {
            #expect(address.accepts(text), "\(text)")
        }
        for text in ["", "leo", "leo@", "@example.org", "a@b@example.org", "léo@x.org", "leo@exa mple.org", "<a@b> <c"]
        {
            #expect(!address.accepts(text), "\(text)")
        }
        #expect(!address.accepts(nil))
    }
}
