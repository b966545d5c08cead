// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

@Suite("Passkeys, by the program")
struct PasskeyProgramTests {
    @Test("Passkeys are listed with the phones, and removed by name or with their phone")
    func devices() async throws {
        let place = try await ServedPlace(members: [MemberDraft(name: "Mia"), MemberDraft(name: "Tom")])
        let (process, line) = try await place.serve("--url", "https://home.example")
        defer { process.terminate() }
        let client = RawClient(port: try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }))
        func devices(_ words: String...) throws -> (status: Int32, output: String) {
            try place.run(ServedPlace.program, ["devices"] + words)
        }
        func join(_ code: Substring, as name: String) async throws -> TestPhone {
            let body = #"{"code":"\#(code)","attempt":"\#(String(repeating: "a", count: 32))","name":"\#(name)"}"#
            let headers = ["Content-Type": "application/json"]
            let answer = try await client.send("POST", "/api/join", headers: headers, body: Array(body.utf8))
            try #require(answer.status == 200, "\(name): \(answer.status) \(answer.json)")
            return try TestPhone(joining: answer, at: client)
        }
        let invited = try place.run(ServedPlace.program, ["invite", "Tom"]).output
        let phone = try await join(#require(invited.firstMatch(of: /join#([a-z2-7]{32})/)?.1), as: "Tom's phone")
        let (first, second) = (try await phone.addPasskey(), try await phone.addPasskey())
        let listed = try devices().output.components(separatedBy: "\n")
        #expect(listed.count == 4 && listed[0].contains("last seen"))
        #expect(listed[1].hasPrefix("Tom's phone  Tom  passkey, added ") && listed[1].contains("not used yet"))
        let json = try #require(JSON.parse(Array(devices("list", "--json").output.utf8)).arrayValue)
        #expect(json.map { $0["kind"] } == ["phone", "passkey", "passkey"])
        let id = try #require(json[1]["id"]?.stringValue)
        let ambiguous = try devices("revoke", "--passkey", "Tom's phone")
        #expect(ambiguous.status != 0 && ambiguous.output.contains("#"))
        #expect(
            try devices("revoke", "--passkey", "#\(id.prefix(8))").output == "Removed the passkey Tom's phone of Tom.\n"
        )
        #expect(try devices("revoke", "--passkey", "nobody").status == 66)
        // The order of the two in the list depends on their ids.
        let answers = try await [client.signIn(with: first), client.signIn(with: second)]
        #expect(Set(answers.map(\.status)) == [200, 403])
        let signedIn = try #require(answers.first { $0.status == 200 })
        let code = try #require(signedIn.json["code"]?.stringValue)
        let other = try await join(code[...], as: "another")
        let revoked = try devices("revoke", "another").output
        #expect(
            revoked == "Signed out another, a phone of Tom.\nRemoved the passkeys with which it could come back: 1.\n")
        #expect(try await other.send("GET").status == 401)
        for passkey in [first, second] { #expect(try await client.signIn(with: passkey).status == 403) }
        #expect(try devices("revoke", "Tom's phone").output == "Signed out Tom's phone, a phone of Tom.\n")
        #expect(try devices().output.hasPrefix("No phone has joined yet"))
    }
}
