// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

/// The built server with the built command and its e-mail plugin, and a script in place of the mail program.
@Suite("Email links, through the programs")
struct MailProgramTests {
    private static let project = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .path
    private static var command: String { project + "/.build/debug/hometask" }

    @Test(
        "A link reaches the mail program through the sandboxed plugin, and is valid",
        .enabled(if: FileManager.default.isExecutableFile(atPath: command), "'swift build' makes hometask"))
    func mail() async throws {
        let place = try await ServedPlace(members: [MemberDraft(name: "Tom", email: "tom@example.org")])
        place.path = "\(Self.project)/.build/debug:/usr/bin:/bin"
        let script = place.folder + "/sendmail"
        try "#!/bin/sh\ncat >'\(place.folder)/new' && mv '\(place.folder)/new' '\(place.folder)/mail'\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        for (name, value) in [("sendmail", script), ("from", "home@example.org")] {
            #expect(try place.run(Self.command, ["plugin", "config", "email", name, value]).status == 0)
        }
        let (process, line) = try await place.serve("--url", "http://localhost:1")
        defer { process.terminate() }
        let client = RawClient(port: try place.port(in: line))
        #expect(try await client.send("GET", "/api/sign-in").json["email"] == true)
        let asked = try await client.send(
            "POST", "/api/sign-in/email", headers: ["Content-Type": "application/json"],
            body: Array(#"{"address":"TOM@example.org"}"#.utf8))
        #expect(asked.status == 202)
        _ = try await TestServer.eventually { FileManager.default.fileExists(atPath: place.folder + "/mail") }
        let mail = try String(contentsOfFile: place.folder + "/mail", encoding: .utf8)
        #expect(mail.contains("\nTo: tom@example.org\n"))
        #expect(mail.contains("\nSubject: A link for a phone to join Berg\n"))
        let code = try #require(mail.firstMatch(of: /\nhttp:\/\/localhost:1\/join#([a-z2-7]{32})\n/)?.1)
        let body = #"{"code":"\#(code)","attempt":"\#(String(repeating: "a", count: 32))","name":"phone"}"#
        let joined = try await client.send(
            "POST", "/api/join", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
        #expect(joined.status == 200 && joined.json["member"]?["name"] == "Tom")
    }

    @Test(
        "If the e-mail channel lacks a setting, the server reports that at start, and offers no links",
        .enabled(if: FileManager.default.isExecutableFile(atPath: command), "'swift build' makes hometask"))
    func unset() async throws {
        let place = try await ServedPlace(members: [MemberDraft(name: "Tom", email: "tom@example.org")])
        place.path = "\(Self.project)/.build/debug:/usr/bin:/bin"
        let (process, line) = try await place.serve("--url", "http://localhost:1")
        let client = RawClient(port: try place.port(in: line))
        #expect(try await client.send("GET", "/api/sign-in").json["email"] == false)
        process.terminate()
        let note = "note: no links to join are sent by e-mail, since ‘from’ of the plugin ‘email’"
        #expect(place.complaints().contains(note))
    }
}
