// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

/// Several families served by one built program.
@Suite("Several families in one program")
struct FamiliesProgramTests {
    private let place: ServedPlace
    /// The folder of each family, by the family's name.
    private let folders: [String: String]

    init() async throws {
        place = try await ServedPlace(members: [MemberDraft(name: "Mia")])
        folders = ["Berg": place.folder + "/home", "Tal": place.folder + "/valley"]
        let replica = try await GitReplicaProvider().create(
            at: place.folder + "/valley", isBare: false,
            family: FamilyDraft(name: "Tal", zone: "Europe/Amsterdam", email: "tal@example.org", device: "server"))
        _ = try await replica.write(command: "begin") { try $0.members.add(MemberDraft(name: "Tom")) }
    }

    /// Joins a family by an invitation, and returns the phone.
    private func phone(of member: String, in family: String, at client: RawClient) async throws -> TestPhone {
        let invited = try place.runProgram("invite", member, "--family", try #require(folders[family])).output
        let code = try #require(invited.firstMatch(of: /join#([a-z2-7]{32})/)?.1)
        let body = #"{"code":"\#(code)","attempt":"\#(String(repeating: "a", count: 32))","name":"\#(member)'s phone"}"#
        let answer = try await client.send(
            "POST", "/api/join", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
        #expect(answer.json["family"]?["name"]?.stringValue == family)
        #expect(answer.json["member"]?["name"]?.stringValue == member)
        return try TestPhone(joining: answer, at: client)
    }

    @Test("An invitation determines the family that a phone joins; the phone reads and changes only that family")
    func apart() async throws {
        let berg = try #require(folders["Berg"])
        let tal = try #require(folders["Tal"])
        let (process, line) = try await place.serve("--family", berg, "--family", tal)
        defer { process.terminate() }
        #expect(line.hasPrefix("Serving Berg, Tal at http://127.0.0.1:"))
        let client = RawClient(port: try place.port(in: line))
        let mia = try await phone(of: "Mia", in: "Berg", at: client)
        let tom = try await phone(of: "Tom", in: "Tal", at: client)
        for (title, phone) in [("Climb", mia), ("Swim", tom)] {
            var phone = phone
            _ = try await phone.exchange()
            #expect(try await phone.exchange([try phone.task(title)]).status == 200)
            // A full exchange, as for a phone that has nothing yet.
            phone.since = nil
            let all = String(decoding: try await phone.exchange().body, as: UTF8.self)
            #expect(["Climb", "Swim"].filter { all.contains($0) } == [title], "\(all)")
        }
        for (folder, name) in [(berg, "Mia"), (tal, "Tom")] {
            let listed = try place.runProgram("devices", "--family", folder).output
            #expect(listed.hasPrefix("\(name)'s phone  ") && listed.split(separator: "\n").count == 1)
        }
        #expect(try place.runProgram("invite", "Tom", "--family", berg).status == 66)
    }

    @Test("With several families, an invitation is for the family that has the member, and refused if two have")
    func invited() async throws {
        let both = ["--family", try #require(folders["Berg"]), "--family", try #require(folders["Tal"])]
        let (process, _) = try await place.serve(both)
        defer { process.terminate() }
        for name in ["Tom", "@mia"] {
            let run = try place.run(ServedPlace.program, ["invite", name] + both)
            #expect(run.status == 0 && run.output.contains("/join#"), "\(run)")
        }
        let nobody = try place.run(ServedPlace.program, ["invite", "Ann"] + both)
        #expect(nobody.status == 66 && nobody.output.contains("‘Ann’"), "\(nobody)")
        let replica = try await GitReplicaProvider().open(at: try #require(folders["Tal"]))
        _ = try await replica.write(command: nil) { try $0.members.add(MemberDraft(name: "Mia")) }
        let twice = try place.run(ServedPlace.program, ["invite", "Mia"] + both)
        #expect(twice.status == 64 && twice.output.contains("2 of the families have a member ‘Mia’"), "\(twice)")
        #expect(twice.output.contains("hint: Give --family") && !twice.output.contains("join#"), "\(twice)")
    }
}
